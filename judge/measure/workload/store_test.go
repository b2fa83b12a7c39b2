package workload

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

func key(digit string) string { return strings.Repeat(digit, 64) }

func TestStore(t *testing.T) {
	s := store{t.TempDir()}
	if _, _, kept := s.load(key("a")); kept {
		t.Error("an empty store has an entry")
	}
	s.save(key("a"), []byte("1\n2\n"), []byte("3\n"))
	input, answer, kept := s.load(key("a"))
	if !kept || string(input) != "1\n2\n" || string(answer) != "3\n" {
		t.Errorf("got %q, %q, %v", input, answer, kept)
	}
	left, err := os.ReadDir(s.dir)
	judgetest.Check(t, err)
	if len(left) != 1 {
		t.Errorf("%v: want the entry alone", left)
	}
}

// TestDamaged: an entry with any byte changed, lost or added is as if it were not there.
func TestDamaged(t *testing.T) {
	s := store{t.TempDir()}
	s.save(key("a"), []byte("12\n"), []byte("3\n"))
	path := filepath.Join(s.dir, key("a"))
	whole := []byte(judgetest.Read(t, path))
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 1
		for _, text := range [][]byte{changed, whole[:i], append(bytes.Clone(whole), whole[i])} {
			judgetest.Check(t, os.WriteFile(path, text, 0o644))
			if _, _, kept := s.load(key("a")); kept {
				t.Fatalf("%q is taken for %q", text, whole)
			}
		}
	}
	judgetest.Check(t, os.Remove(path))
	judgetest.Check(t, os.Mkdir(path, 0o755))
	if _, _, kept := s.load(key("a")); kept {
		t.Error("a folder is taken for an entry")
	}
}

// TestPrune: old entries go, then the least recently used ones beyond the bound; what is not the store's stays.
func TestPrune(t *testing.T) {
	s := store{t.TempDir()}
	now := time.Now()
	file := func(name string, size int, age time.Duration) {
		path := filepath.Join(s.dir, name)
		judgetest.Check(t, os.WriteFile(path, make([]byte, size), 0o644))
		judgetest.Check(t, os.Chtimes(path, now, now.Add(-age)))
	}
	file(key("1"), 10, time.Minute)
	file(key("2"), 10, 2*time.Minute)
	file(key("3"), 10, 3*time.Minute)
	file(key("4"), 1, 31*24*time.Hour)
	file(temporary+"1", 1, time.Minute)
	file(temporary+"2", 1, 2*time.Hour)
	file("README", 1, 100*24*time.Hour)
	s.prune(now, 25)
	for name, stays := range map[string]bool{
		key("1"): true, key("2"): true, key("3"): false, key("4"): false, temporary + "1": true, temporary + "2": false,
		"README": true,
	} {
		if _, err := os.Stat(filepath.Join(s.dir, name)); (err == nil) != stays {
			t.Errorf("%s stays: %v, want %v", name, err == nil, stays)
		}
	}
}

// TestTwoJudges: judges that save, load and prune at once get whole entries or none.
func TestTwoJudges(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for judge := range 4 {
		group.Go(func() {
			s := store{dir}
			for i := range 50 {
				k := key(fmt.Sprint(i % 5))
				text := bytes.Repeat([]byte(k), 100)
				if input, answer, kept := s.load(k); kept && (!bytes.Equal(input, text) || !bytes.Equal(answer, text)) {
					t.Errorf("judge %d got another entry", judge)
				}
				s.save(k, text, text)
				s.prune(time.Now(), 3*int64(len(text)))
			}
		})
	}
	group.Wait()
}
