package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// save saves a folder with a program and a file below it.
func save(t *testing.T, s *Store, key, text string) string {
	t.Helper()
	work, err := s.Work()
	judgetest.Check(t, err)
	defer os.RemoveAll(work)
	folder := filepath.Join(work, "made")
	judgetest.Check(t, os.MkdirAll(filepath.Join(folder, "data"), 0o700))
	judgetest.Check(t, os.WriteFile(filepath.Join(folder, "program"), []byte(text), 0o700))
	judgetest.Check(t, os.WriteFile(filepath.Join(folder, "data", "1"), []byte("data"), 0o666))
	path, err := s.SaveFolder(key, folder)
	judgetest.Check(t, err)
	return path
}

// Whatever the umask, other users can read and run the files of a folder but not change them.
func TestFolder(t *testing.T) {
	for _, umask := range []int{0, 0o022, 0o077} {
		s := Open(t.TempDir(), Bounds{})
		if _, cached := s.Folder(keyOf("one")); cached {
			t.Error("an empty store holds something")
		}
		before := syscall.Umask(umask)
		path := save(t, s, keyOf("one"), "text")
		syscall.Umask(before)
		if got, cached := s.Folder(keyOf("one")); !cached || got != path {
			t.Errorf("got %s, %v, want %s", got, cached, path)
		}
		for name, want := range map[string]os.FileMode{".": 0o755, "program": 0o755, "data": 0o755, "data/1": 0o644} {
			info, err := os.Stat(filepath.Join(path, name))
			judgetest.Check(t, err)
			if info.Mode().Perm() != want {
				t.Errorf("umask %03o: %s: %v, want %v", umask, name, info.Mode(), want)
			}
		}
	}
}

// If two judges save the same entry, the first wins, and both get it.
func TestSaveFolderTwice(t *testing.T) {
	s := Open(t.TempDir(), Bounds{})
	save(t, s, keyOf("one"), "first")
	if path := save(t, s, keyOf("one"), "second"); judgetest.Read(t, path+"/program") != "first" {
		t.Error("an entry was replaced")
	}
	if files, err := os.ReadDir(s.Dir); err != nil || len(files) != 1 {
		t.Errorf("%v, %v: want the entry alone", files, err)
	}
}

// SaveFolder does not follow links, which would change their targets' modes.
func TestSaveFolderNoLinks(t *testing.T) {
	s := Open(t.TempDir(), Bounds{})
	work, err := s.Work()
	judgetest.Check(t, err)
	target := filepath.Join(t.TempDir(), "secret")
	judgetest.Check(t, os.WriteFile(target, nil, 0o600))
	folder := filepath.Join(work, "made")
	judgetest.Check(t, errors.Join(os.Mkdir(folder, 0o700), os.Symlink(target, filepath.Join(folder, "link"))))
	if path, err := s.SaveFolder(keyOf("one"), folder); err == nil {
		t.Errorf("%s holds a link", path)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
