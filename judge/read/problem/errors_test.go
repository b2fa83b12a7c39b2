package problem

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
)

// TestErrors loads the base with each of the changes in testdata/errors, and compares the errors with those recorded
// there.
func TestErrors(t *testing.T) {
	recorded(t, "testdata/errors/*.txt", func(t *testing.T, changes string) string {
		checkout(t, changes)
		_, err := Load(Tree("."), nil)
		if err == nil {
			t.Error("no error")
			return ""
		}
		return err.Error()
	})
}

// recorded runs the cases in the files that match the pattern, and compares what say returns for each with the
// recorded result. A file holds many cases. Each has a title line "=== what it shows", followed by a txtar archive
// whose last file is "want".
func recorded(t *testing.T, pattern string, say func(t *testing.T, archive string) string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("no cases: ", err)
	}
	for _, file := range files {
		data := judgetest.Read(t, file)
		file, err := filepath.Abs(file)
		judgetest.Check(t, err)
		cases := strings.Split(data, "=== ")
		for i, c := range cases[1:] {
			title, archive, _ := strings.Cut(c, "\n")
			t.Run(title, func(t *testing.T) {
				files := txtar.Parse([]byte(archive))
				last := &files.Files[len(files.Files)-1]
				if last.Name != "want" {
					t.Fatal("the case does not end with want")
				}
				want := strings.TrimRight(string(last.Data), "\n")
				*last = txtar.File{Name: "unused"}
				got := say(t, escapes.Replace(string(txtar.Format(files))))
				*last = txtar.File{Name: "want", Data: []byte(got)}
				cases[i+1] = title + "\n" + string(txtar.Format(files)) + "\n"
				if *judgetest.Update {
					return
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
		if *judgetest.Update {
			judgetest.Write(t, file, strings.TrimSuffix(strings.Join(cases, "=== "), "\n"))
		}
	}
}

// The cases write these escapes instead of bytes that a text file should not contain.
var escapes = strings.NewReplacer("<BOM>", "\ufeff", "<NUL>", "\x00", "<TAB>", "\t", "<CR>", "\r")

// olderBase is the package that the cases of TestElsewhere add files to.
const olderBase = `
-- e/problem.yaml --
problem_format_version: 2025-09
name: E
limits: {time_limit: 1}
-- e/data/secret/1.in --
-- e/data/secret/1.ans --
-- e/submissions/accepted/a.c --
`

// TestElsewhere loads packages of shapes found in practice, and compares the result with what testdata/elsewhere
// records. The warnings come first, then everything that decides verdicts. A warning begins with "note" if a checkout's
// own problem may have it without being refused. What only judge validate reports begins with "finding".
func TestElsewhere(t *testing.T) {
	recorded(t, "testdata/elsewhere/*.txt", func(t *testing.T, files string) string {
		unpack(t, olderBase, files)
		set, err := Load(Package("e"), nil)
		var lines []string
		if err != nil {
			lines = append(lines, "error: "+err.Error())
		}
		for _, p := range set.Problems {
			for _, w := range p.Warnings {
				kind := "note: "
				if slices.Contains(p.Faults, w) {
					kind = "warning: "
				}
				lines = append(lines, kind+w.Error())
			}
			for _, fault := range p.Faults {
				if !slices.Contains(p.Warnings, fault) {
					lines = append(lines, "finding: "+fault.Error())
				}
			}
			lines = append(lines, "read: "+decisive(p))
		}
		all := strings.Join(lines, "\n")
		return strings.ReplaceAll(all, strings.Join(LanguageCodes, ", "), "LANGUAGES")
	})
}

// decisive returns what problem.yaml and the settings of tests decide, and the title.
func decisive(p *Problem) string {
	l := p.Limits
	text := fmt.Sprintf("%q %s, %v, %v MiB, multipliers %v", p.Title, strings.Join(p.Types(), " "), l.Time,
		float64(l.Memory)/(1<<20), l.Multipliers)
	if p.FileWriting {
		text += ", writes files"
	}
	for _, c := range p.Checkers {
		text += ", " + c.Main()
	}
	for _, t := range p.Tests {
		text += fmt.Sprintf("; %s %s", t.Name, strings.Join(t.CheckerArgs, " "))
		if t.Checker != "" {
			text += " by " + t.Checker
		}
		if p.Scoring != nil {
			rule := p.Scoring.Rule(t.Name)
			text += fmt.Sprintf(" of %v", rule)
		}
	}
	if p.legacy {
		text += "; " + fmt.Sprint(expectations(p))
	}
	for _, e := range p.Expectations {
		if !strings.HasPrefix(e.File, "the format") {
			text += fmt.Sprintf("; %s permits %v untimed %v", e.Submissions, e.Permitted, e.Untimed)
		}
	}
	return text
}
