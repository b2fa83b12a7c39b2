package sandbox

import (
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A cpuCount adds up the CPU time of a program all of whose processes are traced. Each counts by its own clock, which
// covers all threads that it ever had and none of its children. The clock is read last when the process has ended and
// is still to be waited for. So nothing is counted twice and nothing is lost, however a process ends and whoever
// waits for it. The usage that wait4(2) tells will not do: at the end of a thread it is that of its whole process.
type cpuCount struct {
	mutex  sync.Mutex
	ended  time.Duration // of processes that have ended
	living map[int]bool  // the others
	handed map[int]bool  // processes that have ended, but that a parent may still have to wait for
}

// began notes a thread that has reached its first stop.
func (c *cpuCount) began(pid int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.living == nil {
		c.living, c.handed = map[int]bool{}, map[int]bool{}
	}
	delete(c.handed, pid) // the number was given away again
	if _, ok := cpuOf(pid); ok {
		c.living[pid] = true
	}
}

// end counts a process that is about to be waited for. The kernel reports a traced process of another parent a second
// time if that parent ends without having waited for it.
func (c *cpuCount) end(pid int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.handed[pid] {
		delete(c.handed, pid)
		return
	}
	if cpu, ok := cpuOf(pid); ok { // else it is a thread
		c.ended += cpu
		delete(c.living, pid)
		if c.handed != nil {
			c.handed[pid] = true
		}
	}
}

// total is what all processes have used so far.
func (c *cpuCount) total() time.Duration {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	total := c.ended
	for pid := range c.living {
		cpu, _ := cpuOf(pid)
		total += cpu
	}
	return total
}

// A change is what has become of a child or a traced thread: it has stopped, or it has ended and is gone.
type change struct {
	pid    int // 0 for no change
	status syscall.WaitStatus
	usage  syscall.Rusage // if it has ended
}

// wait waits for the next change; with unix.WNOHANG it only looks for one. Of what has ended it first only learns, and
// counts its CPU time.
func (t *traced) wait(options int) (change, error) {
	for {
		found, err := waitID(unix.P_ALL, 0, unix.WEXITED|unix.WNOWAIT|options)
		if err == unix.EINTR {
			continue
		}
		if err != nil || found.pid == 0 {
			return change{}, err
		}
		c := change{pid: int(found.pid)}
		if found.ended() {
			if t.tracesAll() {
				t.cpu.end(c.pid)
			}
			_, err = syscall.Wait4(c.pid, &c.status, unix.WALL, &c.usage)
			return c, err
		}
		// Nothing but a stop is taken here: it may have been killed meanwhile.
		found, err = waitID(unix.P_PID, c.pid, unix.WSTOPPED|unix.WNOHANG)
		if err == nil && found.pid != 0 {
			c.status = syscall.WaitStatus(uint32(found.status)<<8 | 0x7f)
			return c, nil
		}
	}
}

// A waitResult holds what waitid(2) fills in of a siginfo_t.
type waitResult struct {
	_, _   int32
	code   int32
	_      [0]uintptr // what follows is aligned like a pointer
	pid    int32
	_      uint32
	status int32
}

// ended tells the end of a process from a stop; the codes are CLD_EXITED, CLD_KILLED and CLD_DUMPED.
func (r waitResult) ended() bool { return 1 <= r.code && r.code <= 3 }

func waitID(kind, id, options int) (waitResult, error) {
	var info unix.Siginfo
	err := unix.Waitid(kind, id, &info, unix.WALL|options, nil)
	return *(*waitResult)(unsafe.Pointer(&info)), err
}
