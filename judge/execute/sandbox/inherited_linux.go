package sandbox

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// inherited are the resource limits that programs inherit from the shell that the judge was started in, and the least
// that is enough. With less, right programs would seem to crash.
var inherited = []struct {
	resource int
	name     string // in words
	option   string // of ulimit
	unit     uint64 // that ulimit counts in
	least    uint64
}{
	{unix.RLIMIT_CPU, "CPU time in seconds", "-t", 1, 3600},
	{unix.RLIMIT_FSIZE, "the size of a file in KiB", "-f", 1 << 10, 16 << 30},
	{unix.RLIMIT_DATA, "data in KiB", "-d", 1 << 10, 64 << 30},
	{unix.RLIMIT_AS, "address space in KiB", "-v", 1 << 10, 64 << 30},
}

const (
	leastFiles = 128 // open files of a judge with one worker, and of the compilers that it starts
	leastTasks = 64  // threads of a judge, a helper and a program
)

// CheckInherited lifts the limits that this process has inherited as far as it may. The error names one that is too
// low.
func CheckInherited() error {
	for _, limit := range inherited {
		if now := lift(limit.resource); now < limit.least {
			return fmt.Errorf("the judge was started with a limit on %s of %d (ulimit %s), which stops programs "+
				"that are right; "+
				"start it from a shell without that limit", limit.name, now/limit.unit, limit.option)
		}
	}
	var files unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &files); err == nil && files.Max < leastFiles {
		return fmt.Errorf("the judge was started with a limit of %d open files (ulimit -n); it needs %d: "+
			"start it from a shell with a higher limit", files.Max, leastFiles)
	}
	if tasks := lift(unix.RLIMIT_NPROC); os.Geteuid() != 0 && tasks < 1<<20 {
		if used := tasksOfUser(); tasks < used+leastTasks {
			return fmt.Errorf("the judge was started with a limit of %d processes and threads (ulimit -u), of which "+
				"this user has %d; "+
				"it needs %d more: start it from a shell with a higher limit", tasks, used, leastTasks)
		}
	}
	return nil
}

// lift raises a limit as far as this process may, and returns what it is now.
func lift(resource int) uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(resource, &limit); err != nil {
		return math.MaxUint64
	}
	if limit.Cur == unix.RLIM_INFINITY {
		return limit.Cur
	}
	none := unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY}
	if unix.Setrlimit(resource, &none) == nil {
		return none.Cur
	}
	limit.Cur = limit.Max
	unix.Setrlimit(resource, &limit)
	return limit.Cur
}

// tasksOfUser counts the processes and threads of this user.
func tasksOfUser() (count uint64) {
	tasks, _ := filepath.Glob("/proc/[0-9]*/task/*")
	for _, task := range tasks {
		if info, err := os.Stat(task); err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == os.Getuid() {
			count++
		}
	}
	return count
}

// checkScratch reports that programs cannot be started from the scratch folder, which otherwise every run would.
func checkScratch(parent string) error {
	if parent == "" {
		parent = os.TempDir()
	}
	var disk unix.Statfs_t
	if unix.Statfs(parent, &disk) == nil && disk.Flags&unix.ST_NOEXEC != 0 {
		return fmt.Errorf("%s is on a disk that is mounted noexec, where no program can be started; set TMPDIR to a "+
			"folder elsewhere, "+
			"such as: TMPDIR=$HOME judge …", parent)
	}
	return nil
}
