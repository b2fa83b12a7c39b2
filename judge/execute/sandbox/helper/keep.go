//go:build linux

package helper

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"
)

// give puts the files and folders of a run into the working folder. If the next run has the same files, a read-only
// folder stays as it is, since no program can have changed it.
func (h *helper) give(r *Request, shown []*os.File) (err error) {
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
		return nil // the folder is as resetBox left it
	}
	onOtherThread(func() { err = h.refill(r, shown, content) }) // this thread cannot mount or change modes
	return err
}

// contentOf returns a string that identifies the contents of a folder with these files.
func contentOf(r *Request, shown []*os.File) (string, error) {
	var content strings.Builder
	content.WriteString("read-only " + strconv.FormatInt(r.Limits.InFolder(), 10))
	for _, name := range r.Folders {
		fmt.Fprintf(&content, " %q", name)
	}
	for i, file := range shown {
		var stat unix.Stat_t
		if err := unix.Fstat(int(file.Fd()), &stat); err != nil {
			return "", err
		}
		fmt.Fprintf(&content, "\n%q %d %d %d %v", r.Files[i].Name, stat.Dev, stat.Ino, stat.Size, stat.Ctim)
	}
	return content.String(), nil
}

// refill fills a new working folder. If content, the result of contentOf, is not "", refill makes the folder read-only.
func (h *helper) refill(r *Request, shown []*os.File, content string) error {
	if h.locked != "" {
		if err := h.newWorkDir(); err != nil {
			return err
		}
	}
	if err := h.fillFolder(r, shown); err != nil || content == "" {
		return err
	}
	return h.lock(content)
}

// folderSize returns the size limit of the working folder, including the judge's files, in bytes; 0 for no limit.
func (h *helper) folderSize(limits sandbox.Limits) int64 {
	if limits.InFolder() <= 0 {
		return 0
	}
	return limits.InFolder() + h.copiedPages
}

// lock makes the working folder read-only. Under namespaces, it changes the folder's mount. Without namespaces, it
// changes the modes of the folder and its subfolders. The system call filter prevents programs from changing the modes
// back.
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
	} else if err := run.Seal(h.WorkDir, h.User); err != nil {
		return err
	}
	h.rememberWorkDir()
	h.locked = content
	return nil
}

// A folderState shows whether a program has changed a folder. Times alone do not show that. Before Linux 6.13 the clock
// of file systems ticks every 1 to 4 ms, and a change within a tick is invisible. A file that never has a name is
// invisible, too. So if the folder is a mount, its free space must be unchanged, too.
type folderState struct {
	stat         unix.Stat_t
	pages, files uint64 // pages and inodes that are free on the mount
}

// lookAt returns the state of a folder. If it is a mount in memory, lookAt also returns how many bytes its files take,
// and how many bytes are left.
func lookAt(path string, mounted bool) (now folderState, used, left int64) {
	if unix.Stat(path, &now.stat) != nil {
		return folderState{}, 0, 0
	}
	var disk unix.Statfs_t
	if mounted && unix.Statfs(path, &disk) == nil {
		now.pages, now.files = disk.Bfree, disk.Ffree
	}
	return now, int64(disk.Blocks-disk.Bfree) * disk.Bsize, int64(disk.Bfree) * disk.Bsize
}

// unchanged reports whether the folder's state is still the same. An unreadable folder counts as changed.
func (now folderState) unchanged(before folderState) bool { return now == before && now.stat.Mode != 0 }

// rememberWorkDir records the state of the new working folder.
func (h *helper) rememberWorkDir() {
	h.locked = ""
	h.workDir, _, _ = lookAt(h.workDirPath(), h.Isolation.Namespaces)
}

// workDirChanged reports whether the working folder has changed since it was new. If the folder is neither a mount nor
// locked, any file in it counts as a change, too.
func (h *helper) workDirChanged() bool {
	path := h.workDirPath()
	now, _, _ := lookAt(path, h.Isolation.Namespaces)
	return !now.unchanged(h.workDir) || !h.Isolation.Namespaces && h.locked == "" && !isEmpty(path)
}

// workDirSpace returns how many bytes of memory the working folder takes, and how many are left. It returns 0 and 1 if
// the folder has not changed, or is not in memory.
func (h *helper) workDirSpace() (used, left int64) {
	if !h.Isolation.Namespaces {
		return 0, 1
	}
	now, used, left := lookAt(h.workDirPath(), true)
	if now.unchanged(h.workDir) {
		return 0, 1
	}
	return used, left
}

// newWorkDir makes a new, empty working folder, which programs can write to.
func (h *helper) newWorkDir() error {
	if h.Isolation.Namespaces {
		return h.mountWorkDir(h.workDirSize)
	}
	if err := run.EmptyDir(h.WorkDir); err != nil {
		return err
	}
	if h.User >= 0 {
		if err := os.Chown(h.WorkDir, h.User, h.User); err != nil { // a read-only folder belongs to the judge
			return err
		}
	}
	h.rememberWorkDir()
	return nil
}

// workDirPath returns the path of the working folder in this process.
func (h *helper) workDirPath() string {
	if h.Isolation.Namespaces {
		return h.Root + WorkDir
	}
	return h.WorkDir
}

// isEmpty reports whether a folder is empty; false if it is unreadable.
func isEmpty(path string) bool {
	folder, err := os.Open(path)
	if err != nil {
		return false
	}
	defer folder.Close()
	_, err = folder.Readdirnames(1)
	return err == io.EOF
}
