package kept

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

func keyOf(part string) *Key {
	key := NewKey("a machine")
	key.Add("part", part)
	return key
}

func TestStore(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir)
	if _, kept := s.Load(keyOf("one")); kept {
		t.Error("an empty store holds something")
	}
	s.Save(keyOf("one"), []byte("AC\n\xff"))
	if content, kept := Open(dir).Load(keyOf("one")); !kept || string(content) != "AC\n\xff" {
		t.Errorf("got %q, %v", content, kept)
	}
	s.Save(keyOf("one"), []byte("WA"))
	if content, _ := s.Load(keyOf("one")); string(content) != "WA" {
		t.Errorf("saved twice, the second has the word; got %q", content)
	}
	if s.Save(keyOf("large"), make([]byte, mostBytes+1)); s.count != 1 {
		t.Errorf("%d entries, want the small one alone", s.count)
	}
}

// Names and parts that run together into the same bytes are told apart.
func TestKey(t *testing.T) {
	seen := make(map[string]string)
	for _, parts := range [][]string{{}, {"a", "b"}, {"ab", ""}, {"", "ab"}, {"a", "b", "c", "d"}, {"a", "b1:c,1:d"},
		{"a", "b,1:c,1:d,"}} {
		key := NewKey("setting")
		for i := 0; i < len(parts); i += 2 {
			key.Add(parts[i], parts[i+1])
		}
		if other, is := seen[key.name()]; is {
			t.Errorf("%q has the key of %s", parts, other)
		}
		seen[key.name()] = fmt.Sprintf("%q", parts)
	}
}

// What is not whole is as if it were not there.
func TestDamaged(t *testing.T) {
	for name, damage := range map[string]func(path string, text []byte) error{
		"cut short": func(path string, text []byte) error { return os.WriteFile(path, text[:len(text)-1], 0o600) },
		"empty":     func(path string, text []byte) error { return os.WriteFile(path, nil, 0o600) },
		"a bit turned": func(path string, text []byte) error {
			text[len(text)-1] ^= 1
			return os.WriteFile(path, text, 0o600)
		},
		"lengthened": func(path string, text []byte) error { return os.WriteFile(path, append(text, 0), 0o600) },
		"never-ending": func(path string, text []byte) error {
			os.Remove(path)
			return os.Symlink("/dev/zero", path)
		},
		"open to others": func(path string, text []byte) error { return os.Chmod(path, 0o666) },
		"a link to a whole one": func(path string, text []byte) error {
			return errors.Join(os.Rename(path, path+"0"), os.Symlink(path+"0", path))
		},
		"a FIFO":    func(path string, text []byte) error { os.Remove(path); return syscall.Mkfifo(path, 0o600) },
		"too large": func(path string, text []byte) error { return os.WriteFile(path, make([]byte, 1<<20), 0o600) },
		"a folder":  func(path string, text []byte) error { os.Remove(path); return os.Mkdir(path, 0o700) },
		"under another": func(path string, text []byte) error {
			return os.Rename(path, filepath.Join(filepath.Dir(path), keyOf("two").name()))
		},
	} {
		dir := t.TempDir()
		s := Open(dir)
		s.Save(keyOf("one"), []byte("AC"))
		path := filepath.Join(dir, keyOf("one").name())
		judgetest.Check(t, damage(path, []byte(judgetest.Read(t, path))))
		for _, part := range []string{"one", "two"} {
			if content, kept := s.Load(keyOf(part)); kept {
				t.Errorf("an entry that is %s is read as %q", name, content)
			}
		}
		if name == "a folder" { // cannot be replaced by a rename
			continue
		}
		s.Save(keyOf("one"), []byte("WA"))
		if content, kept := s.Load(keyOf("one")); !kept || string(content) != "WA" {
			t.Errorf("an entry that is %s is not mended: %q", name, content)
		}
	}
}

// The least recently used entries go, when a store is opened and while it is used.
func TestBounded(t *testing.T) {
	dir := t.TempDir()
	s := open(dir, 100)
	long := time.Now().Add(-48 * time.Hour)
	for i := range 16 {
		s.Save(keyOf(fmt.Sprint(i)), []byte("AC"))
		judgetest.Check(t, os.Chtimes(filepath.Join(dir, keyOf(fmt.Sprint(i)).name()), long,
			long.Add(time.Duration(i)*time.Minute)))
	}
	s.Load(keyOf("0")) // the oldest, but in use
	judgetest.Write(t, filepath.Join(dir, temporary+"old"), "of a killed judge")
	judgetest.Check(t, os.Chtimes(filepath.Join(dir, temporary+"old"), long, long))
	judgetest.Write(t, filepath.Join(dir, "notes.txt"), "the user's")
	small := open(dir, 8)
	for i := range 16 {
		if _, kept := small.Load(keyOf(fmt.Sprint(i))); kept != (i == 0 || i >= 10) {
			t.Errorf("entry %d: kept is %v", i, kept)
		}
	}
	files, err := os.ReadDir(dir)
	judgetest.Check(t, err)
	if len(files) != 8 || small.count != 7 {
		t.Errorf("%d files, %d of them counted; want 7 entries and the user's file", len(files), small.count)
	}
	for i := range 50 {
		small.Save(keyOf(fmt.Sprint("more", i)), []byte("AC"))
		if files, _ := os.ReadDir(dir); len(files) > 1+8 {
			t.Fatalf("%d entries, at most 8 may be kept", len(files)-1)
		}
	}
}

// Several judges write and read the same entries, and each sees them whole.
func TestSideBySide(t *testing.T) {
	dir := t.TempDir()
	var judges sync.WaitGroup
	for judge := range 4 {
		judges.Go(func() {
			s := open(dir, 20)
			for i := range 200 {
				key := keyOf(fmt.Sprint(i % 30))
				if content, kept := s.Load(key); kept && len(bytes.TrimLeft(content, string(content[:1]))) > 0 {
					t.Errorf("torn: %q", content)
				}
				s.Save(key, bytes.Repeat([]byte{'a' + byte(judge)}, 5000))
			}
		})
	}
	judges.Wait()
}

// A store in a folder that is gone, or cannot be written, keeps nothing and breaks nothing.
func TestNowhere(t *testing.T) {
	s := Open(filepath.Join(t.TempDir(), "none"))
	s.Save(keyOf("one"), []byte("AC"))
	if _, kept := s.Load(keyOf("one")); kept {
		t.Error("kept nowhere")
	}
}
