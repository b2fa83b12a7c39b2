package audit

import (
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Verdicts finds programs that are not judged as expected: what judge run calls unexpected. No mark explains that;
// submissions.yaml says what is expected. The results are those of all programs, with what Undecided asks for.
func Verdicts(p *problem.Problem, results []grade.Submission) []Finding {
	var findings []Finding
	for _, s := range results {
		message := unexpected(p, s)
		if message == "" {
			continue
		}
		remedy := "mend the program, the tests or the limits, or say in submissions/submissions.yaml what is expected"
		switch {
		case s.Verdict == problem.JE:
			remedy = "mend what fails"
		case s.Verdict == problem.CE:
			remedy = "mend it: judge run shows what the compiler says"
		case p.Format != "2025-09":
			remedy = "mend the program, the tests or the limits, or have its folder or its marks say what is expected"
		}
		findings = append(findings, Finding{Topic: VerdictsTopic, About: s.Name, Fault: true, Message: message,
			Remedy: remedy})
	}
	return findings
}

// unexpected says what a program got in place of what is expected, "" if it is as expected.
func unexpected(p *problem.Problem, s grade.Submission) string {
	starved := func(t grade.Test) bool { return t.Verdict == problem.JE && t.Starved } // which Doubts says
	at := slices.IndexFunc(s.Tests, func(t grade.Test) bool { return !t.Expected && !starved(t) })
	first, _, _ := strings.Cut(s.Message, "\n")
	switch of := submissionOf(p, s); {
	case at >= 0 && of != nil:
		t := s.Tests[at]
		what := string(t.Verdict)
		if t.LeftOut {
			what = "left out"
		}
		said := fmt.Sprintf("is %s on %s", what, t.Name)
		if t.Verdict == problem.JE {
			return withReason(said, t.Message)
		}
		if wanted := permitted(p.Expects(*of), t.Name); wanted != "" {
			said += ", where it should be " + wanted
		}
		return said
	case s.Expected, s.Verdict == problem.JE && slices.ContainsFunc(s.Tests, starved):
		return ""
	case s.Verdict == problem.CE:
		return "does not compile"
	}
	return withReason(fmt.Sprintf("is %s", s.Verdict), first)
}

func withReason(said, reason string) string {
	if reason == "" {
		return said
	}
	return said + ": " + reason
}

// permitted are the verdicts that a program may get on a test, without those that others cover.
func permitted(expected problem.Expected, test string) string {
	var may, names []problem.Verdict
	for _, v := range []problem.Verdict{problem.AC, problem.PE, problem.WA, problem.TLE, problem.MLE, problem.OLE,
		problem.RTE} {
		if expected.Permits(test, v) {
			may = append(may, v)
		}
	}
	for _, v := range may {
		if !slices.ContainsFunc(may, func(by problem.Verdict) bool { return by != v && by.Covers(v) }) {
			names = append(names, v)
		}
	}
	text := make([]string, len(names))
	for i, v := range names {
		text[i] = string(v)
	}
	return strings.Join(text, " or ")
}
