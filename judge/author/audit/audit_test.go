package audit

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/author/tamper"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// load loads a package with a time limit of 1 s, the tests sample/1, secret/a to secret/d, and more files.
func load(t *testing.T, more string) *problem.Problem {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "some")
	pack := "-- problem.yaml --\nproblem_format_version: 2025-09\nname: Some\nlimits: {time_limit: 1}\n"
	for _, test := range []string{"sample/1", "secret/a", "secret/b", "secret/c", "secret/d"} {
		pack += "-- data/" + test + ".in --\n1\n-- data/" + test + ".ans --\n1\n"
	}
	for _, program := range []string{"accepted/right", "accepted/slow", "wrong_answer/wrong",
		"time_limit_exceeded/late"} {
		pack += "-- submissions/" + program + ".c --\nint main() {}\n"
	}
	judgetest.Unpack(t, dir, pack+more)
	set, err := problem.Load(problem.Package(dir), nil)
	judgetest.Check(t, err)
	return set.Problems[0]
}

// got is the result of a program: for each test, in order, its verdict and milliseconds; "" for one that was skipped.
func got(t *testing.T, p *problem.Problem, path string, verdicts string, times ...int) grade.Submission {
	t.Helper()
	for _, s := range p.Submissions {
		if s.Path != path {
			continue
		}
		expected := p.Expects(s)
		r := grade.Submission{Problem: p.Name, Name: s.Name, Solution: s.Solution, Verdict: problem.AC, Expected: true}
		for i, v := range strings.Fields(verdicts) {
			test := grade.Test{Name: p.Tests[i].Name, Verdict: problem.Verdict(strings.Trim(v, "-"))}
			test.Expected = expected.Permits(test.Name, test.Verdict)
			r.Expected = r.Expected && test.Expected
			if i < len(times) {
				test.CPU = time.Duration(times[i]) * time.Millisecond
			}
			if r.Verdict == problem.AC && test.Verdict != problem.NotRun {
				r.Verdict = test.Verdict
			}
			r.Tests = append(r.Tests, test)
		}
		return r
	}
	t.Fatalf("there is no %s", path)
	return grade.Submission{}
}

// abouts are findings in short.
func abouts(findings []Finding) (short []string) {
	for _, f := range findings {
		short = append(short, string(f.Topic)+": "+f.About+": "+f.Message)
	}
	return short
}

func entries(list []grade.Entry) (short []string) {
	for _, e := range list {
		text := filepath.Base(e.Submission.Path) + ":"
		for _, t := range e.Tests {
			text += " " + t.Name
		}
		short = append(short, text)
	}
	return short
}

func TestTests(t *testing.T) {
	p := load(t, "")
	right := got(t, p, "accepted/right.c", "AC AC AC AC AC")
	for _, row := range []struct {
		says      string
		results   []grade.Submission
		want      []string
		undecided []string
	}{
		{"one program says nothing", []grade.Submission{right}, nil, nil},
		{"a test on which all agree, and a program that hangs by one", []grade.Submission{right,
			got(t, p, "wrong_answer/wrong.c", "AC AC AC AC WA"),
			got(t, p, "time_limit_exceeded/late.c", "AC AC TLE TLE AC")},
			[]string{"tests: secret/a: all 3 programs get AC",
				"programs: " + nameOf(p, "wrong_answer/wrong.c") + ": only secret/d catches it, of 5 tests"}, nil},
		{"skipped tests decide", []grade.Submission{right,
			got(t, p, "wrong_answer/wrong.c", "AC AC AC WA WA"),
			got(t, p, "time_limit_exceeded/late.c", "AC TLE - - -")}, nil,
			[]string{"late.c: secret/b secret/c secret/d"}},
		{"skipped tests that cannot", []grade.Submission{right,
			got(t, p, "wrong_answer/wrong.c", "AC WA WA AC WA"),
			got(t, p, "time_limit_exceeded/late.c", "AC TLE TLE - -")}, nil, []string{"late.c: secret/c"}},
	} {
		if diff := cmp.Diff(row.want, abouts(Tests(p, row.results))); diff != "" {
			t.Errorf("%s: %s", row.says, diff)
		}
		if diff := cmp.Diff(row.undecided, entries(Undecided(p, row.results))); diff != "" {
			t.Errorf("%s: undecided: %s", row.says, diff)
		}
	}
}

func nameOf(p *problem.Problem, path string) string {
	for _, s := range p.Submissions {
		if s.Path == path {
			return s.Name
		}
	}
	return ""
}

// What is judged later takes the place of what was skipped, and of nothing else.
func TestAdd(t *testing.T) {
	p := load(t, "")
	before := []grade.Submission{got(t, p, "time_limit_exceeded/late.c", "AC TLE - - -")}
	more := got(t, p, "time_limit_exceeded/late.c", "AC AC AC - WA")
	more.Tests = more.Tests[2:]
	var verdicts []problem.Verdict
	for _, test := range Add(before, []grade.Submission{more})[0].Tests {
		verdicts = append(verdicts, test.Verdict)
	}
	want := []problem.Verdict{problem.AC, problem.TLE, problem.AC, problem.NotRun, problem.WA}
	if diff := cmp.Diff(want, verdicts); diff != "" {
		t.Error(diff)
	}
	if before[0].Tests[2].Verdict != problem.NotRun {
		t.Error("the results that were given have changed")
	}
}

func TestLimit(t *testing.T) {
	const slow = `-- submissions/submissions.yaml --
accepted: {permitted: [AC, TLE]}
`
	for _, row := range []struct {
		says    string
		more    string
		results func(p *problem.Problem) (first, longer []grade.Submission)
		want    []string // programs and tests
		right   string
		late    string
	}{
		{"far from both", "", func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "accepted/right.c", "AC AC AC AC AC", 1, 2, 300, 4, 5),
					got(t, p, "time_limit_exceeded/late.c", "AC TLE TLE AC AC", 1, 1000, 1000, 1, 1)},
				[]grade.Submission{got(t, p, "time_limit_exceeded/late.c", "- TLE - - -", 0, 3000)}
		}, nil, "right.c secret/b 300ms", "late.c secret/a 3s"},
		{"a solution that is nearly too slow", "", func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "accepted/right.c", "AC AC AC AC AC", 1, 2, 850, 810, 5)}, nil
		}, []string{"right.c takes 0.85 s on secret/b, which becomes TLE if the limit is a fifth lower"},
			"right.c secret/b 850ms", ""},
		{"one that may be too slow", slow, func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "accepted/slow.c", "AC TLE AC AC AC", 1, 1000, 850)}, nil
		}, nil, "", ""},
		{"a wrong one that is nearly too slow", "", func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "wrong_answer/wrong.c", "AC WA AC AC AC", 1, 900, 1)}, nil
		}, []string{"wrong.c takes 0.9 s on secret/a, which becomes TLE if the limit is a fifth lower"},
			"wrong.c secret/a 900ms", ""},
		{"nearly fast enough on all of its tests", "", func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "time_limit_exceeded/late.c", "AC TLE TLE AC AC", 1, 1000, 1000)},
				[]grade.Submission{got(t, p, "time_limit_exceeded/late.c", "- AC AC - -", 0, 1150, 1100)}
		}, []string{"late.c takes 1.15 s on secret/a, which is no TLE any more if the limit is a fifth higher"},
			"", "late.c secret/a 1.15s"},
		{"nearly fast enough on some", "", func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "time_limit_exceeded/late.c", "AC TLE TLE AC AC", 1, 1000, 1000)},
				[]grade.Submission{got(t, p, "time_limit_exceeded/late.c", "- AC AC - -", 0, 1150, 1300)}
		}, nil, "", "late.c secret/b 1.3s"},
		{"one that is too slow in place of wrong", "", func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "accepted/right.c", "AC AC AC AC AC", 1, 2, 300, 4, 5),
				got(t, p, "wrong_answer/wrong.c", "AC TLE AC WA AC", 1, 1000, 7, 1, 1)}, nil
		}, nil, "right.c secret/b 300ms", ""},
		{"a solution that is too slow", "", func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "accepted/right.c", "AC AC TLE AC AC", 1, 2, 1000, 4, 5)}, nil
		}, nil, "right.c secret/b 1s or more", ""},
		{"one that must be too slow and is not", "", func(p *problem.Problem) (first, longer []grade.Submission) {
			return []grade.Submission{got(t, p, "time_limit_exceeded/late.c", "AC AC AC AC AC", 1, 200, 1, 1, 1)}, nil
		}, nil, "", "late.c secret/a 200ms"},
	} {
		t.Run(row.says, func(t *testing.T) {
			p := load(t, row.more)
			first, longer := row.results(p)
			margins, findings := Limit(p, first, longer)
			var flipped []string
			for _, f := range findings {
				flipped = append(flipped, filepath.Base(f.About)+" "+f.Message)
			}
			for i := range flipped { // a name may have no extension
				flipped[i] = strings.Replace(flipped[i], ".c ", " ", 1)
				flipped[i] = strings.Replace(flipped[i], " ", ".c ", 1)
			}
			if diff := cmp.Diff(row.want, flipped); diff != "" {
				t.Error(diff)
			}
			said := func(at *Timed) string {
				if at == nil {
					return ""
				}
				more := ""
				if at.Stopped && at == margins.Right {
					more = " or more"
				}
				return strings.TrimSuffix(filepath.Base(at.Program), ".c") + ".c " + at.Test + " " +
					at.Time.String() + more
			}
			if said(margins.Right) != row.right || said(margins.Late) != row.late {
				t.Errorf("margins %q and %q, want %q and %q", said(margins.Right), said(margins.Late), row.right,
					row.late)
			}
		})
	}
}

// What judge run calls unexpected is a finding that no mark explains, whichever test says so.
func TestVerdicts(t *testing.T) {
	p := load(t, "")
	broken := got(t, p, "accepted/slow.c", "")
	broken.Verdict, broken.Expected, broken.Message = problem.CE, false, "main.c: error\nmore"
	unmet := got(t, p, "time_limit_exceeded/late.c", "AC AC AC AC AC")
	unmet.Expected, unmet.Message = false, "no test has the verdict TLE"
	later := got(t, p, "time_limit_exceeded/late.c", "AC TLE AC AC AC")
	later = Add([]grade.Submission{later}, []grade.Submission{got(t, p, "time_limit_exceeded/late.c", "- - - WA -")})[0]
	for _, row := range []struct {
		says   string
		result grade.Submission
		want   string
	}{
		{"right", got(t, p, "accepted/right.c", "AC AC AC AC AC"), ""},
		{"wrong as expected", got(t, p, "wrong_answer/wrong.c", "AC WA AC - AC"), ""},
		{"too slow in place of wrong", got(t, p, "wrong_answer/wrong.c", "AC WA TLE AC AC"),
			"is TLE on secret/b, where it should be AC or WA"},
		{"a right one that fails", got(t, p, "accepted/right.c", "AC AC AC RTE AC"),
			"is RTE on secret/c, where it should be AC"},
		{"not built", broken, "does not compile"},
		{"accepted", unmet, "is AC: no test has the verdict TLE"},
		{"what is judged only later", later, "is WA on secret/c, where it should be AC or TLE"},
	} {
		findings := Verdicts(p, []grade.Submission{row.result})
		said := ""
		for _, f := range findings {
			said += f.Message
			if !f.Fault || f.About != row.result.Name || f.Remedy == "" {
				t.Errorf("%s: %+v", row.says, f)
			}
		}
		if said != row.want {
			t.Errorf("%s: %q, want %q", row.says, said, row.want)
		}
	}
}

// Only what must be too slow is timed, and only on the tests on which it is.
func TestLateEntries(t *testing.T) {
	p := load(t, "-- submissions/submissions.yaml --\naccepted: {permitted: [AC, TLE]}\n")
	late := LateEntries(p, []grade.Submission{got(t, p, "accepted/slow.c", "AC TLE AC AC AC"),
		got(t, p, "time_limit_exceeded/late.c", "AC TLE AC TLE -")})
	if diff := cmp.Diff([]string{"late.c: secret/a secret/c secret/d"}, entries(late)); diff != "" {
		t.Error(diff)
	}
}

func TestDoubts(t *testing.T) {
	p := load(t, "")
	r := got(t, p, "accepted/right.c", "AC AC AC AC AC")
	if said := Doubts([]grade.Submission{r}); said != "" {
		t.Error(said)
	}
	r.Tests[2].Unsure, r.Tests[3].Starved = true, true
	if said := Doubts([]grade.Submission{r}); !strings.Contains(said, "2 runs") || !strings.Contains(said, "secret/b") {
		t.Error(said)
	}
}

func TestPoints(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "points")
	judgetest.Unpack(t, dir, scoring)
	set, err := problem.Load(problem.Package(dir), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	for _, row := range []struct {
		says     string
		programs []string // the verdicts of each on the three tests
		want     []string
	}{
		{"each group is told apart", []string{"AC AC AC", "AC WA WA", "WA AC WA"}, nil},
		{"points that nobody gets", []string{"AC AC WA", "AC WA WA", "WA AC WA"},
			[]string{"points: secret/c: no program gets all of its 50 points"}},
		{"points that everybody gets", []string{"AC AC AC", "AC WA WA", "AC WA AC"},
			[]string{"points: secret/a: all 3 programs get 20/20"}},
		{"two that go together", []string{"AC AC AC", "AC WA WA", "WA AC AC"},
			[]string{"points: secret/b and secret/c: each of 3 programs gets the same part of them"}},
		{"one program says nothing of two", []string{"AC AC AC"}, nil},
		{"what was not judged", []string{"AC AC AC", "AC WA -", "WA AC AC"}, nil},
		{"nothing", nil, nil},
	} {
		var results []grade.Submission
		for i, verdicts := range row.programs {
			s := got(t, p, []string{"accepted/right.c", "partially_accepted/part.c", "partially_accepted/other.c"}[i],
				verdicts)
			var tests []score.Test
			for _, one := range s.Tests {
				tests = append(tests, score.Test{Name: one.Name, Verdict: string(one.Verdict)})
			}
			outcome := p.Scoring.Outcome(tests)
			s.Scores = &outcome
			results = append(results, s)
		}
		if diff := cmp.Diff(row.want, abouts(Points(p, results))); diff != "" {
			t.Errorf("%s: %s", row.says, diff)
		}
	}
	if found := Points(load(t, ""), nil); found != nil {
		t.Errorf("of a problem without scores: %v", found)
	}
}

// What is not known of a checker is said with the reason; it is no finding.
func TestUntried(t *testing.T) {
	p := load(t, "")
	for want, r := range map[string]tamper.Report{
		"5 of 45 kinds were tried, on 1 of 7 tests, and then no more, as the checker hung 5 times in a row; the marks": {
			Hangs: 5, Tried: 5, Kinds: 45, Tests: 1, Of: 7},
		`in 30s (judge audit --time gives more); the checker was still running on "empty" of secret/1, since 9s; the `: {
			Cut: true, Running: `"empty" of secret/1, since 9s`},
		"of 2 changed answers (first: empty, of secret/1) is not known, as the machine was too busy; audit again": {
			Unknown: []tamper.Fault{{Kind: "empty", Test: "secret/1"}, {Kind: "huge", Test: "secret/1"}}},
	} {
		said := Untried(p, r, 30*time.Second)
		if len(said) != 1 || !strings.Contains(said[0], want) || len(Checker(p, r)) > 0 {
			t.Errorf("got %q, want %q", said, want)
		}
	}
	if said := Untried(p, tamper.Report{Kinds: 45, Tried: 45}, time.Second); said != nil {
		t.Error(said)
	}
}

// A kind that is accepted in few cases may be another right answer; one that is accepted in many is none.
func TestCheckerFew(t *testing.T) {
	for times, few := range map[int]bool{1: true, 5: true, 6: false, 21: false} {
		accepted := []tamper.Accepted{{Kind: "k", Test: "1", Times: times, Tries: 21}}
		found := Checker(nil, tamper.Report{Accepted: accepted})
		if got := strings.Contains(found[0].Message, "another right answer, or a hole"); got != few {
			t.Errorf("%d of 21: %q", times, found[0].Message)
		}
	}
}

// A checker that was starved says nothing of a program.
func TestVerdictsStarved(t *testing.T) {
	p := load(t, "")
	r := got(t, p, "accepted/right.c", "AC JE AC AC AC")
	if len(Verdicts(p, []grade.Submission{r})) != 1 {
		t.Error("a checker that fails is no finding")
	}
	r.Tests[1].Starved = true
	if found := Verdicts(p, []grade.Submission{r}); len(found) > 0 {
		t.Errorf("got %v", found)
	}
}
