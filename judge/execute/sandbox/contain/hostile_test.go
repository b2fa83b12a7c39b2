//go:build linux

package contain

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/landlock"
)

func asNobody(t *testing.T, test string, prepare func(home string)) {
	asUser(t, nobody, nobody, test, prepare)
}

// nobody is the ID of that user and its group.
const nobody = 65534

// asUser is asNobody for another user and group.
func asUser(t *testing.T, user, group int, test string, prepare func(home string)) {
	command, home := elsewhere(t, user, group, test, "")
	prepare(home)
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(group)}}
	runAgain(t, command)
}

// elsewhere returns a command that runs a test again, in a home folder of this user and with the hostile programs. The
// test finds a copy of this package's folder, because the user may not be able to read the checkout.
func elsewhere(t *testing.T, user, group int, test, programs string) (command *exec.Cmd, home string) {
	dir := publicDir(t)
	binary, rows, home := filepath.Join(dir, "sandbox.test"), filepath.Join(dir, "work"), filepath.Join(dir, "home")
	work, err := os.Getwd()
	judgetest.Check(t, errors.Join(err, copyFile(binary, "/proc/self/exe"),
		os.CopyFS(rows, os.DirFS(filepath.Dir(work))), os.Mkdir(home, 0o755), os.Chown(home, user, group)))
	command = exec.Command(binary, "-test.run=^"+test+"$", fmt.Sprint("-test.v=", testing.Verbose()),
		fmt.Sprint("-test.short=", testing.Short()))
	command.Dir = filepath.Join(rows, "contain")
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + home,
		"DLXJUDGE_HOSTILE=" + programs, "DLXJUDGE_SLOWDOWN=" + os.Getenv("DLXJUDGE_SLOWDOWN")}
	return command, home
}

func runAgain(t *testing.T, command *exec.Cmd) {
	output, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, output)
		return
	}
	t.Logf("\n%s", output)
}

// hostileSuite runs all rows in parallel, or the quick ones, and then looks for left-over files, cgroups, mounts and
// processes.
func hostileSuite(t *testing.T, box *Sandbox, programs string, quick bool) {
	rows := readRows(t, quick)
	secret := filepath.Join(box.scratch, "secret.ans")
	judgetest.Check(t, os.WriteFile(secret, []byte("42\n"), 0o600))
	mark := fmt.Sprintf("dlxjudge-hostile-%d-%d", os.Getpid(), time.Now().UnixNano())
	s := &hostile{box: box, programs: programs, secret: secret, mark: mark, kept: keptBy(box),
		workers: make(chan sandbox.Worker, 4)}
	s.listen(t)
	for i := range cap(s.workers) {
		worker, err := box.Worker(i)
		judgetest.Check(t, err)
		s.workers <- worker
	}
	var run, skipped atomic.Int32
	t.Run("rows", func(t *testing.T) {
		for _, row := range rows {
			t.Run(row.name, func(t *testing.T) {
				t.Parallel()
				if reason := s.missing(row); reason != "" {
					skipped.Add(1)
					t.Skip(reason)
				}
				run.Add(1)
				if row.alone {
					beside.Lock()
					defer beside.Unlock()
				} else {
					beside.RLock()
					defer beside.RUnlock()
				}
				s.run(t, row)
			})
		}
	})
	t.Logf("CELL runs %d programs, and %d need more than it promises", run.Load(), skipped.Load())
	for range cap(s.workers) {
		if err := (<-s.workers).Close(); err != nil {
			t.Error(err)
		}
	}
	if text, err := os.ReadFile(secret); string(text) != "42\n" {
		t.Errorf("the secret is %q now: %v", text, err)
	}
	os.Remove(secret)
	if entries, err := os.ReadDir(box.scratch); err != nil || len(entries) > 0 {
		t.Errorf("files are left: %v %v", entries, err)
	}
	if err := box.Close(); err != nil {
		t.Error(err)
	}
	for _, dir := range box.cgroups.Dirs() {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("the cgroup %s is left", dir)
		}
	}
	if mounts, _ := os.ReadFile("/proc/self/mountinfo"); bytes.Contains(mounts, []byte(filepath.Base(box.scratch))) {
		t.Errorf("mounts are left:\n%s", mounts)
	}
	if left := processesWith(mark); len(left) > 0 {
		t.Errorf("processes are left: %v", left)
	}
}

// beside is held for reading by each row, and for writing by a row that would disturb others of the same user.
var beside sync.RWMutex

type hostile struct {
	box      *Sandbox
	programs string          // the folder with the executables
	secret   string          // a file that no program may read
	mark     string          // an argument of every program, to find its processes by
	port     string          // a TCP port that this test listens on
	kept     map[string]bool // what the sandbox promises
	workers  chan sandbox.Worker
}

// listen opens a TCP port and an abstract Unix socket, which the programs must not reach.
func (s *hostile) listen(t *testing.T) {
	for _, address := range [][2]string{{"tcp", "127.0.0.1:0"}, {"unix", "@" + s.mark}} {
		listener, err := net.Listen(address[0], address[1])
		judgetest.Check(t, err)
		t.Cleanup(func() { listener.Close() })
		if address, ok := listener.Addr().(*net.TCPAddr); ok {
			s.port = strconv.Itoa(address.Port)
		}
	}
}

// promised maps words after "needs:" to the names of promises.
var promised = map[string]string{"signals": "signals", "count": "processes", "filter": "system calls"}

// missing says why a row cannot run here, or "".
func (s *hostile) missing(row row) string {
	version, _ := landlock.Version()
	iso := s.box.isolation
	for _, need := range row.needs {
		var works bool
		switch need {
		case "files":
			works = iso.Namespaces || iso.Landlock
		case "tcp":
			works = iso.Namespaces || iso.Landlock && version >= 4
		case "processes", "network", "ipc":
			works = iso.Namespaces
		case "signals", "count", "filter":
			works = s.kept[promised[need]]
		case "keys": // wherever the kernel has seccomp
			_, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0)
			works = err == nil
		case "clone": // wherever programs are not cloned into a cgroup
			works = !(iso.Namespaces && s.box.cgroups.Unified != "")
		case "pids": // a process ID counter that can be set back
			works = iso.Namespaces && unix.Access("/proc/sys/kernel/ns_last_pid", unix.W_OK) == nil
		case "cgroup":
			works = s.box.cgroups.Any()
		default:
			panic("unknown word in needs: " + need)
		}
		if !works {
			return fmt.Sprintf("this needs isolation of %s, which is not available here (%v)", need, iso)
		}
	}
	return s.notBuilt(row)
}

// notBuilt says why a row has no executable, or "".
func (s *hostile) notBuilt(row row) string {
	if row.command == "sh" {
		return ""
	}
	if _, err := os.Stat(filepath.Join(s.programs, row.file)); err != nil {
		text, _ := os.ReadFile(filepath.Join(s.programs, row.file+".skip"))
		return string(text)
	}
	return ""
}

func (s *hostile) run(t *testing.T, row row) {
	task := s.task(t, row)
	before, err := os.ReadFile(task.Input)
	judgetest.Check(t, err)
	worker := <-s.workers
	defer func() { s.workers <- worker }()
	for range row.runs {
		var result sandbox.Result
		var output []byte
		for range mostTries() {
			if result, err = worker.Run(t.Context(), task); err != nil {
				t.Fatal(err)
			}
			if output, err = os.ReadFile(task.Output); err != nil {
				t.Fatal(err)
			}
			if more, tolerance, _ := cpuOver(result, string(output)); more <= tolerance {
				break
			}
		}
		row.check(t, result, string(output))
	}
	if after, _ := os.ReadFile(task.Input); !bytes.Equal(before, after) {
		t.Error("the input was changed")
	}
}

// task returns a run of a row, with files in a new folder.
func (s *hostile) task(t *testing.T, row row) sandbox.Task {
	dir := publicDir(t)
	task := sandbox.Task{Input: filepath.Join(dir, "in"), Output: filepath.Join(dir, "out"), Limits: row.limits}
	judgetest.Check(t, row.writeInput(task.Input))
	os.Chmod(task.Input, 0o666) // so that only isolation keeps the program from writing to it
	task.Program, task.Args = filepath.Join(s.programs, row.file), []string{s.mark}
	if row.command == "sh" {
		script, err := os.ReadFile(filepath.Join("../testdata/hostile", row.file))
		judgetest.Check(t, err)
		task.Program, task.Args = "/bin/sh", []string{"-c", string(script), s.mark}
	}
	switch row.args {
	case "":
	case "secret":
		task.Args = append(task.Args, s.secret)
	case "port":
		task.Args = append(task.Args, s.port)
	case "socket":
		task.Args = append(task.Args, s.mark)
	default:
		task.Args = append(task.Args, row.args)
	}
	return task
}

// processesWith returns the processes that have mark in their arguments.
func processesWith(mark string) (left []string) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		if text, _ := os.ReadFile(path); bytes.Contains(text, []byte(mark)) {
			left = append(left, path+": "+string(text))
		}
	}
	return left
}
