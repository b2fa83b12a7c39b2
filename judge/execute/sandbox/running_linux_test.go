package sandbox

import (
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// What keeps a core busy is seen there, also if it is not the first thread of its process.
func TestRunningOn(t *testing.T) {
	seen := func(core int) bool { // what comes and goes meanwhile can hide it from one look
		for range 100 {
			if runningOn(time.Minute)[core] > 0 {
				return true
			}
			time.Sleep(10 * time.Millisecond)
		}
		return false
	}
	for _, core := range cores() {
		stop := judgetest.Busy(t, core)
		if !seen(core) {
			t.Errorf("a process that keeps core %d busy is not seen", core)
		}
		stop()
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("a process with threads needs python3")
	}
	const script = `import os, threading
def spin():
    while True: pass
threading.Thread(target=spin, daemon=True).start()
print(flush=True)
threading.Event().wait()`
	command := exec.Command("timeout", "60", python, "-c", script) // not this process's own child: that is a helper
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	stdout, err := command.StdoutPipe()
	judgetest.Check(t, err)
	core := cores()[0]
	judgetest.OnCore(t, core, func() { judgetest.Check(t, command.Start()) })
	defer command.Wait()
	defer func() { syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }()
	stdout.Read(make([]byte, 1))
	if !seen(core) {
		t.Errorf("a thread that keeps core %d busy is not seen", core)
	}
}

// A core that a judge holds is worse than one that is busy, and a busy one worse than an idle one.
func TestPreferred(t *testing.T) {
	held, running := map[int]int{1: 1, 2: 1}, map[int]int{2: 3, 3: 1, 4: 2}
	got := preferred([]int{1, 2, 3, 4, 5, 0}, held, func(core int) int { return running[core] })
	if want := []int{5, 0, 3, 4, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("preferred: %v, want %v", got, want)
	}
}
