//go:build linux

package helper

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox/run"
)

// A folder is a place that a program may fill: its working folder or, under namespaces, a submission's /dev/shm. It
// stays from run to run until a program has changed it, or a run needs another size or other files.
type folder struct {
	path    string // where this process reaches it
	mounted bool   // whether it is a mount in memory
	size    int64  // the size limit of a mount in bytes, including the judge's files
	spare   int64  // bytes that a mount has in addition, so that a program can exceed the limit
	files   int    // the largest number of files in a mount; each takes kernel memory
	clean   folderState
	content string // what contentOf returned for a read-only folder; "" for one that programs can write to
}

// A folderState shows whether a program has changed a folder. Times alone do not show that. Before Linux 6.13 the clock
// of file systems ticks every 1 to 4 ms, and a change within a tick is invisible. A file that never has a name is
// invisible, too. So if the folder is a mount, its free space must be unchanged, too.
type folderState struct {
	stat         unix.Stat_t
	pages, files uint64 // pages and inodes that are free on the mount
}

// look returns the state of the folder. For a mount, look also returns how many bytes of memory its files take, and how
// many are left.
func (f *folder) look() (now folderState, used, left int64) {
	if unix.Stat(f.path, &now.stat) != nil {
		return folderState{}, 0, 0
	}
	var disk unix.Statfs_t
	if f.mounted && unix.Statfs(f.path, &disk) == nil {
		now.pages, now.files = disk.Bfree, disk.Ffree
	}
	return now, int64(disk.Blocks-disk.Bfree) * disk.Bsize, int64(disk.Bfree) * disk.Bsize
}

// changed reports whether the folder has changed since it was new or filled. An unreadable folder counts as changed.
// So does any file in a folder that is neither a mount nor read-only.
func (f *folder) changed() bool {
	now, _, _ := f.look()
	return now != f.clean || now.stat.Mode == 0 || !f.mounted && f.content == "" && !isEmpty(f.path)
}

// space returns how many bytes of memory a mount takes, and how many are left. It returns 0 and 1 if the mount has not
// changed, or if the folder is not a mount.
func (f *folder) space() (used, left int64) {
	now, used, left := f.look()
	if !f.mounted || now == f.clean && now.stat.Mode != 0 {
		return 0, 1
	}
	return used, left
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

const (
	defaultSize  = 256 << 20 // bytes in a folder in memory, if the run has no limit for it
	sparePages   = 64        // of a working folder: for partly filled last pages of files, and to show an excess
	workDirFiles = 1 << 14   // largest number of files in the working folder
	sharedFiles  = 1 << 10   // largest number of files in /dev/shm; each takes 1 KiB of kernel memory
)

// renew makes a folder new, empty and writable for programs. The size is in bytes; 0 means defaultSize. No program may
// be running, and the filter of system calls must not restrict the calling thread.
func (h *helper) renew(f *folder, size int64) (err error) {
	size = cmp.Or(size, defaultSize)
	if f.mounted {
		err = h.mountInMemory(f.path, size+f.spare, f.files)
	} else if err = run.EmptyDir(f.path); err == nil && h.User >= 0 {
		err = os.Chown(f.path, h.User, h.User) // a read-only folder belongs to the judge
	}
	f.size, f.content = size, ""
	f.clean, _, _ = f.look()
	return err
}

// give puts the files and folders of a run into the working folder. If the next run has the same files, a read-only
// folder stays as it is, since no program can have changed it.
func (h *helper) give(j *job) (err error) {
	content, size := "", h.work.size
	h.copied, h.copiedPages = 0, 0
	if j.ReadOnly {
		if content, err = contentOf(j); err != nil || content == h.work.content {
			return err
		}
	}
	for _, file := range j.shown {
		info, err := file.Stat()
		if err != nil {
			return err
		}
		page := int64(os.Getpagesize())
		h.copied, h.copiedPages = h.copied+info.Size(), h.copiedPages+(info.Size()+page-1)/page*page
	}
	if limit := j.Limits.InFolder(); limit > 0 && h.work.mounted {
		size = limit + h.copiedPages
	}
	if content == "" && h.work.content == "" && size == h.work.size && len(j.shown)+len(j.Folders) == 0 {
		return nil
	}
	onOtherThread(func() { // this thread cannot change modes
		if h.work.content != "" || size != h.work.size {
			err = h.renew(&h.work, size)
		}
		if err == nil {
			err = run.Fill(h.work.path, j.Folders, j.Files, j.shown, h.User)
		}
		if err == nil && content != "" {
			err = h.seal(content)
		}
	})
	return err
}

// contentOf returns a string that identifies the contents of a folder with these files.
func contentOf(j *job) (string, error) {
	var content strings.Builder
	content.WriteString("read-only " + strconv.FormatInt(j.Limits.InFolder(), 10))
	for _, name := range j.Folders {
		fmt.Fprintf(&content, " %q", name)
	}
	for i, file := range j.shown {
		var stat unix.Stat_t
		if err := unix.Fstat(int(file.Fd()), &stat); err != nil {
			return "", err
		}
		fmt.Fprintf(&content, "\n%q %d %d %d %v", j.Files[i].Name, stat.Dev, stat.Ino, stat.Size, stat.Ctim)
	}
	return content.String(), nil
}

// seal makes the working folder read-only. Under namespaces, it changes the folder's mount. Without namespaces, it
// changes the modes of the folder and its subfolders. The system call filter prevents programs from changing the modes
// back.
func (h *helper) seal(content string) error {
	if h.work.mounted {
		readOnly := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
		if err := unix.MountSetattr(-1, h.work.path, 0, readOnly); err != nil {
			return fmt.Errorf("making the working folder read-only: %w", err)
		}
	} else if err := run.Seal(h.work.path, h.User); err != nil {
		return err
	}
	h.work.clean, _, _ = h.work.look()
	h.work.content = content
	return nil
}

// reset removes what a program may leave for the next one: IPC objects, and files in /dev/shm and the working folder.
func (h *helper) reset() error {
	if h.Isolation.Namespaces {
		// System V objects and POSIX queues outlive their programs, but not their namespace.
		if err := h.privileged(unix.SYS_UNSHARE, unix.CLONE_NEWIPC); err != nil {
			return fmt.Errorf("a new IPC namespace: %w", err)
		}
	}
	for _, f := range []*folder{&h.shared, &h.work} {
		if f.path == "" || !f.changed() {
			continue
		}
		var err error
		onOtherThread(func() { err = h.renew(f, f.size) }) // this thread cannot change modes and owners
		if err != nil {
			return err
		}
	}
	return nil
}

// mountInMemory replaces a folder with a new, empty folder in memory, which belongs to the programs' user.
func (h *helper) mountInMemory(path string, size int64, files int) error {
	unix.Unmount(path, unix.MNT_DETACH)      // fails the first time, when nothing is mounted
	owner, group := os.Getuid(), os.Getgid() // in a user namespace, only these two are mapped
	if h.User >= 0 {
		owner, group = h.User, h.User
	}
	page := int64(os.Getpagesize())
	options := fmt.Sprintf("mode=700,uid=%d,gid=%d,nr_inodes=%d,size=%d", owner, group, files, (size+page-1)/page*page)
	if err := unix.Mount("tmpfs", path, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOATIME, options); err != nil {
		return fmt.Errorf("mounting a folder in memory: %w", err)
	}
	return nil
}
