//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// patience is how long a test waits for any event, even on a very busy machine.
const patience = 3 * time.Minute

// process is a program of a cluster that a test has started.
type process struct {
	t     testing.TB
	name  string
	dir   string // with its stdout and stderr
	cmd   *exec.Cmd
	ended chan struct{}
}

// spawn starts a program, and kills it at the end of the test if it is still running. Its output goes straight into
// files, so that all of it is there at any time. The output must not report a bug, and is shown if the test failed.
func spawn(t testing.TB, name, dir string, env []string, command string, args ...string) *process {
	t.Helper()
	judgetest.Check(t, os.MkdirAll(dir, 0o700))
	p := &process{t: t, name: name, dir: dir, cmd: exec.Command(command, args...), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), env...)
	for file, to := range map[string]func(*os.File){
		"stdout": func(f *os.File) { p.cmd.Stdout = f }, "stderr": func(f *os.File) { p.cmd.Stderr = f },
	} {
		f, err := os.Create(filepath.Join(dir, file))
		judgetest.Check(t, err)
		defer f.Close()
		to(f)
	}
	judgetest.Check(t, p.cmd.Start())
	go func() { p.cmd.Wait(); close(p.ended) }()
	t.Cleanup(func() {
		p.cmd.Process.Signal(syscall.SIGCONT)
		p.kill()
		for _, bug := range []string{"DATA RACE", "panic:", "fatal error:"} {
			if strings.Contains(p.stderr(), bug) {
				t.Errorf("%s: %s", name, bug)
			}
		}
		if t.Failed() {
			t.Logf("%s (%v) said:\n%s", name, p.cmd.ProcessState, p.stderr())
		}
	})
	return p
}

// stderr returns its standard error so far.
func (p *process) stderr() string {
	p.t.Helper()
	return judgetest.Read(p.t, filepath.Join(p.dir, "stderr"))
}

// kill ends it abruptly, like a power cut.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.ended
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	judgetest.Check(p.t, p.cmd.Process.Signal(s))
}

// status waits for its end, and returns its exit status.
func (p *process) status() int {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.t.Fatalf("%s does not end", p.name)
	}
	return p.cmd.ProcessState.ExitCode()
}

// waitFor waits until its output after the given number of bytes matches the pattern.
func (p *process) waitFor(pattern string, after int) {
	p.t.Helper()
	compiled := regexp.MustCompile(pattern)
	p.eventually("it says "+pattern, func() bool { return compiled.MatchString(p.stderr()[after:]) })
}

// eventually waits for a condition while the process runs.
func (p *process) eventually(what string, is func() bool) {
	p.t.Helper()
	eventually(p.t, p.name+": "+what, func() bool {
		select {
		case <-p.ended:
			if is() {
				return true
			}
			p.t.Fatalf("%s has ended, before: %s", p.name, what)
		default:
		}
		return is()
	})
}

// eventually polls for a condition.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}
