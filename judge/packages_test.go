package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
)

// TestPackages judges the packages of testdata/packages, in all formats and many languages, and compares what each
// submission gets with what stands at the end of the package's file. What this machine lacks the language for is named
// and left out.
func TestPackages(t *testing.T) {
	judgetest.Long(t, "it compiles and runs programs in many languages")
	files, err := filepath.Glob("testdata/packages/*.txtar")
	if err != nil || len(files) < 6 {
		t.Fatal("no packages: ", files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			story := txtar.Parse([]byte(judgetest.Read(t, file)))
			last := &story.Files[len(story.Files)-1]
			dir := t.TempDir()
			judgetest.Unpack(t, dir, string(txtar.Format(&txtar.Archive{Files: story.Files[:len(story.Files)-1]})))
			got, missing := gets(t, filepath.Join(dir, name), "--allow-skips")
			if *judgetest.Update && len(missing) == 0 {
				last.Data = []byte(got)
				judgetest.Write(t, file, string(txtar.Format(story)))
			}
			var want strings.Builder
			status, rest, _ := strings.Cut(string(last.Data), "\n")
			if len(missing) > 0 { // what would be unexpected may be missing
				_, got, _ = strings.Cut(got, "\n")
			} else {
				want.WriteString(status + "\n")
			}
			for line := range strings.Lines(rest) {
				words := strings.Fields(line)
				if reason := missing[words[0]]; reason != "" {
					t.Logf("skipped: %s: %s", words[0], reason)
					continue
				}
				want.WriteString(line)
			}
			if diff := cmp.Diff(want.String(), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSet: the number of packages is as documented, and they cover all formats.
func TestSet(t *testing.T) {
	submissions, formats, languages := 0, make(map[string]bool), make(map[string]bool)
	for _, folder := range []string{"legacy", "packages"} {
		files, err := filepath.Glob("testdata/" + folder + "/*.txtar")
		judgetest.Check(t, err)
		for _, file := range files {
			story := txtar.Parse([]byte(judgetest.Read(t, file)))
			format := "legacy"
			for _, f := range story.Files {
				if said := formatLine.FindSubmatch(f.Data); said != nil && strings.HasSuffix(f.Name, "/problem.yaml") {
					format = string(said[1])
				}
				if strings.Contains(f.Name, "/submissions/") {
					languages[filepath.Ext(f.Name)] = true
				}
			}
			formats[format] = true
			submissions += strings.Count(string(story.Files[len(story.Files)-1].Data), "\n  ")
		}
	}
	if submissions < 60 || len(languages) < 16 {
		t.Errorf("%d submissions with files of the kinds %v", submissions, slices.Sorted(maps.Keys(languages)))
	}
	if diff := cmp.Diff([]string{"2025-09", "legacy", "legacy-icpc"}, slices.Sorted(maps.Keys(formats))); diff != "" {
		t.Errorf("formats (-want +got):\n%s", diff)
	}
}

var formatLine = regexp.MustCompile(`(?m)^problem_format_version: (\S+)$`)

// progressLine is said of a time limit that takes long to work out, on a busy machine.
var progressLine = regexp.MustCompile(`(?m)^judge: (preparing: |building |judging ).*\n`)

// gets is what judge run says of the submissions of a package, or of several in a folder, and of which of them this
// machine lacks the language.
func gets(t *testing.T, pack string, arguments ...string) (said string, missing map[string]string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	arguments = append([]string{"run", "--package", pack, "--json", "-"}, arguments...)
	status := run(t.Context(), arguments, &stdout, &stderr)
	var d jsonForm
	var scores struct {
		Submissions []struct {
			Score *float64 `json:"score"`
		}
	}
	if stdout.Len() > 0 { // else it was refused
		for _, form := range []any{&d, &scores} {
			if err := json.Unmarshal(stdout.Bytes(), form); err != nil {
				t.Fatalf("%v, after:\n%s", err, &stderr)
			}
		}
	}
	var lines strings.Builder
	fmt.Fprintf(&lines, "exit status %d\n", status)
	missing = make(map[string]string)
	for i, s := range d.Submissions {
		if s.Problem != d.Submissions[0].Problem || s.Problem != d.Submissions[len(d.Submissions)-1].Problem {
			s.Submission = s.Problem + "/" + s.Submission
		}
		if m := missingTool.FindStringSubmatch(s.Message); s.Verdict == "" && m != nil {
			if path, err := exec.LookPath(m[1]); err == nil && judgetest.Works(path, judgetest.Versions[m[1]]) == nil {
				t.Errorf("%s: %s, but it does", s.Submission, s.Message)
			}
			missing[s.Submission] = s.Message
			continue
		}
		expected, score := "as expected", ""
		if points := scores.Submissions[i].Score; points != nil {
			score = fmt.Sprintf(" score %v", *points)
		}
		if s.Verdict == "" {
			s.Verdict, expected = "-", s.Message
		} else if strings.HasPrefix(s.Message, "undecided: ") {
			expected = s.Message
		} else if expected += score; !s.Expected {
			expected = "UNEXPECTED" + score
			// compilers have words of their own
			if message, _, _ := strings.Cut(s.Message, "\n"); message != "" && s.Verdict != "CE" {
				expected += ": " + message
			}
		}
		fmt.Fprintf(&lines, "  %s %s %s\n", s.Submission, s.Verdict, expected)
	}
	lines.WriteString(progressLine.ReplaceAllString(stderr.String(), ""))
	return strings.ReplaceAll(lines.String(), pack, "PACKAGE"), missing
}

// missingTool is how a tool is named that a language needs and this machine does not have, or not so that it works.
var missingTool = regexp.MustCompile(`no [^:]+: (\S+) (?:is not on the PATH|is installed but fails)`)
