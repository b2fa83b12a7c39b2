package sandbox

import (
	"cmp"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Under namespaces a submission has a /dev/shm, where the C library keeps semaphores and shared memory that have names; the
// process pools of some languages need them. It is in memory, holds as much as the program may have, and counts as its memory.
// It is mounted once, and again only after a program has changed anything there.
const boxShared = "/dev/shm"

// sharedFiles is how many files /dev/shm can hold. Each takes 1 KiB of kernel memory.
const sharedFiles = 1 << 10

// sharedFolder is the /dev/shm of a worker.
type sharedFolder struct {
	path string // for this process; "" if there is none
	size int64
	new  sharedLook
}

// A sharedLook tells a folder that was changed in any way from one that was not: also one that was changed within a tick of the
// kernel's clock, which its times do not tell.
type sharedLook struct {
	stat         unix.Stat_t
	pages, files uint64 // that are free
}

// mountShared mounts a new, empty /dev/shm for programs with this limit on memory. No program may run meanwhile.
func (h *helper) mountShared(limit int64) error {
	s := &h.named
	s.size = cmp.Or(limit, defaultWorkDirSize)
	if s.path == "" {
		s.path = filepath.Join(h.Root, boxShared)
	}
	if err := h.mountInMemory(s.path, s.size, sharedFiles); err != nil {
		return err
	}
	s.new, _ = s.look()
	return nil
}

// look looks at the folder, and tells how much memory its files take.
func (s *sharedFolder) look() (look sharedLook, used int64) {
	var disk unix.Statfs_t
	if unix.Stat(s.path, &look.stat) != nil || unix.Statfs(s.path, &disk) != nil {
		return look, 0
	}
	look.pages, look.files = disk.Bfree, disk.Ffree
	return look, int64(disk.Blocks-disk.Bfree) * disk.Bsize
}

// used reports whether programs have changed anything in the folder since it was mounted, and how much memory its files take.
func (s *sharedFolder) used() (bytes int64, changed bool) {
	if s.path == "" {
		return 0, false
	}
	look, bytes := s.look()
	return bytes, look != s.new
}

// resetShared empties the folder if programs have changed anything there.
func (h *helper) resetShared() error {
	if _, changed := h.named.used(); changed {
		return h.mountShared(h.named.size)
	}
	return nil
}
