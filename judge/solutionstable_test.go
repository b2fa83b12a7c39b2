package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// TestSolutionsTable: the table of solutions/README.md is that of judge submit without what is measured, and each
// problem has a dlx and a bits that its judge takes. With -update the table is written again.
func TestSolutionsTable(t *testing.T) {
	set, err := problem.Load(problem.Tree(".."), nil)
	judgetest.Check(t, err)
	var table strings.Builder
	table.WriteString("| solution | judge | language | lines | bytes | may be | taken |\n")
	table.WriteString("|---|---|---|---:|---:|---:|---|\n")
	for _, p := range set.Problems {
		taken := map[string]bool{} // by what the approach's name begins with
		for _, s := range p.Submissions {
			if !s.Solution || !slices.Contains(ours[p.Name], s.Name) {
				continue
			}
			source, err := os.ReadFile(filepath.Join(s.Dir, s.Files[0]))
			judgetest.Check(t, err)
			language, err := compile.LanguageOf(s.Source)
			judgetest.Check(t, err)
			answer, ok := submit.Takes(p.Judge, language.Display, int64(len(source)))
			if approach, _, _ := strings.Cut(s.Name, "-"); ok {
				taken[approach] = true
			}
			fmt.Fprintf(&table, "| `%s/%s` | %s | %s | %d | %d | %s | %s |\n", p.Name, s.Name, p.Judge.Name,
				language.Display,
				strings.Count(string(source), "\n"), len(source), submit.Sizes(p.Judge), answer)
		}
		for _, approach := range []string{"dlx", "bits"} {
			if ours[p.Name] != nil && !taken[approach] {
				t.Errorf("%s takes no %s of %s", p.Judge.Name, approach, p.Name)
			}
		}
	}
	const path = "../solutions/README.md"
	text := judgetest.Read(t, path)
	before, rest, found := strings.Cut(text, "| solution |")
	rows := strings.Index(rest, "\n\n")
	if !found || rows < 0 {
		t.Fatalf("%s has no table of solutions with text below it", path)
	}
	shown, after := "| solution |"+rest[:rows+1], rest[rows+1:]
	switch diff := cmp.Diff(shown, table.String()); {
	case diff == "":
	case *judgetest.Update:
		judgetest.Write(t, path, before+table.String()+after)
	default:
		t.Errorf("%s (-shown +now); write it again with -update:\n%s", path, diff)
	}
}
