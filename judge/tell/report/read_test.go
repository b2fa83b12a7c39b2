package report

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"dlxjudge/judge/base/judgetest"
)

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "these are not results from judge run --json: EOF",
		"[1]":                              "these are not results from judge run --json: json: ",
		`{"schema": 3, "submissions": []}`: "the schema is 3, but this judge reads only schemas up to 2",
		`{"problems": []}`:                 "it has no schema, no backend or no submissions",
		// judge compare
		`{"schema": 1, "submissions": [], "solutions": []}`: "it has no schema, no backend or no submissions",
		// judge limits
		`{"schema": 1, "submissions": [{"problem": "p", "submission": "a", "limits": {}}]}`: "submission 1, " +
			`"p/a", has no tests`,
		`{"schema": 1, "backend": "linux", "submissions": []}{"schema": 1}`: "more follows after the document",
		`{"schema": 1, "backend": "linux", "submissions": []} <`:            "more follows after the document",
		`{"schema": 1, "submissions": [{"problem": "p", "submission": "\u001b[2J", "tests": [],
			"whole": {"exact_score": "one"}}]}`: `the score "one" is not an exact number`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	var document bytes.Buffer
	judgetest.Check(f, JSON(&document, results()))
	f.Add(document.String())
	f.Add(`{"schema": 1, "submissions": [{"tests": [{"cpu_seconds": 1e300}]}]}`)
	var odd bytes.Buffer
	judgetest.Check(f, JSON(&odd, scoredResults(f)))
	f.Add(odd.String())
	f.Add(`{"schema": 1, "shard": {"index": -1, "places": [9]}, "submissions": [{"whole": {}, "tests": [
		{"verdict": "JE", "conversation": {}, "raw": {"message": "/w=="}}]}]}`)
	f.Add(`{"schema": 1, "backend": "\u001b", "submissions": [{"problem": "\u001b", "submission": "\u001b",
		"verdict": "\u001b", "whole": {"verdict": "\u001b"}, "groups": [{"group": "\u001b", "verdict": "\u001b"}],
		"tests": [{"test": "\u001b", "verdict": "\u001b"}, {"test": "\u001b"}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for name, write := range reports {
			var out bytes.Buffer
			if err := write(&out, r); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			// a JUnit report is not shown on a terminal
			if i := strings.IndexFunc(out.String(), acts); i >= 0 && name != "rows in colour" && name != "JUnit" {
				t.Errorf("%s: %q acts on a terminal", name, out.String()[i:])
			}
		}
		var once, twice bytes.Buffer
		judgetest.Check(t, JSON(&once, r))
		judgetest.Check(t, JSON(&twice, again(t, r)))
		if once.String() != twice.String() {
			t.Errorf("written and read, it is\n%s\nand then\n%s", once.String(), twice.String())
		}
	})
}

// acts reports whether a character does something to a terminal.
func acts(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
