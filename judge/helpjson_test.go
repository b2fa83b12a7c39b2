package main

import (
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
	description, _, _ = strings.Cut(description, "\nOther commands ")
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

// TestTopicJSONCommands: each command that has --json has a paragraph, and each that has none is said to have none.
func TestTopicJSONCommands(t *testing.T) {
	_, others, _ := strings.Cut(topic(t, "json"), "\nOther commands ")
	described, none, found := strings.Cut(others, "\nThe others report nothing of their own: ")
	if !found {
		t.Fatal("no sentence on the commands that have none")
	}
	none = strings.Join(strings.Fields(none), " ")
	for _, cmd := range newRootCommand(&app{}).Commands() {
		name := cmd.Name()
		switch {
		case !cmd.Runnable() || name == "run" || name == "help" || name == "completion" ||
			slices.ContainsFunc(newTopics(), func(topic *cobra.Command) bool { return topic.Name() == name }):
		case cmd.Flags().Lookup("json") == nil:
			if !strings.Contains(none, "judge "+name+" ") {
				t.Errorf("judge %s has no --json, and the text does not say so", name)
			}
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
	if len(documents) < 15 {
		t.Errorf("only these were found to have documents: %v", documents)
	}
}
