// Package whole writes files completely or not at all.
package whole

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write writes a file completely or not at all, by renaming a temporary one beside it. A device or a pipe, such as
// /dev/null, is written to directly.
func Write(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return fill(f, write)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	err = f.Chmod(0o644)
	if err = errors.Join(err, fill(f, write)); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// fill writes a file and closes it.
func fill(f *os.File, write func(io.Writer) error) error {
	out := bufio.NewWriter(f)
	err := write(out)
	if err == nil { // a writer that has failed would fail again
		err = out.Flush()
	}
	return errors.Join(err, f.Close())
}

// Replace replaces the text of a file, all at once, and keeps its permissions. The file need not exist. If the path is
// a link, the link stays.
func Replace(path string, text []byte) error {
	mode := os.FileMode(0o644)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	err := Write(path, func(w io.Writer) error { _, err := w.Write(text); return err })
	if err == nil && mode != 0o644 {
		err = os.Chmod(path, mode)
	}
	return err
}
