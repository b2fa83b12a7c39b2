package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// topic is the text of a topic, which "judge help NAME" sets for the width there is.
func topic(t *testing.T, name string) string {
	t.Helper()
	text, err := topicFiles.ReadFile("help/" + name + ".txt")
	judgetest.Check(t, err)
	return string(text)
}

// indented are the lines of a text that begin with two blanks, without them: its tables and examples.
func indented(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "  "); ok {
			lines = append(lines, strings.TrimRight(rest, "\n"))
		}
	}
	return lines
}

// TestTopics: each topic has a title, fits a terminal of 80 columns, and is listed by the general help.
func TestTopics(t *testing.T) {
	var names []string
	for _, command := range newTopics() {
		names = append(names, command.Name())
		lines := strings.Split(topic(t, command.Name()), "\n")
		if lines[0] == "" || lines[0] != command.Short || lines[1] != "" {
			t.Errorf("%s: no title above an empty line: %q", command.Name(), lines[:2])
		}
		for i, line := range lines {
			inRecord := strings.HasPrefix(line, "  Benchmark") || strings.HasPrefix(line, "  # ")
			if utf8.RuneCountInString(line) > 80 && !inRecord {
				t.Errorf("help/%s.txt:%d: more than 80 columns: %s", command.Name(), i+1, line)
			}
		}
	}
	for _, name := range []string{"json", "packages", "patterns", "records", "scores", "verdicts"} {
		if !slices.Contains(names, name) {
			t.Errorf("no topic %s, only %v", name, names)
		}
	}
}

// TestTopicVerdicts: each verdict and each directory of wrong programs has its line.
func TestTopicVerdicts(t *testing.T) {
	lines := indented(topic(t, "verdicts"))
	lineOf := func(word string) string {
		for _, line := range lines {
			if first, rest, _ := strings.Cut(line, " "); first == word {
				return rest
			}
		}
		t.Errorf("no line on %s", word)
		return ""
	}
	for _, verdict := range verdictConstants(t) {
		lineOf(verdict)
	}
	set, err := problem.Load(problem.Tree("testdata/checkout"), nil)
	judgetest.Check(t, err)
	for _, e := range set.Problems[0].Expectations {
		if e.Submissions == "accepted" {
			continue
		}
		said := lineOf(e.Submissions)
		for _, verdict := range slices.Concat(e.Required, e.Permitted) {
			if !strings.Contains(said, string(verdict)) {
				t.Errorf("%s:%s does not say %s", e.Submissions, said, verdict)
			}
		}
	}
}

// verdictConstants reads the verdicts out of package problem's source, so that a new one cannot be forgotten here.
func verdictConstants(t *testing.T) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "read/problem/problem.go", nil, 0)
	judgetest.Check(t, err)
	var verdicts []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Verdict" {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			judgetest.Check(t, err)
			if value != "" { // the test was not run
				verdicts = append(verdicts, value)
			}
		}
		return false
	})
	if len(verdicts) < 9 {
		t.Fatalf("found only %v", verdicts)
	}
	return verdicts
}

// TestTopicPatterns: each example selects something among the project's own problems.
func TestTopicPatterns(t *testing.T) {
	set, err := problem.Load(problem.Tree(".."), func(name string) bool { return ours[name] != nil })
	judgetest.Check(t, err)
	examples := 0
	for _, line := range indented(topic(t, "patterns")) {
		rest, ok := strings.CutPrefix(line, "judge run ")
		if !ok {
			continue
		}
		words, _, _ := strings.Cut(rest, "  ")
		var patterns []pick.Pattern
		for _, word := range strings.Fields(words) {
			pattern, err := pick.ParsePattern(strings.Trim(word, "'"))
			judgetest.Check(t, err)
			patterns = append(patterns, pattern)
		}
		if _, err := pick.Select(set, patterns); err != nil {
			t.Errorf("judge run %s: %v", words, err)
		}
		examples++
	}
	if examples == 0 {
		t.Error("no examples")
	}
}

// TestTopicPackages: what it lists of a checkout is there, and what it says of the default checker's arguments holds.
func TestTopicPackages(t *testing.T) {
	text := topic(t, "packages")
	paths := regexp.MustCompile(`(?m)^  (\S*<p>\S*)`).FindAllStringSubmatch(text, -1)
	if len(paths) == 0 {
		t.Error("no paths")
	}
	for _, m := range paths {
		path := strings.NewReplacer("<p>", "spojnqueen", "<approach>", "dlx").Replace(m[1])
		if _, err := os.Stat(filepath.Join("..", path)); err != nil {
			t.Error(err)
		}
	}
	_, arguments, found := strings.Cut(text, "Arguments of the default checker")
	if !found {
		t.Fatal("nothing on the default checker's arguments")
	}
	for _, line := range indented(arguments) {
		args := strings.Fields(line)
		if strings.HasPrefix(line, "  ") { // the second line of an explanation
			continue
		}
		if len(args) > 1 && args[1] == "E" {
			args = []string{args[0], "1e-6"}
		} else {
			args = args[:1]
		}
		if _, err := check.ParseArgs(args); err != nil {
			t.Error(err)
		}
	}
}

// TestTopicScores: each key and each flag that is about scores is explained, and the example is one of
// submissions.yaml.
func TestTopicScores(t *testing.T) {
	text := topic(t, "scores")
	for _, word := range []string{
		"max_score", "score_aggregation", "require_pass", string(score.AllOrNothing), string(score.Sum),
		string(score.Min),
		score.ScoreFile, score.MultiplierFile, "accept_score", "reject_score", "range", "on_reject", "grader_flags",
		string(score.WorstError), string(score.FirstError), string(score.AlwaysAccept), string(score.AverageOf),
		string(score.MaxOf),
		"accept_if_any_accepted", "ignore_sample",
	} {
		if !strings.Contains(text, word) {
			t.Errorf("nothing on %s", word)
		}
	}
	dir := filepath.Join(t.TempDir(), "example")
	_, example, _ := strings.Cut(text, "\n  partially_accepted")
	example, _, found := strings.Cut("  partially_accepted"+example, "\n\n")
	judgetest.Unpack(t, dir, `
-- problem.yaml --
problem_format_version: 2025-09
type: scoring
name: Example
limits: {time_limit: 1}
-- data/secret/1-small/test_group.yaml --
max_score: 100
-- data/secret/1-small/1.in --
-- data/secret/1-small/1.ans --
-- submissions/partially_accepted/slow.go --
-- submissions/submissions.yaml --
`+strings.Join(indented(example), "\n")+"\n")
	set, err := problem.Load(problem.Package(dir), nil)
	judgetest.Check(t, err)
	if last := set.Problems[0].Expectations[len(set.Problems[0].Expectations)-1]; !found || last.Score == nil ||
		last.Tests != "secret/1-small" {
		t.Errorf("the example gives %+v", last)
	}
}

// TestTopicRecords: the example is a record, in which nothing that a record can hold is missing, and every part of it
// is described.
func TestTopicRecords(t *testing.T) {
	text := topic(t, "records")
	example, description, found := strings.Cut(text, "  # finished: yes\n")
	if !found {
		t.Fatal("no example that ends with # finished")
	}
	example = strings.Join(append(indented(example), "# finished: yes"), "\n") + "\n"
	path := filepath.Join(t.TempDir(), "example.txt")
	judgetest.Write(t, path, example)
	r, err := record.Read(path)
	judgetest.Check(t, err)
	for _, value := range []any{*r, r.Run, r.Machine} {
		fields := reflect.ValueOf(value)
		for i := range fields.NumField() {
			if fields.Field(i).IsZero() {
				t.Errorf("the example has no %s", fields.Type().Field(i).Name)
			}
		}
	}
	for _, unit := range record.Units {
		if unit != record.Wall && !slices.ContainsFunc(r.Samples, func(s record.Sample) bool {
			return s.Values[unit] > 0
		}) {
			t.Errorf("the example has no %s", unit)
		}
		if !strings.Contains(description, "\n  "+string(unit)+" ") {
			t.Errorf("%s is not described", unit)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^# ([a-z]+): `).FindAllStringSubmatch(example, -1) {
		if !strings.Contains(description, "\n  # "+m[1]+": ") {
			t.Errorf("# %s: is not described", m[1])
		}
	}
}

// TestTypedExamples: each path that judge help patterns shows selects something.
func TestTypedExamples(t *testing.T) {
	roots := problem.Tree("..")
	set, err := problem.Load(roots, func(name string) bool { return ours[name] != nil })
	judgetest.Check(t, err)
	names, err := problem.Names(roots)
	judgetest.Check(t, err)
	examples := 0
	for _, line := range indented(topic(t, "patterns")) {
		path, _, _ := strings.Cut(line, "  ")
		if root, _, _ := strings.Cut(path, "/"); root != "solutions" && root != "problems" && root != "testdata" {
			continue
		}
		examples++
		text, _ := pick.Placed("../"+path, roots, names)
		pattern, err := pick.ParsePattern(text)
		judgetest.Check(t, err)
		if _, err := pick.Select(set, []pick.Pattern{pattern}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if examples == 0 {
		t.Error("no examples")
	}
}
