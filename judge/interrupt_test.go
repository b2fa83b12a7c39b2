//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/tell/report"
)

// TestInterrupted stops a judge in the middle of a test. It must print and write its results so far, and leave no
// process behind.
func TestInterrupted(t *testing.T) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP) // so that judges do not inherit nohup's choice to ignore it
	t.Cleanup(func() { signal.Stop(hangups) })
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			t.Parallel()
			j := startJudge(t)
			j.cmd.Process.Signal(sent)
			err := j.wait()
			var ended *exec.ExitError
			if !errors.As(err, &ended) || ended.ExitCode() != statusInterrupted {
				t.Errorf("ended with %v, want exit status %d\n%s", err, statusInterrupted, j.stderr.String())
			}
			if text := j.stderr.String(); !strings.Contains(text, "judge: interrupted; ") ||
				!strings.Contains(text, " with: judge run --json "+j.json+" --package ") {
				t.Errorf("it does not say how to go on: %s", text)
			}
			out := j.stdout.String()
			if !strings.Contains(out, "INTERRUPTED 1 submission, 1 test") ||
				!strings.Contains(out, "interrupted after 1/2") || strings.Contains(out, "AC") {
				t.Errorf("stdout:\n%s", out)
			}
			d, err := report.ReadFile(j.json)
			if err != nil || !d.Interrupted || len(d.Submissions) != 1 || d.Submissions[0].Tests[0].Verdict != "AC" ||
				d.Submissions[0].Verdict != "" {
				t.Errorf("JSON: %v\n%+v", err, d)
			}
			var merged bytes.Buffer
			status := run(t.Context(), []string{"merge", j.json}, io.Discard, &merged)
			if status != statusInterrupted || strings.Contains(merged.String(), "with: judge merge") ||
				!strings.Contains(merged.String(), j.json+": the run was interrupted; go on with the same judge run") {
				t.Errorf("judge merge: status %d, %s", status, merged.String())
			}
			j.nothingLeft(t)
		})
	}
}

// TestInterruptedTwice asks the judge to stop at once; it may also end before the second signal.
func TestInterruptedTwice(t *testing.T) {
	t.Parallel()
	j := startJudge(t)
	j.cmd.Process.Signal(syscall.SIGINT)
	j.cmd.Process.Signal(syscall.SIGINT)
	j.wait()
	status := j.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.ExitStatus() != statusInterrupted && status.Signal() != syscall.SIGINT {
		t.Errorf("ended with %v, want exit status %d or by SIGINT", j.cmd.ProcessState, statusInterrupted)
	}
	j.nothingLeft(t)
}

// TestInterruptedCommands stops a comparison of two commands after some rounds: one message says so.
func TestInterruptedCommands(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	judgetest.Check(t, syscall.Mkfifo("pipe", 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		if pipe, err := os.OpenFile("pipe", os.O_WRONLY, 0); err == nil { // waits for the command to read it
			cancel()
			pipe.Close()
		}
	}()
	// Both commands do the same until the first waits for the pipe, so that nothing is decided before.
	first := "echo run >> log; if [ $(wc -l < log) -gt 60 ]; then read line < pipe; sleep 60; fi"
	second := strings.ReplaceAll(first, "log", "other")
	var stdout, stderr bytes.Buffer
	status := run(ctx, []string{"bench", "--threshold", "0.01", "--", "sh", "-c", first, "--", "sh", "-c",
		strings.Replace(second, "60", "9999", 1)}, &stdout, &stderr)
	said := stderr.String()
	if status != statusInterrupted || strings.Count(said, "interrupted") != 1 || strings.Count(said, "start") != 1 ||
		!strings.Contains(said, "judge: interrupted; ") || stdout.Len() == 0 {
		t.Errorf("status %d\n%s%s", status, stdout.String(), said)
	}
}

// TestInterruptedStress stops a search in its second test: it says how far it came, and how to continue.
func TestInterruptedStress(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/cmdline"); err != nil {
		t.Skip("needs /proc to find the programs that the judge runs: ", err)
	}
	dir, first := t.TempDir(), uint64(time.Now().UnixNano())
	j := &runningJudge{mark: fmt.Sprint(first + 1), scratch: t.TempDir()}
	judgetest.Write(t, filepath.Join(dir, "a.go"), "package main\n\nfunc main() { print() }\n")
	judgetest.Write(t, filepath.Join(dir, "brute.go"), "package main\n\nfunc main() {}\n")
	judgetest.Write(t, filepath.Join(dir, "gen.go"), "package main\n\nimport \"os\"\n\nfunc main() {\n\tfor "+
		"os.Args[1] == \""+j.mark+"\" {\n\t}\n}\n")
	j.start(t, "stress", filepath.Join(dir, "a.go"), "-j", "1", "--seed", fmt.Sprint(first))
	j.cmd.Process.Signal(syscall.SIGINT)
	var exit *exec.ExitError
	if err := j.wait(); !errors.As(err, &exit) || exit.ExitCode() != statusInterrupted {
		t.Errorf("ended with %v, want exit status %d\n%s", err, statusInterrupted, j.stderr.String())
	}
	want := fmt.Sprintf("judge: interrupted; 1 test without a difference; continue with: judge stress "+
		"%s -j 1 --seed %d\n", filepath.Join(dir, "a.go"), first+1)
	if !strings.HasSuffix(j.stderr.String(), want) || j.stdout.Len() > 0 {
		t.Errorf("want %q, got\n%s%s", want, j.stderr.String(), j.stdout.String())
	}
	j.nothingLeft(t)
}

// TestInterruptedBefore runs commands whose context is already cancelled. They report no results and write no file.
func TestInterruptedBefore(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	judgetest.Check(t, os.CopyFS(dir, os.DirFS("testdata/checkout")))
	t.Chdir(dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"doctor"}, {"list"}, {"validate", "double"}, {"limits", "double"},
		{"mutants", "double/plus"}, {"submit", "double/plus"},
		{"stress", "double", "plus", "--gen", "x"}, {"bench", "--count", "1"}, {"compare", "double"}, {"gen", "double"},
		{"run", "--shard", "1/2"},
		{"test", "solutions/double/plus/main.go", "--tests", "testdata/double"}, {"export", "--to", "legacy", "double",
			"double.zip"}, {"run", "--html", "page.html", "double"},
	} {
		if cmd, _, err := newRootCommand(newApp(io.Discard, io.Discard)).Find(args); err == nil &&
			cmd.Flags().Lookup("json") != nil {
			args = append(args, "--json", "out.json")
		}
		var stdout, stderr bytes.Buffer
		status := run(ctx, args, &stdout, &stderr)
		if status != statusInterrupted || strings.Contains(stdout.String(), "DONE") || strings.Contains(stdout.String(),
			"Languages:") {
			t.Errorf("%v: status %d\n%s%s", args, status, stdout.String(), stderr.String())
		}
		if text := stderr.String(); !strings.Contains(text, "interrupted") || !strings.Contains(text, " with: judge "+
			args[0]) {
			t.Errorf("%v: it does not say how to go on: %s", args, text)
		}
		for _, file := range []string{"out.json", "double.zip", "page.html"} {
			if _, err := os.Stat(file); err == nil {
				t.Fatalf("%v: it wrote %s", args, file)
			}
		}
	}
}

// runningJudge is a judge in the middle of a test that does not end by itself.
type runningJudge struct {
	cmd            *exec.Cmd
	stdout, stderr bytes.Buffer
	json           string
	mark           string // an argument of the program on that test, which identifies its processes
	scratch        string // the judge's temporary folder
}

// startJudge starts a judge on a package with one quick test and one that lasts for minutes, and waits until the second
// one runs.
func startJudge(t *testing.T) *runningJudge {
	if _, err := os.Stat("/proc/self/cmdline"); err != nil {
		t.Skip("needs /proc to find the programs that the judge runs: ", err)
	}
	dir := filepath.Join(t.TempDir(), "forever")
	j := &runningJudge{mark: fmt.Sprintf("mark-%d-%d", os.Getpid(), time.Now().UnixNano()),
		json: filepath.Join(t.TempDir(), "out.json"), scratch: t.TempDir()}
	files := map[string]string{
		"problem.yaml": "problem_format_version: 2025-09\nname: Forever\nuuid: " +
			"5f1c7b0e-2c52-4e19-9a14-6d1e7e5b1a02\nlimits: {time_limit: 300, memory: 64}\n",
		"submissions/accepted/forever.go": "package main\n\nimport \"os\"\n\nfunc main() {\n\tfor len(os.Args) > 1 " +
			"{\n\t}\n}\n",
		"data/secret/1.in": "", "data/secret/1.ans": "", "data/secret/2.in": "", "data/secret/2.ans": "",
		"data/secret/2.yaml": "args: [" + j.mark + "]\n",
	}
	for name, text := range files {
		judgetest.Write(t, filepath.Join(dir, name), text)
	}
	j.start(t, "run", "--json", j.json, "--package", dir)
	return j
}

// start starts a judge, and waits until a program with the mark runs.
func (j *runningJudge) start(t *testing.T, args ...string) {
	t.Helper()
	j.cmd = exec.Command("judge", args...)
	j.cmd.Env = append(os.Environ(), "TMPDIR="+j.scratch)
	j.cmd.Stdout, j.cmd.Stderr = &j.stdout, &j.stderr
	judgetest.Check(t, j.cmd.Start())
	t.Cleanup(func() { j.cmd.Process.Kill() })
	for deadline := time.Now().Add(patience); len(j.programs()) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the judge started nothing in %v\n%s%s", patience, j.stdout.String(), j.stderr.String())
		}
	}
}

func (j *runningJudge) wait() error { return j.cmd.Wait() }

func (j *runningJudge) programs() []int { return judgetest.ProcessesWith(j.mark) }

// nothingLeft checks that the judge's programs and files are gone. The kernel may still be ending the processes, so it
// waits for a while.
func (j *runningJudge) nothingLeft(t *testing.T) {
	for deadline := time.Now().Add(10 * time.Second); len(j.programs()) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("processes live on: %v", j.programs())
		}
	}
	if files, _ := os.ReadDir(j.scratch); len(files) > 0 && j.cmd.ProcessState.Exited() {
		t.Errorf("left in the temporary folder: %v", files)
	}
}

// TestKilled kills a judge outright: its programs die with it, and the next judge cleans up after it.
func TestKilled(t *testing.T) {
	t.Parallel()
	j := startJudge(t)
	j.cmd.Process.Kill()
	j.wait()
	j.nothingLeft(t)
	next := exec.Command("judge", "run", "double/plus:sample")
	next.Env, next.Dir = j.cmd.Env, "testdata/checkout"
	if out, err := next.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if files, _ := os.ReadDir(j.scratch); len(files) > 0 {
		t.Errorf("the next judge left in the temporary folder: %v", files)
	}
}

// TestClosedPipe judges for a reader that has gone, as in "judge | head": the judge prints nothing, still writes the
// JSON document, and leaves nothing behind. Programs do not inherit that it ignores SIGPIPE; one in C checks that.
func TestClosedPipe(t *testing.T) {
	t.Parallel()
	judgetest.Need(t, "gcc")
	dir, file, temp := t.TempDir(), filepath.Join(t.TempDir(), "out.json"), t.TempDir()
	solution := filepath.Join(dir, "solutions/double/plus/main")
	program := "#include <signal.h>\n#include <stdio.h>\nint main(void) {\n\tlong n;\n\tif (signal(SIGPIPE, " +
		"SIG_DFL) == SIG_IGN) return 1;\n" +
		"\twhile (scanf(\"%ld\", &n) == 1) printf(\"%ld\\n\", 2 * n);\n}\n"
	read, write, err := os.Pipe()
	err = errors.Join(err, read.Close(), os.CopyFS(dir, os.DirFS("testdata/checkout")), os.Remove(solution+".go"),
		os.WriteFile(solution+".c", []byte(program), 0o644))
	judgetest.Check(t, err)
	defer write.Close()
	all := [][]string{{"run", "--backend", "portable", "--json", file, "double/plus"}, {"list"},
		{"--help"}, {"help", "verdicts"}, {"version"}, {"run", "--json", "-"}, {"exec", "double/plus:sample/1"},
		{"test", "solutions/double/plus", "--tests", "testdata/double"}, {"watch", "double/plus"}}
	if !judgetest.Shortened(t, "the slower commands") {
		all = append(all, []string{"bench", "--count", "1", "double/plus:sample"}, []string{"validate", "double"},
			[]string{"limits", "double", "--count", "1"}, []string{"compare", "double", "--count", "1"},
			[]string{"doctor"},
			[]string{"mutants", "double/plus", "--count", "2"}, []string{"submit"})
	}
	for _, args := range all {
		var stderr bytes.Buffer
		cmd := exec.Command("judge", args...)
		cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = dir, write, &stderr, append(os.Environ(), "TMPDIR="+temp)
		cmd.Run()
		if cmd.ProcessState.ExitCode() != exit.Unread || strings.Contains(stderr.String(), "pipe") {
			t.Errorf("%v ended with %v, want exit status %d and no message\n%s", args, cmd.ProcessState, exit.Unread,
				stderr.String())
		}
	}
	d, err := report.ReadFile(file)
	if err != nil || len(d.Submissions) != 1 || d.Submissions[0].Verdict != "AC" {
		t.Errorf("JSON: %v\n%+v", err, d)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
}

// TestAgain: a flag is set before --, which the user's own arguments follow. An interrupt that already says how to
// continue is left unchanged.
func TestAgain(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"stress", "a", "b"}, "judge stress a b --seed 7"},
		{[]string{"stress", "--seed", "3", "a"}, "judge stress --seed 7 a"},
		{[]string{"stress", "--seed=3", "a"}, "judge stress --seed=7 a"},
		{[]string{"stress", "a", "--", "-b"}, "judge stress a --seed 7 -- -b"},
		{[]string{"stress", "--", "--seed", "3"}, "judge stress --seed 7 -- --seed 3"},
	} {
		a := newApp(io.Discard, io.Discard)
		a.args = c.args
		if got := a.again("--seed", "7"); got != c.want {
			t.Errorf("%q: got %s, want %s", c.args, got, c.want)
		}
	}
	a := newApp(io.Discard, io.Discard)
	a.args = []string{"run"}
	var ended exitError
	err := a.interrupted("", "go on")
	if !errors.As(err, &ended) || a.adviseRestart(statusInterrupted, ended.Err) != ended.Err {
		t.Errorf("got %v", err)
	}
	if err := a.adviseRestart(statusInterrupted, errors.New("stopped with a test")); err == nil ||
		!strings.Contains(err.Error(), "start again with: judge run") {
		t.Errorf("got %v", err)
	}
}

// canceler cancels a context once something is written.
type canceler struct{ cancel func() }

func (c canceler) Write(text []byte) (int, error) { c.cancel(); return len(text), nil }

// TestInterruptedTooLate: a signal that comes after all tests were made changes nothing.
func TestInterruptedTooLate(t *testing.T) {
	dir := t.TempDir()
	judgetest.Check(t, os.CopyFS(dir, os.DirFS("testdata/checkout")))
	recipes, err := txtar.ParseFile("testdata/script/gen.txtar")
	judgetest.Check(t, err)
	judgetest.Check(t, txtar.Write(recipes, dir))
	t.Chdir(dir)
	ctx, cancel := context.WithCancel(t.Context())
	var stderr strings.Builder
	if status := run(ctx, []string{"gen", "double"}, canceler{cancel}, &stderr); status != 0 {
		t.Errorf("status %d: %s", status, stderr.String())
	}
}

// TestInterruptedSearch: an interrupted search says how many tests it tried, and with which seed to continue.
func TestInterruptedSearch(t *testing.T) {
	judgetest.Long(t, "it searches for seconds")
	dir := t.TempDir()
	judgetest.Check(t, os.CopyFS(dir, os.DirFS("testdata/checkout")))
	story, err := txtar.ParseFile("testdata/script/stress.txtar")
	judgetest.Check(t, err)
	judgetest.Check(t, txtar.Write(story, dir))
	t.Chdir(dir)
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	var stdout, stderr bytes.Buffer
	status := run(ctx, []string{"stress", "double", "plus", "times", "--time", "10m", "--seed=7"}, &stdout, &stderr)
	how := regexp.MustCompile(`judge: interrupted; \d+ tests? without a difference; continue with: judge stress double plus ` +
		`times --time 10m --seed=\d+\n`)
	if status != statusInterrupted || !how.MatchString(stderr.String()) {
		t.Errorf("status %d\n%s%s", status, stdout.String(), stderr.String())
	}
}
