// Package audit finds what the tests, the checker and the limits of a problem leave open, and says what would help.
// Validate says what is wrong with a problem; what is found here is allowed, and may be meant: the problem's audit.yaml
// says then why.
//
//	margins, findings := audit.Limit(p, results, longer)
//	findings = append(findings, audit.Tests(p, results)...)
//	marks, err := audit.Marks(p)
//	findings = audit.Explain(findings, marks, []audit.Topic{audit.TestsTopic, audit.ProgramsTopic})
package audit

import (
	"fmt"
	"slices"
	"strings"
)

// Topic is what a finding is about.
type Topic string

// The topics.
const (
	VerdictsTopic Topic = "verdicts" // About is a program; submissions.yaml explains it
	TestsTopic    Topic = "tests"    // a test
	ProgramsTopic Topic = "programs" // a wrong program
	PointsTopic   Topic = "points"   // a group, several, "secret/1 and secret/2", or all
	LimitTopic    Topic = "limit"    // a program
	MutantsTopic  Topic = "mutants"  // a mutant; its mark is in mutants.yaml
	BoundsTopic   Topic = "bounds"   // a bound of the input, "highest n", or a feature, "feature tree"
	CheckerTopic  Topic = "checker"  // a kind of change of an answer
	MarksTopic    Topic = "marks"    // a mark that marks nothing
)

// Topics are those of which audit.yaml may mark findings as meant.
var Topics = []Topic{TestsTopic, ProgramsTopic, PointsTopic, LimitTopic, BoundsTopic, CheckerTopic}

// Finding is one thing that was found.
type Finding struct {
	Topic   Topic
	About   string // by which a mark names it
	Group   string // what other findings are about as well; "" for none
	Program string // of a mutant, with which About begins; "" else
	Message string
	Remedy  string
	Fault   bool   // no mark can explain it: a checker that crashes
	Reason  string // why it is meant, if a mark says so
}

// Open reports whether the finding is one that nothing explains.
func (f Finding) Open() bool { return f.Reason == "" }

// Explain fills in why findings are meant. A mark of a topic that was looked at, and that marks none, is a finding.
func Explain(findings []Finding, marks []Mark, looked []Topic) []Finding {
	used := make([]bool, len(marks))
	for i := range findings {
		for j, m := range marks {
			if f := &findings[i]; m.Topic == f.Topic && matches(m.About, f.About) {
				used[j] = true // by a fault, too: what was meant cannot be seen before that is mended
				if f.Reason == "" && !f.Fault {
					f.Reason = m.Reason
				}
			}
		}
	}
	for j, m := range marks {
		if !used[j] && slices.Contains(looked, m.Topic) {
			findings = append(findings, Finding{Topic: MarksTopic, About: m.About,
				Message: fmt.Sprintf("%s: nothing is found any more of which this says that it is meant", m.Place),
				Remedy:  "remove the mark"})
		}
	}
	return findings
}

// matches reports whether a text is what a mark names, in which * stands for any text.
func matches(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	rest, ok := strings.CutPrefix(text, parts[0])
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(rest, part)
		rest, ok = after, ok && found
	}
	return ok && strings.HasSuffix(rest, parts[last])
}
