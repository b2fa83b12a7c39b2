package lab

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/author/audit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/tell/terminal"
)

// audits are one problem with findings, explained ones too, and one without any.
func audits() []Audit {
	return []Audit{
		{Problem: "double", Tests: 4, Programs: 3, Mutants: 20, Planted: 42,
			Margins: audit.Margins{Limit: time.Second, Right: &audit.Timed{Program: "plus", Test: "secret/large/1",
				Time: 850 * time.Millisecond}, Late: &audit.Timed{Program: "time_limit_exceeded/slow", Test: "secret/1",
				Time: 3 * time.Second, Stopped: true}},
			Findings: []audit.Finding{
				{Topic: audit.TestsTopic, About: "secret/1", Message: "all 3 programs get AC", Remedy: "it could go",
					Reason: "the largest input"},
				{Topic: audit.LimitTopic, About: "plus", Message: "takes 0.85 s\x1b[2J", Remedy: "a higher limit"},
			},
			Skipped: []string{"the bounds of the input: form.py tells none"}},
		{Problem: "fine", Tests: 1, Programs: 1},
	}
}

// What is explained is listed only with verbose, and what programs say cannot clear the terminal.
func TestAudits(t *testing.T) {
	for _, verbose := range []bool{false, true} {
		var out strings.Builder
		judgetest.Check(t, Audits(&out, audits(), verbose, terminal.Style{Width: 200}))
		text := out.String()
		if strings.Contains(text, "\x1b") || strings.Contains(text, "meant: the largest input") != verbose ||
			!strings.Contains(text, "✖ double") || !strings.Contains(text, "✓ fine") ||
			!strings.HasSuffix(text, "DONE 2 problems, 1 finding, 1 explained\n") {
			t.Errorf("verbose %v:\n%s", verbose, text)
		}
	}
}

// Kinds of one group are one row, with the lines that mark them; a topic has a bounded number of rows unless all are
// asked for. What a program is called cannot break out of the lines.
func TestAuditRows(t *testing.T) {
	var findings []audit.Finding
	for i := range 100 {
		findings = append(findings, audit.Finding{Topic: audit.BoundsTopic, About: fmt.Sprint("lowest n", i)})
	}
	for _, kind := range []string{"blank line after", "blank line before", "a: #b"} {
		findings = append(findings, audit.Finding{Topic: audit.CheckerTopic, About: kind, Group: "white space"})
	}
	findings = append(findings,
		audit.Finding{Topic: audit.CheckerTopic, About: "empty", Group: "white space", Fault: true},
		audit.Finding{Topic: audit.CheckerTopic, About: "NaN"},
		audit.Finding{Topic: audit.MutantsTopic, About: "some main 1 → 2", Program: "some"},
		audit.Finding{Topic: audit.MutantsTopic, About: "some main < → <=", Program: "some"})
	for _, verbose := range []bool{false, true} {
		var out strings.Builder
		all := []Audit{{Problem: "p", Findings: findings}}
		judgetest.Check(t, Audits(&out, all, verbose, terminal.Style{Width: 200}))
		text := out.String()
		if strings.Contains(text, "bounds: and 60 more; -v lists all\n") == verbose ||
			strings.Contains(text, "lowest n99") != verbose {
			t.Errorf("verbose %v:\n%s", verbose, text)
		}
		for _, want := range []string{
			"checker: white space, 3 kinds (blank line after, blank line before, a: #b): the first: ",
			"      checker: empty: ", "DONE 1 problem, 107 findings, ",
			"\nchecker:\n  \"SAY WHY: white space\": [blank line after, blank line before, \"a: #b\"]\n" +
				"  \"SAY WHY: NaN\": [\"NaN\"]\n",
			"\nsome:\n  SAY WHY: [\"main 1 → 2\", \"main < → <=\"]\n",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("there is no %q in:\n%s", want, text)
			}
		}
	}
}
