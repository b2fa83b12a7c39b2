package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// give puts the files and folders of a run into the working folder. A read-only folder stays for the next run with the
// same files: no program can have changed it.
func (h *helper) give(r *request, shown []int) (err error) {
	content := ""
	if r.ReadOnly {
		if content, err = contentOf(r, shown); err != nil {
			return err
		}
		if h.locked == content {
			return nil
		}
	}
	if h.locked == "" && content == "" && len(shown)+len(r.Folders) == 0 {
		return nil // as resetBox leaves it
	}
	onOtherThread(func() { err = h.refill(r, shown, content) }) // this one may not mount or change modes
	return err
}

// contentOf tells a folder with these files from all others.
func contentOf(r *request, shown []int) (string, error) {
	var content strings.Builder
	content.WriteString("read-only " + strconv.FormatInt(r.Limits.inFolder(), 10))
	for _, name := range r.Folders {
		fmt.Fprintf(&content, " %q", name)
	}
	for i, fd := range shown {
		var stat unix.Stat_t
		if err := unix.Fstat(fd, &stat); err != nil {
			return "", err
		}
		fmt.Fprintf(&content, "\n%q %d %d %d %v", r.Files[i].Name, stat.Dev, stat.Ino, stat.Size, stat.Ctim)
	}
	return content.String(), nil
}

// refill fills an empty working folder, and makes it read-only if content, which names what is in it then, is not "".
func (h *helper) refill(r *request, shown []int, content string) error {
	if err := h.unlock(); err != nil {
		return err
	}
	if err := h.fillFolder(r, shown); err != nil || content == "" {
		return err
	}
	return h.lock(content)
}

// countGiven adds the size of a file that is copied into the working folder to what a program may have there.
func (h *helper) countGiven(fd int) error {
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return err
	}
	page := int64(os.Getpagesize())
	h.given, h.givenPages = h.given+stat.Size, h.givenPages+(stat.Size+page-1)/page*page
	return nil
}

// folderSize is the limit on the working folder with the files of the judge in it; 0 for none.
func (h *helper) folderSize(limits Limits) int64 {
	if limits.inFolder() <= 0 {
		return 0
	}
	return limits.inFolder() + h.givenPages
}

// makeFolders makes a folder in the working folder, and those that it is in, for the programs' user.
func (h *helper) makeFolders(name string) error {
	if name == "." {
		return nil
	}
	if err := h.makeFolders(filepath.Dir(name)); err != nil {
		return err
	}
	path := filepath.Join(h.workDirPath(), name)
	if err := os.Mkdir(path, 0o755); err != nil {
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			return nil
		}
		return err
	}
	if h.User >= 0 {
		return os.Chown(path, h.User, h.User)
	}
	return nil
}

// lock makes the working folder read-only. Where it is a mount of its own, the mount is; elsewhere the folders are,
// whose modes the filter of system calls keeps programs from changing.
func (h *helper) lock(content string) error {
	if h.Isolation.Namespaces {
		path, err := unix.BytePtrFromString(h.workDirPath())
		if err != nil {
			return err
		}
		readOnly := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
		here := unix.AT_FDCWD
		if err := h.privileged(unix.SYS_MOUNT_SETATTR, uintptr(here), uintptr(unsafe.Pointer(path)), 0,
			uintptr(unsafe.Pointer(readOnly)), unsafe.Sizeof(*readOnly)); err != nil {
			return fmt.Errorf("making the working folder read-only: %w", err)
		}
	} else if err := h.seal(); err != nil {
		return err
	}
	h.rememberWorkDir()
	h.locked = content
	return nil
}

// unlock makes a new working folder in place of a read-only one.
func (h *helper) unlock() error {
	if h.locked == "" {
		return nil
	}
	h.locked = ""
	return h.newWorkDir()
}

// seal makes the folders read-only. Where the programs have a user of their own, the folders are taken from it.
func (h *helper) seal() error {
	return filepath.WalkDir(h.WorkDir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			return nil
		}
		if h.User >= 0 {
			err = os.Chown(path, os.Getuid(), os.Getuid())
		}
		return errors.Join(err, os.Chmod(path, 0o555))
	})
}
