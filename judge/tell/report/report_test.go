package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/terminal"
)

const ms = grade.Seconds(time.Millisecond)

// results has one submission of every kind that a report distinguishes.
func results() grade.Results {
	return grade.Results{
		Backend:  "linux",
		Measures: sandbox.Measures{CPU: "rusage", Wall: "monotonic clock", Memory: "VmHWM at exit"},
		Jobs:     1,
		Elapsed:  4123 * time.Millisecond,
		Submissions: []grade.Submission{
			{
				Problem: "hdu5046", Name: "dlx", Language: "go", Solution: true, Verdict: problem.AC, Expected: true,
				Tests: []grade.Test{
					{Name: "sample/1", Verdict: problem.AC, Expected: true, CPU: 12 * ms / 10,
						Wall: 2 * ms, Memory: 1511424},
					{Name: "secret/mid/1", Verdict: problem.AC, Expected: true, CPU: 310 * ms,
						Wall: 312 * ms, Memory: 3250586},
				},
			}, {
				Problem: "hdu5046", Name: "backtrack", Language: "go", Solution: true, Verdict: problem.TLE,
				Expected: true,
				Tests: []grade.Test{
					{Name: "sample/1", Verdict: problem.AC, Expected: true, CPU: 11 * ms / 10,
						Wall: 2 * ms, Memory: 1511424},
					{Name: "secret/mid/1", Verdict: problem.TLE, Expected: true, Stopped: true,
						CPU: 1500 * ms, Wall: 1501 * ms, Memory: 1992294,
						Message: "stopped after 1.5 s, limit 1 s"},
					{Name: "secret/mid/2", Expected: true, Message: "skipped: secret/mid/1 already timed out, as " +
						"allowed"},
				},
			}, {
				Problem: "hdu5046", Name: "dlx-cpp", Language: "cpp", Solution: true, Expected: true,
				Message: "no C++ compiler: g++ is not on the PATH",
			}, {
				Problem: "hdu5046", Name: "broken", Language: "go", Solution: true, Verdict: problem.CE,
				Message: "main.go:3:1: syntax error\nmain.go:4:1: another",
			}, {
				Problem: "hdu5046", Name: "wrong_answer/int32", Language: "go", Verdict: problem.WA, Expected: true,
				Tests: []grade.Test{
					{Name: "sample/1", Verdict: problem.AC, Expected: true, CPU: ms, Memory: 1511424},
					{Name: "secret/mid/1", Verdict: problem.WA, Expected: true, CPU: ms, Memory: 1511424,
						Message: "line 1, token 3: want 4000000000, got -294967296"},
				},
			}, {
				Problem: "hdu5046", Name: "wrong_answer/euclid", Language: "cpp", Expected: true,
				Message: "no C++ compiler: g++ is not on the PATH",
			}, {
				Problem: "hdu5046", Name: "wrong_answer/greedy", Language: "go", Verdict: problem.AC,
				Message: "no test has the required verdict WA (submissions/wrong_answer)",
				Tests: []grade.Test{{Name: "sample/1", Verdict: problem.AC, Expected: true, CPU: ms,
					Memory: 1511424}},
			}, {
				Problem: "poj3076", Name: "dlx", Language: "go", Solution: true, Verdict: problem.PE,
				Tests: []grade.Test{
					{Name: "sample/1", Verdict: problem.AC, Expected: true, CPU: 3 * ms, Memory: 1611424,
						AtLeast: true},
					{
						Name: "secret/many/1", Verdict: problem.PE, CPU: 5 * ms, Memory: 1511424,
						Message:    "line 17: want an empty line, got \"AB\"",
						Difference: "- \"\"\n+ \"AB\"\n",
					},
					{Name: "secret/many/2", Verdict: problem.RTE, ExitCode: 2, CPU: 5 * ms,
						Memory: 1511424, Message: "exit status 2: panic: help\n\ngoroutine 1"},
				},
			},
		},
	}
}

func TestText(t *testing.T) {
	interrupted := results()
	interrupted.Interrupted = true
	for _, solution := range []bool{true, false} {
		interrupted.Submissions = append(interrupted.Submissions, grade.Submission{
			Problem: "zoj3122", Name: map[bool]string{true: "dlx", false: "wrong_answer/box"}[solution],
			Solution: solution, Expected: true,
			Interrupted: true, Message: "interrupted after 1/2",
			Tests: []grade.Test{{Name: "sample/1", Verdict: problem.AC, Expected: true},
				{Name: "secret/1", Expected: true, Message: "skipped: interrupted"}},
		})
	}
	cluster := results()
	for i := range cluster.Submissions {
		cluster.Submissions[i].Machine = fmt.Sprintf("m%d (Abacus 9, 4 cores, linux; class 1f2e3d4c)", i%2+1)
	}
	tests := []struct {
		name    string
		results grade.Results
		options TextOptions
	}{
		{"cluster", cluster, TextOptions{}},
		{"plain", results(), TextOptions{}},
		{"verbose", results(), TextOptions{Verbose: true}},
		{"table", results(), TextOptions{Table: true}},
		{"color", results(), TextOptions{Color: true}},
		{"interrupted", interrupted, TextOptions{}},
		{"failures", failures(), TextOptions{Command: command}},
		{"empty", grade.Results{Backend: "portable"}, TextOptions{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			judgetest.Check(t, Text(&out, test.results, test.options))
			judgetest.Golden(t, "testdata/"+test.name+".txt", out.String())
			judgetest.Fits(t, out.String(), terminal.Columns)
		})
	}
}

func command(name string, s grade.Submission, test grade.Test) string {
	return "judge " + name + " " + s.Problem + "/" + s.Name + ":" + test.Name
}

// failures returns submissions that fail in ways that need more than a row.
func failures() grade.Results {
	many := grade.Submission{Problem: "sum", Name: "wrong", Language: "go", Solution: true, Verdict: problem.WA}
	for i := range 79 {
		many.Tests = append(many.Tests, grade.Test{
			Name: fmt.Sprintf("secret/%02d", i+1), Verdict: problem.WA, Message: "line 1, token 1: want 2, got 1",
			InputSize: int64(100 - i),
			Stderr:    fmt.Sprintf("sum of %d\n\x1b[2J\n", i+1), Difference: "- 2\n+ 1\n",
		})
	}
	crash := grade.Test{Name: "secret/1", Verdict: problem.RTE, Signal: "SIGSEGV", Message: "SIGSEGV"}
	slow := grade.Test{Name: "secret/1", Verdict: problem.TLE, CPU: 2000 * ms, Stopped: true,
		Message: "stopped after 2 s, limit 1 s"}
	slow.Stderr = strings.Repeat("step\n", 30) + "last step\n"
	return grade.Results{Submissions: []grade.Submission{
		many,
		{Problem: "sum", Name: "crash", Language: "cpp", Solution: true, Verdict: problem.RTE,
			Tests: []grade.Test{crash}},
		{Problem: "sum", Name: "crash-py", Language: "python3", Solution: true, Verdict: problem.RTE,
			Tests: []grade.Test{crash}},
		{Problem: "sum", Name: "slow", Language: "c", Solution: true, Verdict: problem.TLE, Tests: []grade.Test{slow}},
	}}
}

// TestWrongPrograms shows the row of the wrong programs that are as expected.
func TestWrongPrograms(t *testing.T) {
	program := func(v problem.Verdict, message string) grade.Submission {
		return grade.Submission{Problem: "sum", Verdict: v, Expected: true, Message: message}
	}
	wa, ac, unrun := program(problem.WA, ""), program(problem.AC, ""), program(problem.NotRun, "")
	accepted := grade.Submission{Problem: "sum", Name: "always", Verdict: problem.AC}
	gcc, cpp := program(problem.NotRun, "no gcc"), program(problem.NotRun, "no g++")
	tests := []struct {
		programs []grade.Submission
		want     string
	}{
		{[]grade.Submission{wa}, "✓ sum: 1 wrong program, rejected"},
		{[]grade.Submission{wa, wa}, "✓ sum: 2 wrong programs, all rejected"},
		{[]grade.Submission{accepted, wa, wa}, "✖ sum/always AC ✓ sum: 2 other wrong programs, all rejected"},
		{[]grade.Submission{wa, accepted}, "✖ sum/always AC ✓ sum: 1 other wrong program, rejected"},
		{[]grade.Submission{ac}, "✓ sum/ AC"},
		{[]grade.Submission{wa, ac, gcc, gcc, cpp}, "✓ sum/ AC ✓ sum: 4 wrong programs, 1 rejected, 3 skipped: " +
			"no gcc; no g++"},
		{[]grade.Submission{wa, unrun, unrun}, "✓ sum: 3 wrong programs, 1 rejected, 2 not run"},
		{[]grade.Submission{unrun}, "∅ sum: 1 wrong program, 1 not run"},
	}
	for _, test := range tests {
		var out strings.Builder
		judgetest.Check(t, Text(&out, grade.Results{Submissions: test.programs}, TextOptions{}))
		row, _, _ := strings.Cut(out.String(), "\nDONE")
		if got := strings.Join(strings.Fields(row), " "); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// Texts from programs cannot colour, ring or rewrite the terminal; nor can names and reasons, in rows or in JSON.
func TestLegible(t *testing.T) {
	const message = "exit status 1: \x1b[31mred\x07\r\nnext\t\x1b[2J\x00\xff\u009b\u202e"
	const evil = "evil\n  ✓ sum/all\x1b[A"
	for _, r := range []grade.Submission{
		{Problem: "sum", Name: "dlx", Solution: true, Verdict: problem.CE, Message: message},
		{Problem: "sum", Name: "dlx", Solution: true, Verdict: problem.RTE,
			Tests: []grade.Test{{Name: "1", Verdict: problem.RTE, Message: message}}},
	} {
		var out strings.Builder
		judgetest.Check(t, Text(&out, grade.Results{Submissions: []grade.Submission{r}}, TextOptions{}))
		if !strings.Contains(out.String(), `: \x1b[31mred\a`+"\n") || !strings.Contains(out.String(), "  next\t"+
			`\x1b[2J\x00\xff\u009b\u202e`+"\n") {
			t.Errorf("got %q", out.String())
		}
	}
	results := grade.Results{Submissions: []grade.Submission{
		{Problem: evil, Name: evil, Verdict: problem.WA, Message: message,
			Tests: []grade.Test{{Name: "1", Verdict: problem.WA, Message: message}, {Name: "2", Message: message,
				Expected: true}}},
		{Problem: evil, Name: evil, Expected: true, Message: evil},
		{Problem: evil, Name: evil, Solution: true, Expected: true, Message: evil},
	}}
	for _, options := range []TextOptions{{}, {Verbose: true}, {Table: true}} {
		var text strings.Builder
		judgetest.Check(t, Text(&text, results, options))
		judgetest.Legible(t, text.String())
		if strings.Contains(text.String(), "\n  ✓ sum/all") {
			t.Errorf("a name starts a new row:\n%s", text.String())
		}
	}
	var document strings.Builder
	judgetest.Check(t, JSON(&document, results))
	judgetest.Legible(t, document.String())
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	judgetest.Check(t, JSON(&out, results()))
	judgetest.Golden(t, "testdata/results.json", out.String())
	out.Reset()
	judgetest.Check(t, LooseJSON(&out, results(), []Output{{"2.in", []byte("4\n"), 2}}))
	judgetest.Golden(t, "testdata/test.json", out.String())
	judgetest.Legible(t, out.String())
	if strings.Contains(out.String(), ": null") {
		t.Error("judge help json names no field of judge run and judge test that may be null")
	}
}
