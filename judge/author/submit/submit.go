// Package submit checks a submission before it is given to an online judge.
//
// It checks the source by that judge's rules (judges.yaml), and judges it on all tests here. It submits nothing: it
// returns the checks, and the bytes to paste.
//
//	preflight, err := submit.Inspect(ctx, entry, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
//	for _, c := range preflight.Checks { … c.State, c.Name, c.Said, c.Details … }
package submit

import (
	"cmp"
	"context"
	"slices"
	"time"

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

// Inspect checks one submission, with all tests of its problem; without tests it is only built. A limit of 0 is not
// known: the submission is run with a generous one, and the check is skipped. The errors are those of grade.Judge.
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
	if p.Results, err = grade.Judge(ctx, []grade.Entry{generous(e)}, o); err != nil {
		return p, err
	}
	p.Checks = append(p.Checks, judged(e, p.Results.Submissions[0])...)
	return p, nil
}

// The limits of a submission where its own are not known.
const (
	generousTime   = 10 * time.Second
	generousMemory = 1 << 30
)

// generous is the entry with limits in place of those that are not known.
func generous(e grade.Entry) grade.Entry {
	p := *e.Problem
	p.Limits.Time = cmp.Or(p.Limits.Time, generousTime)
	p.Limits.Memory = cmp.Or(p.Limits.Memory, generousMemory)
	e.Problem = &p
	return e
}

// doubt marks the check, and returns the mark for its text, if no source confirms that fact.
func (c *Check) doubt(judge problem.OnlineJudge, fact string) string {
	if slices.Contains(judge.Unverified, fact) {
		c.Unverified = true
		return " (unverified)"
	}
	return ""
}
