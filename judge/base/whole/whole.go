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
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(fill(f, write), f.Close())
	}
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"-"+rand.Text())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
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

var errProbe = errors.New("only a probe")

// Probe returns an error if Write could not write a file. It changes nothing, and does not wait for a reader of a pipe.
func Probe(path string) error {
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return nil
	}
	if err := Write(path, func(io.Writer) error { return errProbe }); !errors.Is(err, errProbe) {
		return err
	}
	return nil
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
