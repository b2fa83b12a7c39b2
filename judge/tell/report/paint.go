package report

import (
	"fmt"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// paint colours text for a terminal, or leaves it as it is.
type paint struct{ on bool }

func (p paint) code(code, s string) string {
	if !p.on {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p paint) red(s string) string   { return p.code("31", s) }
func (p paint) green(s string) string { return p.code("32", s) }
func (p paint) dim(s string) string   { return p.code("2", s) }
func (p paint) bold(s string) string  { return p.code("1", s) }

// verdict is a submission's verdict, three columns wide; "-" if no test was run.
func (p paint) verdict(s grade.Submission) string {
	word := fmt.Sprintf("%-3s", legible.Line(string(s.Verdict)))
	switch {
	case s.Verdict == problem.NotRun:
		return "-  "
	case !s.Expected:
		return p.red(word)
	case s.Verdict == problem.AC:
		return p.green(word)
	}
	return p.code("33", word)
}

func (p paint) unexpected(n int) string {
	word := fmt.Sprintf("%d unexpected", n)
	if n == 0 {
		return p.green(word)
	}
	return p.red(word)
}
