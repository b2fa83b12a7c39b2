//go:build linux

package contain

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// A row is one program of ../testdata/hostile and its expected outcome. The comment at the head of the program
// gives both:
//
//	does:    what it tries, in words
//	needs:   isolation that makes it harmless and meaningful: files, processes, network, tcp, signals, ipc,
//	         count, keys, cgroup, filter, pids, clone
//	limits:  cpu=100ms wall=200ms memory=64MiB output=4MiB processes=32
//	input:   its standard input: a text, or a size of zero bytes
//	args:    secret, port or socket: the path, number or name passed as an argument
//	signals: one row for each, with the signal's number as argument
//	alone:   why no other row may run at the same time
//	runs:    how many times it runs in a row on one worker
//	flags:   compiler flags
//	end:     exited STATUS, signaled NAME, cpu, wall, memory, output; several with "or"
//	output:  its whole standard output
//	stderr:  a part of its standard error
//	memory:  LOW to HIGH, bounds on the measured peak
type row struct {
	name, file, command string
	needs, flags, ends  []string
	limits              sandbox.Limits
	input, args         string
	runs                int
	alone               bool
	output, stderr      *string
	low, high           int64
}

// compilers gives the compiler, or interpreter, for each file extension.
var compilers = map[string]string{".c": "gcc", ".cpp": "g++", ".go": "go", ".sh": "sh"}

// quickPrograms are the short tier. There is one for each way to attack the judge, its files, its machine or the next
// program, and one for each limit except time.
var quickPrograms = map[string]bool{
	"allocate_in_children.c": true, "allocate_slowly.c": true, "become_root.c": true, "behave.c": true,
	"connect_loopback.c": true,
	"daemon.c":           true, "endless_output.c": true, "fill_folder.c": true, "fork_bomb.c": true,
	"kill_everything.c": true,
	"leave_files.c":     true, "lock_output.c": true, "raise_limits.c": true, "read_answer.c": true,
	"rewrite_input.c": true,
	"symlink_out.c":   true, "trace_others.c": true, "write_outside.c": true,
}

func readRows(t *testing.T) []row {
	t.Helper()
	paths, err := filepath.Glob("../testdata/hostile/*.*")
	if err != nil || len(paths) < 40 {
		t.Fatalf("../testdata/hostile holds %d programs (%v)", len(paths), err)
	}
	var rows []row
	short := judgetest.Shortened(t, "the slower programs")
	for _, path := range paths {
		if short && !quickPrograms[filepath.Base(path)] {
			continue
		}
		text, err := os.ReadFile(path)
		judgetest.Check(t, err)
		r := row{name: filepath.Base(path), file: filepath.Base(path), command: compilers[filepath.Ext(path)], runs: 1}
		// no machine is so slow that a program reaches these time limits
		r.limits = sandbox.Limits{CPU: 10 * time.Minute, Wall: 10 * time.Minute, Memory: 64 << 20, Output: 4 << 20,
			Processes: 32}
		var signals []string
		for line := range strings.Lines(string(text)) {
			head, found := strings.CutPrefix(strings.Replace(line, "# ", "// ", 1), "// ")
			key, value, colon := strings.Cut(strings.TrimSpace(head), ": ")
			if !found || !colon {
				break
			}
			if key == "signals" {
				signals = strings.Fields(value)
			} else if err := r.set(key, value); err != nil {
				t.Fatalf("%s: %s: %v", path, key, err)
			}
		}
		if slices.Contains(r.ends, string(sandbox.StoppedMemory)) && min(r.limits.CPU, r.limits.Wall) < time.Minute {
			t.Errorf("%s: on a slow machine, the limit on time may end it before the limit on memory", path)
		}
		for _, signal := range signals {
			each := r
			each.name, each.args, each.ends = r.name+"/"+signal, signalNumber(signal), []string{"signaled SIG" + signal}
			rows = append(rows, each)
		}
		if signals == nil {
			if len(r.ends) == 0 {
				t.Fatalf("%s: no end: line in its header", path)
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func (r *row) set(key, value string) (err error) {
	switch key {
	case "does":
	case "needs":
		r.needs = strings.Fields(value)
	case "flags":
		r.flags = strings.Fields(value)
	case "end":
		r.ends = split(value, " or ")
	case "input":
		r.input = value
	case "args":
		r.args = value
	case "alone":
		r.alone = true
	case "runs":
		r.runs, err = strconv.Atoi(value)
	case "output":
		r.output = &value
	case "stderr":
		r.stderr = &value
	case "memory":
		low, high, _ := strings.Cut(value, " to ")
		if r.low, err = size(low); err == nil {
			r.high, err = size(high)
		}
	case "limits":
		for _, limit := range strings.Fields(value) {
			name, amount, _ := strings.Cut(limit, "=")
			switch name {
			case "cpu":
				r.limits.CPU, err = time.ParseDuration(amount)
			case "wall":
				r.limits.Wall, err = time.ParseDuration(amount)
			case "memory":
				r.limits.Memory, err = size(amount)
			case "output":
				r.limits.Output, err = size(amount)
			case "processes":
				r.limits.Processes, err = strconv.Atoi(amount)
			default:
				err = fmt.Errorf("no limit is called %q", name)
			}
			if err != nil {
				return err
			}
		}
	default:
		err = fmt.Errorf("unknown key")
	}
	return err
}

// An emulated machine multiplies time limits that programs should not reach by slowdown.
func slowdown() time.Duration {
	factor, err := strconv.Atoi(os.Getenv("DLXJUDGE_SLOWDOWN"))
	if err != nil {
		return 1
	}
	return time.Duration(factor)
}

// size parses 64MiB, 4KiB, 100MB, 200KB.
func size(text string) (int64, error) {
	for _, unit := range []struct {
		name  string
		bytes int64
	}{{"MiB", 1 << 20}, {"KiB", 1 << 10}, {"MB", 1e6}, {"KB", 1e3}} {
		if count, found := strings.CutSuffix(text, unit.name); found {
			n, err := strconv.ParseInt(count, 10, 64)
			return n * unit.bytes, err
		}
	}
	return 0, fmt.Errorf("%q is not a size", text)
}

func (r row) writeInput(path string) error {
	bytes, err := size(r.input)
	if err != nil {
		return os.WriteFile(path, []byte(r.input), 0o666)
	}
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		return err
	}
	return os.Truncate(path, bytes)
}

// endOf says how a program ended, in the words of a header.
func endOf(result sandbox.Result) string {
	switch result.End {
	case sandbox.Exited:
		return string(result.End) + " " + strconv.Itoa(result.ExitCode)
	case sandbox.Signaled:
		return string(result.End) + " " + result.Signal
	}
	return string(result.End)
}

func (r row) check(t *testing.T, result sandbox.Result, output string) {
	t.Helper()
	got := endOf(result)
	if !slices.Contains(r.ends, got) {
		t.Errorf("it ended as %q, want %q; output %.200q, result %+v", got, r.ends, output, result)
	}
	if r.output != nil && strings.TrimSpace(output) != *r.output {
		t.Errorf("it printed %.200q, want %q; result %+v", output, *r.output, result)
	}
	if r.stderr != nil && !strings.Contains(result.Stderr.LastLines(), *r.stderr) {
		t.Errorf("its standard error is %q, want %q", result.Stderr.LastLines(), *r.stderr)
	}
	if r.high > 0 && (result.Memory < r.low || result.Memory > r.high) {
		t.Errorf("its memory is %d KiB, want %d to %d", result.Memory>>10, r.low>>10, r.high>>10)
	}
	if result.End == sandbox.StoppedCPU && result.CPU < r.limits.CPU {
		t.Errorf("it was stopped at %v of CPU time, before its limit %v", result.CPU, r.limits.CPU)
	}
	if more, tolerance, err := cpuOver(result, output); err != nil || more < 0 || more > tolerance {
		t.Errorf("its CPU time is measured as %v, its own clocks show %q: %v more (%v)", result.CPU, output, more, err)
	}
	if peak, found := strings.CutPrefix(output, "peak "); found {
		kib, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(peak), " KiB"), 10, 64)
		if difference := result.Memory>>10 - kib; err != nil || difference < 0 || difference > 256 {
			t.Errorf("its memory is measured as %d KiB, the kernel reports %d KiB", result.Memory>>10, kib)
		}
	}
}

// cpuOver returns how much the measured CPU time exceeds what the program printed from its own clocks, and how much of
// that to tolerate. The clocks miss what its processes use when they start and end.
func cpuOver(result sandbox.Result, output string) (more, tolerance time.Duration, err error) {
	text, found := strings.CutPrefix(output, "cpu ")
	if !found {
		return 0, 0, nil
	}
	own, err := time.ParseDuration(strings.ReplaceAll(strings.TrimSpace(text), " ", ""))
	return result.CPU - own, max(own/50, 5*time.Millisecond*slowdown()), err
}

// mostTries is how often a row may run until its CPU time is not too high. The host of an emulated machine may take
// the processor away while a process starts or ends. The guest kernel counts that time, but the program's clocks do
// not. This is rare, whereas a wrong figure would be wrong in every run.
func mostTries() int {
	if slowdown() > 1 {
		return 5
	}
	return 1
}
