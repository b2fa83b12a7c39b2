package sandbox

import (
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// ends are the two pipes through which a program talks.
type ends struct{ in, out bool }

// lookAtEnds finds out which of its pipes no process of the program has open any more. It is sure of that: a process
// gets what is open from its parent only, so that none can have them that was not there before and after.
func (w *watcher) lookAtEnds(pids []int) {
	if w.closed.in && w.closed.out {
		return
	}
	var open ends
	w.asTheirUser(func() { open = w.openAmong(pids) })
	if open.in && open.out || len(pids) == 0 || !slices.Equal(pids, w.descendants()) {
		return
	}
	if residentOfThreads(w.helper.proc, w.pid) == 0 { // it has ended, which closes its files after freeing its memory
		return
	}
	w.closed.in, w.closed.out = w.closed.in || !open.in, w.closed.out || !open.out
}

// openAmong is which of the pipes these processes have open.
func (w *watcher) openAmong(pids []int) (open ends) {
	for _, pid := range pids { // where they usually are
		open.in = open.in || w.link(pid, "0") == w.stdin
		open.out = open.out || w.link(pid, "1") == w.stdout
	}
	for _, pid := range pids {
		if open.in && open.out {
			break
		}
		dir := w.filesOf(pid)
		names, err := namesIn(dir)
		if err != nil && residentOfThreads(w.helper.proc, pid) > 0 {
			return ends{true, true} // it hides them
		}
		dir = strings.TrimPrefix(dir, w.helper.proc+"/")
		for _, name := range names {
			switch fd, err := strconv.Atoi(name); {
			case err != nil:
			case w.linkAt(dir, fd) == w.stdin:
				open.in = true
			case w.linkAt(dir, fd) == w.stdout:
				open.out = true
			}
		}
	}
	return open
}

// linkAt is the link of a descriptor in a folder below /proc, "" if it is gone.
func (w *watcher) linkAt(dir string, fd int) string {
	var text [64]byte
	n, err := unix.Readlinkat(int(w.proc.Fd()), dir+"/"+strconv.Itoa(fd), text[:])
	if err != nil {
		return ""
	}
	return string(text[:n])
}

// asTheirUser runs f with the programs' user as the one that decides about access to files: /proc shows what processes
// have open to no other, unless it has CAP_SYS_PTRACE, which root in a container may lack.
func (h *helper) asTheirUser(f func()) {
	if h.User >= 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		unix.Setfsgid(h.User)
		unix.Setfsuid(h.User)
		defer func() {
			unix.Setfsuid(os.Getuid())
			unix.Setfsgid(os.Getgid())
		}()
	}
	f()
}

// filesOf is the folder of a process's descriptors. Once its first thread has ended, only those of its others have
// them.
func (h *helper) filesOf(pid int) string {
	dir := h.proc + "/" + strconv.Itoa(pid)
	if stat, ok := statOf(h.proc, pid); ok && stat.resident == 0 {
		threads, _ := namesIn(dir + "/task")
		for _, thread := range threads {
			if names, _ := namesIn(dir + "/task/" + thread + "/fd"); len(names) > 0 {
				return dir + "/task/" + thread + "/fd"
			}
		}
	}
	return dir + "/fd"
}

func namesIn(dir string) ([]string, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Readdirnames(-1)
}
