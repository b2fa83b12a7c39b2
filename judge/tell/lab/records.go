// Package lab writes what measuring and searching have found, as rows and as JSON documents: comparisons of records,
// solutions as rungs of a ladder, commits measured in turns, trends, time limits, searches for differing inputs, and
// mutants. Each report depends on its arguments only.
//
//	err := lab.Comparison(os.Stdout, comparison, terminal.Style{Color: true})
package lab

import (
	"fmt"
	"io"
	"strings"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/terminal"
)

// Comparison writes how two records differ: a table for each unit, coloured by better and worse, then the meanings of
// its marks and notes on the records, and last a sentence for each regression, or one that says that there is none.
func Comparison(w io.Writer, c *compare.Comparison, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	t := comparison{paint: out.Paint, used: make(legend)}
	for _, table := range c.Tables {
		t.table(out, c, table)
		fmt.Fprintln(out)
	}
	t.used.write(out)
	for _, note := range c.Notes {
		out.Paragraph(2, "note: "+note)
	}
	t.closing(out, c)
	return out.Flush()
}

type comparison struct {
	paint terminal.Paint
	used  legend
}

// Samples writes the figures of one record, if there is none to compare it with.
func Samples(w io.Writer, r *record.Record, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	for _, table := range compare.Summary(r) {
		g := terminal.Grid{Left: map[int]bool{2: true}}
		g.Add(terminal.Plain(title(table.Unit, r.Machine.RoughMemory()), "", "")...)
		for _, rows := range programs(table) {
			g.Add(terminal.Cell{Text: programName(rows[0].Key)})
			for _, row := range rows {
				remark := samplesOf(row.Now.N)
				if table.Unit.Exact() {
					remark = ""
				}
				if row.StartUp {
					remark = joined(remark, "mostly start-up")
				}
				g.Add(terminal.Plain(rowName(row.Key), figure(row.Now, table.Unit), remark)...)
			}
		}
		g.Write(out)
		fmt.Fprintln(out)
	}
	return out.Flush()
}

// table writes one unit's table.
func (t comparison) table(w *terminal.Sheet, c *compare.Comparison, table compare.Table) {
	g := terminal.Grid{Left: map[int]bool{4: true, 5: true}}
	rough := c.Base.Machine.RoughMemory() || c.Now.Machine.RoughMemory()
	g.Add(terminal.Plain(title(table.Unit, rough), runName(c.Base.Run), runName(c.Now.Run), "change", "", "")...)
	for _, rows := range programs(table) {
		g.Add(terminal.Cell{Text: programName(rows[0].Key)})
		for _, row := range rows {
			change, marks, paint := t.verdict(row)
			if row.StartUp {
				marks += t.used.mark(startUpMark)
			}
			g.Add(append(terminal.Plain(rowName(row.Key), t.used.figure(figure(row.Base, table.Unit)),
				t.used.figure(figure(row.Now, table.Unit))), terminal.Painted(t.used.figure(change), paint),
				terminal.Painted(evidence(row, table.Unit), paint), terminal.Painted(marks, paint))...)
		}
	}
	g.Write(w)
}

// verdict is the change of a row, a mark for its outcome, and its colour.
func (t comparison) verdict(r compare.Row) (said, mark string, color func(string) string) {
	switch r.Outcome {
	case compare.NoneShown:
		return noDifferenceMark, "", t.paint.Dim
	case compare.TooFew:
		return unknownMark, "", t.paint.Dim
	case compare.Equal:
		return "=", "", t.paint.Dim
	case compare.Better:
		return change(r), "", t.paint.Green
	case compare.Worse:
		return change(r), t.used.mark(withinMark), t.paint.Yellow
	case compare.Regression:
		return change(r), t.used.mark(regressionMark), t.paint.Red
	case compare.Slower, compare.Doubtful:
		return change(r), t.used.mark(machineMark), t.paint.Yellow
	}
	return "", "", nil // not judged
}

// change is the relative change of a row, or a bound of it where a run was stopped.
func change(r compare.Row) string {
	switch {
	case r.Now.Bound:
		return ">" + percent(r.Delta())
	case r.Base.Bound:
		return "<" + percent(r.Delta())
	}
	return percent(r.Delta())
}

// evidence for an outcome is the corrected p-value and the numbers of samples. Counts need none.
func evidence(r compare.Row, u record.Unit) string {
	if u.Exact() || r.Base.Bound || r.Now.Bound || r.Outcome == compare.NotJudged {
		return ""
	}
	samples := samplesOf(r.Now.N)
	if r.Base.N != r.Now.N {
		samples = fmt.Sprintf("n=%d+%d", r.Base.N, r.Now.N)
	}
	if r.P < 0.001 {
		return "p<0.001 " + samples
	}
	return fmt.Sprintf("p=%.3f %s", r.P, samples)
}

func samplesOf(n int) string {
	if n == 0 {
		return "stopped"
	}
	return fmt.Sprintf("n=%d", n)
}

// joined is a list of the remarks that are not empty.
func joined(remarks ...string) string {
	var said []string
	for _, r := range remarks {
		if r != "" {
			said = append(said, r)
		}
	}
	return strings.Join(said, ", ")
}

// programs are the rows of a table, program by program; the start-up times are those of one.
func programs(t compare.Table) [][]compare.Row {
	var all [][]compare.Row
	for _, r := range t.Rows {
		if n := len(all); n > 0 && programName(all[n-1][0].Key) == programName(r.Key) {
			all[n-1] = append(all[n-1], r)
		} else {
			all = append(all, []compare.Row{r})
		}
	}
	return all
}

func programName(k record.Key) string {
	switch {
	case k.IsStartUp():
		return "an empty program"
	case k.IsReference():
		return "the reference program"
	}
	return k.Program().String()
}

func rowName(k record.Key) string {
	switch {
	case k.IsControl():
		return "  " + k.Solution // its language
	case k.Test == "":
		return "  geometric mean"
	}
	return "  " + testName(k)
}

// runName heads the column of a record: its commit, cut to fit, or the time of its start.
func runName(r record.Run) string {
	const date = "01-02 15:04:05"
	switch {
	case r.Commit == "":
		return r.Date.Format(date)
	case r.Dirty:
		return r.Commit[:min(len(r.Commit), 6)] + "+changes"
	}
	return r.Name()
}
