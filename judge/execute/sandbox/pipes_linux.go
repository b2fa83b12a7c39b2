package sandbox

import (
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Pipes and sockets hold memory that only a cgroup counts. Without one this process looks into those that a program has
// open, as often as it samples memory. None is out of sight: the filter of system calls then refuses to send
// descriptors through sockets, and each process has one table of descriptors. It also refuses to splice: a byte of a
// page that waits in a socket keeps all of the page, also when its file is gone.

// What a full pipe and the queue of one socket hold, in bytes, as the kernel makes them. Programs cannot change that.
const pipeSize, socketSize = 64 << 10, 208 << 10

// fewUnseen is how many files the processes of a program may have open in all before this process looks into them. They
// hold at most 3.3 MiB.
const fewUnseen = 16

// inPipes is how many bytes of memory the pipes and sockets hold that these processes have open, each counted once.
func (h *helper) inPipes(pids ...int) (bytes int64) {
	count := 0
	h.asTheirUser(func() {
		for _, pid := range pids {
			count += h.countFiles(pid)
		}
	})
	if count <= fewUnseen {
		return 0
	}
	seen := map[[2]uint64]bool{}
	onOtherThread(func() { // the one that starts programs may not copy descriptors
		h.asTheirUser(func() {
			for _, pid := range pids {
				bytes += h.inPipesOf(pid, seen)
			}
		})
	})
	return bytes
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

// countFiles is how many files a process has open, or how many it may have if that cannot be seen.
func (h *helper) countFiles(pid int) int {
	// From Linux 6.2 on, one call tells it of nearly every process.
	var stat unix.Stat_t
	if unix.Stat(h.proc+"/"+strconv.Itoa(pid)+"/fd", &stat) == nil && stat.Size > 0 {
		return int(stat.Size)
	}
	names, err := namesIn(h.filesOf(pid))
	if err != nil && !os.IsNotExist(err) {
		return mostFiles
	}
	return len(names)
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

// inPipesOf is inPipes for one process, without what was seen before.
func (h *helper) inPipesOf(pid int, seen map[[2]uint64]bool) (bytes int64) {
	dir := h.filesOf(pid)
	names, err := namesIn(dir)
	// it hides them, which no run-time system does; else it is ending
	if err != nil && residentOfThreads(h.proc, pid) > 0 {
		return mostFiles * socketSize
	}
	process, err := unix.PidfdOpen(pid, 0)
	if err == nil {
		defer unix.Close(process)
	}
	for _, name := range names {
		var stat unix.Stat_t
		if unix.Stat(dir+"/"+name, &stat) != nil { // of what is open: a pipe may have a name
			continue
		}
		pipe, file := stat.Mode&unix.S_IFMT == unix.S_IFIFO, [2]uint64{uint64(stat.Dev), stat.Ino}
		if seen[file] || !pipe && stat.Mode&unix.S_IFMT != unix.S_IFSOCK {
			continue
		}
		seen[file] = true
		fd, _ := strconv.Atoi(name)
		copied, err := unix.PidfdGetfd(process, fd, 0)
		switch {
		case err == nil && pipe:
			bytes += inPipe(copied)
		case err == nil:
			bytes += inSocket(copied)
		case pipe:
			bytes += pipeSize
		default:
			bytes += socketSize
		}
		if err == nil {
			unix.Close(copied)
		}
	}
	return bytes
}

// inPipe is how much memory a pipe may hold. Each write can take a page of its own.
func inPipe(fd int) int64 {
	n, err := unix.IoctlGetInt(fd, fionread)
	if err != nil {
		return pipeSize
	}
	return min(pipeSize, int64(n)*int64(os.Getpagesize()))
}

// inSocket is how much memory what was sent from a socket holds until it is read. What the other end had sent before it
// was closed is seen at no socket; there may be as much as its queue holds.
func inSocket(fd int) int64 {
	polled := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
	if _, err := unix.Poll(polled, 0); err != nil || polled[0].Revents&(unix.POLLRDHUP|unix.POLLHUP) != 0 {
		return socketSize
	}
	n, err := unix.IoctlGetInt(fd, unix.SIOCOUTQ)
	if err != nil {
		return socketSize
	}
	return int64(n)
}
