package audit

import (
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Tests finds secret tests that tell no two programs apart, and wrong programs that a single test catches. The results
// are those of all programs, with what Undecided asks for.
func Tests(p *problem.Problem, results []grade.Submission) []Finding {
	var findings []Finding
	for _, t := range p.Tests {
		if isSample(t.Name) { // shown, not chosen
			continue
		}
		if a := on(t.Name, results); a.alike && a.programs > 1 && !a.open {
			findings = append(findings, Finding{Topic: TestsTopic, About: t.Name,
				Message: fmt.Sprintf("all %d programs get %s", a.programs, a.verdict),
				Remedy:  "the test could go, or submissions/ lacks a wrong program that it catches"})
		}
	}
	for _, s := range results {
		if by, open, judged := catches(s); len(by) == 1 && !open && judged > 1 {
			findings = append(findings, Finding{Topic: ProgramsTopic, About: s.Name,
				Message: fmt.Sprintf("only %s catches it, of %d tests", by[0], judged),
				Remedy: fmt.Sprintf("add a test like it: %s, with a solution that is right",
					p.Command("stress", p.Name, "SOLUTION", s.Name, "--keep"))})
		}
	}
	return findings
}

// Undecided are tests that were skipped for some programs, and on whose verdicts findings of Tests depend.
func Undecided(p *problem.Problem, results []grade.Submission) []grade.Entry {
	var entries []grade.Entry
	for _, s := range results {
		of := submissionOf(p, s)
		if of == nil || len(s.Tests) == 0 || s.Verdict == problem.JE { // the checker fails; it would so again
			continue
		}
		by, _, _ := catches(s)
		e := grade.Entry{Problem: p, Submission: *of}
		for _, t := range p.Tests {
			skipped := slices.ContainsFunc(s.Tests, func(o grade.Test) bool {
				return o.Name == t.Name && o.Verdict == problem.NotRun
			})
			if a := on(t.Name, results); skipped && (len(by) == 1 || a.alike && !isSample(t.Name)) {
				e.Tests = append(e.Tests, t)
			}
		}
		if len(e.Tests) > 0 {
			entries = append(entries, e)
		}
	}
	return entries
}

// Add puts the results of tests in place of those that were skipped.
func Add(results, more []grade.Submission) []grade.Submission {
	all := slices.Clone(results)
	for _, s := range more {
		i := slices.IndexFunc(all, func(o grade.Submission) bool { return o.Name == s.Name })
		if i < 0 {
			continue
		}
		all[i].Tests = slices.Clone(all[i].Tests)
		for _, t := range s.Tests {
			j := slices.IndexFunc(all[i].Tests, func(o grade.Test) bool { return o.Name == t.Name })
			if j >= 0 && t.Verdict != problem.NotRun {
				all[i].Tests[j] = t
			}
		}
	}
	return all
}

func isSample(test string) bool {
	top, _, _ := strings.Cut(test, "/")
	return top == "sample"
}

func submissionOf(p *problem.Problem, s grade.Submission) *problem.Submission {
	i := slices.IndexFunc(p.Submissions, func(o problem.Submission) bool { return o.Name == s.Name })
	if i < 0 {
		return nil
	}
	return &p.Submissions[i]
}

// catches are the tests that catch a wrong program, and of how many. It is open if others were skipped. There are none
// for a solution, for a program of which nothing is expected, and for one that gets points.
func catches(s grade.Submission) (by []string, open bool, judged int) {
	if s.Solution || s.Unstated || s.Scores != nil {
		return nil, false, 0
	}
	for _, t := range s.Tests {
		switch t.Verdict {
		case problem.NotRun, problem.JE:
			open = true
		case problem.AC:
			judged++
		default:
			judged++
			by = append(by, t.Name)
		}
	}
	return by, open, judged
}

// agreement says whether the programs differ on a test.
type agreement struct {
	programs int // that were run
	alike    bool
	open     bool // others were not
	verdict  problem.Verdict
}

func on(test string, results []grade.Submission) agreement {
	a, score := agreement{alike: true}, ""
	for _, s := range results {
		for _, t := range s.Tests {
			switch {
			case t.Name != test:
				continue
			case t.Verdict == problem.NotRun || t.Verdict == problem.JE:
				a.open = true
				continue
			}
			own := ""
			if t.Score != nil {
				own = t.Score.String()
			}
			if a.programs++; a.programs == 1 {
				a.verdict, score = t.Verdict, own
			}
			a.alike = a.alike && t.Verdict == a.verdict && own == score
		}
	}
	return a
}
