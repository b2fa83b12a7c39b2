package main

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/report"
)

// TestTopicJSON holds the example against the form that the command's own output is held against
// (testdata/script/json.txtar), and the description against the example.
func TestTopicJSON(t *testing.T) {
	text := topic(t, "json")
	_, rest, found := strings.Cut(text, "\n  {\n")
	example, description, closed := strings.Cut(rest, "\n  }\n")
	if !found || !closed {
		t.Fatal("no example")
	}
	description, _, _ = strings.Cut(description, "\n\"judge run --events FILE\"") // TestTopicJSONEvents
	example = "{\n" + example + "\n}\n"
	if _, err := readJSON(example); err != nil {
		t.Errorf("the example: %v", err)
	}
	description, rare, _ := strings.Cut(description, "\nThese stand there only ")
	var odd strings.Builder
	judgetest.Check(t, report.JSON(&odd, grade.Results{Part: &grade.Part{}, Submissions: []grade.Submission{{
		Interrupted: true, Unjudged: true, Unstated: true, Missing: "rustc", Machine: "m1",
		Tests: []grade.Test{{Input: 1, Unsure: true, Says: []string{"a"}, Stderr: "\xff"}},
	}}}))
	for _, part := range []struct{ described, by string }{{description, example}, {rare, odd.String()}} {
		for _, line := range indented(part.described) {
			field, _, _ := strings.Cut(line, " ")
			if field != "" && !strings.Contains(part.by, `"`+field+`"`) {
				t.Errorf("there is no field %s, which is described", field)
			}
		}
	}
}

// TestTopicJSONCommands: each command that has --json has a paragraph.
func TestTopicJSONCommands(t *testing.T) {
	_, others, _ := strings.Cut(topic(t, "json"), "\nOther commands ")
	described, _, found := strings.Cut(others, "\nThe other commands have no --json.")
	if !found {
		t.Fatal("no sentence on the commands that have none")
	}
	for _, cmd := range newRootCommand(&app{}).Commands() {
		name := cmd.Name()
		switch {
		case !cmd.Runnable() || cmd.Hidden || cmd.Flags().Lookup("json") == nil || name == "run" ||
			name == "help" || name == "completion" ||
			slices.ContainsFunc(newTopics(), func(topic *cobra.Command) bool { return topic.Name() == name }):
		case !strings.Contains(described, "\n  judge "+name+" "):
			t.Errorf("judge %s has --json, and its document is not described", name)
		}
	}
}

// TestTopicJSONFields: every field that a document may have is described.
func TestTopicJSONFields(t *testing.T) {
	text := topic(t, "json")
	field := regexp.MustCompile("`json:\"(\\w+)")
	var documents []string
	for _, pattern := range []string{"*.go", "tell/report/*.go", "tell/lab/*.go"} {
		paths, err := filepath.Glob(pattern)
		judgetest.Check(t, err)
		for _, path := range paths {
			source := judgetest.Read(t, path)
			if strings.HasSuffix(path, "_test.go") || pattern == "*.go" && !strings.Contains(source, `"schema"`+"`") ||
				!field.MatchString(source) {
				continue
			}
			documents = append(documents, path)
			for _, match := range field.FindAllStringSubmatch(source, -1) {
				if !regexp.MustCompile(`\b` + match[1] + `\b`).MatchString(text) {
					t.Errorf("%s: the field %s is not described", path, match[1])
				}
			}
		}
	}
	if len(documents) < 8 {
		t.Errorf("only these were found to have documents: %v", documents)
	}
}

// TestTopicJSONEvents: every field of a line of --events is described in the paragraph of its event, or with the
// documents, whose fields the lines of tests and submissions have; and what the paragraphs describe is there.
func TestTopicJSONEvents(t *testing.T) {
	text := topic(t, "json")
	documents, rest, _ := strings.Cut(text, "\n\"judge run --events FILE\"")
	events, _, found := strings.Cut(rest, "\nOther commands write documents")
	if !found {
		t.Fatal("events are not described")
	}
	lines := map[string][]byte{
		"begin":      report.BeginEvent(report.Run{Commit: "0123456789ab"}),
		"test":       report.TestEvent("p", "a", grade.Test{Cached: true}),
		"submission": report.SubmissionEvent(grade.Submission{Tests: []grade.Test{{Name: "secret/1"}}}),
		"end":        report.EndEvent(0, false, 0, 0, ""),
	}
	for name, line := range lines {
		_, paragraph, ok := strings.Cut(events, "\n  "+name+" ")
		paragraph, _, _ = regexpCut(paragraph, `\n  [a-z]`)
		var fields map[string]any
		judgetest.Check(t, json.Unmarshal(line, &fields))
		if !ok || fields["event"] != name || strings.Count(string(line), "\n") != 1 || line[len(line)-1] != '\n' {
			t.Fatalf("%s: no paragraph, or no line of its own: %q", name, line)
		}
		if _, has := fields["tests"]; has {
			t.Errorf("%s has tests: %s", name, line)
		}
		for field := range fields {
			word := regexp.MustCompile(`\b` + field + `\b`)
			whole := name == "test" || name == "submission"
			if field != "event" && !word.MatchString(paragraph) && !(whole && word.MatchString(documents)) {
				t.Errorf("the field %s of %s is not described", field, name)
			}
		}
		if name == "begin" || name == "end" { // all that is described is there
			for _, word := range regexp.MustCompile(`\b(schema|commit|dirty|backend|measures|jobs|submissions|unexpected|`+
				`elapsed_seconds|interrupted|error)\b`).FindAllString(paragraph, -1) {
				if _, has := fields[word]; !has && word != "interrupted" {
					t.Errorf("%s has no field %s, which is described", name, word)
				}
			}
		}
	}
}

// regexpCut is strings.Cut at what a regular expression matches.
func regexpCut(text, expression string) (before, after string, found bool) {
	at := regexp.MustCompile(expression).FindStringIndex(text)
	if at == nil {
		return text, "", false
	}
	return text[:at[0]], text[at[1]:], true
}
