package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
)

// CSV writes a line for each submission, for a spreadsheet. It escapes cells that would be formulas, because
// participants choose names and messages.
func CSV(w io.Writer, r grade.Results) error {
	out := csv.NewWriter(w)
	out.Write([]string{"name", "verdict", "score", "tests passed", "slowest time", "first failure"})
	for _, s := range r.Submissions {
		verdict, score, slowest, failure := string(s.Verdict), "", "", ""
		if s.Scores != nil {
			score = s.Scores.Whole.String()
		}
		if s.Run() > 0 {
			slowest = fmt.Sprintf("%.3f", time.Duration(figures.Slowest(s).CPU).Seconds())
		}
		if i := slices.IndexFunc(s.Tests, func(t grade.Test) bool {
			return t.Verdict != problem.AC && t.Verdict != problem.NotRun
		}); i >= 0 {
			failure = fmt.Sprintf("%s: %s", s.Tests[i].Name, s.Tests[i].Verdict)
		} else if s.Verdict == problem.NotRun {
			verdict, failure = "not judged", strings.TrimPrefix(s.Message, "not judged: ")
		}
		cells := []string{s.Name, verdict, score, fmt.Sprint(s.Passed()), slowest, failure}
		for i, cell := range cells {
			if cells[i] = legible.Line(cell); strings.ContainsAny(cell[:min(len(cell), 1)], "=+-@\t\r\n") {
				cells[i] = "'" + cells[i]
			}
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}
