package run

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
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

// taking takes products. It counts what it takes, because a limit on the folder does not bound that: files may have
// holes, and several names.
type taking struct {
	product    sandbox.Product
	entries    int   // how many entries of the product's tree may still be taken
	most, left int64 // how many bytes all products of a run may have together, and how many of those are left
}

// Take copies products from the working folder of a program that has ended. The folders that receive them must not have
// files of the same names yet. The parameter into holds those folders, already open; if it is nil, Take opens them by
// their paths. The parameter most is the limit on the bytes of all products together; 0 means no limit. If the program
// made too much, the error wraps a *TooMuchError.
func Take(dir string, products []sandbox.Product, into []*os.File, most int64) error {
	if most <= 0 {
		most = math.MaxInt64
	}
	t := &taking{most: most, left: most}
	for i, product := range products {
		receiver := product.Into
		if into != nil {
			receiver = fmt.Sprint("/proc/self/fd/", into[i].Fd())
		}
		to, err := os.OpenRoot(receiver)
		if err != nil {
			return err
		}
		t.product, t.entries = product, mostInTree
		err = t.folder(filepath.Join(dir, product.Folder), to)
		if to.Close(); err != nil {
			return fmt.Errorf("taking %s to %s: %w", product.Pattern, product.Into, err)
		}
	}
	return nil
}

// folder takes the product from a folder. If the program has removed or replaced the folder, there is nothing to take.
func (t *taking) folder(path string, to *os.Root) error {
	if info, err := os.Lstat(path); err != nil || !info.IsDir() {
		return nil
	}
	from, err := os.OpenRoot(path)
	if err != nil {
		return nil
	}
	defer from.Close()
	if t.product.Pattern == "" {
		return t.tree(from, to, deepestTree)
	}
	entries, err := list(from)
	taken := 0
	for _, entry := range entries {
		if matches, wrong := filepath.Match(t.product.Pattern, entry.Name()); wrong != nil {
			return fmt.Errorf("products %q: %w", t.product.Pattern, wrong)
		} else if !matches {
			continue
		}
		if taken++; taken > mostProducts {
			return &TooMuchError{fmt.Sprintf("%d files that match %q", mostProducts, t.product.Pattern)}
		}
		if err := t.file(from, to, entry.Name()); err != nil {
			return err
		}
	}
	return err
}

func list(folder *os.Root) ([]os.DirEntry, error) {
	opened, err := folder.Open(".")
	if err != nil {
		return nil, fmt.Errorf("reading what a program made: %w", err)
	}
	defer opened.Close()
	return opened.ReadDir(-1)
}

// tree takes all files and folders of a folder, and bounds their number and depth.
func (t *taking) tree(from, to *os.Root, depth int) error {
	entries, err := list(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if t.entries--; t.entries < 0 || depth == 0 {
			return &TooMuchError{fmt.Sprintf("%d files and folders, or more than %d levels of them", mostInTree,
				deepestTree)}
		}
		name := entry.Name()
		if !entry.IsDir() {
			err = t.file(from, to, name)
		} else if below, wrong := from.OpenRoot(name); wrong == nil { // otherwise, it is unreadable
			err = t.below(below, to, name, depth)
			below.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// below takes one folder of a tree.
func (t *taking) below(from, to *os.Root, name string, depth int) error {
	if err := to.Mkdir(name, 0o777); err != nil {
		return err
	}
	into, err := to.OpenRoot(name)
	if err != nil {
		return err
	}
	defer into.Close()
	return t.tree(from, into, depth-1)
}

// file copies the beginning of a readable regular file. For anything else, it makes an empty file if the product marks
// such things.
func (t *taking) file(from, to *os.Root, name string) error {
	const newFile = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	var source *os.File
	info, err := from.Lstat(name)
	if err == nil && info.Mode().IsRegular() {
		// Without O_NONBLOCK, opening a FIFO, which may be there by now, would wait for its other end.
		source, err = from.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	}
	if err != nil || source == nil {
		if !t.product.Mark {
			return nil
		}
		target, err := to.OpenFile(name, newFile, 0o666)
		if err != nil {
			return err
		}
		return target.Close()
	}
	defer source.Close()
	target, err := to.OpenFile(name, newFile, 0o666|info.Mode()&0o111)
	if err != nil {
		return err
	}
	taken, err := io.Copy(target, io.LimitReader(source, min(t.product.Limit, t.left)))
	t.left -= taken
	if err == nil && taken < t.product.Limit && info.Size() > taken {
		err = &TooMuchError{fmt.Sprintf("%d bytes in all its files, each counted with its holes and under each of "+
			"its names", t.most)}
	}
	return errors.Join(err, target.Close())
}
