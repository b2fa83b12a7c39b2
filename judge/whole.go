package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// writeWhole writes a file by way of a temporary one beside it, so that the file is there whole or not at all.
func writeWhole(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	out := bufio.NewWriter(f)
	if err := errors.Join(write(out), out.Flush(), f.Chmod(0o644)); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
