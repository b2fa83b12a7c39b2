package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// The elements of a JUnit report. They follow the schema of the Jenkins plugin, which CI services understand.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     junitTime   `xml:"time,attr"`
		Machines *junitProps `xml:"properties"` // the other machines that judged submissions; nil for none
		Cases    []junitCase `xml:"testcase"`
	}
	junitProps struct {
		Properties []junitProp `xml:"property"`
	}
	junitProp struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Class   string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		Time    junitTime    `xml:"time,attr"`
		Failure *junitReason `xml:"failure"`
		Error   *junitReason `xml:"error"`
		Skipped *junitReason `xml:"skipped"`
		Output  string       `xml:"system-out,omitempty"`
	}
	junitReason struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
	}
)

// junitTime is a duration that is written in seconds.
type junitTime time.Duration

func (t junitTime) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%.6f", time.Duration(t).Seconds()), nil
}

// The names of cases that are about a whole submission. No test has such a name, since names of tests contain a slash.
const (
	junitBuild   = "build"
	junitVerdict = "verdict"
)

// JUnit writes the results as a JUnit report. It has a suite for each problem and a case for each test. The class of a
// case is the submission. JE is an error, and any other unexpected verdict is a failure. A case with an expected
// verdict passes or, if the test was not run, is skipped. A submission that was not built has only the case "build". If
// all tests of a submission are as expected but its verdict is not, an extra case "verdict" fails. If another machine
// judged a submission, a property of the suite names that machine.
func JUnit(w io.Writer, r grade.Results) error {
	var document junitSuites
	for _, s := range r.Submissions {
		n, name := len(document.Suites), xmlText(s.Problem)
		if n == 0 || document.Suites[n-1].Name != name {
			document.Suites = append(document.Suites, junitSuite{Name: name})
			n++
		}
		document.Suites[n-1].add(s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// add adds the cases of a submission.
func (suite *junitSuite) add(s grade.Submission) {
	if s.Machine != "" {
		if suite.Machines == nil {
			suite.Machines = &junitProps{}
		}
		suite.Machines.Properties = append(suite.Machines.Properties,
			junitProp{xmlText("machine of " + s.Problem + "/" + s.Name), xmlText(s.Machine)})
	}
	for _, c := range junitCases(s) {
		c.Class = xmlText(s.Problem + "/" + s.Name)
		suite.Tests++
		suite.Time += c.Time
		switch {
		case c.Failure != nil:
			suite.Failures++
		case c.Error != nil:
			suite.Errors++
		case c.Skipped != nil:
			suite.Skipped++
		}
		suite.Cases = append(suite.Cases, c)
	}
}

func junitCases(s grade.Submission) []junitCase {
	if len(s.Tests) == 0 {
		return []junitCase{junitOf(junitBuild, s.Verdict, s.Expected, s.Message, 0)}
	}
	var cases []junitCase
	expected := true
	for _, t := range s.Tests {
		cases = append(cases, junitOf(t.Name, t.Verdict, t.Expected, t.Message, time.Duration(t.CPU)))
		expected = expected && t.Expected
	}
	if expected && !s.Expected {
		cases = append(cases, junitOf(junitVerdict, s.Verdict, false, s.Message, 0))
	}
	return cases
}

func junitOf(name string, verdict problem.Verdict, expected bool, message string, took time.Duration) junitCase {
	c := junitCase{Name: xmlText(name), Time: junitTime(took)}
	reason := &junitReason{Type: string(verdict), Message: xmlText(message)}
	switch {
	case verdict == problem.JE:
		c.Error = reason
	case !expected:
		reason.Message = strings.TrimSpace(string(verdict) + " " + reason.Message)
		c.Failure = reason
	case verdict == problem.NotRun:
		c.Skipped = reason
	case verdict != problem.AC:
		c.Output = strings.TrimSpace(fmt.Sprintf("%s as expected: %s", verdict, xmlText(message)))
	}
	return c
}

// xmlText removes characters that XML 1.0 cannot represent, and bytes that are not UTF-8.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r', r >= 0x20 && r <= 0xd7ff, r >= 0xe000 && r <= 0xfffc, r >= 0x10000 &&
			r <= 0x10ffff:
			return r
		}
		return -1
	}, s)
}
