package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
)

// TestExamplesAudited audits the packages that are written as examples. What is found in them is explained in their
// audit.yaml, but for programs that the end of the package's file says to be UNEXPECTED: each of these is a finding,
// and there is no other.
func TestExamplesAudited(t *testing.T) {
	judgetest.Long(t, "it judges twenty packages, and times what is too slow")
	for _, compiler := range []string{"gcc", "g++"} {
		judgetest.Need(t, compiler)
	}
	header := judgetest.Read(t, "testdata/testlib/testlib.h")
	for folder, least := range map[string]int{"packages": 6, "scoring": 2, "legacy": 7, "polygon": 4} {
		for _, file := range globbed(t, "testdata/"+folder+"/*.txtar", least) {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			t.Run(folder+"/"+name, func(t *testing.T) {
				story := txtar.Parse([]byte(judgetest.Read(t, file)))
				last := story.Files[len(story.Files)-1]
				dir := t.TempDir()
				judgetest.Unpack(t, dir, string(txtar.Format(&txtar.Archive{Files: story.Files[:len(story.Files)-1]})))
				if folder == "polygon" {
					judgetest.Write(t, filepath.Join(dir, name, "files", "testlib.h"), header)
				}
				var want []string
				for _, m := range unexpectedRow.FindAllSubmatch(last.Data, -1) {
					want = append(want, "verdicts: "+string(m[1]))
				}
				audited(t, filepath.Join(dir, name), want)
			})
		}
	}
	for _, name := range []string{"backwards", "given", "guess"} {
		t.Run(name, func(t *testing.T) { audited(t, filepath.Join("testdata", name), nil) })
	}
}

// unexpectedRow is a row of what a package's submissions get.
var unexpectedRow = regexp.MustCompile(`(?m)^  (\S+) [A-Z]+ UNEXPECTED`)

// audited checks which findings the audit of a package has that nothing explains, and its exit status.
func audited(t *testing.T, pack string, want []string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(t.Context(), []string{"audit", "--package", pack, "--mutants", "0", "--json", "-"}, &stdout, &stderr)
	var d struct {
		Open     int
		Problems []struct {
			Findings []struct{ Topic, About, Message, Reason string }
			Skipped  []string
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &d); err != nil {
		t.Fatalf("%v, after:\n%s", err, &stderr)
	}
	var open []string
	for _, p := range d.Problems {
		for _, skipped := range p.Skipped {
			if strings.Contains(skipped, "could not be judged: no ") {
				t.Skip(skipped) // what is found depends on all programs
			}
		}
		for _, f := range p.Findings {
			if f.Reason == "" {
				open = append(open, f.Topic+": "+f.About)
				t.Logf("%s: %s: %s", f.Topic, f.About, f.Message)
			}
		}
	}
	slices.Sort(open)
	slices.Sort(want)
	if diff := cmp.Diff(want, open); diff != "" {
		t.Errorf("findings that nothing explains (-want +got):\n%s%s", diff, &stderr)
	}
	if wanted := min(len(want), 1); status != wanted || d.Open != len(want) {
		t.Errorf("exit status %d and %d findings, want %d and %d", status, d.Open, wanted, len(want))
	}
}
