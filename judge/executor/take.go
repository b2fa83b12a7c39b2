package executor

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"syscall"
)

// mostProducts is how many files of one folder are taken. No compiler makes as many.
const mostProducts = 256

// takeInto is Take for a folder and a receiving folder that are given by their paths.
func takeInto(folder string, p Product) error {
	into, err := os.Open(p.Into)
	if err != nil {
		return err
	}
	defer into.Close()
	from, err := openFolder(folder)
	if err != nil {
		return nil // the program has removed or replaced it: there are no products
	}
	defer from.Close()
	return Take(from, into, p)
}

// openFolder opens a folder that a program may have replaced. It does not follow a link.
func openFolder(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
}

// Take copies products from a folder that a program has written to, to another folder, where none of these files may exist
// yet. The program must have ended. Both folders are open, so that no path can lead elsewhere.
func Take(from, into *os.File, p Product) error {
	names, err := from.Readdirnames(-1)
	if err != nil {
		return fmt.Errorf("reading what a program made: %w", err)
	}
	taken := 0
	for _, name := range names {
		if matches, err := path.Match(p.Pattern, name); err != nil {
			return fmt.Errorf("products %q: %w", p.Pattern, err)
		} else if !matches {
			continue
		}
		if taken++; taken > mostProducts {
			return fmt.Errorf("a program made more than %d files that match %q; only so many are taken", mostProducts, p.Pattern)
		}
		if err := takeFile(from, into, name, p.Limit); err != nil {
			return err
		}
	}
	return nil
}

// takeFile copies the beginning of one file, if it is a regular one that can be read.
func takeFile(from, into *os.File, name string, limit int64) error {
	// Opening a FIFO waits for its other end, unless it is opened without blocking.
	source, err := openAt(from, name, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	target, err := openAt(into, name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL|syscall.O_NOFOLLOW, 0o666|info.Mode()&0o111)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, io.LimitReader(source, limit))
	return errors.Join(err, target.Close())
}
