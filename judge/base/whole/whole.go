// Package whole writes files and new folders completely or not at all.
package whole

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
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
	return files{os.OpenFile, os.Rename, os.Remove}.write(path, write)
}

// WriteBelow is like Write, but writes a file below a folder and follows no link out of it. A symbolic link or a
// special file in the path is an error.
func WriteBelow(dir, name string, text []byte) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := writable(root, name); err != nil {
		return err
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return files{root.OpenFile, root.Rename, root.Remove}.write(name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// AppendBelow adds a line to a file below a folder, as WriteBelow writes one. If the file is new or empty, head comes
// first. Several processes may append at once: no line is lost, but there may be several heads.
func AppendBelow(dir, name, head, line string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := writable(root, name); err != nil {
		return err
	}
	file, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > 0 {
		last := make([]byte, 1)
		if _, err = file.ReadAt(last, info.Size()-1); last[0] != '\n' {
			line = "\n" + line
		}
	} else {
		line = head + line
	}
	if err == nil {
		_, err = file.WriteString(line)
	}
	return errors.Join(err, file.Close())
}

// writable returns an error if a path below a folder leads through a symbolic link or to a special file.
func writable(root *os.Root, name string) error {
	for path := name; path != "."; path = filepath.Dir(path) {
		info, err := root.Lstat(path)
		if err == nil && !info.Mode().IsRegular() && (path == name || !info.IsDir()) {
			return fmt.Errorf("%s is a link or a special file, and is not written; remove it",
				filepath.Join(root.Name(), path))
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// files holds the functions that write files.
type files struct {
	open   func(name string, flag int, mode os.FileMode) (*os.File, error)
	rename func(from, to string) error
	remove func(name string) error
}

func (o files) write(path string, write func(io.Writer) error) error {
	name := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"-"+rand.Text())
	f, err := o.open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err = fill(f, write); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = o.rename(name, path)
	}
	if err != nil {
		err = errors.Join(err, o.remove(name))
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
