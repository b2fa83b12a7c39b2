package audit

import (
	"fmt"
	"strings"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Tests finds secret tests that tell no two programs apart, and wrong programs that hang by a single test. The results
// are those of all programs on all tests.
func Tests(p *problem.Problem, results []grade.Submission) []Finding {
	var findings []Finding
	for _, t := range p.Tests {
		if top, _, _ := strings.Cut(t.Name, "/"); top == "sample" { // shown, not chosen
			continue
		}
		if verdict, programs := alike(t.Name, results); programs > 1 && verdict != "" {
			findings = append(findings, Finding{Topic: TestsTopic, About: t.Name,
				Message: fmt.Sprintf("all %d programs get %s", programs, verdict),
				Remedy:  "the test could go, or a wrong program that it catches is missing in submissions/"})
		}
	}
	for _, s := range results {
		if s.Solution || s.Unstated || s.Scores != nil {
			continue
		}
		var by []string
		judged := 0
		for _, t := range s.Tests {
			if t.Verdict != problem.NotRun && t.Verdict != problem.JE {
				judged++
				if t.Verdict != problem.AC {
					by = append(by, t.Name)
				}
			}
		}
		if len(by) == 1 && judged > 1 {
			findings = append(findings, Finding{Topic: ProgramsTopic, About: s.Name,
				Message: fmt.Sprintf("only %s catches it, of %d tests", by[0], judged),
				Remedy: fmt.Sprintf("one more like it: judge stress %s SOLUTION %s --keep, with a solution that "+
					"is right", p.Name, s.Name)})
		}
	}
	return findings
}

// alike is the verdict that all programs get on a test, "" if they differ, and how many were run.
func alike(test string, results []grade.Submission) (verdict problem.Verdict, programs int) {
	score := ""
	for _, s := range results {
		for _, t := range s.Tests {
			if t.Name != test || t.Verdict == problem.NotRun || t.Verdict == problem.JE {
				continue
			}
			own := ""
			if t.Score != nil {
				own = t.Score.String()
			}
			if programs++; programs == 1 {
				verdict, score = t.Verdict, own
			} else if t.Verdict != verdict || own != score {
				return "", programs
			}
		}
	}
	return verdict, programs
}
