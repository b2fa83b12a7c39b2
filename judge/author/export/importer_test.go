package export

import (
	"path"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// TestImporter checks packages for DOMjudge against rules of its importer about paths, which the judge does not have.
func TestImporter(t *testing.T) {
	set, err := problem.Load(problem.Tree("../../.."), func(name string) bool {
		return slices.Contains([]string{"hdu5046", "poj3074", "poj3076", "spojnqueen", "zoj3122"}, name)
	})
	judgetest.Check(t, err)
	if len(set.Problems) != 5 {
		t.Fatalf("%d problems", len(set.Problems))
	}
	for _, p := range set.Problems {
		pack, err := Plan(t.Context(), p, Legacy)
		judgetest.Check(t, err)
		submissions := 0
		shared := make(map[string]string) // folder of validators → the one that all its files are in
		for _, f := range pack.Files {
			parts := strings.Split(f.Path, "/")
			name := path.Base(f.Path)
			isFolder := strings.HasSuffix(f.Path, "/")
			switch {
			case parts[0] == "submissions" && (len(parts) == 3 && parts[2] != "" || len(parts) == 4 && parts[3] == ""):
				submissions++ // a file, or the entry of a folder
			case parts[0] == "submissions" && len(parts) > 4:
				t.Errorf("%s: %s: files of a submission are looked for in one folder only", p.Name, f.Path)
			case strings.HasSuffix(parts[0], "_validators") && !isFolder:
				if shared[parts[0]] == "" {
					shared[parts[0]] = path.Dir(f.Path)
				}
				if path.Dir(f.Path) != shared[parts[0]] {
					t.Errorf("%s: %s: another folder than %s is a second validator", p.Name, f.Path, shared[parts[0]])
				}
			case name == "testdata.yaml":
				if doc, err := strictyaml.Parse(f.Path, f.Text); err != nil || doc.Kind() != strictyaml.Map {
					t.Errorf("%s: %s: %v; only a map is accepted", p.Name, f.Path, err)
				}
			case f.Path == "problem.yaml":
				checkImported(t, p, f)
			}
			if n := strings.Count(string(f.Text), "@EXPECTED_RESULTS@: "); n > 1 {
				t.Errorf("%s: %s: %d annotations; with more than one, none counts", p.Name, f.Path, n)
			}
		}
		if submissions != pack.Submissions || submissions != len(p.Submissions) {
			t.Errorf("%s: the importer finds %d submissions, want %d", p.Name, submissions, len(p.Submissions))
		}
	}
}

// checkImported checks problem.yaml against the rules of the importer.
func checkImported(t *testing.T, p *problem.Problem, f File) {
	t.Helper()
	doc, err := strictyaml.Parse(f.Path, f.Text)
	judgetest.Check(t, err)
	entries, err := doc.Entries()
	judgetest.Check(t, err)
	for _, e := range entries {
		text, err := e.Value.Scalar()
		switch e.Key {
		case "type":
			if err != nil || text != "pass-fail" {
				t.Errorf("%s: type: %v; it is split at blanks, so a list breaks the import", p.Name, text)
			}
		case "validation":
			if !slices.Contains([]string{"default", "custom", "custom interactive", "custom multi-pass"}, text) {
				t.Errorf("%s: validation: %s is not known", p.Name, text)
			}
		case "limits":
			limits, err := e.Value.Entries()
			judgetest.Check(t, err)
			for _, l := range limits {
				if l.Key == "time_limit" {
					t.Errorf("%s: a time limit in problem.yaml beside .timelimit", p.Name)
				}
			}
		}
	}
}
