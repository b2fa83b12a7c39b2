// Package audit finds what the tests, the checker and the limits of a problem leave open, and says what would help.
// Validate says what is wrong with a problem; what is found here is allowed, and may be meant: the problem's audit.yaml
// says then why.
//
//	findings := slices.Concat(audit.Tests(p, results), audit.Limit(p, results, longer))
//	marks, err := audit.Marks(p)
//	findings = audit.Explain(findings, marks)
package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Topic is what a finding is about.
type Topic string

// The topics.
const (
	TestsTopic    Topic = "tests"    // About is a test
	ProgramsTopic Topic = "programs" // a wrong program
	LimitTopic    Topic = "limit"    // a program
	MutantsTopic  Topic = "mutants"  // a mutant
	BoundsTopic   Topic = "bounds"   // a bound of the input, "n <= 1000"
	CheckerTopic  Topic = "checker"  // a kind of change of an answer
	MarksTopic    Topic = "marks"    // a mark in audit.yaml that marks nothing
)

// Topics are those of which findings may be marked as meant.
var Topics = []Topic{TestsTopic, ProgramsTopic, LimitTopic, MutantsTopic, BoundsTopic, CheckerTopic}

// Finding is one thing that was found.
type Finding struct {
	Topic   Topic
	About   string // by which a mark names it
	Message string
	Remedy  string
	Fault   bool   // no mark can explain it: a checker that crashes
	Reason  string // why it is meant, if a mark says so
}

// Open reports whether the finding is one that nothing explains.
func (f Finding) Open() bool { return f.Reason == "" }

// Mark says why findings are meant.
type Mark struct {
	Topic  Topic
	About  string // a finding's About; * stands for any text
	Reason string
	Place  string
}

// File is the file with the marks of a problem.
func File(p *problem.Problem) string { return filepath.Join(p.Dir, "audit.yaml") }

// Marks reads the marks of a problem: of each topic, by the reason, what findings are about. There may be none.
//
//	tests:
//	  the largest input that there can be: [secret/large/01]
//	checker:
//	  numbers may be written in any way: [leading zeros, plus sign]
func Marks(p *problem.Problem) ([]Mark, error) {
	doc, err := yaml.ReadFile(File(p))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return decode(doc)
}

// Form is the form of such a file.
func Form() yaml.Form {
	return yaml.Form{File: "audit.yaml", Means: "what judge audit finds in a problem and is meant, and why",
		Shape: yaml.Describe(yaml.Only(decode))}
}

func decode(doc yaml.Value) ([]Mark, error) {
	var marks []Mark
	fields := make(yaml.Fields)
	for _, topic := range Topics {
		fields[string(topic)] = func(v yaml.Value) error {
			reasons, err := v.Entries()
			errs := []error{err}
			for _, reason := range reasons {
				if strings.TrimSpace(reason.Key) == "" {
					errs = append(errs, reason.At.Errorf("say why these are meant"))
				}
				of, err := yaml.ListOf(func(v yaml.Value) (Mark, error) {
					about, err := v.Text()
					return Mark{topic, about, reason.Key, v.Place()}, err
				})(reason.Value)
				errs = append(errs, err)
				marks = append(marks, of...)
			}
			return errors.Join(errs...)
		}
	}
	err := doc.Keys(fields)
	return marks, err
}

// Explain fills in why findings are meant. A mark of a topic that was looked at, and that marks none, is a finding.
func Explain(findings []Finding, marks []Mark, looked []Topic) []Finding {
	used := make([]bool, len(marks))
	for i := range findings {
		for j, m := range marks {
			if f := &findings[i]; m.Topic == f.Topic && matches(m.About, f.About) && !f.Fault {
				used[j] = true
				if f.Reason == "" {
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
