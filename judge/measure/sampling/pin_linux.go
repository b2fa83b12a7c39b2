package sampling

import (
	"errors"
	"os"
	"strconv"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// Pin pins this process and its future children to one core: the last that it may use, since the first handles
// interrupts. Undo ends that.
func Pin() (undo func(), err error) {
	var allowed, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return nil, err
	}
	cores := coresOf(&allowed)
	one.Set(cores[len(cores)-1])
	if err := moveThreads(&one); err != nil {
		return nil, errors.Join(err, moveThreads(&allowed))
	}
	pinned.Store(&cores)
	return func() { pinned.Store(nil); moveThreads(&allowed) }, nil
}

// pinned holds the cores that this process could use before Pin; nil without.
var pinned atomic.Pointer[[]int]

// otherCores returns the cores other than the pinned one; nil without Pin.
func otherCores() []int {
	cores := pinned.Load()
	if cores == nil {
		return nil
	}
	return (*cores)[:len(*cores)-1]
}

// lastCore returns the core that Pin takes; nil if unknown.
func lastCore() []int {
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return nil
	}
	cores := coresOf(&allowed)
	return cores[len(cores)-1:]
}

func coresOf(set *unix.CPUSet) []int {
	var cores []int
	for i := range len(set) * strconv.IntSize {
		if set.IsSet(i) {
			cores = append(cores, i)
		}
	}
	return cores
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
