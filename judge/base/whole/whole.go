// Package whole writes files completely or not at all.
package whole

import (
	"bufio"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file completely or not at all, even if the machine stops meanwhile, because Write renames a finished
// temporary file. The umask decides who may read the file. A device or a pipe, such as /dev/null, is written directly.
func Write(path string, write func(io.Writer) error) error {
	f, renamed, err := open(path)
	if err != nil {
		return err
	}
	if !renamed {
		return errors.Join(fill(f, write), f.Close())
	}
	if err = fill(f, write); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// Probe returns an error if Write could not open a file. It changes nothing, and does not wait for a reader of a pipe.
func Probe(path string) error {
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return nil
	}
	f, renamed, err := open(path)
	if err != nil {
		return err
	}
	if renamed {
		os.Remove(f.Name())
	}
	return f.Close()
}

// open opens the file into which Write writes. If it is a temporary file, Write renames it.
func open(path string) (f *os.File, renamed bool, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err = os.OpenFile(path, os.O_WRONLY, 0)
		return f, false, err
	}
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"-"+rand.Text())
	f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	return f, true, err
}

func fill(f *os.File, write func(io.Writer) error) error {
	out := bufio.NewWriter(f)
	if err := write(out); err != nil {
		return err
	}
	return out.Flush()
}

// Replace atomically replaces the text of a file and keeps the file's permissions. The file need not exist. If the path
// is a symbolic link to a file, Replace replaces the text of that file.
func Replace(path string, text []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	before, missing := os.Stat(path)
	err := Write(path, func(w io.Writer) error { _, err := w.Write(text); return err })
	if err == nil && missing == nil {
		err = os.Chmod(path, before.Mode().Perm())
	}
	return err
}
