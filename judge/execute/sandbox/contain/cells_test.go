//go:build linux

package contain

import (
	"errors"
	"fmt"
	"io"
	"maps"
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
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/seccomp"
)

// A place is where a judge may run: as whom, with which umask, and whether that user has many other tasks, which the
// judge cannot see.
type place struct {
	who   string // a key of judges
	umask int
	busy  bool
}

const aUser = 1<<29 + 49 // nobody else uses this number

// judges are the users that a judge may run as. All but the first two are in a PID namespace, so that no program at any
// level can reach the processes of this machine.
var judges = map[string]struct {
	user    int       // the number outside
	flags   uintptr   // of clone(2); with CLONE_NEWUSER, the judge is root inside, and the only user
	without []uintptr // capabilities that root lacks
}{
	"root":                            {},
	"a user":                          {user: aUser},
	"root in root's user namespace":   {flags: unix.CLONE_NEWUSER | unix.CLONE_NEWPID},
	"root in a user's user namespace": {user: aUser, flags: unix.CLONE_NEWUSER | unix.CLONE_NEWPID},
	"root without capabilities": {flags: unix.CLONE_NEWPID,
		without: []uintptr{unix.CAP_SETUID, unix.CAP_SYS_ADMIN, unix.CAP_SETFCAP}},
	"root that cannot drop any": {user: aUser, flags: unix.CLONE_NEWUSER | unix.CLONE_NEWPID,
		without: []uintptr{unix.CAP_SETPCAP}},
}

// places returns all places. With few, it returns one for each user, and the usual ones.
func places(few bool) (all []place) {
	for _, who := range slices.Sorted(maps.Keys(judges)) {
		for _, umask := range []int{0o022, 0o077} {
			for _, busy := range []bool{false, true} {
				p := place{who, umask, busy}
				if !few || p.usual() || busy && umask == 0o077 {
					all = append(all, p)
				}
			}
		}
	}
	return append(all, place{"root", 0o777, false})
}

// usual reports whether nearly all judges run at such places.
func (p place) usual() bool { return p.umask == 0o022 && !p.busy && judges[p.who].flags == 0 }

// TestCells walks the matrix of places, levels and cgroups. A cell runs the programs of ../testdata/hostile, or says
// why it cannot exist. In each cell, a program has no capabilities and, if the judge can give it one, a user of its
// own. A promise that the cell cannot keep is one that "judge doctor" refuses. At usual places, the programs run with
// the best cgroup, and at each level without cgroups, and they are all programs; in other cells, they are the quick
// ones.
func TestCells(t *testing.T) {
	cell := os.Getenv("DLXJUDGE_CELL")
	switch cell {
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
	programs := buildHostile(t)
	few := judgetest.Shortened(t, "most programs and places")
	all := places(few)
	if i, err := strconv.Atoi(cell); err == nil {
		all[i].enter(t)
		all[i].walk(t, programs, few)
		return
	}
	if os.Geteuid() != 0 {
		place{"a user", 0o022, false}.walk(t, programs, few)
		return
	}
	for i, p := range all {
		t.Run(fmt.Sprintf("%s, umask %03o, busy %v", p.who, p.umask, p.busy), func(t *testing.T) {
			who := judges[p.who]
			start := func(cell string, attr *syscall.SysProcAttr) *exec.Cmd {
				command, _ := elsewhere(t, who.user, who.user, "TestCells", programs)
				command.Env = append(command.Env, "DLXJUDGE_CELL="+cell)
				command.SysProcAttr = attr
				return command
			}
			attr := &syscall.SysProcAttr{Cloneflags: who.flags}
			if who.flags != 0 || p.busy {
				attr.Cloneflags |= unix.CLONE_NEWNS | unix.CLONE_NEWPID
			}
			if who.flags&unix.CLONE_NEWUSER != 0 {
				attr.UidMappings = []syscall.SysProcIDMap{{HostID: who.user, Size: 1}}
				attr.GidMappings = attr.UidMappings
				attr.Credential = &syscall.Credential{NoSetGroups: true} // root there
			}
			if p.busy {
				busy := start("tasks", &syscall.SysProcAttr{
					Credential: &syscall.Credential{Uid: uint32(who.user), Gid: uint32(who.user)}})
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
			runAgain(t, start(strconv.Itoa(i), attr))
		})
	}
}

// tasks is how many other tasks a busy user has.
const tasks = 700

// beBusy has many threads until the end of its standard input.
func beBusy() {
	for range tasks {
		go func() {
			runtime.LockOSThread()
			unix.Pause()
		}()
	}
	for threads := []os.DirEntry(nil); len(threads) < tasks; runtime.Gosched() {
		threads, _ = os.ReadDir("/proc/self/task")
	}
	fmt.Println("busy")
	io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// enter makes this process a judge at the place. It already has the place's namespaces.
func (p place) enter(t *testing.T) {
	const entered = "DLXJUDGE_ENTERED"
	if os.Getenv(entered) != "" {
		return
	}
	who := judges[p.who]
	if os.Getpid() == 1 { // so that the judge sees only the tasks in the cell
		judgetest.Check(t, errors.Join(unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""),
			unix.Mount("proc", "/proc", "proc", 0, "")))
	}
	runtime.LockOSThread()
	for _, capability := range who.without {
		judgetest.Check(t, unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0))
	}
	if who.flags&unix.CLONE_NEWUSER == 0 {
		judgetest.Check(t, errors.Join(unix.Setgroups(nil), unix.Setresgid(who.user, who.user, who.user),
			unix.Setresuid(who.user, who.user, who.user)))
	}
	judgetest.Check(t, syscall.Exec("/proc/self/exe", os.Args, append(os.Environ(), entered+"=1")))
}

// walk judges at the place, at each level and with each kind of cgroup.
func (p place) walk(t *testing.T, programs string, few bool) {
	box, err := Open(t.Context(), sandbox.Options{Scratch: publicDir(t)})
	judgetest.Check(t, err)
	t.Log("here, judges use: " + box.Level())
	box.Close()
	ran := false
	for _, level := range append(slices.Clone(levelsToTest), helper.Isolation{}) { // best first
		for _, cgroup := range []string{"version 1", "version 2", "none"} {
			t.Run(fmt.Sprintf("%v, cgroup %s", level, cgroup), func(t *testing.T) {
				old := unix.Umask(p.umask)
				defer unix.Umask(old)
				if level == levelsToTest[0] && os.Geteuid() != 0 {
					t.Skip("CELL cannot exist: only root makes namespaces without a user namespace")
				}
				box, err := openLevel(sandbox.Options{Scratch: publicDir(t)}, level, cgroup != "none")
				if err != nil && unexpected(err) {
					t.Fatal(err)
				}
				if err != nil {
					t.Skipf("CELL cannot exist: %v", err)
				}
				defer box.Close()
				if v2 := box.cgroups.Unified != ""; cgroup != "none" && v2 != (cgroup == "version 2") {
					t.Skipf("CELL cannot exist: this machine's cgroups are others; make test-vm has version 2")
				}
				own := p.check(t, box, cgroup)
				all := cgroup == "version 2" || (cgroup == "none") != (own && level == levelsToTest[0])
				switch {
				case !level.Contains():
					t.Log("CELL runs 0 programs: without isolation, nothing is promised that they try to break")
				case few && (ran || !p.usual()):
					t.Log("CELL runs 0 programs: they are left out by -short")
				default:
					ran = true
					hostileSuite(t, box, programs, few || !all || !p.usual())
				}
			})
		}
	}
}

// check checks what a program is at the place, and its limit on processes. It reports whether the program has a user of
// its own.
func (p place) check(t *testing.T, box *Sandbox, cgroup string) (own bool) {
	worker := WorkerOf(t, box)
	defer worker.Close()
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
	own = p.who == "root"
	if want := fmt.Sprint(" capabilities ", [2]unix.CapUserData{}, "\n"); !strings.Contains(who, want) {
		t.Errorf("got %swant%s", who, want)
	}
	if own != (user >= 1<<30) {
		t.Errorf("got %swant a user of its own: %v", who, own)
	}
	kept := keptBy(box)
	if kept["users"] != (own || os.Geteuid() != 0) {
		t.Errorf("a user that is never root: it promises %v", kept["users"])
	}
	exact := own || cgroup != "none" || box.isolation.UserNamespace && os.Geteuid() != 0
	if kept["processes"] != exact {
		t.Errorf("the limit on processes: it promises %v", kept["processes"])
	}
	const children = `i=0; while [ $i -lt $0 ]; do sleep 600 & i=$((i + 1)); done`
	if _, end := run(64, "/bin/sh", "-c", children, "8"); end != "exited 0 " {
		t.Errorf("eight children, with a limit of 64: %s", end)
	}
	if kept["processes"] {
		if _, end := run(20, "/bin/sh", "-c", children, "300"); !strings.Contains(end, "fork") {
			t.Errorf("300 children, with a limit of 20: %s", end)
		}
	}
	return own
}

// keptBy returns the promises of a sandbox that it keeps.
func keptBy(box *Sandbox) map[string]bool {
	kept := map[string]bool{}
	for _, promise := range box.Promises() {
		kept[promise.Name] = promise.Kept
	}
	return kept
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
