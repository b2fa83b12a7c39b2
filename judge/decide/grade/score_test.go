package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// scores is a checker that accepts everything, and writes a score for the inputs that it knows.
type scores map[string]string

func (w scores) Check(_ context.Context, files check.Files) (check.Result, error) {
	result := check.Result{Verdict: problem.AC}
	if text, ok := w[filepath.Base(files.Input)]; ok && files.Scores {
		result.Scores = score.Files{score.ScoreFile: text}
	}
	return result, nil
}

// scoring returns the scheme of a story: secret/all must be passed and is required by secret/after; secret/sum is a
// sum.
func (s story) scoring(t *testing.T) *score.Scheme {
	t.Helper()
	group := func(name string, mode score.Mode, require ...string) score.Settings {
		return score.Settings{Name: name, High: score.Int(20), Mode: mode, Require: require}
	}
	var names []string
	for _, test := range s {
		names = append(names, test[0])
	}
	scheme, faults := score.New([]score.Settings{
		group("secret/all", score.AllOrNothing), group("secret/after", score.Sum), group("secret/sum", score.Sum,
			"secret/all"),
	}, names)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return scheme
}

// judgedWithScores judges a story and returns its summary with scores.
func (s story) judgedWithScores(t *testing.T, scheme *score.Scheme, o Options, jobs int) []string {
	t.Helper()
	j := s.judgingOf(o, problem.Expectation{Submissions: "accepted/dlx",
		Permitted: []problem.Verdict{problem.AC, problem.TLE, problem.RTE}})
	j.entry.Problem.Scoring = scheme
	j.finalFold, j.checker = j.newFold(scheme), scores{"fast5": "5", "fastbad": "five"}
	o = Options{Jobs: jobs, Sandbox: &script{}, Observe: func(Progress) {}}
	runAll(t.Context(), []*judging{j}, t.TempDir(), o)
	result := j.result(t.Context())
	lines := summary(result)
	whole := "?"
	if g := result.Scores.Whole; g.Scored {
		whole = g.Score.String()
	}
	lines[0] += " score=" + whole
	for i, test := range result.Tests {
		if test.Score != nil {
			lines[i+1] += fmt.Sprintf(" %s", test.Score)
		}
		if test.LeftOut {
			lines[i+1] = test.Name + " left out"
		}
	}
	return lines
}

// Tests are left out if the format says so or, after a TLE, if no score depends on them.
func TestScoringSkips(t *testing.T) {
	late := story{{"secret/after/1", "slow"}, {"secret/after/2", "fast"}, {"secret/all/1", "slow"},
		{"secret/all/2", "fast"}, {"secret/sum/1", "fast"}}
	tests := []struct {
		name    string
		story   story
		options Options
		want    []string
	}{
		{
			"a sum needs all its tests", late, Options{},
			[]string{"TLE expected=true score=10", "secret/after/1 TLE 0", "secret/after/2 AC 10", "secret/all/1 TLE",
				"secret/all/2 skipped: secret/all/1 already timed out, as allowed", "secret/sum/1 left out"},
		},
		{
			"--all runs tests that the format leaves out, but they do not count", late, Options{All: true},
			[]string{"TLE expected=true score=10", "secret/after/1 TLE 0", "secret/after/2 AC 10", "secret/all/1 TLE",
				"secret/all/2 AC", "secret/sum/1 AC 20"},
		},
		{
			"first leaves the score open", late, Options{First: true},
			[]string{"TLE expected=true score=?", "secret/after/1 TLE 0",
				"secret/after/2 skipped: secret/after/1 failed, and --first stops there",
				"secret/all/1 skipped: secret/after/1 failed, and --first stops there",
				"secret/all/2 skipped: secret/after/1 failed, and --first stops there",
				"secret/sum/1 skipped: secret/after/1 failed, and --first stops there"},
		},
		{
			"a score that the checker writes", story{{"secret/after/1", "fast"}, {"secret/after/2", "fast5"},
				{"secret/all/1", "fast"}, {"secret/sum/1", "fast"}}, Options{},
			[]string{"AC expected=true score=55", "secret/after/1 AC 10", "secret/after/2 AC 5", "secret/all/1 AC",
				"secret/sum/1 AC 20"},
		},
		{
			"an invalid score is a JE", story{{"secret/after/1", "fast"}, {"secret/after/2", "fastbad"},
				{"secret/all/1", "fast"}, {"secret/sum/1", "fast"}}, Options{},
			[]string{"JE expected=false score=?", "secret/after/1 AC 10", "secret/after/2 JE", "secret/all/1 AC",
				"secret/sum/1 AC 20"},
		},
		{
			"so is a score for a test in a group that has no scores of tests", story{{"secret/after/1", "fast"},
				{"secret/all/1", "fast5"}, {"secret/sum/1", "fast"}}, Options{},
			[]string{"JE expected=false score=?", "secret/after/1 AC 20", "secret/all/1 JE", "secret/sum/1 AC 20"},
		},
	}
	for _, test := range tests {
		for _, jobs := range []int{1, 3} { // the same tests are reported whatever finishes first
			got := test.story.judgedWithScores(t, test.story.scoring(t), test.options, jobs)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s, with %d jobs (-want +got):\n%s", test.name, jobs, diff)
			}
		}
	}
}

// In a legacy format, what is left out depends on the groups around a test.
func TestLegacyScoringSkips(t *testing.T) {
	s := story{
		{"sample/1", "crash"}, {"secret/a/1", "fast"}, {"secret/a/2", "crash"}, {"secret/a/3", "fast"},
		{"secret/b/1", "crash"}, {"secret/b/2", "slow"},
		{"secret/b/3", "fast"}, {"secret/c/1", "fast"}, {"secret/d/1", "fast"}, {"secret/d/2", "crash"},
		{"secret/e/1", "fast"},
	}
	breaks := map[string]bool{"secret": true, "secret/a": true}
	flags := map[string][]string{".": {"ignore_sample"}, "secret/a": {"always_accept"},
		"secret/b": {"accept_if_any_accepted"}}
	var names []string
	for _, test := range s {
		names = append(names, test[0])
	}
	scheme := score.NewGraded(func(name string) score.Settings {
		g := score.DefaultGrader(name)
		g.Break = breaks[name]
		judgetest.Check(t, g.Flags(flags[name]))
		return g
	}, false, names)
	want := []string{
		"RTE expected=true score=?", "sample/1 RTE 0", "secret/a/1 AC 1", "secret/a/2 RTE 0", "secret/a/3 left out",
		"secret/b/1 RTE 0", "secret/b/2 TLE 0",
		"secret/b/3 AC 1", "secret/c/1 AC 1", "secret/d/1 AC 1", "secret/d/2 RTE 0", "secret/e/1 left out",
	}
	for _, jobs := range []int{1, 3} {
		if diff := cmp.Diff(want, s.judgedWithScores(t, scheme, Options{}, jobs)); diff != "" {
			t.Errorf("with %d jobs (-want +got):\n%s", jobs, diff)
		}
	}
}

// TestLegacyScoringSkipsLater: a result that arrives while later tests run still leaves out tests that have not
// started.
func TestLegacyScoringSkipsLater(t *testing.T) {
	s := story{{"sample/1", "fast"}, {"secret/a/x/1", "crash"}, {"secret/a/y/1", "crash"}, {"secret/b/1", "fast"}}
	j := s.judgingOf(Options{})
	j.entry.Problem.Scoring = score.NewGraded(func(name string) score.Settings {
		g := score.DefaultGrader(name)
		g.Break, g.AnyAccepted = name == "secret", name == "secret/a"
		return g
	}, false, []string{"sample/1", "secret/a/x/1", "secret/a/y/1", "secret/b/1"})
	j.finalFold = j.newFold(j.entry.Problem.Scoring)
	j.tests[0] = slot{state: done, result: Test{Verdict: problem.AC}}
	for _, want := range []int{1, 2} {
		if i, _ := j.next(); i != want {
			t.Fatalf("got test %d, want %d", i, want)
		}
		j.tests[want].state = running
	}
	for _, i := range []int{1, 2} {
		j.tests[i] = slot{state: done, result: Test{Verdict: problem.RTE}}
	}
	if i, finished := j.next(); i != -1 || !finished {
		t.Errorf("got %d, %v: the last one is left out", i, finished)
	}
}

// graded is a problem's own grader, an executor, and the listener of its run.
type graded struct {
	sandbox.Executor
	asked, heard chan struct{} // closed when the grader runs, and when the test of the other submission is over
}

func (g graded) Run(context.Context, sandbox.Task) (sandbox.Result, error) {
	close(g.asked)
	select {
	case <-g.heard:
		return sandbox.Result{}, errors.New("it ran beside the other test")
	case <-time.After(10 * time.Second):
		return sandbox.Result{}, errors.New("no other test ran meanwhile")
	}
}

func (g graded) Test(_, submission string, _ Test) {
	if submission == "other" {
		close(g.heard)
	}
}

func (graded) Submission(Submission) {}

// TestGraderBeside: other tests run while a problem's own grader does.
func TestGraderBeside(t *testing.T) {
	g := graded{asked: make(chan struct{}), heard: make(chan struct{})}
	first, other := graderStory("fast", g), story{{"secret/1", "stop"}}.judgingOf(Options{})
	other.entry.Submission.Name = "other"
	box := &script{stop: func() { <-g.asked }}
	runAll(t.Context(), []*judging{first, other}, t.TempDir(), Options{Jobs: 2, Sandbox: box, Listener: g,
		Observe: func(Progress) {}})
	if s := first.ended; s == nil || !strings.Contains(s.Message, "it ran beside the other test") ||
		s.Verdict != problem.JE || s.Expected {
		t.Errorf("got %+v", s)
	}
}

// graderStory returns a judging of one test, in a group with a problem's own grader.
func graderStory(test string, grader sandbox.Executor) *judging {
	j := story{{"secret/1", test}}.judgingOf(Options{}, problem.Expectation{})
	j.grader = &check.Grader{Programs: grader, Limits: problem.ToolLimits{Time: time.Minute}}
	j.entry.Problem.Scoring = score.NewGraded(func(name string) score.Settings {
		g := score.DefaultGrader(name)
		g.Custom = name == "secret"
		return g
	}, false, []string{"secret/1"})
	j.finalFold = j.newFold(j.entry.Problem.Scoring)
	return j
}

// TestGraderInterrupted: if the judge is interrupted, the problem's own grader does not run. Then there is no verdict,
// because the grader may reverse that of the tests. Otherwise the grader runs once.
func TestGraderInterrupted(t *testing.T) {
	dir := t.TempDir()
	grader := filepath.Join(dir, "grader")
	judgetest.Check(t, os.WriteFile(grader, []byte("#!/bin/sh\necho asked >> "+dir+"/log; echo AC 40\n"), 0o755))
	j := graderStory("crash", plain.Executor{})
	j.grader.Program.Path = grader
	j.tests[0] = slot{state: done, result: Test{Name: "secret/1", Verdict: problem.RTE, Expected: true}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := j.result(ctx); got.Verdict != problem.NotRun || !got.Interrupted || got.Scores.Whole.Known {
		t.Errorf("interrupted: %+v", got)
	}
	for range 2 {
		got := j.result(t.Context())
		if got.Verdict != problem.AC || got.Interrupted || got.Scores.Whole.String() != "40" {
			t.Errorf("got %+v", got)
		}
	}
	if log := judgetest.Read(t, filepath.Join(dir, "log")); log != "asked\n" {
		t.Errorf("the grader ran: %q", log)
	}
}
