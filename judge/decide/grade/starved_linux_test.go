package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
)

// A program that computes on a core that others have too, at the lowest priority, gets next to no CPU time. So does
// one that sleeps. Only the first is run again.
func TestStarved(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skipf("needs a kernel that tells how long a thread waited: %v", err)
	}
	for name, test := range map[string]struct {
		script string
		busy   int // programs on its core
		again  bool
		long   string // why it is not in the short tier
	}{
		"starved":                {"read line; while :; do :; done", 3, true, ""},
		"a starved child":        {"read line; (while :; do :; done) & wait", 3, true, "as long as without"},
		"starved children":       {"read line; while :; do (:); done", 3, true, "as long as without"},
		"asleep":                 {"read line; read line", 0, false, ""},
		"asleep, with more time": {"read line; sleep 4", 0, false, "it sleeps for seconds"},
		"asleep in a child":      {"exec 3<&0; (read line <&3; read line <&3) & wait", 0, false, "as long as without"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.long != "" {
				judgetest.Long(t, test.long)
			}
			got, waited := runStarved(t, test.script, test.busy, strings.Contains(name, "more time"))
			if !test.again && waited >= got.Wall/10 {
				t.Skipf("needs a machine on which a program that sleeps does not wait %v for a core to start", waited)
			}
			if got.Verdict != problem.TLE || !got.Idle || got.Starved != test.again {
				t.Errorf("%s, starved: %v (want %v): %+v", got.Verdict, got.Starved, test.again, got)
			}
			t.Log(got.Message)
		})
	}
}

// runStarved runs a script, and says how long it waited for a core, beside some busy programs on its core. It is told
// to go on when it has the lowest priority, if there are any.
func runStarved(t *testing.T, script string, busy int, more bool) (Test, time.Duration) {
	box, err := backend.Open(sandbox.Options{Backend: "linux", Scratch: t.TempDir()})
	if err != nil {
		t.Skipf("needs the linux sandbox; judge doctor says what it lacks: %v", err)
	}
	defer box.Close()
	worker, err := box.Worker(0)
	judgetest.Check(t, err)
	defer worker.Close()
	core, pinned := worker.(sandbox.Watching).Core()
	if !pinned {
		core = -1
	}
	judgetest.KeepBusy(t, core, busy)
	stdin, tell, err := os.Pipe()
	judgetest.Check(t, err)
	defer stdin.Close()
	defer tell.Close()
	stdout, err := os.Create(filepath.Join(t.TempDir(), "out"))
	judgetest.Check(t, err)
	defer stdout.Close()
	mark := fmt.Sprintf("starved-%d-%d", os.Getpid(), time.Now().UnixNano())
	limits := problem.Limits{Time: time.Second / 2, Memory: 256 << 20, Output: 1 << 20}
	if busy == 0 { // a tenth of the wall-clock limit is more than it may wait for a core when it starts
		limits.Time = 3 * time.Second / 2
	}
	go func() {
		pid := processWith(t, mark)
		if busy > 0 {
			unix.Setpriority(unix.PRIO_PROCESS, pid, 19)
			// Where the kernel schedules each session as one, that has a priority of its own.
			os.WriteFile("/proc/"+strconv.Itoa(pid)+"/autogroup", []byte("19"), 0)
		}
		tell.WriteString("go on\n")
	}()
	program := sandbox.Program{Path: "/bin/sh", Args: []string{"-c", script, mark}}
	task := program.Task(sandbox.Submission, limitsFor(limits, false))
	task.Stdin, task.Stdout = stdin, stdout
	if more {
		task.Limits.Wall *= moreWall
	}
	run, err := worker.Run(t.Context(), task)
	judgetest.Check(t, err)
	return ended(limits, program, run), run.Waited
}

// processWith waits for a process that has mark among its arguments.
func processWith(t *testing.T, mark string) (pid int) {
	for t.Context().Err() == nil {
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, path := range lines {
			if text, _ := os.ReadFile(path); strings.Contains(string(text), mark) {
				pid, _ = strconv.Atoi(filepath.Base(filepath.Dir(path)))
				return pid
			}
		}
	}
	return 0
}
