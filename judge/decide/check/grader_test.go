package check

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

func TestGrader(t *testing.T) {
	results := []score.Result{{Verdict: "AC", Score: score.Int(3)}, {Verdict: "MLE"}, {Verdict: "PE"}, {Verdict: "OLE"},
		{Verdict: "TLE", Score: score.Infinity(-1)}}
	for _, test := range []struct{ name, script, want, err string }{
		{"accepts", "cat > /dev/null; echo 'AC 12.50'", "AC 12.5", ""},
		{"rejects", "echo WA 0", "WA 0", ""},
		{"spaces around", "printf '  RTE \\t-1\\r\\n\\n'", "RTE -1", ""},
		{"no end of line", "printf 'AC 1e2'", "AC 100", ""},
		{"is given the results", `[ "$(cat | tr '\n' ,)" = "AC 3,RTE 0,WA 0,RTE 0,TLE -inf," ] && echo AC 1`, "AC 1", ""},
		{"and its arguments", `[ $# = 2 ] && [ "$1 $2" = "a -b" ] && echo AC 1`, "AC 1", ""},
		{"prints nothing", "echo thinking >&2", "",
			"it prints nothing; a result is one line of a verdict and a score, such as: AC 40; its standard error:\nthinking"},
		{"two lines", "echo AC 1; echo AC 2", "", "it prints \"AC 1\\nAC 2\"; a result is one line"},
		{"no score", "echo AC", "", `it prints "AC"; a result is one line`},
		{"too many words", "echo AC 1 2", "", `it prints "AC 1 2"; a result is one line`},
		{"another verdict", "echo JE 1", "", `it prints the verdict "JE", which is not one of AC, WA, RTE, TLE, MLE, OLE`},
		{"no number", "echo AC many", "", `it prints a wrong score: "many" is not a decimal number`},
		{"no finite number", "echo AC inf", "", `it prints a wrong score: "inf" is not a decimal number`},
		{"not a number", "echo AC nan", "", `it prints a wrong score: "nan"`},
		{"for the terminal", `printf 'AC \033[2J'`, "", `it prints a wrong score: "\x1b[2J"`},
		{"much", "head -c 1000000 /dev/zero", "", "it prints more than 1100 bytes, and a result is one line"},
		{"fails", "echo AC 1; echo because >&2; exit 1", "",
			"it failed: exit status 1; it must exit with 0; its standard error:\nbecause"},
		{"accepts as a checker does", "echo AC 1; exit 42", "", "it failed: exit status 42; it must exit with 0"},
		{"crashes", "kill -SEGV $$", "", "it failed: signal: segmentation fault"},
	} {
		g := Grader{uncontained, sandbox.Program{Path: newChecker(t, test.script)}, generous}
		got, err := g.Grade(t.Context(), []string{"a", "-b"}, Lines(results))
		switch {
		case test.err != "":
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: got %v and %v, want %s", test.name, got, err, test.err)
			}
		case err != nil || got.Verdict+" "+got.Score.Decimal() != test.want:
			t.Errorf("%s: got %v and %v, want %s", test.name, got, err, test.want)
		}
	}
}

// A grader that does not end is stopped, and an interrupted judge does not wait for it.
func TestGraderEnds(t *testing.T) {
	g := Grader{uncontained, sandbox.Program{Path: newChecker(t, "exec sleep 1000")},
		problem.ToolLimits{Time: time.Second / 20}}
	if _, err := g.Grade(t.Context(), nil, ""); err == nil || !strings.Contains(err.Error(), "the grader did not end "+
		"within 500ms, 10 times its limit of CPU time (validation_time)") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g.Limits.Time = time.Minute
	if _, err := g.Grade(ctx, nil, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzResult: a grader's output is either an error or a result that prints the same.
func FuzzResult(f *testing.F) {
	for _, text := range []string{"AC 40\n", "WA 0", " TLE\t-1.5e3 \r\n", "AC inf", "AC 1\nAC 2", "JE 0", "",
		"AC 1\x00", "AC " + strings.Repeat("\xc7", 70)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := resultIn([]byte(text))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r\x1b\x00") || len(err.Error()) > 500 {
				t.Errorf("%q", err)
			}
			return
		}
		again, err := resultIn([]byte(got.Verdict + " " + got.Score.Decimal()))
		small := score.Int(1)
		if err != nil || again.Verdict != got.Verdict || !got.Score.Finite() ||
			again.Score.Sign() != got.Score.Sign() && got.Score.Cmp(small) > 0 {
			t.Errorf("%q is %v, and again %v, %v", text, got, again, err)
		}
	})
}

// starvesOnce is an executor on a machine that is overloaded during the first run.
type starvesOnce struct {
	sandbox.Executor
	runs *int
}

func (s starvesOnce) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if *s.runs++; *s.runs == 1 {
		return sandbox.Result{End: sandbox.StoppedWall, Wall: time.Second, Waited: time.Second}, nil
	}
	return s.Executor.Run(ctx, task)
}

func TestGraderStarved(t *testing.T) {
	runs := 0
	g := Grader{Programs: starvesOnce{uncontained, &runs}, Program: sandbox.Program{Path: newChecker(t, "echo AC 1")}}
	if got, err := g.Grade(t.Context(), nil, ""); err != nil || got.Verdict != "AC" || runs != 2 {
		t.Errorf("%d runs: %v, %v", runs, got, err)
	}
}
