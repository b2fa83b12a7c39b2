//go:build linux

package contain

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/seccomp"
)

// A cell is a place between the levels where a judge may run: with an unusual umask, user or namespace.
type cell struct {
	umask   int
	flags   uintptr   // of clone(2); with CLONE_NEWUSER, root is the only user there
	user    int       // who the judge is outside the cell
	busy    int       // how many other tasks the user has, which the judge cannot see
	without []uintptr // capabilities that root lacks
	exact   []string  // levels at which the limit on processes is exact although no program has its own user
}

const aUser = 1<<29 + 49 // nobody else uses this number

var cells = map[string]cell{
	"root":      {},
	"umask 027": {umask: 0o027},
	"umask 777": {umask: 0o777},
	"root in root's user namespace": {flags: unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
		exact: []string{"namespaces as root and cgroups"}},
	"root in a user's user namespace": {flags: unix.CLONE_NEWUSER | unix.CLONE_NEWNS, user: aUser},
	"root without capabilities":       {without: []uintptr{unix.CAP_SETUID, unix.CAP_SYS_ADMIN, unix.CAP_SETFCAP}},
	"root that cannot drop any": {flags: unix.CLONE_NEWUSER | unix.CLONE_NEWNS, user: aUser,
		without: []uintptr{unix.CAP_SETPCAP}},
	"a busy user": {flags: unix.CLONE_NEWPID | unix.CLONE_NEWNS, user: aUser, busy: 700,
		exact: []string{"namespaces without root"}},
}

// In each cell and at each level, a program has no capabilities and, if the judge can give it one, a user of its own.
// The limit on processes is exact where it is promised to be, and a program below the limit never reaches it.
func TestCells(t *testing.T) {
	name := os.Getenv("DLXJUDGE_CELL")
	switch name {
	case "tasks":
		beBusy()
	case "no filter":
		refuseFilters(t)
		_, err := Open(t.Context(), sandbox.Options{Scratch: publicDir(t)})
		if err == nil || !strings.Contains(err.Error(), "filter of system calls: operation not permitted") {
			t.Errorf("got %v", err)
		}
		return
	case "who":
		header, sets := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, [2]unix.CapUserData{}
		judgetest.Check(t, unix.Capget(&header, &sets[0]))
		fmt.Println("user", os.Getuid(), "capabilities", sets)
		os.Exit(0)
	}
	if name != "" {
		cells[name].check(t)
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root, to make namespaces and to run as other users")
	}
	for name, c := range cells {
		t.Run(name, func(t *testing.T) {
			dir := publicDir(t)
			binary := filepath.Join(dir, "sandbox.test")
			judgetest.Check(t, errors.Join(os.Chown(dir, c.user, c.user), copyFile(binary, "/proc/self/exe")))
			start := func(cell string, attr *syscall.SysProcAttr) *exec.Cmd {
				command := exec.Command(binary, "-test.run=^TestCells$", "-test.v")
				command.Dir = "/"
				command.Env = append(os.Environ(), "DLXJUDGE_CELL="+cell, "DLXJUDGE_BUSY="+strconv.Itoa(c.busy),
					"TMPDIR="+dir)
				command.SysProcAttr = attr
				return command
			}
			if c.busy > 0 {
				busy := start("tasks", &syscall.SysProcAttr{
					Credential: &syscall.Credential{Uid: uint32(c.user), Gid: uint32(c.user)}})
				stdin, err := busy.StdinPipe()
				judgetest.Check(t, err)
				stdout, err := busy.StdoutPipe()
				judgetest.Check(t, errors.Join(err, busy.Start()))
				defer busy.Wait()
				defer stdin.Close()
				if _, err := stdout.Read(make([]byte, 1)); err != nil { // it is busy now
					t.Fatal(err)
				}
			}
			attr := &syscall.SysProcAttr{Cloneflags: c.flags}
			if c.flags&unix.CLONE_NEWUSER != 0 {
				attr.UidMappings = []syscall.SysProcIDMap{{HostID: c.user, Size: 1}}
				attr.GidMappings = attr.UidMappings
				attr.Credential = &syscall.Credential{NoSetGroups: true} // root there
			}
			output, err := start(name, attr).CombinedOutput()
			t.Logf("\n%s", output)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// beBusy has many threads until the end of its standard input.
func beBusy() {
	count, _ := strconv.Atoi(os.Getenv("DLXJUDGE_BUSY"))
	for range count {
		go func() {
			runtime.LockOSThread()
			unix.Pause()
		}()
	}
	for tasks := 0; tasks < count; runtime.Gosched() {
		threads, _ := os.ReadDir("/proc/self/task")
		tasks = len(threads)
	}
	fmt.Println("busy")
	io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

func (c cell) check(t *testing.T) {
	if c.flags&unix.CLONE_NEWPID != 0 && os.Geteuid() == 0 { // so that the judge sees only the tasks in the cell
		judgetest.Check(t, errors.Join(unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""),
			unix.Mount("proc", "/proc", "proc", 0, ""), unix.Setgroups(nil), unix.Setresgid(c.user, c.user, c.user),
			unix.Setresuid(c.user, c.user, c.user), syscall.Exec("/proc/self/exe", os.Args, os.Environ())))
	}
	runtime.LockOSThread()
	dropped := false
	for _, capability := range c.without {
		has, _ := unix.PrctlRetInt(unix.PR_CAPBSET_READ, capability, 0, 0, 0)
		if has == 1 {
			judgetest.Check(t, unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0))
			dropped = true
		}
	}
	if dropped {
		judgetest.Check(t, syscall.Exec("/proc/self/exe", os.Args, os.Environ()))
	}
	runtime.UnlockOSThread()
	box, err := Open(t.Context(), sandbox.Options{Scratch: publicDir(t)})
	judgetest.Check(t, err)
	t.Log(box.Level())
	box.Close()
	for level := range Levels {
		t.Run(level, func(t *testing.T) {
			if os.Geteuid() != 0 && strings.HasPrefix(level, "namespaces as root") {
				t.Skip("needs root")
			}
			OpenAt(t, level) // which skips the test if this machine does not have the level
			old := unix.Umask(c.umask)
			defer unix.Umask(old)
			box, err := openLevel(sandbox.Options{Scratch: publicDir(t)}, Levels[level],
				strings.HasSuffix(level, "cgroups"))
			judgetest.Check(t, err)
			defer box.Close()
			worker := WorkerOf(t, box)
			run := func(processes int, program string, args ...string) (output, end string) {
				task := sandbox.Task{Program: program, Args: args, Env: []string{"DLXJUDGE_CELL=who"},
					Output: filepath.Join(t.TempDir(), "out"), Limits: sandbox.Limits{CPU: time.Minute,
						Wall: 10 * time.Minute, Memory: 1 << 30, Output: 1 << 20, Processes: processes}}
				result, err := worker.Run(t.Context(), task)
				judgetest.Check(t, err)
				return judgetest.Read(t, task.Output), endOf(result) + " " + result.Stderr.LastLines()
			}
			who, _ := run(64, os.Args[0], "-test.run=^TestCells$")
			var user int
			fmt.Sscanf(who, "user %d", &user)
			own := os.Geteuid() == 0 && c.flags == 0 && c.without == nil
			if want := fmt.Sprint(" capabilities ", [2]unix.CapUserData{}, "\n"); !strings.Contains(who, want) {
				t.Errorf("got %swant%s", who, want)
			}
			if own != (user >= 1<<30) {
				t.Errorf("got %swant a user of its own: %v", who, own)
			}
			const children = `i=0; while [ $i -lt $0 ]; do sleep 600 & i=$((i + 1)); done`
			if _, end := run(64, "/bin/sh", "-c", children, "8"); end != "exited 0 " {
				t.Errorf("eight children, with a limit of 64: %s", end)
			}
			how, exact := box.LimitsProcesses()
			if exact != (own || slices.Contains(c.exact, level)) {
				t.Errorf("the limit on processes: %s", how)
			}
			if !exact {
				return
			}
			if _, end := run(20, "/bin/sh", "-c", children, "300"); !strings.Contains(end, "fork") {
				t.Errorf("300 children, with a limit of 20: %s", end)
			}
		})
	}
}

// Where the kernel has seccomp, no program runs without the filter of system calls.
func TestNoFilter(t *testing.T) {
	if !seccomp.Available() {
		t.Skip("needs a kernel with seccomp")
	}
	command := exec.Command("/proc/self/exe", "-test.run=^TestCells$")
	command.Env = append(os.Environ(), "DLXJUDGE_CELL=no filter")
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// refuseFilters makes every later seccomp(2) of this process and its children fail.
func refuseFilters(t *testing.T) {
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}, // the number of the system call
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_SECCOMP, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	judgetest.Check(t, unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&program))); errno != 0 {
		t.Fatal(errno)
	}
}
