package audit

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Planted is the program in which faults are to be planted: the solution that gives the answers, else the fastest that
// is accepted everywhere, as it should be. It is one in a language of which mutants are made. If there is none, it says
// why.
func Planted(p *problem.Problem, results []grade.Submission) (s *problem.Submission, why string) {
	if p.SubmitAnswer {
		return nil, "the submissions are outputs, in which no fault can be planted"
	}
	answer := ""
	if groups, err := recipe.Read(p); err == nil { // judge validate says what is wrong with them
		answer = recipe.Answering(groups)
	}
	type candidate struct {
		problem.Submission
		takes time.Duration
	}
	var candidates []candidate
	for _, r := range results {
		of := submissionOf(p, r)
		if of == nil || !r.Expected || r.Verdict != problem.AC || r.Passed() < len(r.Tests) && r.Name != answer {
			continue
		}
		c := candidate{Submission: *of}
		for _, t := range r.Tests {
			c.takes = max(c.takes, t.CPU)
		}
		if r.Name == answer {
			c.takes = -1
		}
		candidates = append(candidates, c)
	}
	if len(candidates) == 0 {
		return nil, "no program is accepted on all tests, as it should be"
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.takes, b.takes) })
	for _, c := range candidates {
		if _, err := mutate.Plant(c.Source); err == nil {
			return &c.Submission, ""
		}
	}
	var names []string
	for _, c := range candidates {
		l, err := compile.LanguageOf(c.Source)
		if err != nil || mutate.Takes(c.Source) {
			return nil, "none, since no place for a fault is known in the programs that are accepted"
		}
		if !slices.Contains(names, l.Display) {
			names = append(names, l.Display)
		}
	}
	return nil, fmt.Sprintf("none, since %s is not mutated; a solution in Go, C or C++ would be",
		strings.Join(names, ", "))
}

// Mutants finds mutants that no test catches, and marks in mutants.yaml that no longer hold.
func Mutants(p *problem.Problem, s problem.Submission, r mutate.Report) []Finding {
	var findings []Finding
	for _, m := range r.Results {
		if m.State != mutate.Survived {
			continue
		}
		findings = append(findings, Finding{Topic: MutantsTopic, About: s.Name + " " + m.Name, Program: s.Name,
			Message: fmt.Sprintf("no test catches %s in line %d of %s", quoted(m.After), m.Line, filepath.Base(m.File)),
			Remedy: fmt.Sprintf("add a test, which judge stress may find, or a mark to mutants.yaml: %s lists all",
				p.Command("mutants", p.Name+"/"+s.Name))})
	}
	for _, stale := range r.Stale {
		findings = append(findings, Finding{Topic: MarksTopic, About: s.Name + " " + stale.Mark.Mutant,
			Message: stale.String(), Remedy: "see judge help faults"})
	}
	return findings
}

// quoted is a line of a program, not too long.
func quoted(line string) string {
	const most = 60
	if runes := []rune(line); len(runes) > most {
		line = strings.TrimSpace(string(runes[:most])) + "…"
	}
	return "“" + line + "”"
}
