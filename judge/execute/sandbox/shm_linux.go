package sandbox

import (
	"cmp"
	"path/filepath"
)

// Under namespaces a submission has a /dev/shm, where the C library keeps semaphores and shared memory that have names;
// the process pools of some languages need them. It is in memory, holds as much as the program may have, and counts as
// its memory. It is mounted once, and again only after a program has changed anything there.
const boxShared = "/dev/shm"

// sharedFiles is how many files /dev/shm can hold. Each takes 1 KiB of kernel memory.
const sharedFiles = 1 << 10

// sharedFolder is the /dev/shm of a worker.
type sharedFolder struct {
	path string // for this process; "" if there is none
	size int64
	new  folderState
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
	s.new, _, _ = lookAt(s.path, true)
	return nil
}

// used reports whether programs have changed anything in the folder since it was mounted, and how much memory its files
// take.
func (s *sharedFolder) used() (bytes int64, changed bool) {
	if s.path == "" {
		return 0, false
	}
	now, bytes, _ := lookAt(s.path, true)
	return bytes, !now.unchanged(s.new)
}

// resetShared empties the folder if programs have changed anything there.
func (h *helper) resetShared() error {
	if _, changed := h.named.used(); changed {
		return h.mountShared(h.named.size)
	}
	return nil
}
