//go:build linux

package helper

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

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

// boxShared is the /dev/shm that a submission has under namespaces. The C library keeps named semaphores and shared
// memory there, which some languages' process pools need. The folder is in memory, is as large as the program's memory
// limit, and counts as the program's memory.
const boxShared = "/dev/shm"

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
	const readOnly = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID
	for _, path := range append(h.View.readable(), h.Program) {
		if err := h.bindMount(path, readOnly|unix.MOUNT_ATTR_NODEV); err != nil {
			return err
		}
	}
	// A read-only mount lets programs write to a device, but not change its mode or owner. If root starts the judge and
	// the judge uses a user namespace, programs run as root, who owns the devices.
	for _, device := range devices {
		if err := h.bindMount(device, readOnly|unix.MOUNT_ATTR_NOEXEC); err != nil {
			return err
		}
	}
	for name, target := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		if err := os.Symlink("/proc/self/fd"+target, filepath.Join(h.Root, "dev", name)); err != nil {
			return err
		}
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
	for _, path := range []string{"/proc", "/"} {
		sealed := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
		if err := unix.MountSetattr(-1, filepath.Join(h.Root, path), 0, sealed); err != nil {
			return fmt.Errorf("making %s read-only: %w", path, err)
		}
	}
	unix.Sethostname([]byte("judge"))
	h.proc = filepath.Join(h.Root, "proc")
	h.attr.Sys.Chroot = h.Root
	h.attr.Dir, h.attr.Env = WorkDir, run.Environment(WorkDir)
	h.work = folder{path: filepath.Join(h.Root, WorkDir), mounted: true, files: workDirFiles,
		spare: sparePages * int64(os.Getpagesize())}
	if h.View.Profile == sandbox.Submission {
		h.shared = folder{path: filepath.Join(h.Root, boxShared), mounted: true, files: sharedFiles}
		if err := h.renew(&h.shared, 0); err != nil {
			return err
		}
	}
	return h.renew(&h.work, 0)
}

// bindMount makes a file or folder of the machine visible below the programs' root, with all mounts below it. The
// program's folder is visible as ProgramDir, all others at the same path. bindMount copies a symbolic link, and does
// nothing if source does not exist.
func (h *helper) bindMount(source string, attributes uint64) error {
	info, err := os.Lstat(source)
	if err != nil {
		return nil
	}
	target := filepath.Join(h.Root, source)
	if source == h.Program {
		target = filepath.Join(h.Root, ProgramDir)
	}
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
