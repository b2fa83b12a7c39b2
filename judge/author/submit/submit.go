// Package submit checks a submission before the user pastes it into an online judge.
//
// The package checks the source by the online judge's rules (judges.yaml), and judges the submission on all local
// tests. It submits nothing. It returns the checks, and the bytes to paste.
//
//	preflight, err := submit.Inspect(ctx, entry, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
//	for _, c := range preflight.Checks { … c.State, c.Name, c.Result, c.Details … }
package submit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// State is the result of a check.
type State string

// The states. A check is skipped if it is not possible, for example because the online judge's rule is unknown.
const (
	Passed  State = "passed"
	Failed  State = "failed"
	Skipped State = "skipped"
)

// Check is one check and its result.
type Check struct {
	Name       string // one word, such as "language"
	State      State
	Result     string   // the result in one line, with "(unverified)" if Unverified is set
	Unverified bool     // no document confirms the rule
	Details    []string // further lines, such as compiler errors or failed tests
}

// Preflight is the result of all checks.
type Preflight struct {
	Checks  []Check
	Page    string // where to paste the source; "" if unknown
	Entry   string // the entry of the page's language menu, such as "G++"
	Known   bool   // true if Entry is certain; otherwise, Entry may be outdated, or only the name of the language
	Source  []byte // the file, byte for byte; nil if there are several files
	Results grade.Results
}

// Failed returns the number of failed checks.
func (p Preflight) Failed() int {
	n := 0
	for _, c := range p.Checks {
		if c.State == Failed {
			n++
		}
	}
	return n
}

// Mark returns the character for the result of a check.
func (c Check) Mark() string {
	if c.State == Passed && c.Unverified {
		return "?"
	}
	return map[State]string{Passed: "✓", Failed: "✖", Skipped: "∅"}[c.State]
}

// Tally counts the results of the checks.
func (p Preflight) Tally() string {
	marks := map[string]int{}
	for _, c := range p.Checks {
		marks[c.Mark()]++
	}
	text := fmt.Sprintf("of %d rules: %d passed, %d failed, %d unverified", len(p.Checks), marks["✓"], marks["✖"],
		marks["?"])
	if n := marks["∅"]; n > 0 {
		text += fmt.Sprintf(", %d not checked", n)
	}
	return text
}

// The limits of a submission if the limits of the problem are unknown.
const (
	generousTime   = 10 * time.Second
	generousMemory = 1 << 30
)

// Inspect checks one submission on all tests of its problem. If there are no tests, the submission is only built. A
// limit of 0 means unknown: the submission runs with a generous limit, and the check of the limit is skipped. Errors
// come from reading or building the source, or from grade.Judge.
func Inspect(ctx context.Context, e grade.Entry, o grade.Options) (Preflight, error) {
	judge, source := e.Problem.Judge, e.Submission.Source
	p := Preflight{Page: judge.SubmitPage}
	language, err := compile.LanguageOf(source)
	if err != nil { // the other checks need the language
		p.Checks = []Check{{Name: "language", State: Failed, Result: err.Error()}}
		return p, nil
	}
	p.Entry, p.Known = judge.Entry(language.Display)
	files := source.Files
	if r, err := compile.Resolve(ctx, compile.Submission, source); err == nil {
		files = nil
		for _, file := range r.Files {
			files = append(files, file.Below)
		}
	}
	if len(source.Files) == 1 {
		contents, err := compile.ReadSource(source)
		if err != nil {
			return p, err
		}
		p.Source = contents[0]
	}
	p.Checks = []Check{checkLanguage(judge, language), checkFile(judge, language, source, files, p.Source)}
	if p.Source != nil {
		p.Checks = append(p.Checks, checkSize(judge, p.Source))
	}
	standard, err := checkStandard(ctx, o.Cache, language, source, p.Source)
	if err != nil {
		return p, err
	}
	if note := judge.Notes[language.Display]; note != "" {
		standard.Details = append(standard.Details, strings.Split(strings.TrimSpace(note), "\n")...)
	}
	p.Checks = append(p.Checks, standard)
	generous := *e.Problem
	generous.Limits.Time = cmp.Or(generous.Limits.Time, generousTime)
	generous.Limits.Memory = cmp.Or(generous.Limits.Memory, generousMemory)
	p.Results, err = grade.Judge(ctx, []grade.Entry{{Problem: &generous, Submission: e.Submission, Tests: e.Tests}}, o)
	if err == nil {
		checks := checkVerdict(e, p.Results.Submissions[0])
		n := min(len(checks[0].Details), len(standard.Details))
		if slices.Equal(checks[0].Details, standard.Details[:n]) {
			checks[0].Details = nil // the compiler's message is shown once
		}
		p.Checks = append(p.Checks, checks...)
	}
	return p, err
}

// doubt marks the check and its text as unverified if no document confirms the fact.
func (c *Check) doubt(judge problem.OnlineJudge, fact string) {
	if slices.Contains(judge.Unverified, fact) {
		c.Unverified = true
		c.Result += " (unverified)"
	}
}

// checkVerdict checks that the submission is accepted on all tests, and how much of each limit it uses.
func checkVerdict(e grade.Entry, s grade.Submission) []Check {
	tests := Check{Name: "tests", State: Passed, Result: fmt.Sprintf("accepted on all %d", len(e.Tests))}
	switch {
	case len(e.Tests) == 0 && s.Verdict == problem.NotRun:
		tests.State, tests.Result = Skipped, "there are none"
		return []Check{tests}
	case s.Verdict != problem.AC && s.Run() == 0:
		tests.State, tests.Result = Failed, string(s.Verdict)
		if s.Verdict == problem.NotRun {
			tests.Result = "not judged"
		}
		tests.Details = strings.Split(s.Message, "\n")
		return []Check{tests}
	case s.Verdict != problem.AC || s.Passed() < len(e.Tests):
		tests.State = Failed
		tests.Result = fmt.Sprintf("%s: accepted on %d of %d", s.Verdict, s.Passed(), len(e.Tests))
		for _, t := range s.Tests {
			if t.Verdict != problem.AC && t.Verdict != problem.NotRun {
				message, _, _ := strings.Cut(t.Message, "\n")
				tests.Details = append(tests.Details, strings.TrimSpace(fmt.Sprintf("%s: %s: %s", t.Name, t.Verdict,
					message)))
			}
		}
	}
	limits := e.Problem.Limits
	seconds := func(t grade.Test) float64 { return time.Duration(t.CPU).Seconds() }
	mebibytes := func(t grade.Test) float64 { return float64(t.Memory) / (1 << 20) }
	return []Check{
		tests,
		checkUse(e, s, Check{Name: "time"}, seconds, "%.3fs", limits.Time.Seconds(), limits.Time.String(), "time_limit",
			"with --time-limit SECONDS"),
		checkUse(e, s, Check{Name: "memory"}, mebibytes, "%.1f MiB", mebibytes(grade.Test{Memory: limits.Memory}),
			fmt.Sprintf("%d MiB", limits.Memory>>20), "memory", "in judge.yaml"),
	}
}

// share is the fraction of a limit that a program may use on this machine. It is below 1, because the online judge's
// machine may be slower.
const share = 0.5

// checkUse checks how much of a limit the most expensive test uses. A limit of 0 means unknown. fact is the limit's
// name in the list of unverified facts. how tells the user how to set the limit, such as "in judge.yaml".
func checkUse(e grade.Entry, s grade.Submission, c Check, of func(grade.Test) float64, form string, limit float64,
	limitText, fact, how string) Check {
	most := slices.MaxFunc(s.Tests, func(a, b grade.Test) int { return cmp.Compare(of(a), of(b)) })
	needs := fmt.Sprintf(form, of(most))
	if limit == 0 {
		c.State = Skipped
		c.Result = fmt.Sprintf("%s, on %s; the limit is unknown: set it %s", needs, most.Name, how)
		return c
	}
	part := of(most) / limit
	c.State, c.Result = Passed, strings.TrimSuffix(needs, " MiB")+" of "+limitText
	c.doubt(e.Problem.Judge, fact)
	c.Result += fmt.Sprintf(": %.0f%%, on %s", 100*part, most.Name)
	if part > share {
		c.State, c.Result = Failed, fmt.Sprintf("%s; want at most %.0f%%", c.Result, 100*share)
	}
	return c
}
