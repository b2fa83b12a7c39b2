package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

func keyOf(part string) string {
	key := NewKey("test 1")
	key.Add(part)
	return key.Name()
}

func TestStore(t *testing.T) {
	dir, bounds := t.TempDir(), Bounds{Each: 100}
	s := Open(dir, bounds)
	if _, cached := s.Load(keyOf("one")); cached {
		t.Error("an empty store holds something")
	}
	s.Save(keyOf("one"), []byte("AC\n\xff"))
	if content, cached := Open(dir, bounds).Load(keyOf("one")); !cached || string(content) != "AC\n\xff" {
		t.Errorf("got %q, %v", content, cached)
	}
	s.Save(keyOf("one"), []byte("WA"))
	if content, _ := s.Load(keyOf("one")); string(content) != "WA" {
		t.Errorf("saved twice, the second is cached; got %q", content)
	}
	largest := make([]byte, 100)
	s.Save(keyOf("largest"), largest)
	if content, _ := s.Load(keyOf("largest")); !bytes.Equal(content, largest) {
		t.Errorf("the largest entry is %q", content)
	}
	s.Save(keyOf("too large"), make([]byte, 101))
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 || s.count != 2 {
		t.Errorf("%d files, %d of them counted, %v; want the two entries", len(files), s.count, err)
	}
}

// Lists and parts that concatenate to the same bytes have different keys.
func TestKey(t *testing.T) {
	seen := make(map[string]string)
	for _, lists := range [][][]string{{}, {{}}, {{""}}, {{"a", "b"}}, {{"a"}, {"b"}}, {{"ab", ""}}, {{"", "ab"}},
		{{"a", "b", "c"}}, {{"a", "b,1:c"}}, {{"a", "b,1;1:c"}}, {{"a,1:b"}, {"c"}}, {{"a,:b", "c"}},
		{{"a", "b,:c"}}} {
		key := NewKey("schema")
		for _, parts := range lists {
			key.Add(parts...)
		}
		if other, is := seen[key.Name()]; is {
			t.Errorf("%q has the key of %s", lists, other)
		}
		seen[key.Name()] = fmt.Sprintf("%q", lists)
	}
}

// An irregular or oversized file counts as missing.
func TestDamagedFile(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"never-ending": func(path string) error {
			return errors.Join(os.Remove(path), os.Symlink("/dev/zero", path))
		},
		"a FIFO": func(path string) error {
			return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600))
		},
		"too large": func(path string) error { return os.Truncate(path, 1<<20) },
		"a folder":  func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
	} {
		s := Open(t.TempDir(), Bounds{Each: 100})
		s.Save(keyOf("one"), []byte("AC"))
		judgetest.Check(t, damage(s.path(keyOf("one"))))
		if content, cached := s.Load(keyOf("one")); cached {
			t.Errorf("an entry that is %s is read as %q", name, content)
		}
		if name == "a folder" { // cannot be replaced by a rename
			continue
		}
		s.Save(keyOf("one"), []byte("WA"))
		if content, cached := s.Load(keyOf("one")); !cached || string(content) != "WA" {
			t.Errorf("an entry that is %s is not replaced: %q", name, content)
		}
	}
}

// Adding an entry to a full store removes the least recently used ones.
func TestEntries(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir, Bounds{Each: 100, Entries: 100})
	long := time.Now().Add(-48 * time.Hour)
	for i := range 16 {
		s.Save(keyOf(fmt.Sprint(i)), []byte("AC"))
		judgetest.Check(t, os.Chtimes(s.path(keyOf(fmt.Sprint(i))), long, long.Add(time.Duration(i)*time.Minute)))
	}
	s.Load(keyOf("0")) // the oldest, but in use
	small := Open(dir, Bounds{Each: 100, Entries: 8})
	small.prune(time.Now())
	for i := range 16 {
		if _, cached := small.Load(keyOf(fmt.Sprint(i))); cached != (i == 0 || i >= 10) {
			t.Errorf("entry %d: cached is %v", i, cached)
		}
	}
	if small.count != 7 {
		t.Errorf("%d entries are counted, want 7", small.count)
	}
	for i := range 50 {
		small.Save(keyOf(fmt.Sprint("more", i)), []byte("AC"))
		if files, _ := os.ReadDir(dir); len(files) > 8 {
			t.Fatalf("%d entries, at most 8 may be cached", len(files))
		}
	}
}

// prune removes entries that were unused for long, then the least recently used beyond the bound on bytes. Other files
// stay.
func TestPrune(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	file := func(name string, size int, age time.Duration) {
		path := filepath.Join(dir, name)
		judgetest.Check(t, os.WriteFile(path, make([]byte, size), 0o644))
		judgetest.Check(t, os.Chtimes(path, now, now.Add(-age)))
	}
	const day = 24 * time.Hour
	file(keyOf("1"), 10, time.Minute)
	file(keyOf("2"), 10, 2*time.Minute)
	file(keyOf("3"), 10, 3*time.Minute)
	file(keyOf("4"), 1, 31*day)
	file("building-1", 1, time.Hour)
	file("building-2", 1, 25*time.Hour)
	file("building-site", 1, 100*day)
	file("README", 1, 100*day)
	Open(dir, Bounds{Bytes: 25, Unused: 30 * day}).prune(now)
	for name, stays := range map[string]bool{
		keyOf("1"): true, keyOf("2"): true, keyOf("3"): false, keyOf("4"): false, "building-1": true,
		"building-2": false, "building-site": true, "README": true,
	} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != stays {
			t.Errorf("%s stays: %v, want %v", name, err == nil, stays)
		}
	}
}

// A store of files removes no folders, so a user's own folders are safe.
func TestPruneFolders(t *testing.T) {
	dir := t.TempDir()
	long := time.Now().Add(-100 * 24 * time.Hour)
	for _, name := range []string{"building-7", keyOf("2")} {
		judgetest.Write(t, filepath.Join(dir, name, "thesis.txt"), "all of it")
		judgetest.Check(t, os.Chtimes(filepath.Join(dir, name), long, long))
	}
	Open(dir, Bounds{Each: 1 << 10, Entries: 1, Bytes: 1, Unused: time.Hour}).prune(time.Now())
	if cached, err := filepath.Glob(filepath.Join(dir, "*/thesis.txt")); len(cached) != 2 || err != nil {
		t.Errorf("cached %v, want both", cached)
	}
}

// A store in a missing or read-only folder keeps nothing and does not fail.
func TestNowhere(t *testing.T) {
	s := Open(filepath.Join(t.TempDir(), "none"), Bounds{Each: 100})
	s.Save(keyOf("one"), []byte("AC"))
	if _, cached := s.Load(keyOf("one")); cached {
		t.Error("content was cached without a folder")
	}
	if _, err := s.Work(); err == nil {
		t.Error("Work made a folder without a store")
	}
}
