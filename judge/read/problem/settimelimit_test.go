package problem

import (
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// In a legacy format a time limit goes where the package has it.
func TestWithTimeLimit(t *testing.T) {
	for _, row := range []struct{ files, path, text, err string }{
		{"-- sum/problem.yaml --\nname: Sum # of two\n", "sum/.timelimit", "2.5\n", ""},
		{"-- sum/problem.yaml --\nname: Sum # of two\n-- sum/.timelimit --\n1\n", "sum/.timelimit", "2.5\n", ""},
		{"-- sum/problem.yaml --\nlimits: {time_limit: 1} # as newer judges read it\n", "sum/problem.yaml",
			"limits: {time_limit: 2.5} # as newer judges read it\n", ""},
		{"-- sum/problem.yaml --\nname: Sum\n-- sum/domjudge-problem.ini --\nname = x\ntimelimit = 1\n", "", "",
			"sum/domjudge-problem.ini:2: the time limit stands here; write it yourself: timelimit = 2.5"},
		{"-- sum/problem.yaml --\nproblem_format_version: 2025-09\nname: Sum\n", "sum/problem.yaml",
			"problem_format_version: 2025-09\nname: Sum\nlimits:\n  time_limit: 2.5\n", ""},
	} {
		p, err := loadLegacy(t, row.files)
		judgetest.Check(t, err)
		path, text, err := p.WithTimeLimit("2.5")
		if err != nil {
			if err.Error() != row.err {
				t.Errorf("%s: %v", row.files, err)
			}
			continue
		}
		if path != row.path || string(text) != row.text || row.err != "" {
			t.Errorf("%s: %s became %q", row.files, path, text)
		}
	}
}
