// Package untrusted opens the files and folders of a problem package, which may come from anyone.
//
// A path may name a FIFO that blocks, a device that never ends, or a file too large for memory. In these cases, the
// functions return an error that names the path. Below a fenced folder, the functions follow only links that stay in
// that folder.
//
//	text, err := untrusted.Read("problem.yaml", 64<<10)
package untrusted

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
)

// Open opens a regular file for reading. The error is a *fs.PathError.
func Open(path string) (*os.File, error) {
	p, err := find(path)
	if err != nil {
		return nil, failed(path, err)
	}
	return p.openRegular()
}

// openRegular opens a regular file. It checks the file's type first, because opening a device can have side effects. It
// checks the type again after opening, in case the file was replaced.
func (p place) openRegular() (*os.File, error) {
	if err := regular(p.path, p.info); err != nil {
		return nil, err
	}
	file, err := p.open(0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		err = regular(p.path, info)
	}
	if err != nil {
		file.Close()
		return nil, failed(p.path, err)
	}
	return file, nil
}

// Read returns the content of a regular file. most is the maximum size in bytes. The error is a *fs.PathError.
func Read(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	return readAll(file, path, most)
}

// readAll reads a file, and closes it.
func readAll(file *os.File, path string, most int64) ([]byte, error) {
	defer file.Close()
	if info, err := file.Stat(); err != nil {
		return nil, failed(path, err)
	} else if info.Size() > most {
		return nil, failed(path, &SizeError{most})
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most { // the file has grown, or its size is reported as 0, as in /proc
		err = &SizeError{most}
	}
	if err != nil {
		return nil, failed(path, err)
	}
	return text, nil
}

// SizeError reports that a file has more than Most bytes.
type SizeError struct{ Most int64 }

func (e *SizeError) Error() string {
	return fmt.Sprintf("too large; the limit for such a file is %d bytes", e.Most)
}

// maxEntries is the maximum number of entries of a folder.
const maxEntries = 200_000

// ReadDir lists a folder of at most 200,000 entries, sorted by name. The error is a *fs.PathError.
func ReadDir(path string) ([]fs.DirEntry, error) {
	p, err := find(path)
	if err != nil {
		return nil, failed(path, err)
	}
	folder, err := p.open(syscall.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(maxEntries + 1)
	switch {
	case err != nil && err != io.EOF:
		return nil, failed(path, err)
	case len(entries) > maxEntries:
		return nil, failed(path, fmt.Errorf("more than %d files in one folder; remove some", maxEntries))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// open opens the file without blocking.
func (p place) open(flags int) (*os.File, error) {
	open := os.OpenFile
	if p.fenced {
		root, err := p.fence.root()
		if err != nil {
			return nil, failed(p.path, err)
		}
		defer root.Close()
		open = root.OpenFile
	}
	file, err := open(p.real, syscall.O_NONBLOCK|syscall.O_NOCTTY|flags, 0)
	if err != nil {
		return nil, failed(p.path, err)
	}
	if err := blocking(file); err != nil {
		file.Close()
		return nil, failed(p.path, err)
	}
	return file, nil
}

// ErrNotRegular is the error for a FIFO, a socket or a device.
var ErrNotRegular = errors.New("not a regular file")

// regular returns an error unless the file is regular.
func regular(path string, info fs.FileInfo) error {
	kind := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return failed(path, syscall.EISDIR)
	case mode&fs.ModeNamedPipe != 0:
		kind = "a FIFO"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	default:
		kind = "a device"
	}
	return failed(path, fmt.Errorf("%s, %w; remove it", kind, ErrNotRegular))
}

// Executable reports whether anyone may execute a file. Files of a package stay executable wherever they are copied.
func Executable(info fs.FileInfo) bool { return info.Mode()&0o111 != 0 }

func failed(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return &fs.PathError{Op: "open", Path: path, Err: err}
}
