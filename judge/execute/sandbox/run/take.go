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

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
)

// mostProducts bounds the number of files that are taken from one folder; no compiler makes so many. mostInTree bounds
// the number of entries of a tree such as a cache, and deepestTree its number of levels.
const mostProducts, mostInTree, deepestTree = 256, 1 << 14, 8

// A TooMuchError says that a program made more files, folders or bytes than Take accepts. The judge is not at fault.
type TooMuchError struct{ what string }

func (e *TooMuchError) Error() string { return "a program made more than " + e.what }

// space says how many bytes all products of a run may have together (most), and how many of those are still left. A
// limit on the folder does not bound these bytes, because files may have holes, and several names.
type space struct{ most, left int64 }

// Take copies products from the working folder of a program that has ended. The folders that receive them must not have
// files of the same names yet. If into is not nil, it holds those folders, already open. most is the limit on the bytes
// of all products together; 0 means no limit. If the program made too much, the error wraps a *TooMuchError.
func Take(dir string, products []sandbox.Product, into []*os.File, most int64) error {
	if most <= 0 {
		most = math.MaxInt64
	}
	room := &space{most, most}
	for i, product := range products {
		receiver, err := (*os.File)(nil), error(nil)
		if into != nil {
			receiver = into[i]
		} else if receiver, err = os.Open(product.Into); err != nil {
			return err
		} else {
			defer receiver.Close()
		}
		if err := take(filepath.Join(dir, product.Folder), receiver, product, room); err != nil {
			return fmt.Errorf("taking %s to %s: %w", product.Pattern, product.Into, err)
		}
	}
	return nil
}

// take copies one product. The receiving folder is open, so that no path can lead elsewhere.
func take(folder string, into *os.File, p sandbox.Product, room *space) error {
	from, err := os.OpenFile(folder, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil // the program has removed or replaced the folder, so there are no products
	}
	defer from.Close()
	if p.Pattern == "" {
		left := mostInTree
		return takeTree(from, into, p.Limit, deepestTree, &left, room)
	}
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
			return &TooMuchError{fmt.Sprintf("%d files that match %q", mostProducts, p.Pattern)}
		}
		if err := takeFile(from, into, name, p.Limit, p.Mark, room); err != nil {
			return err
		}
	}
	return nil
}

// takeTree takes all files and folders of a folder, and bounds their number and depth.
func takeTree(from, into *os.File, limit int64, depth int, left *int, room *space) error {
	names, err := from.Readdirnames(-1)
	if err != nil {
		return fmt.Errorf("reading what a program made: %w", err)
	}
	for _, name := range names {
		if *left--; *left < 0 || depth == 0 {
			return &TooMuchError{fmt.Sprintf("%d files and folders, or more than %d levels of them", mostInTree,
				deepestTree)}
		}
		folder, err := openAt(from, name, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
		if err != nil { // not a folder, or unreadable
			if err := takeFile(from, into, name, limit, false, room); err != nil {
				return err
			}
			continue
		}
		err = takeFolder(folder, into, name, limit, depth, left, room)
		folder.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// takeFolder takes one folder of a tree.
func takeFolder(folder, into *os.File, name string, limit int64, depth int, left *int, room *space) error {
	if err := unix.Mkdirat(int(into.Fd()), name, 0o777); err != nil {
		return &os.PathError{Op: "mkdir", Path: name, Err: err}
	}
	target, err := openAt(into, name, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	defer target.Close()
	return takeTree(folder, target, limit, depth-1, left, room)
}

// takeFile copies at most limit bytes of a readable regular file. For anything else, it makes an empty file if mark is
// true, and does nothing if mark is false.
func takeFile(from, into *os.File, name string, limit int64, mark bool, room *space) error {
	const newFile = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL | syscall.O_NOFOLLOW
	// Without O_NONBLOCK, opening a FIFO would wait for its other end.
	source, err := openAt(from, name, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	var info os.FileInfo
	if err == nil {
		defer source.Close()
		info, err = source.Stat()
	}
	if err != nil || !info.Mode().IsRegular() {
		if !mark {
			return nil
		}
		target, err := openAt(into, name, newFile, 0o666)
		if err != nil {
			return err
		}
		return target.Close()
	}
	target, err := openAt(into, name, newFile, 0o666|info.Mode()&0o111)
	if err != nil {
		return err
	}
	taken, err := io.Copy(target, io.LimitReader(source, min(limit, room.left)))
	room.left -= taken
	if err == nil && taken < limit && info.Size() > taken {
		err = &TooMuchError{fmt.Sprintf("%d bytes in all its files, each counted with its holes and under each of "+
			"its names", room.most)}
	}
	return errors.Join(err, target.Close())
}

// openAt opens a file in an open folder. The name must have no slash.
func openAt(folder *os.File, name string, flags int, mode os.FileMode) (*os.File, error) {
	for {
		fd, err := unix.Openat(int(folder.Fd()), name, flags|unix.O_CLOEXEC, uint32(mode))
		switch err {
		case nil:
			return os.NewFile(uintptr(fd), name), nil
		case unix.EINTR:
			continue
		}
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
}
