// Package validate finds faults in a problem. It finds inputs that the validators reject, answers that the checker
// rejects, tests without recipes, and bounds that no test reaches. It also finds changed answers that the checker
// accepts, and violations of the Problem Package Format 2025-09.
//
// Each rule answers one question about a problem. The package judges no submission and prints nothing. It returns a
// Report.
//
//	report, err := validate.Problem(ctx, cache, p, jobs)
//	report.Mark(p.Intended)
//	for _, f := range report.Findings { fmt.Println(f) }
package validate

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// findingf returns a finding. "judge help findings" lists its id.
func findingf(id, place, format string, args ...any) problem.Finding {
	return problem.Finding{ID: id, Place: place, Message: fmt.Sprintf(format, args...)}
}

// slug returns a text as the last part of an id.
func slug(text string) string { return strings.ReplaceAll(text, " ", "-") }

// Report holds what was found in one problem. The tags are the keys of the JSON document, in which no list is null.
type Report struct {
	Problem        string            `json:"problem"`
	Tests          int               `json:"tests"`
	Inputs         int               `json:"inputs_valid"`     // inputs that every validator accepts
	Answers        int               `json:"answers_accepted"` // answers that the checker accepts
	Unanswered     int               `json:"unanswered"`       // tests whose recipes say "answer: none"
	Folders        []FolderResult    `json:"aside"`
	Findings       []problem.Finding `json:"findings"`
	FindingIDs     []string          `json:"finding_ids"`          // the IDs of Findings
	Skipped        []string          `json:"skipped"`              // what could not be checked, with the reason
	Notes          []string          `json:"notes"`                // what is unusual, but allowed
	Incomplete     bool              `json:"incomplete,omitempty"` // an error or a signal ended it; Skipped says so
	AnswersSkipped bool              `json:"-"`                    // answers were not checked, so Answers is 0; Skipped says why
	Unbuilt        int               `json:"-"`                    // the number of programs that cannot be built; Skipped lists them
	Missing        int               `json:"-"`                    // the number of unbuilt programs whose compiler is missing
}

// FolderResult counts the tests in a folder such as invalid_input, which tests the problem's own programs. Its tests
// are inputs that a validator must reject, or outputs that the checker must reject or accept. Folders without tests,
// and folders that were not checked, have no FolderResult.
type FolderResult struct {
	Folder string `json:"folder"` // such as problem.InvalidInput
	Tests  int    `json:"tests"`
	Right  int    `json:"right"` // the number of tests with the result that the folder demands
}

// rule answers one question about a problem. An error means that the judge failed, or that ctx is done.
type rule func(ctx context.Context, e *env) ([]problem.Finding, error)

// rules are all rules, in the order in which their findings are shown.
var rules = []rule{faults, completeness, recipes, scores, texts, programs, inputs, answers, repeated, asides,
	conversations, bounds, trial}

// env is what the rules share: the problem, its built programs, and the report.
type env struct {
	*problem.Problem
	report     *Report
	cache      *compile.Cache
	jobs       int
	validators *Validators
	checker    check.Checker     // nil if answers cannot be checked
	quick      check.Checker     // the same checker with a shorter time limit
	bounds     []validatorBounds // one for each input validator, in their order
}

// Problem validates a completely loaded problem. At most jobs input validators run at the same time.
func Problem(ctx context.Context, cache *compile.Cache, p *problem.Problem, jobs int) (Report, error) {
	e := &env{Problem: p, report: &Report{Problem: p.Name, Tests: len(p.Tests), Folders: []FolderResult{},
		Findings: []problem.Finding{}, Skipped: []string{}, Notes: []string{}}, cache: cache, jobs: max(jobs, 1)}
	for _, r := range rules {
		found, err := r(ctx, e)
		e.report.Findings = append(e.report.Findings, found...)
		if err != nil {
			return *e.report, err
		}
	}
	return *e.report, nil
}

// Mark removes the intended findings, and sets FindingIDs. If nothing was skipped, a mark that fits no finding becomes
// a finding. The remaining findings about accepted changes are joined into one.
func (r *Report) Mark(marks []problem.Mark) {
	left := []problem.Finding{}
	used := make([]bool, len(marks))
	accepted := -1 // left[accepted] is the finding about accepted changes; -1 if there is none
	for _, f := range r.Findings {
		intended := false
		for i, m := range marks {
			if strings.HasPrefix(f.ID+".", m.ID+".") {
				used[i], intended = true, true
			}
		}
		kind, accepts := strings.CutPrefix(f.Message, accepts)
		switch {
		case intended:
		case accepts && accepted >= 0:
			left[accepted].Message += ", " + kind
			left[accepted].ID += ", " + f.ID
		default:
			if left = append(left, f); accepts {
				accepted = len(left) - 1
			}
		}
	}
	if accepted >= 0 {
		left[accepted].Message += "; reject that, or mark it as intended in judge.yaml (judge help findings)"
	}
	for i, m := range marks {
		if !used[i] && len(r.Skipped) == 0 {
			left = append(left, findingf("intended.unused", m.Place, "no finding has the id %s; remove it", m.ID))
		}
	}
	r.Findings, r.FindingIDs = left, []string{}
	for _, f := range left {
		r.FindingIDs = append(r.FindingIDs, f.ID)
	}
}

// Ends records that an error or a signal has ended the validation.
func (r *Report) Ends(why string) {
	r.Incomplete, r.Skipped = true, append(r.Skipped, "the rest: "+why)
}

// skip records what could not be checked.
func (e *env) skip(format string, args ...any) {
	e.report.Skipped = append(e.report.Skipped, fmt.Sprintf(format, args...))
}

// programs builds the problem's programs for the other rules. A program that does not compile is a finding. A program
// whose compiler this machine lacks is skipped.
func programs(ctx context.Context, e *env) (found []problem.Finding, err error) {
	e.validators = newValidators(e.cache, e.Problem)
	others := newValidators(e.cache, e.Problem) // the other programs, which are only built
	build := func(into *Validators, source problem.Source) (built bool) {
		if err != nil {
			return false
		}
		file := filepath.Join(source.Dir, source.Files[0])
		err = into.add(ctx, source)
		var broken *compile.CompileError
		var missing *compile.MissingError
		switch {
		case errors.As(err, &broken):
			found = append(found, findingf("programs.compile", file, "does not compile: %s", broken.Output))
		case errors.As(err, &missing):
			e.report.Unbuilt++
			if filepath.Ext(source.Name) == ".viva" {
				e.skip("%s: it needs VIVA, which this judge does not run; write a program that does the same", file)
			} else {
				e.report.Missing++
				e.skip("%s: %v", file, missing)
			}
		default:
			return err == nil
		}
		err = nil
		return false
	}
	if e.Grader != nil {
		build(others, *e.Grader)
	}
	for _, source := range e.InputValidators {
		build(e.validators, source)
	}
	compares := !e.Talks()
	for _, source := range e.Deciding() {
		built := build(others, source)
		compares = compares && built
	}
	if compares {
		hasty := *e.Problem
		hasty.Limits.Validation.Time = min(e.Limits.Validation.Time, trialOnce)
		e.checker, err = grade.Checker(ctx, e.cache, e.Problem)
		if err == nil {
			e.quick, err = grade.Checker(ctx, e.cache, &hasty)
		}
	}
	return found, err
}
