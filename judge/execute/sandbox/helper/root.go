//go:build linux

package helper

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"
)

// A program under namespaces sees a root with the runtime files at their usual paths, and its own executable below
// ProgramDir. It can write only to its working folder, WorkDir; a submission can also write to /dev/shm.
const (
	WorkDir    = "/box"
	ProgramDir = "/program"
)

// runtimeFiles lists what programs may need to run: libraries, interpreters and their data. It is a fixed list of
// system folders, and holds nothing of the judge or its user.
var runtimeFiles = sync.OnceValue(func() []string {
	files := []string{
		"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
		"/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/libexec", "/usr/share",
		"/usr/local/bin", "/usr/local/lib", "/usr/local/lib64", "/usr/local/go",
		"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime",
		"/etc/ssl/openssl.cnf",
		"/nix/store", "/run/current-system/sw",
	}
	for _, pattern := range []string{"/etc/java*", "/usr/lib/jvm"} {
		more, _ := filepath.Glob(pattern)
		files = append(files, more...)
	}
	return files
})

// devices are the devices that programs see.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// mountRoot mounts, in the helper's mount namespace, the root that this worker's programs see. Chroot confines programs
// to it. To leave it, a program needs CAP_SYS_CHROOT. It cannot get that even from a new user namespace, because the
// kernel allows no user namespace in a chroot.
func (h *helper) mountRoot() error {
	mount := func(source, target, kind string, flags uintptr, data string) error {
		if err := unix.Mount(source, filepath.Join(h.Root, target), kind, flags, data); err != nil {
			return fmt.Errorf("mounting %s on %s: %w", source, target, err)
		}
		return nil
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("making mounts private: %w", err)
	}
	if err := mount("tmpfs", "/", "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=755,size=1m"); err != nil {
		return err
	}
	for _, path := range h.View.readable() {
		if err := h.bindMount(path, path,
			unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV); err != nil {
			return err
		}
	}
	// A read-only mount lets programs write to a device, but not change its mode or owner. If root starts the judge and
	// the judge uses a user namespace, programs run as root, who owns the devices.
	for _, device := range devices {
		if err := h.bindMount(device, device,
			unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC); err != nil {
			return err
		}
	}
	for name, target := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		if err := os.Symlink("/proc/self/fd"+target, filepath.Join(h.Root, "dev", name)); err != nil {
			return err
		}
	}
	if err := h.bindMount(h.Program, ProgramDir,
		unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV); err != nil {
		return err
	}
	// The C library's tmpfile uses only /tmp. Linking fails if a run-time system below /tmp is visible.
	os.Symlink(WorkDir, filepath.Join(h.Root, "tmp"))
	folders := []string{"/proc", WorkDir}
	if h.View.Profile == sandbox.Submission {
		folders = append(folders, boxShared)
	}
	for _, dir := range folders {
		if err := os.Mkdir(filepath.Join(h.Root, dir), 0o755); err != nil {
			return err
		}
	}
	flags := uintptr(unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC)
	if err := mount("proc", "/proc", "proc", flags, "hidepid=invisible,subset=pid"); err != nil {
		return err
	}
	// If /proc were writable, a program could reset its memory peak there.
	readOnly := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(-1, filepath.Join(h.Root, "proc"), 0, readOnly); err != nil {
		return fmt.Errorf("making /proc read-only: %w", err)
	}
	if err := unix.MountSetattr(-1, h.Root, 0, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return fmt.Errorf("making the root read-only: %w", err)
	}
	unix.Sethostname([]byte("judge"))
	h.proc = filepath.Join(h.Root, "proc")
	h.attr.Sys.Chroot = h.Root
	h.attr.Dir, h.attr.Env = WorkDir, run.Environment(WorkDir)
	if h.View.Profile == sandbox.Submission {
		if err := h.mountShared(0); err != nil {
			return err
		}
	}
	return h.mountWorkDir(0)
}

// bindMount makes source, a file or folder of the machine, visible at path below the programs' root, with all mounts
// below source. It copies a symbolic link, and does nothing if source does not exist.
func (h *helper) bindMount(source, path string, attributes uint64) error {
	info, err := os.Lstat(source)
	if err != nil {
		return nil
	}
	target := filepath.Join(h.Root, path)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		link, err := os.Readlink(source)
		if err != nil {
			return err
		}
		if err := os.Symlink(link, target); os.IsExist(err) {
			return nil
		} else {
			return err
		}
	}
	if info.IsDir() {
		err = os.MkdirAll(target, 0o755)
	} else {
		err = os.WriteFile(target, nil, 0o644)
	}
	if err != nil {
		if _, again := os.Lstat(target); again == nil {
			return nil // a folder above it is mounted already
		}
		return err
	}
	if err := unix.Mount(source, target, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("bind mount of %s: %w", source, err)
	}
	if err := unix.MountSetattr(-1, target, unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: attributes}); err != nil {
		return fmt.Errorf("attributes of the bind mount of %s: %w", source, err)
	}
	return nil
}

const (
	defaultWorkDirSize = 256 << 20 // bytes in a folder in memory, if the run has no limit for it
	roundedPages       = 64        // extra pages of a working folder; see mountWorkDir
	workDirFiles       = 1 << 14   // largest number of files in the working folder; each takes kernel memory
)

// mountWorkDir mounts a new, empty working folder in memory. A few extra pages let a program exceed the limit, which
// shows that it wrote too much. They also leave room for the partly filled last pages of files. The caller ensures that
// no program is running.
func (h *helper) mountWorkDir(limit int64) error {
	if limit <= 0 {
		limit = defaultWorkDirSize
	}
	page := int64(os.Getpagesize())
	target := h.workDirPath()
	if err := h.mountInMemory(target, limit+roundedPages*page, workDirFiles); err != nil {
		return err
	}
	h.workDirSize = limit
	h.rememberWorkDir()
	return nil
}

// mountInMemory replaces a folder with a new, empty folder in memory, which belongs to the programs' user.
func (h *helper) mountInMemory(target string, size int64, files int) error {
	path, err := unix.BytePtrFromString(target)
	if err != nil {
		return err
	}
	// fails the first time, when nothing is mounted
	h.privileged(unix.SYS_UMOUNT2, uintptr(unsafe.Pointer(path)), unix.MNT_DETACH)
	owner, group := os.Getuid(), os.Getgid() // in a user namespace, only these two are mapped
	if h.User >= 0 {
		owner, group = h.User, h.User
	}
	page := int64(os.Getpagesize())
	options := fmt.Sprintf("mode=700,uid=%d,gid=%d,nr_inodes=%d,size=%d", owner, group, files,
		(size+page-1)/page*page)
	data, err := unix.BytePtrFromString(options)
	if err != nil {
		return err
	}
	kind := &[]byte("tmpfs\x00")[0]
	if err := h.privileged(unix.SYS_MOUNT, uintptr(unsafe.Pointer(kind)), uintptr(unsafe.Pointer(path)),
		uintptr(unsafe.Pointer(kind)),
		unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOATIME, uintptr(unsafe.Pointer(data))); err != nil {
		return fmt.Errorf("mounting a folder in memory: %w", err)
	}
	return nil
}

// dropCapabilities makes programs start without capabilities. They get neither those that the helper needed for the
// namespaces, nor those that exec would give to root.
func (h *helper) dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if unix.Capget(&header, &sets[0]) == nil {
		sets[0].Inheritable, sets[1].Inheritable = 0, 0
		unix.Capset(&header, &sets[0])
	}
	unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for capability := uintptr(0); ; capability++ {
		has, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, capability, 0, 0, 0)
		if err == unix.EINVAL {
			return nil // that was the last one
		}
		err = unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
		if err != nil && has != 0 && os.Geteuid() == 0 && h.User < 0 { // exec would give it to the program
			return fmt.Errorf("dropping a capability: %w", err)
		}
	}
}

// boxShared is the /dev/shm that a submission has under namespaces. The C library keeps named semaphores and shared
// memory there, which some languages' process pools need. The folder is in memory, is as large as the program's memory
// limit, and counts as the program's memory. It is mounted again only to change its size, or after a program has
// changed it.
const boxShared = "/dev/shm"

// sharedFiles is the largest number of files in /dev/shm. Each takes 1 KiB of kernel memory.
const sharedFiles = 1 << 10

// sharedFolder is the /dev/shm of a worker.
type sharedFolder struct {
	path string // as this process sees it; "" if there is none
	size int64
	new  folderState
}

// mountShared mounts a new, empty /dev/shm for programs with this memory limit. The caller ensures that no program is
// running.
func (h *helper) mountShared(limit int64) error {
	s := &h.named
	s.size = cmp.Or(limit, defaultWorkDirSize)
	if s.path == "" {
		s.path = filepath.Join(h.Root, boxShared)
	}
	if err := h.mountInMemory(s.path, s.size, sharedFiles); err != nil {
		return err
	}
	s.new, _, _ = lookAt(s.path, true)
	return nil
}

// used returns how many bytes of memory the folder's files take, and whether programs have changed the folder since it
// was mounted.
func (s *sharedFolder) used() (bytes int64, changed bool) {
	if s.path == "" {
		return 0, false
	}
	now, bytes, _ := lookAt(s.path, true)
	return bytes, !now.unchanged(s.new)
}

// resetShared empties the folder if programs have changed it.
func (h *helper) resetShared() error {
	if _, changed := h.named.used(); changed {
		return h.mountShared(h.named.size)
	}
	return nil
}
