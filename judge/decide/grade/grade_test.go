package grade

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// script is a sandbox in which the input of a test is a word that says what the program does.
type script struct {
	sandbox.Executor
	stop  func()        // called by the word "stop"
	fails *atomic.Int32 // how many workers cannot be opened; nil for none
}

func (script) Name() string               { return "script" }
func (script) Level() string              { return "script" }
func (script) Warning() string            { return "" }
func (script) Lost() []string             { return nil }
func (script) Measures() sandbox.Measures { return sandbox.Measures{} }
func (s *script) Worker(int) (sandbox.Worker, error) {
	if s.fails != nil && s.fails.Add(-1) >= 0 {
		return nil, errors.New("no sandbox")
	}
	return actor{s.stop}, nil
}
func (script) Scratch() string { return "" }
func (script) Close() error    { return nil }

// actor is the worker of a script.
type actor struct{ stop func() }

func (actor) Close() error { return nil }

func (s actor) Run(_ context.Context, task sandbox.Task) (sandbox.Result, error) {
	switch filepath.Base(task.Input) {
	case "fast", "fast5", "fastbad":
		return sandbox.Result{End: sandbox.Exited, CPU: time.Millisecond}, nil
	case "slow":
		return sandbox.Result{End: sandbox.StoppedCPU, CPU: task.Limits.CPU}, nil
	case "idle":
		return sandbox.Result{End: sandbox.StoppedWall, CPU: time.Millisecond, Wall: task.Limits.Wall}, nil
	case "starved":
		if task.Limits.Wall < 5*time.Second {
			return sandbox.Result{End: sandbox.StoppedWall, CPU: 100 * time.Millisecond, Wall: task.Limits.Wall}, nil
		}
		return sandbox.Result{End: sandbox.Exited, CPU: 200 * time.Millisecond}, nil
	case "crowded": // uses much memory, which takes many times as long beside other programs
		if task.Limits.Wall < 5*time.Second {
			return sandbox.Result{End: sandbox.StoppedWall, CPU: 1400 * time.Millisecond, Wall: task.Limits.Wall}, nil
		}
		return sandbox.Result{End: sandbox.StoppedMemory, CPU: 200 * time.Millisecond}, nil
	case "crash":
		return sandbox.Result{End: sandbox.Signaled, Signal: "SIGSEGV"}, nil
	case "stop":
		s.stop()
		return sandbox.Result{}, context.Canceled
	}
	return sandbox.Result{}, errors.New("the disk is full")
}

// story is a submission with its tests in order: name → what the program does on it.
type story [][2]string

// judgingOf makes a judging of the story. Without expectations, a TLE is permitted and required on secret/hard.
func (s story) judgingOf(o Options, expectations ...problem.Expectation) *judging {
	p := &problem.Problem{
		Name:   "p",
		Limits: problem.Limits{Time: time.Second, Memory: 1 << 20, Output: 1 << 20},
		Expectations: []problem.Expectation{
			{Submissions: "accepted/dlx", Tests: "{sample,secret/easy}", Permitted: []problem.Verdict{problem.AC}},
			{Submissions: "accepted/dlx", Tests: "secret/hard", Permitted: []problem.Verdict{problem.AC, problem.TLE},
				Required: []problem.Verdict{problem.TLE}},
		},
	}
	if expectations != nil {
		p.Expectations = expectations
	}
	for _, test := range s {
		p.Tests = append(p.Tests, problem.Test{Name: test[0], Input: test[1]})
	}
	entry := Entry{Problem: p, Submission: problem.Submission{Name: "dlx", Path: "accepted/dlx", Solution: true},
		Tests: p.Tests}
	j := newJudging(entry, o)
	j.program, j.checker = sandbox.Program{Path: "/bin/true"}, always(problem.AC)
	return j
}

// summary summarises a result: the submission's verdict, then that of each test.
func summary(s Submission) []string {
	lines := []string{fmt.Sprintf("%s expected=%v", s.Verdict, s.Expected)}
	if s.Interrupted || s.Undecided {
		lines[0] += " " + s.Message
	}
	for _, t := range s.Tests {
		if t.Verdict == problem.NotRun {
			lines = append(lines, t.Name+" "+t.Message)
		} else {
			lines = append(lines, fmt.Sprintf("%s %s", t.Name, t.Verdict))
		}
	}
	return lines
}

func TestStopRules(t *testing.T) {
	tests := []struct {
		name    string
		story   story
		options Options
		want    []string
	}{
		{
			"after a permitted TLE, the other tests that permit one are skipped",
			story{{"sample/1", "fast"}, {"secret/hard/1", "slow"}, {"secret/hard/2", "slow"},
				{"secret/easy/1", "fast"}}, Options{},
			[]string{"TLE expected=true", "sample/1 AC", "secret/hard/1 TLE",
				"secret/hard/2 skipped: secret/hard/1 already timed out, as allowed", "secret/easy/1 AC"},
		},
		{
			"after a TLE that is not permitted, the rest of the group is skipped",
			story{{"secret/easy/1", "slow"}, {"secret/easy/2", "fast"}, {"secret/hard/1", "fast"}}, Options{},
			[]string{"TLE expected=false", "secret/easy/1 TLE",
				"secret/easy/2 skipped: secret/easy/1 of the same group timed out", "secret/hard/1 AC"},
		},
		{
			"all runs everything",
			story{{"secret/easy/1", "slow"}, {"secret/easy/2", "fast"}, {"secret/hard/1", "slow"},
				{"secret/hard/2", "slow"}}, Options{All: true},
			[]string{"TLE expected=false", "secret/easy/1 TLE", "secret/easy/2 AC", "secret/hard/1 TLE",
				"secret/hard/2 TLE"},
		},
		{
			"first stops at the first failure",
			story{{"sample/1", "fast"}, {"secret/easy/1", "crash"}, {"secret/hard/1", "slow"}}, Options{First: true},
			[]string{"RTE expected=false", "sample/1 AC", "secret/easy/1 RTE",
				"secret/hard/1 skipped: secret/easy/1 failed, and --first stops there"},
		},
		{
			"a required verdict that no test has is unexpected",
			story{{"sample/1", "fast"}, {"secret/hard/1", "fast"}}, Options{},
			[]string{"AC expected=false", "sample/1 AC", "secret/hard/1 AC"},
		},
		{
			"if all tests are samples, a missing verdict is undecided",
			story{{"sample/1", "fast"}, {"sample/2", "fast"}}, Options{},
			[]string{"AC expected=true undecided: there are no secret tests; no test of secret/hard has the required " +
				"verdict TLE ()", "sample/1 AC", "sample/2 AC"},
		},
		{
			"a program that waited for a busy machine gets more time, one that idles does not",
			story{{"secret/easy/1", "starved"}, {"secret/easy/2", "idle"}, {"secret/easy/3", "starved"}}, Options{},
			[]string{"TLE expected=false", "secret/easy/1 AC", "secret/easy/2 TLE",
				"secret/easy/3 skipped: secret/easy/2 of the same group timed out"},
		},
		{
			"a program beyond its time limit gets more wall-clock time, since MLE comes first",
			story{{"secret/easy/1", "crowded"}, {"secret/easy/2", "fast"}}, Options{},
			[]string{"MLE expected=false", "secret/easy/1 MLE", "secret/easy/2 AC"},
		},
		{
			"the judge's own failure is not a verdict on the program",
			story{{"sample/1", "full"}, {"secret/hard/1", "slow"}}, Options{},
			[]string{"JE expected=false", "sample/1 JE", "secret/hard/1 TLE"},
		},
	}
	for _, test := range tests {
		for _, jobs := range []int{1, 3} { // the same tests are reported whatever finishes first
			j := test.story.judgingOf(test.options)
			o := Options{Jobs: jobs, Sandbox: &script{}, Observe: func(Progress) {}}
			runAll(context.Background(), []*judging{j}, t.TempDir(), o)
			if diff := cmp.Diff(test.want, summary(j.result(t.Context()))); diff != "" {
				t.Errorf("%s, with %d jobs (-want +got):\n%s", test.name, jobs, diff)
			}
		}
	}
}

// TestSleeperSkipsTheRest: a wrong program that slept until its wall-clock limit would do so on every test. A program
// that computed until then may fail otherwise on the next test.
func TestSleeperSkipsTheRest(t *testing.T) {
	for does, want := range map[string][]string{
		"idle": {"TLE expected=true", "secret/1 TLE", "secret/2 skipped: secret/1 already timed out, as allowed"},
		"slow": {"TLE expected=false", "secret/1 TLE", "secret/2 RTE"},
	} {
		j := story{{"secret/1", does}, {"secret/2", "crash"}}.judgingOf(Options{}, problem.Expectation{
			Submissions: "accepted/dlx", Permitted: []problem.Verdict{problem.AC, problem.WA, problem.TLE},
			Required: []problem.Verdict{problem.TLE}})
		j.entry.Submission.Solution = false
		o := Options{Jobs: 1, Sandbox: &script{}, Observe: func(Progress) {}}
		runAll(t.Context(), []*judging{j}, t.TempDir(), o)
		if diff := cmp.Diff(want, summary(j.result(t.Context()))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", does, diff)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	j := story{{"sample/1", "fast"}, {"secret/hard/1", "stop"}, {"secret/hard/2", "slow"}}.judgingOf(Options{})
	box := &script{stop: cancel}
	runAll(ctx, []*judging{j}, t.TempDir(), Options{Jobs: 1, Sandbox: box, Observe: func(Progress) {}})
	want := []string{" expected=true interrupted after 1/3", "sample/1 AC", "secret/hard/1 skipped: interrupted",
		"secret/hard/2 skipped: interrupted"}
	if diff := cmp.Diff(want, summary(j.result(t.Context()))); diff != "" {
		t.Errorf("earlier results must be cached (-want +got):\n%s", diff)
	}
}

// A sandbox that cannot be opened is the result of one test. Other tests still run.
func TestUnopened(t *testing.T) {
	j := story{{"sample/1", "fast"}, {"sample/2", "fast"}}.judgingOf(Options{})
	box := &script{fails: new(atomic.Int32)}
	box.fails.Store(1)
	runAll(t.Context(), []*judging{j}, t.TempDir(), Options{Jobs: 1, Sandbox: box, Observe: func(Progress) {}})
	want := []string{"JE expected=false", "sample/1 JE", "sample/2 AC"}
	if diff := cmp.Diff(want, summary(j.result(t.Context()))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestProgress(t *testing.T) {
	j := story{{"secret/hard/1", "slow"}, {"secret/hard/2", "slow"}, {"secret/easy/1", "fast"}}.judgingOf(Options{})
	var got []Progress
	o := Options{Jobs: 1, Sandbox: &script{}, Observe: func(p Progress) { got = append(got, p) }}
	runAll(context.Background(), []*judging{j}, t.TempDir(), o)
	want := []Progress{
		{Step: "judging", Done: 2, Total: 3, Current: "p/dlx secret/hard/1"}, // includes one that was left out
		{Step: "judging", Done: 3, Total: 3, Current: "p/dlx secret/easy/1"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A submission that cannot be judged is named and counted, but neither built nor run, and has no verdict.
func TestUnjudged(t *testing.T) {
	const why = "not judged yet: on_reject grade"
	p := &problem.Problem{Name: "guess", Tests: []problem.Test{{Name: "secret/1", Input: "fast"}},
		Expectations: []problem.Expectation{{Submissions: "accepted", Permitted: []problem.Verdict{problem.AC}}}}
	s := problem.Submission{Name: "accepted/guess.c", Path: "accepted/guess.c", Unjudged: "on_reject grade"}
	entry := Entry{Problem: p, Submission: s, Tests: p.Tests}
	results, err := Judge(t.Context(), []Entry{entry}, Options{Jobs: 1, Sandbox: &script{}})
	n, reasons := results.NotJudged()
	if err != nil || n != 1 || !slices.Equal(reasons, []string{why}) || results.Unexpected() != 0 {
		t.Fatalf("got %+v and %v", results, err)
	}
	if s := results.Submissions[0]; s.Verdict != problem.NotRun || s.Message != why || !s.Skipped() {
		t.Errorf("got %+v", s)
	}
}
