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
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Cases    []struct {
			Class string `xml:"classname,attr"`
			Name  string `xml:"name,attr"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	judgetest.Check(t, JUnit(&out, results()))
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

// A suite names the machine that judged a submission, if it was another one.
func TestJUnitMachines(t *testing.T) {
	r := results()
	r.Submissions[0].Machine = "m1 (Abacus <9>\x00, 4 cores)"
	var out bytes.Buffer
	judgetest.Check(t, JUnit(&out, r))
	var got struct {
		Suites []struct {
			Properties []struct {
				Name  string `xml:"name,attr"`
				Value string `xml:"value,attr"`
			} `xml:"properties>property"`
		} `xml:"testsuite"`
	}
	judgetest.Check(t, xml.Unmarshal(out.Bytes(), &got))
	s := r.Submissions[0]
	if p := got.Suites[0].Properties; len(p) != 1 || p[0].Name != "machine of "+s.Problem+"/"+s.Name ||
		p[0].Value != "m1 (Abacus <9>, 4 cores)" {
		t.Errorf("got %+v in\n%s", got, out.String())
	}
	if i, j := strings.Index(out.String(), "<properties>"), strings.Index(out.String(), "<testcase"); i > j ||
		strings.Count(out.String(), "<properties>") != 1 {
		t.Error("the properties of a suite come before its cases")
	}
}

// TestJUnitNames: no two cases of a report have the same class and name.
func TestJUnitNames(t *testing.T) {
	var out bytes.Buffer
	judgetest.Check(t, JUnit(&out, results()))
	var got readJUnit
	judgetest.Check(t, xml.Unmarshal(out.Bytes(), &got))
	seen := make(map[[2]string]bool)
	for _, suite := range got.Suites {
		for _, c := range suite.Cases {
			if key := [2]string{c.Class, c.Name}; seen[key] {
				t.Errorf("%v twice", key)
			} else {
				seen[key] = true
			}
		}
	}
}
