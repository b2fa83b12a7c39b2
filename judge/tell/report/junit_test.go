package report

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// readJUnit parses a report as a CI service does.
type readJUnit struct {
	Suites []struct {
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Cases    []struct{} `xml:"testcase"`
	} `xml:"testsuite"`
}

func TestJUnit(t *testing.T) {
	r := results()
	r.Submissions[0].Machine = "m1 (Abacus <9>\x00, 4 cores)"
	var out bytes.Buffer
	judgetest.Check(t, JUnit(&out, r))
	judgetest.Golden(t, "testdata/junit.golden", out.String())
}

// TestJUnitIsXML: whatever programs print, the report is well-formed, and its counts are right.
func TestJUnitIsXML(t *testing.T) {
	hostile := "\x00\x1b[2J\xff]]>\ufffe&<a b=\"c\">\u2028\r\n"
	r := grade.Results{Submissions: []grade.Submission{
		{Problem: hostile, Name: hostile, Verdict: problem.JE, Tests: []grade.Test{
			{Name: hostile, Verdict: problem.JE, Message: hostile},
			{Name: "sample/2", Verdict: problem.TLE, Expected: true, Message: hostile},
		}},
		{Problem: hostile, Name: "b", Verdict: problem.CE, Expected: true, Message: hostile},
	}}
	var out bytes.Buffer
	judgetest.Check(t, JUnit(&out, r))
	var got readJUnit
	if err := xml.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v in %q", err, out.String())
	}
	if s := got.Suites[0]; len(got.Suites) != 1 || s.Tests != 3 || s.Errors != 1 || s.Failures != 0 ||
		len(s.Cases) != 3 || strings.ContainsAny(out.String(), "\x00\x1b") {
		t.Errorf("got %+v", got)
	}
}
