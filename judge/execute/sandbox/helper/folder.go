//go:build linux

package helper

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"
)

// runIn runs a program, gives it its files in the working folder, and takes its products from there.
func (h *helper) runIn(r Request, files []int) (result sandbox.Result, err error) {
	if want := 3 + len(r.Files) + len(r.Products); len(files) != want {
		return sandbox.Result{}, fmt.Errorf("a request came with %d files, want %d", len(files), want)
	}
	files, shown, receivers := files[:3], files[3:3+len(r.Files)], files[3+len(r.Files):]
	h.copied, h.copiedPages = 0, 0
	if err := h.give(&r, shown); err != nil {
		return sandbox.Result{}, err
	}
	folder := h.attr.Dir
	r.Args, h.attr.Env = run.ReplaceFolder(r.Args, folder), run.Environment(folder, r.Env...)
	h.attr.Dir = filepath.Join(folder, r.Start)
	defer func() { h.attr.Dir = folder }()
	if h.View.Profile == sandbox.Submission && len(r.Products) == 0 {
		return h.run(r, files)
	}
	var output unix.Stat_t
	if err := unix.Fstat(files[1], &output); err != nil {
		return sandbox.Result{}, err
	}
	defer run.OnCores(r.Cores)()
	if result, err = h.run(r, files); err != nil {
		return sandbox.Result{}, err
	}
	onOtherThread(func() {
		if err = restore(files[1], output); err == nil {
			err = h.takeProducts(r, receivers)
		}
	})
	var tooMuch *run.TooMuchError
	if errors.As(err, &tooMuch) {
		result.End, err = sandbox.StoppedOutput, nil
	}
	return result, err
}

// restore gives a program's standard output file back to its owner, with its old permissions.
func restore(fd int, before unix.Stat_t) error {
	var now unix.Stat_t
	if err := unix.Fstat(fd, &now); err != nil {
		return err
	}
	if now.Mode&unix.S_IFMT != unix.S_IFREG || now.Uid == before.Uid && now.Gid == before.Gid &&
		now.Mode == before.Mode {
		return nil
	}
	if err := unix.Fchown(fd, int(before.Uid), int(before.Gid)); err != nil {
		return fmt.Errorf("the owner of the standard output: %w", err)
	}
	if err := unix.Fchmod(fd, before.Mode&^unix.S_IFMT); err != nil {
		return fmt.Errorf("the permissions of the standard output: %w", err)
	}
	return nil
}

// fillFolder puts the files and folders of a request into the empty working folder. It copies the files, because
// /proc/self/mountinfo would show the source of a mount.
func (h *helper) fillFolder(r *Request, shown []int) error {
	for _, fd := range shown {
		var stat unix.Stat_t
		if err := unix.Fstat(fd, &stat); err != nil {
			return err
		}
		page := int64(os.Getpagesize())
		h.copied, h.copiedPages = h.copied+stat.Size, h.copiedPages+(stat.Size+page-1)/page*page
	}
	if size := h.folderSize(r.Limits); h.Isolation.Namespaces && size > 0 && size != h.workDirSize {
		if err := h.mountWorkDir(size); err != nil {
			return err
		}
	}
	for _, name := range r.Folders {
		if err := h.makeFolders(name); err != nil {
			return err
		}
	}
	for i, fd := range shown {
		mode := os.FileMode(0o444)
		if i >= len(shown)-r.Copies {
			mode = 0o644
		}
		if err := h.show(r.Files[i].Name, fd, mode); err != nil {
			return fmt.Errorf("%s: %w", r.Files[i].Path, err)
		}
	}
	return nil
}

// show copies a file of the judge into the working folder, with this mode. A script stays executable.
func (h *helper) show(name string, fd int, mode os.FileMode) (err error) {
	if err := h.makeFolders(filepath.Dir(name)); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(h.workDirPath(), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return errors.New("this is not a regular file, and only such a file can be shown to a program here")
	}
	mode |= os.FileMode(stat.Mode & 0o111)
	if err := file.Chmod(mode); err != nil { // whatever the umask
		return err
	}
	if h.User >= 0 && mode&0o200 != 0 {
		if err := file.Chown(h.User, h.User); err != nil {
			return err
		}
	}
	_, err = io.Copy(file, io.NewSectionReader(fileAt(fd), 0, stat.Size))
	return err
}

// fileAt is an open file that implements io.ReaderAt.
type fileAt int

func (f fileAt) ReadAt(p []byte, offset int64) (int, error) {
	n, err := unix.Pread(int(f), p, offset)
	if n == 0 && err == nil && len(p) > 0 {
		return 0, io.EOF
	}
	return max(n, 0), err
}

// takeProducts copies what the program made to the judge's folders. All its processes are gone.
func (h *helper) takeProducts(r Request, receivers []int) error {
	room := run.NewSpace(r.Limits.InFolder())
	for i, product := range r.Products {
		folder := filepath.Join(h.workDirPath(), product.Folder)
		from, err := os.OpenFile(folder, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
		if err != nil {
			continue // the program has removed or replaced it
		}
		receiver, err := unix.Dup(receivers[i])
		if err == nil {
			into := os.NewFile(uintptr(receiver), product.Into)
			err = run.Take(from, into, product, room)
			into.Close()
		}
		from.Close()
		if err != nil {
			return fmt.Errorf("taking %s to %s: %w", product.Pattern, product.Into, err)
		}
	}
	return nil
}
