package report

import (
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
)

// tallied reports whether a submission is a wrong program that shares a row with others, since its verdict is as
// expected. A program with scores has its own row. So does a program that is not known to be wrong: one that has no
// expected verdict, or that is accepted.
func tallied(s grade.Submission) bool {
	return !s.Solution && s.Expected && s.Scores == nil && !s.Unstated && s.Verdict != problem.AC
}

// tally counts the wrong programs of one problem that share a row.
type tally struct {
	programs, rejected int
	interrupted        int
	skipped            []string // distinct reasons why programs were skipped
	others             bool     // whether other wrong programs of the problem have their own rows
}

func (w *tally) add(s grade.Submission) {
	w.programs++
	switch {
	case s.Verdict != problem.NotRun:
		w.rejected++
	case s.Interrupted:
		w.interrupted++
	case s.Message != "" && !slices.Contains(w.skipped, s.Message):
		w.skipped = append(w.skipped, s.Message)
	}
}

// tally writes the row that the wrong programs of a problem share, if there are any.
func (t *text) tally(of string, wrong tally) {
	if wrong.programs > 0 {
		mark := "✓"
		if wrong.rejected == 0 {
			mark = "∅"
		}
		t.out.Paragraph(6, fmt.Sprintf("  %s %s: %s", t.painted(mark), legible.Line(of), wrong))
	}
}

func (w tally) String() string {
	kind := "wrong program"
	if w.others {
		kind = "other wrong program"
	}
	row := figures.Plural(w.programs, kind)
	switch {
	case w.programs == 1 && w.rejected == 1:
		row += ", rejected"
	case w.rejected == w.programs:
		row += ", all rejected"
	case w.rejected > 0:
		row += fmt.Sprintf(", %d rejected", w.rejected)
	}
	if w.interrupted > 0 {
		row += fmt.Sprintf(", %d interrupted", w.interrupted)
	}
	if rest := w.programs - w.rejected - w.interrupted; rest > 0 && len(w.skipped) > 0 {
		row += fmt.Sprintf(", %d skipped: %s", rest, legible.Line(strings.Join(w.skipped, "; ")))
	} else if rest > 0 {
		row += fmt.Sprintf(", %d not run", rest)
	}
	return row
}

// mostJudged is the maximum number of a machine's submissions that are named without -v.
const mostJudged = 20

// machines writes, for each other machine, which submissions it judged.
func (t *text) machines(r grade.Results) {
	var machines []string // in the order of their first submissions
	judged := make(map[string][]string)
	for _, s := range r.Submissions {
		if s.Machine != "" && judged[s.Machine] == nil {
			machines = append(machines, s.Machine)
		}
		judged[s.Machine] = append(judged[s.Machine], s.Problem+"/"+s.Name)
	}
	for _, machine := range machines {
		names := judged[machine]
		what := strings.Join(names, ", ")
		if len(names) == len(r.Submissions) {
			what = "everything"
		} else if len(names) > mostJudged && !t.Verbose {
			what = legible.Few(names, mostJudged)
		}
		t.out.Paragraph(2, legible.Line(fmt.Sprintf("%s judged %s", machine, what)))
	}
}
