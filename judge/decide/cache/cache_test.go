package cache

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

func keyOf(part string) *Key {
	key := NewKey("a machine", NewFiles(context.Background()))
	key.Add("part", part)
	return key
}

func TestProgram(t *testing.T) {
	dir := t.TempDir()
	program := Open[string](OpenFolder(dir), keyOf("a program"))
	program.Put(keyOf("a program"), keyOf("one"), "AC\n\xff")
	judgetest.Check(t, program.Write(t.Context()))
	again := Open[string](OpenFolder(dir), keyOf("a program"))
	if content, cached := again.Load(keyOf("one")); !cached || content != "AC\n\xff" {
		t.Errorf("got %q, %v", content, cached)
	}
	for _, other := range [][2]string{{"a program", "two"}, {"another", "one"}} {
		if content, cached := Open[string](OpenFolder(dir), keyOf(other[0])).Load(keyOf(other[1])); cached {
			t.Errorf("%q has %q", other, content)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 2 { // and the lock
		t.Errorf("want one results file and the lock, got %q", files)
	}
}

// Several judges repeatedly write results of the same program. Nothing is lost, and a reader always sees a complete
// file.
func TestTogether(t *testing.T) {
	const judges, rounds = 4, 8
	dir := t.TempDir()
	var all sync.WaitGroup
	for judge := range judges {
		all.Go(func() {
			program := Open[string](OpenFolder(dir), keyOf("a program"))
			for round := range rounds {
				name := fmt.Sprint(judge, " ", round)
				program.Put(keyOf("a program"), keyOf(name), name)
				if err := program.Write(t.Context()); err != nil {
					t.Error(err)
				}
				now := Open[string](OpenFolder(dir), keyOf("a program"))
				for before := range round + 1 {
					if name := fmt.Sprint(judge, " ", before); !has(now, name) {
						t.Errorf("%s is lost", name)
					}
				}
			}
		})
	}
	all.Wait()
	last := Open[string](OpenFolder(dir), keyOf("a program"))
	for judge := range judges {
		for round := range rounds {
			if name := fmt.Sprint(judge, " ", round); !has(last, name) {
				t.Errorf("%s is lost", name)
			}
		}
	}
}

func has(results *Results[string], name string) bool {
	got, cached := results.Load(keyOf(name))
	return cached && got == name
}

// A file that is damaged or truncated counts as empty and is replaced.
func TestDamaged(t *testing.T) {
	for what, damage := range map[string]func(path string, text []byte) error{
		"cut off": func(path string, text []byte) error { return os.WriteFile(path, text[:len(text)-1], 0o600) },
		"changed": func(path string, text []byte) error {
			text[len(text)-1] ^= 1
			return os.WriteFile(path, text, 0o600)
		},
	} {
		dir := t.TempDir()
		write := func() {
			program := Open[string](OpenFolder(dir), keyOf("a program"))
			program.Put(keyOf("a program"), keyOf("one"), "one")
			judgetest.Check(t, program.Write(t.Context()))
		}
		write()
		path := filepath.Join(dir, keyOf("a program").Name())
		judgetest.Check(t, damage(path, []byte(judgetest.Read(t, path))))
		if has(Open[string](OpenFolder(dir), keyOf("a program")), "one") {
			t.Errorf("%s: the file was read", what)
		}
		if write(); !has(Open[string](OpenFolder(dir), keyOf("a program")), "one") {
			t.Errorf("%s: the file was not replaced", what)
		}
	}
}

// Older results are dropped when there is no room for all.
func TestBounds(t *testing.T) {
	folder, large := OpenFolder(t.TempDir()), strings.Repeat("a", maxBytes/3)
	for _, name := range []string{"one", "two", "three"} {
		program := Open[string](folder, keyOf("a program"))
		program.Put(keyOf("a program"), keyOf(name), large)
		judgetest.Check(t, program.Write(t.Context()))
	}
	last := Open[string](folder, keyOf("a program"))
	if _, cached := last.Load(keyOf("three")); !cached || len(last.cached) > 1 {
		t.Errorf("%d results are cached, the last one: %v", len(last.cached), cached)
	}
}

// Judging does not wait while another judge holds the lock.
func TestNobodyWaits(t *testing.T) {
	folder := OpenFolder(t.TempDir())
	program := Open[string](folder, keyOf("a program"))
	unlock, err := folder.Lock(t.Context())
	judgetest.Check(t, err)
	program.Put(keyOf("a program"), keyOf("one"), "one")
	ctx, give := context.WithCancel(t.Context())
	written := make(chan error)
	go func() { written <- program.Write(ctx) }()
	program.Put(keyOf("a program"), keyOf("two"), "two") // would block forever if it took the lock
	if _, cached := program.Load(keyOf("one")); !cached {
		t.Error("it is not there")
	}
	give()
	if <-written == nil {
		t.Error("written without the lock")
	}
	unlock()
	judgetest.Check(t, program.Write(t.Context()))
	if now := Open[string](folder, keyOf("a program")); !has(now, "one") || !has(now, "two") {
		t.Error("lost")
	}
}
