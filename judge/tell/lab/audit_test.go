package lab

import (
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
