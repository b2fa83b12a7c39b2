package problem

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/score"
)

// legacyBase is a small package in a legacy format without mistakes; the rows of the table change some of its files.
const legacyBase = `
-- sum/problem.yaml --
name: Sum
limits: {time_limit: 1}
-- sum/problem_statement/problem.en.tex --
\problemname{Sum of two}
-- sum/input_validators/v.c --
-- sum/data/secret/1.in --
-- sum/data/secret/1.ans --
-- sum/submissions/accepted/a.c --
`

// loadLegacy loads the base with changes, a txtar archive in which the content "removed" leaves a file out.
func loadLegacy(t *testing.T, changes string) (*Problem, error) {
	t.Helper()
	unpack(t, legacyBase, changes)
	set, err := Load(Package("sum"), nil)
	if err != nil || len(set.Problems) != 1 {
		return &Problem{}, err
	}
	return set.Problems[0], nil
}

// legacyRow is one rule of the formats legacy and legacy-icpc whose test examines the loaded problem in detail. The
// other rules are in testdata/elsewhere/legacy.txt.
type legacyRow struct {
	says  string // in short, after its section
	files string // changes of the base
	show  func(p *Problem) any
	want  string // what show returns, printed with %v
}

// expectations returns the submissions with what is expected of them.
func expectations(p *Problem) any {
	var all []string
	for _, s := range p.Submissions {
		line := s.Path + ":"
		for _, e := range p.Expects(s).expectations {
			line += fmt.Sprintf(" permitted %v required %v whole %v", e.Permitted, e.Required, e.Whole)
		}
		if why := s.NotJudged(); why != "" {
			line += " " + why
		} else if !p.Expects(s).Stated() {
			line += " nothing"
		}
		all = append(all, line)
	}
	return strings.Join(all, "; ")
}

var legacyTable = []legacyRow{
	{says: "problem metadata: every key may be left out, or be empty",
		files: "-- sum/problem.yaml --\nuuid:\nsource:\nlimits:\nvalidation:\n",
		show:  func(p *Problem) any { return []any{p.Title, p.Limits.Time, p.UUID, p.Checkers == nil} },
		want:  "[Sum of two 0s  true]"},
	{says: "name: in a language of the statements; many give one for each",
		files: "-- sum/problem.yaml --\nname: {sv: Summa, en: Sum}\n",
		show:  func(p *Problem) any { return p.Title + " " + p.Titles["sv"] }, want: "Sum Summa"},
	{says: "author, source, license: an author or a source may own the rights",
		files: "-- sum/problem.yaml --\nauthor: A and B\nlicense: cc by\nsource_url: u\n",
		show:  func(p *Problem) any { return []any{p.License, p.About.Authors, p.About.Owned()} },
		want:  "[cc by [A B] true]"},
	{says: "limits: or others", files: "-- sum/problem.yaml --\nlimits: {time_multiplier: 2.5, " +
		"time_safety_margin: 1.25}\n", show: func(p *Problem) any { return p.Limits.Multipliers }, want: "{2500 1250}"},
	{says: "example submissions: what a source says makes it a solution, or none",
		files: "-- sum/submissions/accepted/b.c --\n// @EXPECTED_RESULTS@: TIMELIMIT\n-- sum/submissions/mixed/c.c " +
			"--\n// @EXPECTED_RESULTS@: CORRECT\n",
		show: func(p *Problem) any {
			return []any{p.Submissions[0].Solution, p.Submissions[1].Solution, p.Submissions[2].Solution}
		}, want: "[true false true]"},
	{says: "programs: what Python has compiled is not part of a program",
		files: "-- sum/submissions/accepted/b/b.py --\n-- sum/submissions/accepted/b/__pycache__/b.cpython-311.pyc " +
			"--\n-- sum/submissions/accepted/b/below/__pycache__/c.pyc --\n",
		show: func(p *Problem) any { return p.Submissions[1].Files }, want: "[b.py]"},
	{says: "programs: the main file is the program, not its header",
		files: "-- sum/submissions/accepted/b/a.c --\n-- sum/submissions/accepted/b/main.c --\n-- " +
			"sum/submissions/accepted/b/main.h --\n",
		show: func(p *Problem) any { return p.Submissions[1].Main() }, want: "sum/submissions/accepted/b/main.c"},
	{says: "validation: of DOMjudge: a checker of the judge's, which is not in the package",
		files: "-- sum/domjudge-problem.ini --\nspecial_compare='sums'\n",
		show:  func(p *Problem) any { return []any{p.Submissions[0].NotJudged(), p.Warnings} },
		want: "[not judged yet: special_compare sums [sum/domjudge-problem.ini:1: special_compare sums: that " +
			"program is not in the package; put it in output_validators, and write in problem.yaml: validation: " +
			"custom]]"},
	{says: "validation: of DOMjudge: the same one, which is in the package",
		files: "-- sum/problem.yaml --\nname: Sum\nvalidation: custom\n-- sum/output_validators/sums/a.c --\n-- " +
			"sum/domjudge-problem.ini --\nspecial_compare='sums'\nspecial_run='run'\n",
		show: func(p *Problem) any { return []any{p.Submissions[0].NotJudged(), p.Warnings, len(p.Checkers)} },
		want: "[ [] 1]"},
	{says: "validation: of DOMjudge: arguments, where problem.yaml has none",
		files: "-- sum/domjudge-problem.ini --\nspecial_compare_args='float_tolerance 1e-6'\n",
		show:  func(p *Problem) any { return []any{p.Tests[0].CheckerArgs, p.Warnings} },
		want:  "[[float_tolerance 1e-6] []]"},
	{says: "programs: a first line chooses Python 2", files: "-- sum/submissions/accepted/b.py " +
		"--\n#!/usr/bin/env python2\nprint 1\n-- sum/input_validators/w.py --\n#!/usr/bin/python2.7\n",
		show: func(p *Problem) any {
			return []any{p.Submissions[0].Language, p.Submissions[1].Language, p.InputValidators[1].Language}
		}, want: "[ python2 python2]"},
	{says: "programs: a first line that names the other language decides", files: "-- sum/submissions/accepted/b.py " +
		"--\n#!/usr/bin/env python3\n\"\"\"\nprint \"hello\"\n\"\"\"\n-- sum/submissions/accepted/c.pl --\n" +
		"#!/usr/bin/swipl\n/*\nuse strict;\n*/\n-- sum/submissions/accepted/d.py --\n#!/usr/bin/env python\n" +
		"# for python3\nprint \"hello\"\n",
		show: func(p *Problem) any {
			return []any{p.Submissions[1].Language, p.Submissions[2].Language, p.Submissions[3].Language}
		}, want: "[  python2]"},
	{says: "programs: Perl and Prolog share an extension", files: "-- sum/submissions/accepted/b.pl " +
		"--\n# adds\nuse strict;\n-- sum/submissions/accepted/c.pl --\nmain :- write(1).\n",
		show: func(p *Problem) any {
			return []any{p.Submissions[1].Language, p.Submissions[2].Language}
		}, want: "[perl ]"},
	{says: "limits: the others in MiB and seconds", files: "-- sum/problem.yaml --\nlimits: {memory: 64, " +
		"output: 2, code: 9, compilation_time: 3, compilation_memory: 4, validation_time: 5, validation_memory: 6, " +
		"validation_output: 7}\n",
		show: func(p *Problem) any {
			return cmp.Diff(Limits{
				Resolution: time.Second, Multipliers: Multipliers{5000, 2000}, Memory: 64 << 20, Output: 2 << 20,
				Compilation: ToolLimits{Time: 3 * time.Second, Memory: 4 << 20},
				Code:        9 << 10, Validation: ToolLimits{Time: 5 * time.Second, Memory: 6 << 20, Output: 7 << 20},
			}, p.Limits)
		}, want: ""},
	{says: "validation: default: the default validator, whatever lies there",
		files: "-- sum/output_validators/v.c --\n",
		show:  func(p *Problem) any { return []any{len(p.Checkers), p.Warnings} },
		want:  "[0 [sum/output_validators: not used: problem.yaml does not say validation: custom]]"},
	{says: "statements: problem_statement/problem.<language>.tex with the name",
		files: "-- sum/problem.yaml --\nuuid: a\n-- sum/problem_statement/problem.en.tex " +
			"--\n\\problemname{$x^2$}\n%% plainproblemname: Squares\n",
		show: func(p *Problem) any { return p.Title }, want: "Squares"},
	{says: "test data groups: flags of input validators: for all, or for one by name",
		files: "-- sum/input_validators/w.c --\n-- sum/data/secret/testdata.yaml --\ninput_validator_flags: {name: " +
			"w.c, flags: -n 1}\n-- sum/data/secret/b/testdata.yaml --\ninput_validator_flags: -m\n-- " +
			"sum/data/secret/b/1.in --\n-- sum/data/secret/b/1.ans --\n",
		show: func(p *Problem) any { return []any{p.Tests[0].InputValidatorArgs, p.Tests[1].InputValidatorArgs} },
		want: "[map[w.c:[-n 1]] map[v.c:[-m] w.c:[-m]]]"},
	{says: "test data groups: scores of tests are 1 and 0, or accept_score and reject_score, which " +
		"groups inherit", files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/secret/testdata.yaml " +
		"--\naccept_score: 2.5\nreject_score: -inf\n-- sum/data/secret/b/1.in --\n-- sum/data/secret/b/1.ans " +
		"--\n-- sum/data/sample/1.in --\n-- sum/data/sample/1.ans --\n",
		show: func(p *Problem) any {
			sample, inner := p.Scoring.Rule("sample/1"), p.Scoring.Rule("secret/b/1")
			return []any{sample.Accept, sample.Reject, inner.Accept, inner.Reject}
		}, want: "[1 0 2.5 -inf]"},
	{says: "test data groups: a range has a lowest and a highest score",
		files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/testdata.yaml --\nrange: -1 5\n",
		show:  func(p *Problem) any { return []any{p.Scoring.Partial(score.Int(4)), p.Scoring.Partial(score.Int(5))} },
		want:  "[ the score is 5, the best of the range]"},
	{says: "included code: include/LANGUAGE is for submissions in it; there is no default",
		files: "-- sum/include/c/x.h --\n-- sum/include/default/y.h --\n",
		show: func(p *Problem) any {
			s := p.Submissions[0]
			return []any{s.Include, s.Unnamed, s.NotJudged(), p.Warnings[len(p.Warnings)-1]}
		},
		want: "[map[c:sum/include/c] true  sum/include/default: not read: in this format files are included by " +
			"language]"},
	{says: "included code: legacy-icpc has none, but packages of it do",
		files: "-- sum/problem.yaml --\nproblem_format_version: legacy-icpc\n-- sum/include/c/x.h --\n",
		show:  func(p *Problem) any { return []any{p.Submissions[0].Include, p.Warnings[len(p.Warnings)-1]} },
		want:  "[map[c:sum/include/c] sum/include: the format legacy-icpc does not know it; read as in legacy]"},
	{says: "example submissions: partially_accepted, in scoring problems: accepted as a whole, with a " +
		"score that is not the best", files: "-- sum/problem.yaml --\ntype: scoring\n-- " +
		"sum/submissions/partially_accepted/a.c --\n",
		show: func(p *Problem) any { e := p.Expectations[1]; return []any{e.Submissions, e.Whole, e.Partial} },
		want: "[partially_accepted/a.c [AC] true]"},
	{says: "input validators: input_validators, or the legacy input_format_validators",
		files: "-- sum/input_format_validators/u.c --\n", show: func(p *Problem) any {
			return sourceNames(p.InputValidators)
		}, want: "[u.c v.c]"},
	{says: "graders: a custom grader of some groups, with its arguments",
		files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/secret/testdata.yaml --\ngrading: " +
			"custom\ngrader_flags: ignore_sample mean\n-- sum/graders/g.py --\n#!/usr/bin/python2\n",
		show: func(p *Problem) any {
			var asked []string
			p.Scoring.By(func(g score.Settings, _ []score.Result) (score.Result, error) {
				asked = append(append(asked, g.Name), g.Args...)
				return score.Result{}, nil
			}).Outcome([]score.Test{{Name: "secret/1", Verdict: "AC"}})
			return []any{p.Submissions[0].NotJudged(), p.Grader.Name, p.Grader.Language, asked, p.Warnings}
		}, want: "[ g.py python2 [secret ignore_sample mean] []]"},
	{says: "graders: one that no group uses", files: "-- sum/graders/a.py --\n",
		show: func(p *Problem) any { return []any{p.Grader == nil, p.Warnings} },
		want: "[true [sum/graders: not used: no testdata.yaml says grading: custom]]"},
}

func TestLegacyFormats(t *testing.T) {
	for i, row := range legacyTable {
		t.Run(fmt.Sprintf("%d %s", i, row.says), func(t *testing.T) {
			p, err := loadLegacy(t, row.files)
			judgetest.Check(t, err)
			if got := fmt.Sprint(row.show(p)); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// An annotation expects the result of the first test that is not accepted. Later tests do not matter.
func TestWholeVerdict(t *testing.T) {
	p := &Problem{
		Tests:        []Test{{Name: "secret/1"}, {Name: "secret/2"}, {Name: "secret/3"}},
		Expectations: []Expectation{{Submissions: "mixed/a.c", Whole: []Verdict{WA, RTE}, File: "a.c:1"}},
	}
	expected := p.Expects(Submission{Path: "mixed/a.c"})
	for _, c := range []struct {
		verdicts []Verdict
		unmet    string
	}{
		{[]Verdict{AC, WA, TLE}, ""},
		{[]Verdict{PE, AC, AC}, ""},
		{[]Verdict{AC, MLE, NotRun}, ""},
		{[]Verdict{AC, NotRun, TLE}, ""},
		{[]Verdict{AC, AC, AC}, "the verdict is AC, expected WA or RTE (a.c:1)"},
		{[]Verdict{AC, TLE, WA}, "the verdict is TLE, expected WA or RTE (a.c:1)"},
	} {
		verdicts := make(map[string]Verdict)
		for i, v := range c.verdicts {
			verdicts[p.Tests[i].Name] = v
		}
		if got := expected.Unmet(verdicts, nil); got != c.unmet {
			t.Errorf("%v: got %q, want %q", c.verdicts, got, c.unmet)
		}
	}
	if expected.Permits("", CE) {
		t.Error("a compile error is permitted")
	}
	p.Expectations[0].Whole = []Verdict{CE}
	if !p.Expects(Submission{Path: "mixed/a.c"}).Permits("", CE) {
		t.Error("the compile error that is expected is not permitted")
	}
}
