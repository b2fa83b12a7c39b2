package recipe

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/read/problem"
)

// compare compares a group's folder with the new folder. It counts the tests, and returns the first difference, or nil
// if there is none. A missing file is a difference. A file that exists but cannot be read is both a difference and an
// error.
func compare(group, made string, g Group) (counts Counts, first *problem.Finding, err error) {
	counts = Counts{Group: g.Folder, Tests: len(g.Tests)}
	find := func(name, message string) {
		if first == nil {
			first = &problem.Finding{Place: filepath.Join(group, name), Message: message}
		}
	}
	differs := func(name string) bool {
		same, unread := equal(filepath.Join(group, name), filepath.Join(made, name))
		switch {
		case errors.Is(unread, fs.ErrNotExist):
			find(name, "missing, but it has a recipe")
		case !same:
			find(name, "differs from what the recipe makes")
			err = errors.Join(err, unread)
		}
		return !same
	}
	for name := range g.Settings {
		differs(name)
	}
	for _, t := range g.Tests {
		if in, ans := differs(t.Name+".in"), differs(t.Name+".ans"); in || ans {
			counts.Changed++
		}
	}
	left, unread := extraTests(group, g)
	for _, name := range left {
		find(name, "has no recipe")
		if filepath.Ext(name) == ".in" {
			counts.Removed++
		}
	}
	return counts, first, errors.Join(err, unread)
}

// equal reports whether two files have the same bytes.
func equal(first, second string) (bool, error) {
	a, errA := untrusted.Read(first, problem.MaxTestFile)
	b, errB := untrusted.Read(second, problem.MaxTestFile)
	err := errors.Join(errA, errB)
	return err == nil && bytes.Equal(a, b), err
}

// extraTests lists the input and answer files that are in a group's folder but have no recipe. In BAPCtools' form, it
// also lists the folders that are not groups.
func extraTests(group string, g Group) ([]string, error) {
	entries, err := untrusted.ReadDir(group)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var left []string
	for _, e := range entries {
		name := e.Name()
		if (isTestFile(name) || g.Name == "" && !e.Type().IsRegular()) && !slices.Contains(g.Folders, name) &&
			!slices.ContainsFunc(g.Tests, func(t Test) bool { return name == t.Name+".in" || name == t.Name+".ans" }) {
			left = append(left, name)
		}
	}
	return left, err
}

func isTestFile(name string) bool {
	return strings.HasSuffix(name, ".in") || strings.HasSuffix(name, ".ans")
}

// maxOther is the largest size, in bytes, of a file beside a group's tests, such as settings or a picture.
const maxOther = 64 << 20

// keep copies the files that are not tests from the group's folder to the new folder.
func keep(group, made string) error {
	entries, err := untrusted.ReadDir(group)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		_, replaced := os.Lstat(filepath.Join(made, e.Name()))
		if err != nil || replaced == nil || isTestFile(e.Name()) {
			continue
		}
		old := filepath.Join(group, e.Name())
		if !e.Type().IsRegular() {
			return fmt.Errorf("%s: not a file; move it out of the group: a group with recipes may have only files", old)
		}
		var data []byte
		if data, err = untrusted.Read(old, maxOther); err == nil {
			err = os.WriteFile(filepath.Join(made, e.Name()), data, 0o666)
		}
	}
	return err
}

// swap is a group's folder and the new folder, which are to be exchanged.
type swap struct{ group, made string }

// swapAll makes all swaps. If one of them fails, it undoes the others. If the judge is killed meanwhile, every group is
// still complete, old or new, on file systems that can exchange two folders in one step.
func swapAll(all []swap) error {
	for i, s := range all {
		err := os.MkdirAll(s.group, 0o777) // a new group has no folder yet
		if err == nil {
			err = s.exchange()
		}
		if err != nil {
			for _, done := range slices.Backward(all[:i]) {
				err = errors.Join(err, done.exchange())
			}
			for _, s := range all {
				syscall.Rmdir(s.group) // only if it is empty, and no link
			}
			return err
		}
	}
	return nil // the caller removes the stage, which contains the old folders
}

// exchange exchanges the two folders.
func (s swap) exchange() error {
	if whole.Exchange(s.group, s.made) == nil {
		return nil
	}
	old := s.made + ".old"
	if err := os.Rename(s.group, old); err != nil {
		return err
	}
	if err := os.Rename(s.made, s.group); err != nil {
		return errors.Join(err, os.Rename(old, s.group))
	}
	return os.Rename(old, s.made)
}
