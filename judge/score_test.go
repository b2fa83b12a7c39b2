package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
)

// scoredForm is what --json says of scoring problems, as judge help json describes it.
type scoredForm struct {
	Submissions []struct {
		Submission, Verdict, Message string
		Expected                     bool
		scoreForm
		Groups []struct {
			Group, Verdict string
			LeftOut        bool `json:"left_out"`
			scoreForm
		}
		Tests []struct {
			Test, Verdict, Message string
			LeftOut                bool `json:"left_out"`
			scoreForm
		}
	}
}

type scoreForm struct {
	Score *float64
	Exact string   `json:"exact_score"`
	Max   *float64 `json:"max_score"`
}

func (s scoreForm) String() string {
	text := "no score"
	if s.Exact != "" {
		text = s.Exact
	}
	if s.Max != nil {
		text += fmt.Sprintf(" of %g", *s.Max)
	}
	return text
}

// TestScoringPackages judges the packages of testdata/scoring, validates them, and compares what is said of each
// submission, of each group and each test with what stands at the end of its file.
func TestScoringPackages(t *testing.T) {
	judgetest.Long(t, "it judges two packages")
	for _, compiler := range []string{"gcc", "g++"} {
		judgetest.Need(t, compiler)
	}
	for _, file := range globbed(t, "testdata/scoring/*.txtar", 2) {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			story := txtar.Parse([]byte(judgetest.Read(t, file)))
			last := &story.Files[len(story.Files)-1]
			if last.Name != "want" {
				t.Fatal("the story does not end with want")
			}
			dir := t.TempDir()
			judgetest.Unpack(t, dir, string(txtar.Format(&txtar.Archive{Files: story.Files[:len(story.Files)-1]})))
			pack := filepath.Join(dir, name)
			got := strings.ReplaceAll(scored(t, pack), dir+"/", "")
			var stdout, stderr bytes.Buffer
			if status := run(t.Context(), []string{"validate", "--package", pack}, &stdout, &stderr); status != 0 {
				t.Errorf("judge validate: exit status %d\n%s%s", status, &stdout, &stderr)
			}
			if *judgetest.Update {
				last.Data = []byte(got)
				judgetest.Write(t, file, string(txtar.Format(story)))
			}
			if diff := cmp.Diff(string(last.Data), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func globbed(t *testing.T, pattern string, least int) []string {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) < least {
		t.Fatalf("%s: only %v, %v", pattern, files, err)
	}
	return files
}

// scored is what judge run says of the scores of a package.
func scored(t *testing.T, pack string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(t.Context(), []string{"run", "--package", pack, "--json", "-"}, &stdout, &stderr)
	var d scoredForm
	if err := json.Unmarshal(stdout.Bytes(), &d); err != nil {
		t.Fatalf("%v, after:\n%s", err, &stderr)
	}
	var said strings.Builder
	fmt.Fprintf(&said, "exit status %d\n%s", status, &stderr)
	for _, s := range d.Submissions {
		expected := "as expected"
		if !s.Expected {
			expected = strings.TrimSuffix("UNEXPECTED: "+s.Message, ": ")
		}
		fmt.Fprintf(&said, "%s %s, %v, %s\n", s.Submission, s.Verdict, s.scoreForm, expected)
		for _, g := range s.Groups {
			left := ""
			if g.LeftOut {
				left = ", left out"
			}
			fmt.Fprintf(&said, "  %s: %s%s\n", g.Group, strings.TrimSpace(g.Verdict+" "+g.String()), left)
		}
		for _, test := range s.Tests {
			switch {
			case test.Verdict == "":
				fmt.Fprintf(&said, "    %s: %s\n", test.Test, test.Message)
			case test.Exact == "":
				fmt.Fprintf(&said, "    %s: %s\n", test.Test, test.Verdict)
			default:
				fmt.Fprintf(&said, "    %s: %s %s\n", test.Test, test.Verdict, test.Exact)
			}
		}
	}
	return said.String()
}
