// Package loose reads a program and the tests beside it as they lie in anybody's folder: no checkout, no package, no
// names that a format demands. What it reads ends in the same problem.Problem as everything else that is judged.
//
//	source, err := loose.Program("a.cpp")
//	tests, err := loose.Find(source, "")
//	p := loose.Problem(source, tests, loose.Options{Time: 2 * time.Second, Memory: 256 << 20})
//
// It runs nothing but the program that makes missing answers (Answer).
package loose

import (
	"path/filepath"
	"strconv"
	"time"

	"dlxjudge/judge/read/problem"
)

// Options are what a problem package would say.
type Options struct {
	Time    time.Duration
	Memory  int64 // bytes
	Epsilon float64
	Checker *problem.Source // nil for the default checker
}

// outputLimit is the format's usual limit on what a program writes, eightfold: nobody has said one.
const outputLimit = 64 << 20

// Problem is the problem with one submission, which is expected to be accepted on all tests. Tokens are compared with
// regard to case, and whitespace does not matter.
func Problem(source problem.Source, tests []problem.Test, o Options) *problem.Problem {
	arguments := []string{"case_sensitive"}
	if o.Epsilon > 0 {
		arguments = append(arguments, "float_tolerance", strconv.FormatFloat(o.Epsilon, 'g', -1, 64))
	}
	if o.Checker != nil {
		arguments = nil
	}
	name := nameOf(source.Dir)
	p := &problem.Problem{
		Name: name, Title: name, Dir: source.Dir, DataDir: source.Dir,
		Limits: problem.Limits{Time: o.Time, Memory: o.Memory, Output: outputLimit,
			Validation: problem.DefaultValidation},
		Submissions: []problem.Submission{{
			Source: source, Problem: name, Name: source.Name, Path: "accepted/" + source.Name, Solution: true,
		}},
		Expectations: []problem.Expectation{{Submissions: "accepted", Permitted: []problem.Verdict{problem.AC},
			File: "judge test"}},
	}
	if o.Checker != nil {
		p.Checkers = []problem.Source{*o.Checker}
	}
	for _, t := range tests {
		t.CheckerArgs = arguments
		p.Tests = append(p.Tests, t)
	}
	return p
}

// nameOf is the name of a folder, which the problem is called by.
func nameOf(dir string) string {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	return filepath.Base(dir)
}
