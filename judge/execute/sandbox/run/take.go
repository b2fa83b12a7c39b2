package run

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"syscall"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
)

// mostProducts is how many files of one folder are taken. No compiler makes as many. Of a tree of folders, which is a
// cache, more are taken.
const mostProducts, mostInTree, deepestTree = 256, 1 << 14, 8

// A TooMuchError says that a program made more than is taken of it: more files, folders or bytes. That is no fault of
// the judge.
type TooMuchError struct{ what string }

func (e *TooMuchError) Error() string { return "a program made more than " + e.what }

// space is how many bytes may be taken of a run, of all its products together. A limit on the folder does not bound
// them: files may have holes, and several names.
type space struct{ most, left int64 }

// NewSpace is room for as many bytes as the program may have in its folder, 0 for any number.
func NewSpace(most int64) *space {
	if most <= 0 {
		most = math.MaxInt64
	}
	return &space{most, most}
}

// TakeInto is take for a folder and a receiving folder that are given by their paths.
func TakeInto(folder string, p sandbox.Product, room *space) error {
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
	return Take(from, into, p, room)
}

// openFolder opens a folder that a program may have replaced. It does not follow a link.
func openFolder(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
}

// Take copies products from a folder that a program has written to, to another folder, where none of these files may
// exist yet. The program must have ended. Both folders are open, so that no path can lead elsewhere. The error is a
// *TooMuchError if the program made more than is taken.
func Take(from, into *os.File, p sandbox.Product, room *space) error {
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

// takeTree takes all files and folders, at most so many and so deep.
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
		if err != nil { // it is none, or closed
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

// takeFile copies the beginning of one file, if it is a regular one that can be read. Else it makes an empty one, if
// that is asked for.
func takeFile(from, into *os.File, name string, limit int64, mark bool, room *space) error {
	// Opening a FIFO waits for its other end, unless it is opened without blocking.
	const newFile = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL | syscall.O_NOFOLLOW
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

// openAt opens a file of an open folder. The name has no slash.
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
