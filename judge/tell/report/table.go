package report

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// table writes programs × groups of one problem: what each program takes on the slowest test of a group, or the first
// verdict there that is not AC and how many tests pass; of a group with points these, too. A table that is too wide
// becomes several. Below it are the rows of the submissions that are not as expected or were not judged.
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
		if !s.Expected || s.Skipped() {
			t.submission(s)
		}
	}
}

// mostNames is how many columns the names of programs have where a table is too wide.
const mostNames = 24

// fitting is how many columns fit into so much room, at least one.
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
		width = max(width, utf8.RuneCountInString(c.Text))
	}
	return width
}

// whole is the verdict of a submission and its score; red if it is not as expected.
func (t *text) whole(s grade.Submission) terminal.Cell {
	said := legible.Line(string(s.Verdict))
	if s.Verdict == problem.NotRun {
		said = "-"
	}
	if s.Scores != nil {
		said += " " + s.Scores.Whole.String()
	}
	switch {
	case !s.Expected:
		return terminal.Cell{Text: "✖ " + said, Paint: t.paint.Red}
	case s.Verdict == problem.AC:
		return terminal.Cell{Text: said, Paint: t.paint.Green}
	case s.Verdict == problem.NotRun:
		return terminal.Cell{Text: said, Paint: t.paint.Dim}
	}
	return terminal.Cell{Text: said, Paint: t.paint.Yellow}
}

// cell is what a submission does on the tests directly in a group.
func (t *text) cell(s grade.Submission, group string) terminal.Cell {
	of := s
	of.Tests = nil
	first, expected := problem.AC, true
	for _, test := range s.Tests {
		if path.Dir(test.Name) != group {
			continue
		}
		expected = expected && test.Expected
		if test.Verdict == problem.NotRun {
			continue
		}
		of.Tests = append(of.Tests, test)
		if first == problem.AC {
			first = test.Verdict
		}
	}
	points := ""
	if s.Scores != nil {
		for _, g := range s.Scores.Groups {
			if g.Name == group {
				points = " " + g.String()
			}
		}
	}
	var c terminal.Cell
	switch {
	case len(of.Tests) == 0:
		c = terminal.Cell{Text: "-" + points, Paint: t.paint.Dim}
	case first == problem.AC:
		c = terminal.Cell{Text: strings.TrimSpace(figures.Time(figures.Slowest(of))) + points, Paint: t.paint.Green}
	default:
		c = terminal.Cell{Text: fmt.Sprintf("%s %d/%d%s", legible.Line(string(first)), of.Passed(), len(of.Tests),
			points), Paint: t.paint.Yellow}
	}
	if !expected {
		c.Text, c.Paint = "✖ "+c.Text, t.paint.Red
	}
	return c
}
