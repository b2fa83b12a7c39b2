package run

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"dlxjudge/judge/execute/sandbox"
)

// mostProducts bounds the number of files that are taken from one folder; no compiler makes so many. mostInTree bounds
// the number of entries of a tree such as a cache, and deepestTree its number of levels.
const mostProducts, mostInTree, deepestTree = 256, 1 << 14, 8

// A TooMuchError says that a program made more files, folders or bytes than Take accepts. The judge is not at fault.
type TooMuchError struct{ what string }

func (e *TooMuchError) Error() string { return "a program made more than " + e.what }

// taking takes products. It counts what it takes, because a limit on the folder's size does not bound that: a file may
// have holes, or several names.
type taking struct {
	sandbox.Product
	entries    int   // how many entries of the product may still be taken
	most, left int64 // how many bytes all products of a run may have together, and how many of those are left
}

// Take copies products from the working folder of a program that has ended. The folders that receive them must not have
// files of the same names yet. If into is not nil, it holds those folders, already open. most is the limit on the bytes
// of all products together; 0 means no limit. If the program made too much, the error wraps a *TooMuchError.
func Take(dir string, products []sandbox.Product, into []*os.File, most int64) error {
	if most <= 0 {
		most = math.MaxInt64
	}
	t := &taking{most: most, left: most}
	for i, product := range products {
		t.Product, t.entries = product, mostInTree
		receiver := product.Into
		if into != nil {
			receiver = fmt.Sprint("/proc/self/fd/", into[i].Fd())
		}
		to, err := os.OpenRoot(receiver)
		if err != nil {
			return err
		}
		folder := filepath.Join(dir, product.Folder)
		if info, wrong := os.Lstat(folder); wrong == nil && info.IsDir() { // otherwise, the program has replaced it
			if from, wrong := os.OpenRoot(folder); wrong == nil {
				err = t.take(from, to, deepestTree)
				from.Close()
			}
		}
		to.Close()
		if err != nil {
			return fmt.Errorf("taking %s to %s: %w", product.Pattern, product.Into, err)
		}
	}
	return nil
}

// take takes the files of a folder that match the product's pattern. Without a pattern, it takes all files, including
// those in subfolders. It bounds their number and depth.
func (t *taking) take(from, to *os.Root, depth int) error {
	folder, err := from.Open(".")
	if err != nil {
		return fmt.Errorf("reading what a program made: %w", err)
	}
	defer folder.Close()
	entries, err := folder.ReadDir(-1)
	for _, entry := range entries {
		if err != nil {
			return err
		}
		name, tree := entry.Name(), t.Pattern == ""
		if matches, wrong := path.Match(t.Pattern, name); wrong != nil {
			return fmt.Errorf("products %q: %w", t.Pattern, wrong)
		} else if !matches && !tree {
			continue
		}
		switch t.entries--; {
		case !tree && t.entries < mostInTree-mostProducts:
			return &TooMuchError{fmt.Sprintf("%d files that match %q", mostProducts, t.Pattern)}
		case t.entries < 0 || depth == 0:
			return &TooMuchError{fmt.Sprintf("%d files and folders, or more than %d levels of them", mostInTree,
				deepestTree)}
		case tree && entry.IsDir():
			err = t.subfolder(from, to, name, depth)
		default:
			err = t.file(from, to, name)
		}
	}
	return err
}

// subfolder takes a folder of a tree, unless it is unreadable.
func (t *taking) subfolder(from, to *os.Root, name string, depth int) error {
	below, err := from.OpenRoot(name)
	if err != nil {
		return nil
	}
	defer below.Close()
	if err := to.Mkdir(name, 0o777); err != nil {
		return err
	}
	into, err := to.OpenRoot(name)
	if err != nil {
		return err
	}
	defer into.Close()
	return t.take(below, into, depth-1)
}

// file copies the beginning of a readable regular file. For anything else, it makes an empty file if the product marks
// such things.
func (t *taking) file(from, to *os.Root, name string) error {
	info, err := from.Lstat(name)
	var source *os.File
	if err == nil && info.Mode().IsRegular() {
		// Without O_NONBLOCK, opening a FIFO, which may be there by now, would wait for its other end.
		source, err = from.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	}
	taken, mode := source != nil && err == nil, os.FileMode(0o666)
	if taken {
		defer source.Close()
		mode |= info.Mode() & 0o111
	} else if !t.Mark {
		return nil
	}
	target, err := to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if !taken {
		return target.Close()
	}
	size, err := io.Copy(target, io.LimitReader(source, min(t.Limit, t.left)))
	t.left -= size
	if err == nil && size < t.Limit && info.Size() > size {
		err = &TooMuchError{fmt.Sprintf("%d bytes in all its files, each counted with its holes and under each of "+
			"its names", t.most)}
	}
	return errors.Join(err, target.Close())
}
