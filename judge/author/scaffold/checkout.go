package scaffold

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
	"dlxjudge/problems"
)

// Judges are the online judges of a checkout or, for nil, those that a new one begins with.
func Judges(checkout *problem.Roots) (map[string]problem.OnlineJudge, error) {
	if checkout != nil {
		return problem.Judges(*checkout)
	}
	return problem.ParseJudges("problems/judges.yaml", problems.Judges)
}

// NewCheckout makes an empty folder a checkout to which problems can be added: the three trees, and judges.yaml. The
// folder may hold files whose names begin with a dot.
func NewCheckout(folder string) (problem.Roots, error) {
	entries, err := untrusted.ReadDir(folder)
	if err != nil {
		return problem.Roots{}, err
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") {
			return problem.Roots{}, fmt.Errorf("no problems/ and testdata/ here or in a folder above, and this " +
				"folder is not empty; change to a checkout, or to an empty folder, which becomes one: mkdir contest " +
				"&& cd contest")
		}
	}
	roots := problem.Tree(folder)
	for _, dir := range []string{roots.Solutions, roots.Testdata, roots.Problems} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			return roots, err
		}
	}
	return roots, os.WriteFile(filepath.Join(roots.Problems, "judges.yaml"), problems.Judges, 0o666)
}
