package measure

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Pin keeps this process, and all that it starts from now on, on one core: the last that it may use, since the first
// handles interrupts. Undo ends that.
func Pin() (undo func(), err error) {
	var allowed, one unix.CPUSet
	core := 0
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return nil, err
	}
	for i := range len(allowed) * strconv.IntSize {
		if allowed.IsSet(i) {
			core = i
		}
	}
	one.Set(core)
	if err := moveThreads(&one); err != nil {
		return nil, errors.Join(err, moveThreads(&allowed))
	}
	return func() { moveThreads(&allowed) }, nil
}

// moveThreads moves every thread of this process. Threads that start later inherit the core.
func moveThreads(to *unix.CPUSet) error {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		if err := unix.SchedSetaffinity(id, to); err != nil && err != unix.ESRCH { // ESRCH: the thread has ended
			return err
		}
	}
	return nil
}
