// Package submit checks a submission before it is given to an online judge.
//
// It checks the source by that judge's rules (judges.yaml), and judges it on all tests here. It submits nothing: it
// returns the checks, and the bytes to paste.
//
//	preflight, err := submit.Inspect(ctx, entry, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
//	for _, c := range preflight.Checks { … c.State, c.Name, c.Said, c.Details … }
package submit

import (
	"context"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// State is the result of a check.
type State string

// The states. A check that is not possible on this machine is skipped.
const (
	Passed  State = "passed"
	Failed  State = "failed"
	Skipped State = "skipped"
)

// Check is one check and its result.
type Check struct {
	Name       string // a word: "language"
	State      State
	Said       string   // the result in a line; a rule that no source confirms is marked "(unverified)"
	Unverified bool     // no source confirms the rule
	Details    []string // the places, a line each
}

// Preflight is the result of all checks.
type Preflight struct {
	Checks  []Check
	Page    string // where to paste the source; "" if not known
	Entry   string // of the page's language menu, "G++"
	Known   bool   // whether the entry is called so; else the language is, or the entry was once
	Source  []byte // the file, byte for byte; nil if there is more than one
	Results grade.Results
}

// Failed is the number of checks that failed.
func (p Preflight) Failed() int {
	n := 0
	for _, c := range p.Checks {
		if c.State == Failed {
			n++
		}
	}
	return n
}

// Inspect checks one submission, with all tests of its problem. The errors are those of grade.Judge.
func Inspect(ctx context.Context, e grade.Entry, o grade.Options) (Preflight, error) {
	judge, source := e.Problem.Judge, e.Submission.Source
	p := Preflight{Page: judge.SubmitPage}
	language, err := compile.LanguageOf(source)
	if err != nil { // the other checks need the language
		p.Checks = []Check{{Name: "language", State: Failed, Said: err.Error()}}
		return p, nil
	}
	p.Entry, p.Known = judge.Entry(language.Display)
	taken, err := languageTaken(ctx, o.Cache, e, language)
	if err != nil {
		return p, err
	}
	var checks []Check
	if checks, p.Source, err = ofSource(ctx, o.Cache, judge, language, source); err != nil {
		return p, err
	}
	p.Checks = append([]Check{taken}, checks...)
	if p.Results, err = grade.Judge(ctx, []grade.Entry{e}, o); err != nil {
		return p, err
	}
	p.Checks = append(p.Checks, judged(e, p.Results.Submissions[0])...)
	return p, nil
}

// doubt marks the check, and returns the mark for its text, if no source confirms that fact.
func (c *Check) doubt(judge problem.OnlineJudge, fact string) string {
	if slices.Contains(judge.Unverified, fact) {
		c.Unverified = true
		return " (unverified)"
	}
	return ""
}
