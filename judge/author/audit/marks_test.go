package audit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	yaml "dlxjudge/judge/read/strictyaml"
)

const marks = `
tests:
  the largest input: [secret/large/01, "secret/max*", "secret/none/*"]
bounds:
  it cannot be: [lowest n]
`

func parse(text string) ([]Mark, error) {
	doc, err := yaml.Parse("audit.yaml", []byte(text))
	if err != nil {
		return nil, err
	}
	return decode(doc)
}

func TestExplain(t *testing.T) {
	read, err := parse(marks)
	judgetest.Check(t, err)
	findings := Explain([]Finding{
		{Topic: TestsTopic, About: "secret/large/01"}, {Topic: TestsTopic, About: "secret/large/02"},
		{Topic: ProgramsTopic, About: "secret/large/01"}, {Topic: TestsTopic, About: "secret/max/1", Fault: true},
	}, read, []Topic{TestsTopic})
	var short []string
	for _, f := range findings {
		short = append(short, string(f.Topic)+" "+f.About+" "+f.Reason)
	}
	want := []string{"tests secret/large/01 the largest input", "tests secret/large/02 ",
		"programs secret/large/01 ", "tests secret/max/1 ", "marks secret/none/* "}
	if diff := cmp.Diff(want, short); diff != "" {
		t.Error(diff)
	}
}

func TestMarksErrors(t *testing.T) {
	for text, want := range map[string]string{
		"test: {}\n":              `audit.yaml:1:1: unknown key "test" (did you mean tests?)`,
		"mutants: {a: [b]}\n":     `audit.yaml:1:1: unknown key "mutants"`,
		"tests: {\" \": [a]}\n":   "say why these are meant",
		"tests: [secret/1]\n":     "audit.yaml:1:8: ",
		"tests: {why: secret/1}":  "audit.yaml:1:14: ",
		"tests: {why: [[a]]}\n":   "audit.yaml:1:15: ",
		"tests: {why: [secret/1]": "audit.yaml:1",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A mark that is read has a reason, a known topic and a place, and * alone matches everything.
func FuzzMarks(f *testing.F) {
	f.Add(marks)
	f.Add("checker: {numbers in any form: [leading zeros, '*']}\n")
	f.Add("tests: {a: b}\n")
	f.Fuzz(func(t *testing.T, text string) {
		read, err := parse(text)
		if err != nil {
			return
		}
		for _, m := range read {
			if strings.TrimSpace(m.Reason) == "" || m.Place == "" || m.Topic == MarksTopic {
				t.Errorf("%+v", m)
			}
			if !matches("*", m.About) || !matches(m.About+"*", m.About) || !matches(m.About, m.About) {
				t.Errorf("%q does not match itself", m.About)
			}
		}
	})
}

func TestMatches(t *testing.T) {
	for _, row := range []struct {
		pattern, text string
		want          bool
	}{
		{"a", "a", true}, {"a", "ab", false}, {"a*", "ab", true}, {"*b", "ab", true}, {"a*c", "abc", true},
		{"a*b*c", "axbyc", true}, {"a*b*c", "acb", false}, {"ab*ba", "aba", false}, {"*", "", true}, {"", "a", false},
	} {
		if matches(row.pattern, row.text) != row.want {
			t.Errorf("%q and %q", row.pattern, row.text)
		}
	}
}

// scoring is a package with three groups of 20, 30 and 50 points.
const scoring = `-- problem.yaml --
problem_format_version: 2025-09
name: Points
type: scoring
limits: {time_limit: 1}
-- data/secret/a/test_group.yaml --
max_score: 20
-- data/secret/b/test_group.yaml --
max_score: 30
-- data/secret/c/test_group.yaml --
max_score: 50
-- data/secret/a/1.in --
-- data/secret/a/1.ans --
-- data/secret/b/1.in --
-- data/secret/b/1.ans --
-- data/secret/c/1.in --
-- data/secret/c/1.ans --
-- submissions/accepted/right.c --
int main() {}
-- submissions/partially_accepted/part.c --
int main() {}
-- submissions/partially_accepted/other.c --
int main() {}
`
