package outcome

import (
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/problem"
)

// TestFailureRows: the files of a failure leave room for the message about it. A file is cut only if they do not fit,
// and the answer and the output are left out if they are long, and the message shows where they differ.
func TestFailureRows(t *testing.T) {
	const drawn = "  1 | 1\n- 2 | 2\n+ 2 | 3\n    | ^"
	for _, row := range []struct {
		title                 string
		input, answer, output int // lines
		difference, message   string
		titles, rows          int // that are wanted
	}{
		{"all fit", 4, 3, 3, drawn, "", 3, 13},
		{"a long input", 1000, 3, 3, drawn, "", 3, 15},
		{"long outputs", 4, 1000, 1000, drawn, "", 1, 5},
		{"all are long", 1000, 1000, 1000, drawn, "", 1, 15},
		{"a checker of the user's own", 1000, 1000, 1000, "", "no", 3, 18},
		{"a long message", 1000, 1, 1, "", strings.Repeat("line\n", 100), 3, 7},
	} {
		dir := t.TempDir()
		file := func(name string, lines int) string {
			path := filepath.Join(dir, name)
			judgetest.Write(t, path, strings.Repeat("1\n", lines))
			return path
		}
		test := problem.Test{Name: "1", Input: file("1.in", row.input), Answer: file("1.ans", row.answer)}
		outputs := &loose.Outputs{}
		_, err := outputs.Around(wrong{}).Check(t.Context(), check.Files{Input: test.Input, Answer: test.Answer,
			Output: file("printed", row.output)})
		judgetest.Check(t, err)
		var out strings.Builder
		judgetest.Check(t, failure(&out, grade.Submission{Tests: []grade.Test{{Verdict: problem.WA,
			Difference: row.difference, Message: row.message}}}, []problem.Test{test}, 80,
			func(path string) string { return path },
			func(test problem.Test) (loose.Text, bool) { return outputs.Of(test.Input) }))
		rows, titles := strings.Count(out.String(), "\n"), strings.Count("\n"+out.String(), "\n    ")-
			strings.Count("\n"+out.String(), "\n      ")
		if rows != row.rows || titles != row.titles {
			t.Errorf("%s: %d titles and %d rows, want %d and %d:\n%s", row.title, titles, rows, row.titles, row.rows,
				out.String())
		}
	}
}
