package problem

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

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
	t.Chdir(t.TempDir())
	files := make(map[string]string)
	for _, archive := range []string{legacyBase, changes} {
		for _, f := range txtar.Parse([]byte(archive)).Files {
			files[f.Name] = string(f.Data)
		}
	}
	for name, text := range files {
		if text != "removed\n" {
			judgetest.Write(t, name, text)
		}
	}
	set, err := Load(Package("sum"), nil)
	if err != nil || len(set.Problems) != 1 {
		return &Problem{}, err
	}
	return set.Problems[0], nil
}

// legacyRow is one statement of the formats legacy and legacy-icpc, and a package whose loading shows
// it.
type legacyRow struct {
	section string
	says    string // in short
	files   string // changes of the base
	show    func(p *Problem) any
	want    string // what show returns, printed with %v; the error, if it begins with "error: "
}

func warnings(p *Problem) any { return p.Warnings }

func limitOf(p *Problem) any { return p.Limits.Time }

func testNames(p *Problem) any {
	var names []string
	for _, t := range p.Tests {
		names = append(names, t.Name)
	}
	return names
}

// checkerArgs are the tests with the arguments of their checkers, and in brackets the one that decides.
func checkerArgs(p *Problem) any {
	var all []string
	for _, t := range p.Tests {
		said := t.Name + ": " + strings.Join(t.CheckerArgs, " ")
		if t.Checker != "" {
			said += " [" + t.Checker + "]"
		}
		all = append(all, said)
	}
	return strings.Join(all, "; ")
}

// expectations are the submissions with what is expected of them.
func expectations(p *Problem) any {
	var all []string
	for _, s := range p.Submissions {
		said := s.Path + ":"
		for _, e := range p.Expects(s).expectations {
			said += fmt.Sprintf(" permitted %v required %v whole %v", e.Permitted, e.Required, e.Whole)
		}
		if why := s.NotJudged(); why != "" {
			said += " " + why
		} else if !p.Expects(s).Stated() {
			said += " nothing"
		}
		all = append(all, said)
	}
	return strings.Join(all, "; ")
}

var legacyTable = []legacyRow{
	{section: "General requirements", says: "files whose names begin with a period or have other characters do not " +
		"count", files: "-- sum/data/secret/.2.in --\n-- sum/data/secret/a b.in --\n",
		show: testNames, want: "[secret/1]"},
	{section: "Structure", says: "nothing else stands at the top",
		files: "-- sum/output_validator/v.c --\n-- sum/old/x --\n-- sum/README.md --\n",
		show:  warnings, want: "[sum/old: not read: the format legacy knows no such name sum/output_validator: not " +
			"read: the format legacy knows no such name; here that is output_validators; if the package is in the " +
			"format 2025-09, say so in problem.yaml: problem_format_version: 2025-09]"},
	{section: "Structure", says: "of a package that says which format it is in, that is no question",
		files: "-- sum/problem.yaml --\nproblem_format_version: legacy\n-- sum/output_validator/v.c --\n",
		show:  warnings, want: "[sum/output_validator: not read: the format legacy knows no such name; in this " +
			"format that is output_validators]"},
	{section: "Structure", says: "nor of one that has the legacy folder too", files: "-- sum/statement/x --\n",
		show: warnings, want: "[sum/statement: not read: the format legacy knows no such name; in this format that " +
			"is problem_statement]"},
	{section: "Programs", says: "a file, or a folder of files, by its base name",
		files: "-- sum/submissions/accepted/b/x.c --\n-- sum/submissions/accepted/b/y.h --\n",
		show:  func(p *Problem) any { return p.Submissions[1].Name + " " + strings.Join(p.Submissions[1].Files, " ") },
		want:  "accepted/b x.c y.h"},
	{section: "Problem types", says: "pass-fail, or scoring", files: "-- sum/problem.yaml --\ntype: " +
		"scoring\nlimits: {time_limit: 1}\n",
		show: func(p *Problem) any { return p.Scoring.Scored() }, want: "[. secret]"},
	{section: "Problem types", says: "no other word", files: "-- sum/problem.yaml --\ntype: scorin\n",
		want: `error: sum/problem.yaml:1:7: "scorin" is not one of pass-fail, scoring (did you mean scoring?)`},

	{section: "Problem metadata", says: "unknown keys are mistakes, of which those are errors that look like a key " +
		"of verdicts", files: "-- sum/problem.yaml --\nvalidaton: custom\n",
		want: `error: sum/problem.yaml:1:1: unknown key "validaton" (did you mean validation?)`},
	{section: "Problem metadata", says: "others do no harm, and are named",
		files: "-- sum/problem.yaml --\ncolour: red\n", show: warnings,
		want: `[sum/problem.yaml:1:1: unknown key "colour": ignored]`},
	{section: "Problem metadata", says: "every key may be left out, or be empty",
		files: "-- sum/problem.yaml --\nuuid:\nsource:\nlimits:\nvalidation:\n",
		show:  func(p *Problem) any { return []any{p.Title, p.Limits.Time, p.UUID, p.Checkers == nil} },
		want:  "[Sum of two 0s  true]"},
	{section: "Format version", says: "legacy if there is none", show: func(p *Problem) any {
		return p.Format
	}, want: "legacy"},
	{section: "Format version", says: "legacy-icpc", files: "-- sum/problem.yaml --\nproblem_format_version: " +
		"legacy-icpc\n", show: func(p *Problem) any { return p.Format }, want: "legacy-icpc"},
	{section: "Format version", says: "no other", files: "-- sum/problem.yaml --\nproblem_format_version: 1999\n",
		want: `error: sum/problem.yaml:1:25: version "1999" of the problem package format is not supported; 2025-09, legacy and legacy-icpc are`},
	{section: "Format version", says: "no other", files: "-- sum/problem.yaml --\nproblem_format_version: old\n",
		want: `error: sum/problem.yaml:1:25: version "old" of the problem package format is not supported; 2025-09, legacy and legacy-icpc are`},
	{section: "Name", says: "in a language of the statements; many give one for each",
		files: "-- sum/problem.yaml --\nname: {sv: Summa, en: Sum}\n",
		show:  func(p *Problem) any { return p.Title + " " + p.Titles["sv"] }, want: "Sum Summa"},
	{section: "UUID", says: "any text", files: "-- sum/problem.yaml --\nuuid: 17\n", show: func(p *Problem) any {
		return p.UUID
	}, want: "17"},
	{section: "Author, source, license", says: "an author or a source may own the rights",
		files: "-- sum/problem.yaml --\nauthor: A and B\nlicense: cc by\nsource_url: u\n",
		show:  func(p *Problem) any { return []any{p.License, p.About.Authors, p.About.Owned()} },
		want:  "[cc by [A B] true]"},
	{section: "Author, source, license", says: "nobody owns what is in the public domain",
		files: "-- sum/problem.yaml --\nlicense: public domain\nrights_owner: A\n", show: warnings,
		want: "[sum/problem.yaml:2:15: what is in the public domain has no rights owner; remove rights_owner, or " +
			"give the license that the owner grants]"},
	{section: "Limits", says: "time multipliers are 5 and 2", show: func(p *Problem) any {
		return p.Limits.Multipliers
	}, want: "{5000 2000}"},
	{section: "Limits", says: "or others", files: "-- sum/problem.yaml --\nlimits: {time_multiplier: 2.5, " +
		"time_safety_margin: 1.25}\n", show: func(p *Problem) any { return p.Limits.Multipliers }, want: "{2500 1250}"},
	{section: "Limits", says: "no time limit: it comes from the submissions",
		files: "-- sum/problem.yaml --\nname: Sum\n", show: limitOf, want: "0s"},
	{section: "Limits", says: "in .timelimit", files: "-- sum/problem.yaml --\nname: Sum\n-- sum/.timelimit --\n2.5\n",
		show: limitOf, want: "2.5s"},
	{section: "Limits", says: "in .timelimit as a number", files: "-- sum/.timelimit --\nsoon\n",
		want: `error: sum/.timelimit: the time limit "soon" is not a number of seconds, more than 0 and at most 1048576`},
	{section: "Limits", says: "in domjudge-problem.ini, which comes first",
		files: "-- sum/problem.yaml --\nname: Sum\n-- sum/.timelimit --\n2.5\n-- sum/domjudge-problem.ini " +
			"--\ntimelimit = '3'\nname = x\n",
		show: func(p *Problem) any { return []any{p.Limits.Time, p.Title, p.Warnings} },
		want: "[3s Sum [sum/.timelimit: a time limit of 2.5s, but sum/domjudge-problem.ini:1 has 3s, which is " +
			"used]]"},
	{section: "Example submissions", says: "what a source says makes it a solution, or none",
		files: "-- sum/submissions/accepted/b.c --\n// @EXPECTED_RESULTS@: TIMELIMIT\n-- sum/submissions/mixed/c.c " +
			"--\n// @EXPECTED_RESULTS@: CORRECT\n",
		show: func(p *Problem) any {
			return []any{p.Submissions[0].Solution, p.Submissions[1].Solution, p.Submissions[2].Solution}
		}, want: "[true false true]"},
	{section: "Programs", says: "what Python has compiled is no part of a program",
		files: "-- sum/submissions/accepted/b/b.py --\n-- sum/submissions/accepted/b/__pycache__/b.cpython-311.pyc " +
			"--\n-- sum/submissions/accepted/b/below/__pycache__/c.pyc --\n",
		show: func(p *Problem) any { return p.Submissions[1].Files }, want: "[b.py]"},
	{section: "Validation", says: "of DOMjudge: a checker of the judge's, which is not in the package",
		files: "-- sum/domjudge-problem.ini --\nspecial_compare='sums'\n",
		show:  func(p *Problem) any { return []any{p.Submissions[0].NotJudged(), p.Warnings} },
		want: "[not judged yet: special_compare sums [sum/domjudge-problem.ini:1: special_compare sums: that " +
			"program is not in the package; put it in output_validators, and write in problem.yaml: validation: " +
			"custom]]"},
	{section: "Validation", says: "of DOMjudge: the same one, which is in the package",
		files: "-- sum/problem.yaml --\nname: Sum\nvalidation: custom\n-- sum/output_validators/sums/a.c --\n-- " +
			"sum/domjudge-problem.ini --\nspecial_compare='sums'\nspecial_run='run'\n",
		show: func(p *Problem) any { return []any{p.Submissions[0].NotJudged(), p.Warnings, len(p.Checkers)} },
		want: "[ [] 1]"},
	{section: "Validation", says: "of DOMjudge: arguments, where problem.yaml has none",
		files: "-- sum/domjudge-problem.ini --\nspecial_compare_args='float_tolerance 1e-6'\n",
		show:  func(p *Problem) any { return []any{p.Tests[0].CheckerArgs, p.Warnings} },
		want:  "[[float_tolerance 1e-6] []]"},
	{section: "Programs", says: "a first line chooses Python 2", files: "-- sum/submissions/accepted/b.py " +
		"--\n#!/usr/bin/env python2\nprint 1\n-- sum/input_validators/w.py --\n#!/usr/bin/python2.7\n",
		show: func(p *Problem) any {
			return []any{p.Submissions[0].Language, p.Submissions[1].Language, p.InputValidators[1].Language}
		}, want: "[ python2 python2]"},
	{section: "Programs", says: "Perl and Prolog share an extension", files: "-- sum/submissions/accepted/b.pl " +
		"--\n# adds\nuse strict;\n-- sum/submissions/accepted/c.pl --\nmain :- write(1).\n",
		show: func(p *Problem) any {
			return []any{p.Submissions[1].Language, p.Submissions[2].Language}
		}, want: "[perl ]"},
	{section: "Problem metadata", says: "of DOMjudge: its settings alone",
		files: "-- sum/problem.yaml --\nremoved\n-- sum/domjudge-problem.ini --\nname=\"Both\"\ntimelimit=2\n",
		show:  func(p *Problem) any { return []any{p.Title, p.Limits.Time, p.Format} }, want: "[Both 2s legacy]"},
	{section: "Limits", says: "the others in MiB and seconds", files: "-- sum/problem.yaml --\nlimits: {memory: 64, " +
		"output: 2, code: 9, compilation_time: 3, compilation_memory: 4, validation_time: 5, validation_memory: 6, " +
		"validation_output: 7}\n",
		show: func(p *Problem) any {
			return cmp.Diff(Limits{
				Resolution: time.Second, Multipliers: Multipliers{5000, 2000}, Memory: 64 << 20, Output: 2 << 20,
				Compilation: ToolLimits{Time: 3 * time.Second, Memory: 4 << 20},
				Code:        9 << 10, Validation: ToolLimits{Time: 5 * time.Second, Memory: 6 << 20, Output: 7 << 20},
			}, p.Limits)
		}, want: ""},
	{section: "Limits", says: "no other", files: "-- sum/problem.yaml --\nlimits: {memry: 64}\n",
		want: `error: sum/problem.yaml:1:10: unknown key "memry" (did you mean memory?)`},
	{section: "Validation", says: "default: the default validator, whatever lies there",
		files: "-- sum/output_validators/v.c --\n",
		show:  func(p *Problem) any { return []any{len(p.Checkers), p.Warnings} },
		want:  "[0 [sum/output_validators: not used: problem.yaml does not say validation: custom]]"},
	{section: "Validation", says: "custom: all of output_validators",
		files: "-- sum/problem.yaml --\nvalidation: custom\nvalidator_flags: -a 1\n-- sum/output_validators/v.c " +
			"--\n-- sum/output_validators/w/x.c --\n",
		show: func(p *Problem) any { return []any{sourceNames(p.Checkers), checkerArgs(p)} },
		want: "[[v.c w] secret/1: -a 1]"},
	{section: "Validation", says: "custom wants a program", files: "-- sum/problem.yaml --\nvalidation: custom\n",
		want: "error: sum/problem.yaml:1:13: validation is custom, but there is no program in " +
			"sum/output_validators; put one there, or write: validation: default"},
	{section: "Validation", says: "custom score: the validator gives scores",
		files: "-- sum/problem.yaml --\ntype: scoring\nvalidation: custom score\n-- sum/output_validators/v.c --\n",
		show:  func(p *Problem) any { return p.Scoring.Rule("secret/1").Custom }, want: "true"},
	{section: "Validation", says: "that is for scoring problems",
		files: "-- sum/problem.yaml --\nvalidation: custom score\n-- sum/output_validators/v.c --\n",
		show:  warnings, want: "[sum/problem.yaml:1:13: validation with score is for problems of the type scoring; " +
			"write type: scoring, or remove the word]"},
	{section: "Validation", says: "custom interactive, and multi-pass as DOMjudge knows it",
		files: "-- sum/problem.yaml --\nvalidation: custom interactive multi-pass\nlimits: {validation_passes: " +
			"3}\n-- sum/output_validators/v.c --\n",
		show: func(p *Problem) any { return []any{p.Interactive, p.MultiPass, p.Limits.Passes} },
		want: "[true true 3]"},
	{section: "Validation", says: "a submission talks with one program",
		files: "-- sum/problem.yaml --\nvalidation: custom interactive\n-- sum/output_validators/v.c --\n-- " +
			"sum/output_validators/w.c --\n",
		want: "error: sum/output_validators: 2 programs; a submission to a problem that is interactive can have one " +
			"output validator: leave one there"},
	{section: "Validation", says: "no other word", files: "-- sum/problem.yaml --\nvalidation: custom " +
		"iteractive\n-- sum/output_validators/v.c --\n",
		want: `error: sum/problem.yaml:1:13: validation: custom is followed by score, interactive or multi-pass, not "iteractive" (did you mean interactive?)`},
	{section: "Grading", says: "max or min, of scoring problems",
		files: "-- sum/problem.yaml --\ntype: scoring\ngrading: {objective: most}\n",
		want:  `error: sum/problem.yaml:2:22: "most" is not one of max, min`},
	{section: "Keywords", says: "words", files: "-- sum/problem.yaml --\nkeywords: a b\n", show: warnings, want: "[]"},
	{section: "Statements", says: "problem_statement/problem.<language>.tex with the name",
		files: "-- sum/problem.yaml --\nuuid: a\n-- sum/problem_statement/problem.en.tex " +
			"--\n\\problemname{$x^2$}\n%% plainproblemname: Squares\n",
		show: func(p *Problem) any { return p.Title }, want: "Squares"},
	{section: "Attachments", says: "for people", files: "-- sum/attachments/a.txt --\n", show: warnings, want: "[]"},

	{section: "Test data", says: "sample and secret, groups in them and tests beside groups",
		files: "-- sum/data/sample/x/1.in --\n-- sum/data/sample/x/1.ans --\n-- sum/data/secret/b/c/1.in --\n-- " +
			"sum/data/secret/b/c/1.ans --\n",
		show: testNames, want: "[sample/x/1 secret/1 secret/b/c/1]"},
	{section: "Test data", says: "in the order of their names", files: "-- sum/data/secret/02.in --\n-- " +
		"sum/data/secret/02.ans --\n-- sum/data/secret/01/1.in --\n-- sum/data/secret/01/1.ans --\n",
		show: testNames, want: "[secret/01/1 secret/02 secret/1]"},
	{section: "Test data", says: "at least one secret test", files: "-- sum/data/secret/1.in --\nremoved\n-- " +
		"sum/data/secret/1.ans --\nremoved\n-- sum/data/secret/a/x.hint --\n",
		want: "error: sum/data/secret: no secret tests; put .in and .ans files there"},
	{section: "Test data", says: "nothing else is a test", files: "-- sum/data/other/1.in --\n-- " +
		"sum/data/secret/test_group.yaml --\n-- sum/data/secret/2.png --\n-- sum/data/secret/notes --\n",
		show: warnings, want: "[sum/data/secret/test_group.yaml: read, though in this format a group's settings are " +
			"in testdata.yaml sum/data/secret/2.png: ignored: it belongs to no test (and 1 more here) " +
			"sum/data/other: not read: tests are in sample and secret]"},
	{section: "Test data", says: "an answer for each input", files: "-- sum/data/secret/2.in --\n", show: warnings,
		want: "[sum/data/secret/2.in: no answer file 2.ans beside it: the test is left out; write it, or remove 2.in]"},
	{section: "Annotations", says: ".hint, .desc and one image", files: "-- sum/data/secret/1.hint --\n-- " +
		"sum/data/secret/1.desc --\n-- sum/data/secret/1.svg --\n", show: warnings, want: "[]"},
	{section: "Annotations", says: "of a test", files: "-- sum/data/secret/2.hint --\n", show: warnings,
		want: "[sum/data/secret/2.hint: ignored: it belongs to no test]"},
	{section: "Interactive problems", says: "a sample may be an .interaction alone",
		files: "-- sum/data/sample/1.interaction --\n",
		show:  func(p *Problem) any { return []any{testNames(p), p.Warnings} }, want: "[[secret/1] []]"},
	{section: "Test data groups", says: "flags of output validators are inherited and replaced, validator_flags stay",
		files: "-- sum/problem.yaml --\nvalidation: custom\nvalidator_flags: all\n-- sum/output_validators/v.c " +
			"--\n-- sum/output_validators/w.c --\n-- sum/data/testdata.yaml --\noutput_validator_flags: a\n" +
			"-- sum/data/secret/b/testdata.yaml --\non_reject: continue\n-- sum/data/secret/b/1.in --\n-- " +
			"sum/data/secret/b/1.ans --\n-- sum/data/secret/c/testdata.yaml --\noutput_validator_flags: c d\n-- " +
			"sum/data/secret/c/e/1.in --\n-- sum/data/secret/c/e/1.ans --\n",
		show: checkerArgs, want: "secret/1: all a; secret/b/1: all a; secret/c/e/1: all c d"},
	{section: "Test data groups", says: "a name, alone or with flags, makes one output validator decide",
		files: "-- sum/problem.yaml --\nvalidation: custom\n-- sum/output_validators/v.c --\n-- " +
			"sum/output_validators/w.c --\n-- sum/data/secret/testdata.yaml --\noutput_validator_flags: v.c\n" +
			"-- sum/data/secret/b/testdata.yaml --\noutput_validator_flags: {name: w.c, flags: x y}\n-- " +
			"sum/data/secret/b/1.in --\n-- sum/data/secret/b/1.ans --\n",
		show: checkerArgs, want: "secret/1:  [v.c]; secret/b/1: x y [w.c]"},
	{section: "Test data groups", says: "that there is", files: "-- sum/data/secret/testdata.yaml " +
		"--\noutput_validator_flags: {name: w.c}\n",
		want: `error: sum/data/secret/testdata.yaml:1:25: no output validator "w.c"`},
	{section: "Test data groups", says: "the default validator's tolerance is replaced, not given twice",
		files: "-- sum/problem.yaml --\nvalidator_flags: case_sensitive float_tolerance 1\n-- " +
			"sum/data/secret/testdata.yaml --\noutput_validator_flags: float_absolute_tolerance 2\n",
		show: checkerArgs, want: "secret/1: case_sensitive float_absolute_tolerance 2"},
	{section: "Test data groups", says: "flags of input validators: for all, or for one by name",
		files: "-- sum/input_validators/w.c --\n-- sum/data/secret/testdata.yaml --\ninput_validator_flags: {name: " +
			"w.c, flags: -n 1}\n-- sum/data/secret/b/testdata.yaml --\ninput_validator_flags: -m\n-- " +
			"sum/data/secret/b/1.in --\n-- sum/data/secret/b/1.ans --\n",
		show: func(p *Problem) any { return []any{p.Tests[0].InputValidatorArgs, p.Tests[1].InputValidatorArgs} },
		want: "[map[w.c:[-n 1]] map[v.c:[-m] w.c:[-m]]]"},
	{section: "Test data groups", says: "scores are for scoring problems",
		files: "-- sum/data/secret/testdata.yaml --\naccept_score: 3\nrange: -inf 5\n",
		show:  warnings, want: "[sum/data/secret/testdata.yaml:1:15: ignored: scores are for problems of the type " +
			"scoring sum/data/secret/testdata.yaml:2:8: ignored: scores are for problems of the type scoring]"},
	{section: "Test data groups", says: "a range is two numbers in order",
		files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/secret/testdata.yaml --\nrange: 5 -inf\n",
		want:  "error: sum/data/secret/testdata.yaml:1:8: the lowest score 5 is above the highest -inf"},
	{section: "Test data groups", says: "scores of tests are 1 and 0, or accept_score and reject_score, which " +
		"groups inherit", files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/secret/testdata.yaml " +
		"--\naccept_score: 2.5\nreject_score: -inf\n-- sum/data/secret/b/1.in --\n-- sum/data/secret/b/1.ans " +
		"--\n-- sum/data/sample/1.in --\n-- sum/data/sample/1.ans --\n",
		show: func(p *Problem) any {
			sample, inner := p.Scoring.Rule("sample/1"), p.Scoring.Rule("secret/b/1")
			return []any{sample.Accept, sample.Reject, inner.Accept, inner.Reject}
		}, want: "[1 0 2.5 -inf]"},
	{section: "Test data groups", says: "a score is a number", files: "-- sum/problem.yaml --\ntype: scoring\n-- " +
		"sum/data/secret/testdata.yaml --\naccept_score: 1/2\n",
		want: `error: sum/data/secret/testdata.yaml:1:15: "1/2" is no score; write a number, inf or -inf`},
	{section: "Test data groups", says: "words of on_reject that no format explains: scores are not judged",
		files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/testdata.yaml --\non_reject: grade\n",
		show:  expectations, want: "accepted/a.c: permitted [AC] required [] whole [] not judged yet: on_reject grade"},
	{section: "Test data groups", says: "on_reject is break or continue",
		files: "-- sum/data/testdata.yaml --\non_reject: stop\n",
		want:  `error: sum/data/testdata.yaml:1:12: "stop" is not one of break, continue, first_error, worst_error, grade`},
	{section: "Test data groups", says: "no other key", files: "-- sum/data/testdata.yaml --\non_rejct: break\n",
		want: `error: sum/data/testdata.yaml:1:1: unknown key "on_rejct" (did you mean on_reject?)`},
	{section: "Included code", says: "include/LANGUAGE is for submissions in it; there is no default",
		files: "-- sum/include/c/x.h --\n-- sum/include/default/y.h --\n",
		show: func(p *Problem) any {
			s := p.Submissions[0]
			return []any{s.Include, s.Legacy, s.NotJudged(), p.Warnings[len(p.Warnings)-1]}
		},
		want: "[sum/include true  sum/include/default: not read: in this format files are included by language]"},
	{section: "Included code", says: "legacy-icpc has none, but packages of it do",
		files: "-- sum/problem.yaml --\nproblem_format_version: legacy-icpc\n-- sum/include/c/x.h --\n",
		show:  func(p *Problem) any { return []any{p.Submissions[0].Include, p.Warnings[len(p.Warnings)-1]} },
		want:  "[sum/include sum/include: the format legacy-icpc does not know it; read as in legacy]"},

	{section: "Example submissions", says: "by folder", files: "-- sum/submissions/partially_accepted/a.c --\n-- " +
		"sum/submissions/run_time_error/a.c --\n-- sum/submissions/time_limit_exceeded/a.c --\n-- " +
		"sum/submissions/wrong_answer/a.c --\n",
		show: expectations, want: "accepted/a.c: permitted [AC] required [] whole []; partially_accepted/a.c: " +
			"permitted [] required [] whole [AC] not judged: sum/submissions/partially_accepted/a.c: " +
			"partially_accepted is for problems of the type " +
			"scoring; move it, for example to accepted; run_time_error/a.c: permitted [] required [RTE] whole []; " +
			"time_limit_exceeded/a.c: permitted [AC WA TLE] required [TLE] whole []; wrong_answer/a.c: permitted " +
			"[AC WA] required [WA] whole []"},
	{section: "Example submissions", says: "of judges: by @EXPECTED_RESULTS@ in the source",
		files: "-- sum/submissions/mixed/a.c --\n// @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR\n-- " +
			"sum/submissions/mixed/b.c --\n",
		show: expectations, want: "accepted/a.c: permitted [AC] required [] whole []; mixed/a.c: permitted [] " +
			"required [] whole [TLE RTE]; mixed/b.c: nothing"},
	{section: "Example submissions", says: "partially_accepted, in scoring problems: accepted as a whole, with a " +
		"score that is not the best", files: "-- sum/problem.yaml --\ntype: scoring\n-- " +
		"sum/submissions/partially_accepted/a.c --\n",
		show: func(p *Problem) any { e := p.Expectations[1]; return []any{e.Submissions, e.Whole, e.Partial} },
		want: "[partially_accepted/a.c [AC] true]"},
	{section: "Input validators", says: "input_validators, or the legacy input_format_validators",
		files: "-- sum/input_format_validators/u.c --\n", show: func(p *Problem) any {
			return sourceNames(p.InputValidators)
		}, want: "[u.c v.c]"},
	{section: "Graders", says: "of a pass-fail problem: not judged", files: "-- sum/data/testdata.yaml --\ngrading: " +
		"custom\n-- sum/graders/g.py --\n", show: expectations, want: "accepted/a.c: permitted [AC] required [] whole " +
		"[] not judged yet: a custom grader of a problem without scores"},
	{section: "Graders", says: "a custom grader of some groups, with its arguments",
		files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/secret/testdata.yaml --\ngrading: " +
			"custom\ngrader_flags: ignore_sample mean\n-- sum/graders/g.py --\n#!/usr/bin/python2\n",
		show: func(p *Problem) any {
			scheme := p.Scoring.(*score.Legacy)
			var asked []string
			scheme.By(func(g score.Grader, _ []score.Result) (score.Result, error) {
				asked = append(append(asked, g.Name), g.Args...)
				return score.Result{}, nil
			}).Outcome([]score.Test{{Name: "secret/1", Verdict: "AC"}})
			return []any{p.Submissions[0].NotJudged(), p.Grader.Name, p.Grader.Language, asked, p.Warnings}
		}, want: "[ g.py python2 [secret ignore_sample mean] []]"},
	{section: "Graders", says: "a group in it may have the default grader again",
		files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/testdata.yaml --\ngrading: " +
			"custom\ngrader_flags: mean\n-- sum/data/secret/testdata.yaml --\ngrading: default\n-- " +
			"sum/graders/g.py --\n", show: expectations,
		want: "accepted/a.c: permitted [AC] required [] whole [] not judged yet: grader_flags mean"},
	{section: "Graders", says: "custom without a program", files: "-- sum/problem.yaml --\ntype: scoring\n-- " +
		"sum/data/testdata.yaml --\ngrading: custom\n", show: expectations, want: "accepted/a.c: permitted [AC] " +
		"required [] whole [] not judged: sum/data/testdata.yaml:1:10: grading is custom, but there is no program in " +
		"sum/graders; put one there, or write: grading: default"},
	{section: "Graders", says: "at most one", files: "-- sum/problem.yaml --\ntype: scoring\n-- " +
		"sum/data/testdata.yaml --\ngrading: custom\n-- sum/graders/a.py --\n-- sum/graders/b.py --\n",
		show: expectations, want: "accepted/a.c: permitted [AC] required [] whole [] not judged: sum/graders: 2 " +
			"graders (a.py, b.py), and a problem has one; leave one there"},
	{section: "Graders", says: "one that no group uses", files: "-- sum/graders/a.py --\n",
		show: func(p *Problem) any { return []any{p.Grader == nil, p.Warnings} },
		want: "[true [sum/graders: not used: no testdata.yaml says grading: custom]]"},
	{section: "Graders", says: "flags that accept what a test rejects: not judged",
		files: "-- sum/data/secret/testdata.yaml --\ngrader_flags: first_error accept_if_any_accepted\n",
		show:  expectations, want: "accepted/a.c: permitted [AC] required [] whole [] not judged yet: grader_flags " +
			"accept_if_any_accepted"},
	{section: "Graders", says: "flags that no default grader has: not judged",
		files: "-- sum/problem.yaml --\ntype: scoring\n-- sum/data/testdata.yaml --\ngrader_flags: min mean\n",
		show:  expectations, want: "accepted/a.c: permitted [AC] required [] whole [] not judged yet: grader_flags " +
			"min mean"},
	{section: "Graders", says: "ignore_sample is for the root", files: "-- sum/problem.yaml --\ntype: scoring\n-- " +
		"sum/data/secret/testdata.yaml --\ngrader_flags: ignore_sample\n",
		show: warnings, want: "[sum/data/secret/testdata.yaml:1:15: ignore_sample is for the testdata.yaml of all " +
			"tests, which is in data; move it there]"},
	{section: "Grading", says: "objective: max or min", files: "-- sum/problem.yaml --\ntype: scoring\ngrading: " +
		"{objective: least}\n", want: `error: sum/problem.yaml:2:22: "least" is not one of max, min`},
}

func TestLegacyFormats(t *testing.T) {
	for i, row := range legacyTable {
		t.Run(fmt.Sprintf("%d %s: %s", i, row.section, row.says), func(t *testing.T) {
			p, err := loadLegacy(t, row.files)
			if err != nil || row.show == nil {
				if got := fmt.Sprintf("error: %v", err); got != row.want {
					t.Errorf("got  %s\nwant %s", got, row.want)
				}
				return
			}
			if got := fmt.Sprint(row.show(p)); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// The result that an annotation expects is that of the first test that is not accepted; tests behind it do not matter.
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

// The help names the folders of which something is expected.
func TestLegacyFoldersAreInTheHelp(t *testing.T) {
	_, help, found := strings.Cut(judgetest.Read(t, "../../help/packages.txt"), "must get\n")
	if !found {
		t.Fatal("no table of folders")
	}
	for folder := range legacyFolders {
		if !strings.Contains(help, "\n  "+folder+" ") && !strings.HasPrefix(help, "  "+folder+" ") {
			t.Errorf("judge help packages does not name %s", folder)
		}
	}
}
