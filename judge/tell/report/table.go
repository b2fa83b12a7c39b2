package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// table writes a table for one problem, with a row for each program and a column for each group. A cell shows the time
// of the slowest test. If a test failed, the cell shows instead the first verdict that is not AC, and how many of the
// tests that ran were accepted. The number of tests that were not run follows, and the points if the group has any. A
// table that is too wide is split into several tables. Below the tables are rows for the submissions that are
// unexpected or undecided, or that were not judged.
func (t *text) table(submissions []grade.Submission) {
	names := []terminal.Cell{{Text: legible.Line(submissions[0].Problem)}}
	columns := [][]terminal.Cell{{{Text: "all"}}}
	var groups []string // in the order of the tests
	for _, s := range submissions {
		names = append(names, terminal.Cell{Text: "  " + legible.Line(s.Name)})
		columns[0] = append(columns[0], t.whole(s))
		for _, test := range s.Tests {
			if g := path.Dir(test.Name); !slices.Contains(groups, g) {
				groups = append(groups, g)
			}
		}
	}
	for _, g := range groups {
		column := []terminal.Cell{{Text: strings.TrimPrefix(legible.Line(g), "secret/")}}
		for _, s := range submissions {
			column = append(column, t.cell(s, g))
		}
		columns = append(columns, column)
	}
	for len(columns) > 0 {
		n := fitting(t.out.Width-min(widest(names), mostNames), columns)
		var grid terminal.Grid
		for i, name := range names {
			row := []terminal.Cell{name}
			for _, column := range columns[:n] {
				row = append(row, column[i])
			}
			grid.Add(row...)
		}
		grid.Write(t.out)
		columns = columns[n:]
	}
	for _, s := range submissions {
		if !s.Expected || s.Skipped() || s.Undecided {
			t.submission(s)
		}
	}
}

// mostNames is the maximum width, in characters, that is reserved for the names of programs when a table is split.
const mostNames = 24

// fitting returns how many of the columns fit into the given width, but at least 1.
func fitting(room int, columns [][]terminal.Cell) int {
	for i, column := range columns {
		if room -= widest(column) + 2; room < 0 {
			return max(i, 1)
		}
	}
	return len(columns)
}

func widest(column []terminal.Cell) (width int) {
	for _, c := range column {
		width = max(width, legible.Width(c.Text))
	}
	return width
}

// whole returns the cell for a whole submission: its verdict and its score.
func (t *text) whole(s grade.Submission) terminal.Cell {
	label := cmp.Or(legible.Line(string(s.Verdict)), "-")
	if s.Scores != nil {
		label += points(s.Scores.Whole)
	}
	if !s.Expected {
		label = "✖ " + label
	}
	return terminal.Cell{Text: label, Paint: t.color(s)}
}

// cell returns the cell for a submission's results on the tests in a group, without the tests in its subgroups.
func (t *text) cell(s grade.Submission, group string) terminal.Cell {
	of := s
	of.Tests = nil
	first, expected, out := problem.AC, true, 0
	for _, test := range s.Tests {
		if path.Dir(test.Name) != group {
			continue
		}
		expected = expected && test.Expected
		if test.Verdict == problem.NotRun {
			out++
			continue
		}
		of.Tests = append(of.Tests, test)
		if first == problem.AC {
			first = test.Verdict
		}
	}
	left := ""
	if out > 0 {
		left = fmt.Sprintf(" %d out", out)
	}
	var c terminal.Cell
	switch {
	case len(of.Tests) == 0:
		c = terminal.Cell{Text: cmp.Or(strings.TrimSpace(left), "-"), Paint: t.paint.Dim}
	case first == problem.AC:
		c = terminal.Cell{Text: figures.Time(figures.Slowest(of)) + left, Paint: t.paint.Green}
	default:
		c.Text = fmt.Sprintf("%s %d/%d%s", legible.Line(string(first)), of.Passed(), len(of.Tests), left)
		c.Paint = t.paint.Yellow
	}
	if s.Scores != nil {
		for _, g := range s.Scores.Groups {
			if g.Name == group {
				c.Text += points(g)
			}
		}
	}
	if !expected {
		c.Text, c.Paint = "✖ "+c.Text, t.paint.Red
	}
	return c
}

// points formats a score with a "p" after it, to distinguish it from a number of tests.
func points(g score.Group) string {
	label := " " + g.String()
	if label != " -" {
		label += "p"
	}
	return label
}

const legend = "Times are of the slowest test, if all are accepted. WA 1/2: the first verdict that is not AC, and " +
	"how many of the tests that ran were accepted. 1 out: tests not run, because the verdict was decided or the " +
	"group requires another. -: not judged. 7p: points."
