package page

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

const ms = grade.Seconds(time.Millisecond)

var limits = grade.Limits{Time: 1000 * ms, Memory: 64 << 20}

// results has two problems, an unexpected verdict, and a test that was stopped.
func results() grade.Results {
	test := func(name string, v problem.Verdict, cpu grade.Seconds) grade.Test {
		return grade.Test{Name: name, Verdict: v, Expected: true, CPU: cpu, Memory: 2 << 20, InputFile: name + ".in"}
	}
	wrong := test("secret/easy/1", problem.WA, 2*ms)
	wrong.Expected, wrong.Message, wrong.Stderr = false, "line 1, token 1: want 2, got 1", "so far so good\n"
	wrong.Difference = "- 1 | 2\n+ 1 | 1\n"
	late := test("secret/easy/1", problem.TLE, 1000*ms)
	late.Stopped, late.Message = true, "stopped after 1 s, limit 1 s"
	program := func(p, name, language string, v problem.Verdict, expected bool, tests ...grade.Test) grade.Submission {
		return grade.Submission{Problem: p, Name: name, Language: language, Verdict: v, Expected: expected,
			Limits: limits, Tests: tests}
	}
	return grade.Results{Backend: "linux", Jobs: 1, Elapsed: 1500 * time.Millisecond, Commit: "0123456789abcdef",
		Submissions: []grade.Submission{
			program("one", "quick", "go", problem.AC, true, test("sample/1", problem.AC, ms),
				test("secret/easy/1", problem.AC, 3*ms)),
			program("one", "wrong", "cpp", problem.WA, false, test("sample/1", problem.AC, ms), wrong),
			program("one", "slow", "go", problem.TLE, true, test("sample/1", problem.AC, 30*ms), late,
				grade.Test{Name: "secret/hard/1", Expected: true, Message: "skipped"}),
			{Problem: "two", Name: "broken", Language: "c", Verdict: problem.CE, Message: "main.c:1:1: error"},
		}}
}

func write(t *testing.T, p Page) string {
	t.Helper()
	var out bytes.Buffer
	judgetest.Check(t, p.Write(&out))
	return out.String()
}

// TestPage: the page of a few results, without its style and its script.
func TestPage(t *testing.T) {
	r := results()
	r.Submissions = append(r.Submissions, grade.Submission{
		Problem: "two", Name: "half", Language: "go", Expected: true, Interrupted: true,
		Message: "interrupted after 1/2",
		Tests: []grade.Test{{Name: "sample/1", Verdict: problem.AC, Expected: true}, {Name: "sample/2", Expected: true,
			Message: "skipped: interrupted"}},
	}, grade.Submission{
		Problem: "two", Name: "lucky", Language: "c", Verdict: problem.AC, Message: "no test has the verdict WA",
		Tests: []grade.Test{{Name: "sample/1", Verdict: problem.AC, Expected: true}},
	}, grade.Submission{
		Problem: "two", Name: "old", Language: "pascal", Expected: true, Message: "not judged: no fpc",
	})
	text := write(t, Page{Results: r, Input: func(path string) string {
		return "the input " + path
	}})
	text = strings.Replace(strings.Replace(text, style, "…", 1), script, "…", 1)
	// TestScript shows that the hash is the script's
	text = regexp.MustCompile(`sha256-.*?&#39;`).ReplaceAllString(text, "sha256-…&#39;")
	judgetest.Golden(t, "testdata/page.html", text)
}

// TestHostile: texts from programs, packages and records stay text, and no script runs but the page's own.
func TestHostile(t *testing.T) {
	const evil = `</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>"'` + "\x1b[2J\u202e`${x}"
	r := grade.Results{Backend: evil, Commit: evil, Submissions: []grade.Submission{{Problem: evil, Name: evil,
		Language: evil, Message: evil, Verdict: evil, Tests: []grade.Test{
			{Name: evil, Verdict: evil, Message: evil, Stderr: evil, InputFile: evil,
				Difference: evil},
		}}}}
	text := write(t, Page{Results: r, Input: func(string) string {
		return evil
	}})
	if strings.Count(text, "<script") != 1 || strings.Contains(text, "<img src=x") ||
		strings.ContainsAny(text, "\x1b\u202e") {
		t.Error("something is not escaped")
	}
	if !strings.Contains(text, "&lt;script&gt;alert(1)") {
		t.Error("the message is not shown")
	}
}

// TestSmall: however many tests fail, the page stays below a megabyte, and says how much it leaves out.
func TestSmall(t *testing.T) {
	var r grade.Results
	long := strings.Repeat("<", 1e5)
	for i := range 100 {
		s := grade.Submission{Problem: "p", Name: fmt.Sprint("s", i), Verdict: problem.WA, Limits: limits}
		for j := range 30 {
			s.Tests = append(s.Tests, grade.Test{Name: fmt.Sprintf("secret/group/%02d", j), Verdict: problem.WA,
				Message: long, Stderr: long, InputFile: "x"})
		}
		r.Submissions = append(r.Submissions, s)
	}
	text := write(t, Page{Results: r, Input: func(string) string { return strings.Repeat("<", mostInput) }})
	if full := strings.Count(text, "<details"); len(text) > 1<<20 || full < mostUnexpected ||
		!strings.Contains(text, fmt.Sprint("<p>", 3000-full, " more are left out")) {
		t.Errorf("%d bytes, %d tests", len(text), full)
	}
}

// The page shows the end of a standard error.
func TestEnding(t *testing.T) {
	stderr := strings.Repeat("so far so good\n", 1000) + "panic: \x1b"
	r := grade.Results{Submissions: []grade.Submission{{Problem: "p", Name: "a", Verdict: problem.RTE,
		Tests: []grade.Test{{Name: "secret/1", Verdict: problem.RTE, Stderr: stderr}}}}}
	if text := write(t, Page{Results: r}); !strings.Contains(text, "<pre>…\nso far so good\n") ||
		!strings.Contains(text, "so far so good\npanic: \\x1b</pre>") {
		t.Error("the last line is not there, or the first is not a whole one")
	}
	if got := ending("a\n\xffb\n", 10); got != "a\n\\xffb" {
		t.Errorf("got %q", got)
	}
	if got := ending(strings.Repeat("é", 10), 5); got != "…\néé" {
		t.Errorf("got %q", got)
	}
}

// TestNamed: a page of results that anybody may have written shows inputs, but no other files.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"1.in", "key"} {
		judgetest.Write(t, filepath.Join(dir, name), "1\n")
	}
	judgetest.Check(t, os.Symlink("key", filepath.Join(dir, "2.in")))
	judgetest.Check(t, os.Symlink("1.in", filepath.Join(dir, "3.in")))
	for name, want := range map[string]string{"1.in": "1", "3.in": "1", "key": "", "2.in": "", "none.in": "", "": ""} {
		if got := Named(filepath.Join(dir, name)); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// Results may name any number of tests and problems in any order. Too many for a page are refused before it is drawn.
func TestMany(t *testing.T) {
	var r grade.Results
	for i := range 501 {
		r.Submissions = append(r.Submissions, grade.Submission{Problem: "p", Name: fmt.Sprint(i),
			Tests: []grade.Test{{Name: fmt.Sprint("secret/", i)}}})
	}
	want := "more than 200000 results of tests are too many for one page, with the 501 tests of p; make a page of " +
		"fewer problems or tests"
	if err := (Page{Results: r}).Write(io.Discard); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for i := range r.Submissions {
		r.Submissions[i].Problem = fmt.Sprint("p", i%250)
	}
	if text := write(t, Page{Results: r}); strings.Count(text, `<section class="problem">`) != 250 ||
		strings.Count(text, "<tr data-order=") != 501 {
		t.Error("there are not 250 tables with 501 rows")
	}
}

func TestBeginning(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.in")
	judgetest.Write(t, path, strings.Repeat("1\n", 25)+"\x1b")
	if got, want := Beginning(path), strings.Repeat("1\n", 20)+"…"; got != want {
		t.Errorf("got %q", got)
	}
	judgetest.Write(t, path, strings.Repeat("x", 1000))
	if got := Beginning(path); got != strings.Repeat("x", mostInput)+" …" {
		t.Errorf("got %q", got)
	}
	if got := Beginning(path + "x"); got != "" {
		t.Errorf("got %q", got)
	}
}

// scored has a problem with scores, not sorted by score, and a multi-pass problem.
func scored(t *testing.T) grade.Results {
	t.Helper()
	third, err := score.Parse("33.3333333333")
	judgetest.Check(t, err)
	group := func(name string, n score.Number, most int64) score.Group {
		return score.Group{Name: name, Known: true, Scored: true, Score: n, Max: score.Int(most), Bounded: true}
	}
	left := group("secret/2", score.Int(0), 70)
	left.LeftOut = true
	test := func(name string, v problem.Verdict, n *score.Number) grade.Test {
		return grade.Test{Name: name, Verdict: v, Expected: true, CPU: 2 * ms, Memory: 2 << 20, Score: n}
	}
	submission := func(name string, v problem.Verdict, scores *score.Outcome, tests ...grade.Test) grade.Submission {
		return grade.Submission{Problem: "marks", Name: name, Language: "c", Verdict: v, Expected: true,
			Limits: limits, Scores: scores, Tests: tests}
	}
	passes := test("secret/1", problem.WA, nil)
	passes.Passes, passes.PassesCPU, passes.Message = 3, 5*ms, "pass 3: line 1"
	return grade.Results{Backend: "linux", Jobs: 1, Submissions: []grade.Submission{
		submission("part", problem.WA, &score.Outcome{Whole: group("secret", third, 100),
			Groups: []score.Group{group("secret/1", third, 40), left}},
			test("secret/1/1", problem.AC, &third), test("secret/1/2", problem.WA, nil),
			grade.Test{Name: "secret/2/1", Expected: true, LeftOut: true,
				Message: "skipped: secret/1 is required, and secret/1/2 was not accepted"}),
		submission("none", problem.WA, &score.Outcome{Whole: group("secret", score.Int(0), 100),
			Groups: []score.Group{{Name: "secret/1", Known: true, Verdict: "WA"}}},
			test("secret/1/1", problem.WA, nil)),
		submission("unknown", problem.AC, &score.Outcome{Whole: score.Group{Name: "secret", Max: score.Int(100),
			Bounded: true}}, test("secret/1/1", problem.AC, nil)),
		submission("broken", problem.CE, nil),
		submission("all", problem.AC, &score.Outcome{Whole: group("secret", score.Int(100), 100),
			Groups: []score.Group{group("secret/1", score.Int(30), 30), group("secret/2", score.Int(70), 70)}},
			test("secret/1/1", problem.AC, nil), test("secret/1/2", problem.AC, nil), test("secret/2/1", problem.AC,
				nil)),
		submission("endless", problem.AC, &score.Outcome{Whole: score.Group{Name: ".", Known: true, Scored: true,
			Score: score.Infinity(1)}}, test("secret/1/1", problem.AC, nil)),
		{Problem: "passes", Name: "late", Language: "go", Verdict: problem.WA, Expected: true, Limits: limits,
			Tests: []grade.Test{passes}},
	}}
}

// TestScores: the page shows scores, also of groups, groups that are left out, and numbers of passes.
func TestScores(t *testing.T) {
	text := write(t, Page{Results: scored(t)})
	text = strings.Replace(strings.Replace(text, style, "…", 1), script, "…", 1)
	text = regexp.MustCompile(`sha256-.*?&#39;`).ReplaceAllString(text, "sha256-…&#39;")
	judgetest.Golden(t, "testdata/scores.html", text)
}

// TestGroups: a folder of tests is a heading without "secret/", and tests beside a program have none.
func TestGroups(t *testing.T) {
	for test, want := range map[string]group{"1": {"", "", 1}, "sample/1": {"sample", "sample", 1},
		"secret/a/1": {"secret/a", "a", 1}} {
		m, err := matrices(grade.Results{Submissions: []grade.Submission{{Tests: []grade.Test{{Name: test}}}}}, nil)
		if err != nil || len(m[0].Groups) != 1 || m[0].Groups[0] != want {
			t.Errorf("%s: %+v, %v", test, m, err)
		}
	}
}
