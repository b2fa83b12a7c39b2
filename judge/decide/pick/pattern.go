package pick

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// Pattern selects submissions and tests. It has the form problem[/approach][:test], and each part may be a shell glob.
// A missing part selects everything. A part that names a folder selects everything in the folder:
// "hdu5046/wrong_answer", "hdu5046:secret".
type Pattern struct {
	text                    string
	problem, approach, test string // "" selects all
	short                   bool   // the approach also matches a program's name without its extension
	exact                   bool   // the approach is a program's name, which matches no other program
}

// ParsePattern parses a pattern and rejects malformed globs.
func ParsePattern(text string) (Pattern, error) {
	p := Pattern{text: text}
	rest := text
	rest, p.test, _ = strings.Cut(rest, ":")
	p.problem, p.approach, _ = strings.Cut(rest, "/")
	for _, part := range []*string{&p.problem, &p.approach, &p.test} {
		*part = strings.TrimSuffix(*part, "/")
		if _, err := path.Match(*part, ""); err != nil {
			return p, fmt.Errorf("pattern %q: %q is not a shell glob (is a bracket left open?); a pattern is "+
				"problem[/approach][:test]", text, *part)
		}
	}
	if p.problem == "" {
		return p, fmt.Errorf("pattern %q names no problem; a pattern is problem[/approach][:test], and '*' matches "+
			"every problem", text)
	}
	return p, nil
}

// Whole reports whether the pattern selects whole problems, and HasTest whether it has a test part.
func (p Pattern) Whole() bool   { return p.approach+p.test == "" }
func (p Pattern) HasTest() bool { return p.test != "" }

// MatchProblem reports whether the problem part of the pattern matches this name.
func (p Pattern) MatchProblem(name string) bool { return matches(p.problem, name) }

// Match reports whether the pattern selects a test of a submission.
func (p Pattern) Match(problem, submission, test string) bool {
	return p.MatchProgram(problem, submission) && matches(p.test, test)
}

// MatchProgram reports whether the pattern selects a submission, whatever its test part.
func (p Pattern) MatchProgram(problem, submission string) bool {
	if p.exact {
		return matches(p.problem, problem) && p.approach == submission
	}
	return matches(p.problem, problem) &&
		(matches(p.approach, submission) || p.short && matches(p.approach, stem(submission)))
}

// Short returns the pattern as it applies to a set. If the pattern matches no program of the set, its approach also
// matches names without their extension: sum/wrong_answer/zero means sum/wrong_answer/zero.py.
func (p Pattern) Short(set *problem.Set) Pattern {
	p.short = !slices.ContainsFunc(set.Problems, func(each *problem.Problem) bool {
		return slices.ContainsFunc(each.Submissions, func(s problem.Submission) bool {
			return p.MatchProgram(each.Name, s.Name)
		})
	})
	return p
}

// stem returns the name of a program without its extension.
func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// NamesTest reports whether the pattern has a test part that selects this test.
func (p Pattern) NamesTest(problem, submission, test string) bool {
	return p.test != "" && p.Match(problem, submission, test)
}

// matches reports whether the glob matches the path or one of its parent folders.
func matches(glob, name string) bool {
	if glob == "" {
		return true
	}
	for ; name != "." && name != "/"; name = path.Dir(name) {
		if ok, _ := path.Match(glob, name); ok {
			return true
		}
	}
	return false
}

// Select returns the submissions and tests that any of the patterns selects, in the order of the set. Without patterns,
// it returns all. If a pattern selects nothing, Select returns an error that names the part without a match.
func Select(set *problem.Set, patterns []Pattern) ([]grade.Entry, error) {
	if len(patterns) == 0 {
		patterns = []Pattern{{}}
	}
	var all []grade.Entry
	for _, p := range set.Problems {
		for _, s := range p.Submissions {
			all = append(all, grade.Entry{Problem: p, Submission: s, Tests: p.Tests})
		}
	}
	entries := Narrow(all, patterns)
	for _, pattern := range patterns {
		switch {
		case slices.ContainsFunc(entries, pattern.selectsAny):
		case pattern.text == "":
			return nil, fmt.Errorf("nothing to judge; %s", nothing(set, pattern))
		default:
			return nil, errors.New(nothing(set, pattern))
		}
	}
	return entries, nil
}

// Narrow keeps only the entries' tests that a pattern selects, and drops entries without such tests.
func Narrow(entries []grade.Entry, patterns []Pattern) []grade.Entry {
	var narrowed []grade.Entry
	for _, e := range entries {
		of := slices.DeleteFunc(slices.Clone(patterns), func(p Pattern) bool {
			return !p.MatchProgram(e.Problem.Name, e.Submission.Name)
		})
		var tests []problem.Test
		for _, t := range e.Tests {
			if slices.ContainsFunc(of, func(p Pattern) bool { return matches(p.test, t.Name) }) {
				tests = append(tests, t)
			}
		}
		if len(tests) < len(e.Tests) { // else keep the shared slice, which may have thousands of tests
			e.Tests = tests
		}
		if len(tests) > 0 {
			narrowed = append(narrowed, e)
		}
	}
	return narrowed
}

func (p Pattern) selectsAny(e grade.Entry) bool {
	return p.MatchProgram(e.Problem.Name, e.Submission.Name) &&
		slices.ContainsFunc(e.Tests, func(t problem.Test) bool { return matches(p.test, t.Name) })
}

// This function explains why a pattern selects nothing: which part has no match, and what exists instead.
func nothing(set *problem.Set, pattern Pattern) string {
	var all, problems, submissions, programs, groups []string
	for _, p := range set.Problems {
		all = append(all, p.Name)
		if !matches(pattern.problem, p.Name) {
			continue
		}
		problems = append(problems, p.Name)
		matched := false
		for _, s := range p.Submissions {
			if s.Name == "" { // judge list lists the problem alone
				continue
			}
			submissions = append(submissions, s.Name)
			if pattern.MatchProgram(p.Name, s.Name) {
				matched = true
				programs = append(programs, p.Name+"/"+s.Name)
			}
		}
		for _, t := range p.Tests {
			if matched && !slices.Contains(groups, t.Group()) {
				groups = append(groups, t.Group())
			}
		}
	}
	switch {
	case len(groups) > 0:
		return fmt.Sprintf("no test %q of %s%s", pattern.test, programs[0], strictyaml.Instead(pattern.test, groups))
	case len(submissions) > 0:
		return fmt.Sprintf("no submission %q of %s%s", pattern.approach, problems[0],
			strictyaml.Instead(pattern.approach, submissions))
	case len(set.Problems) == 0:
		return "there are no problems"
	case len(problems) > 0:
		return fmt.Sprintf("%s has no submission; write one, such as solutions/%[1]s/mine/main.go, or "+
			"submissions/accepted/mine.go in a package", problems[0])
	}
	return noProblem(pattern.problem, all)
}

// noProblem returns the message for a name or glob that matches no problem: `no problem "3074"; did you mean poj3074?`
func noProblem(name string, problems []string) string {
	return fmt.Sprintf("no problem %q%s", name, strictyaml.Instead(name, problems))
}

// Literal escapes the glob characters of a name, so that as a pattern part it selects only this name.
func Literal(name string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(name)
}
