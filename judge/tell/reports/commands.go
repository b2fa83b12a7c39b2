package reports

import (
	"fmt"
	"io"
	"math"
	"slices"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/terminal"
)

// Commands compares commands that were measured in turns. It writes their times and memory, and for each command a
// sentence that compares it with the first. Wall times are shown only if wall is set.
func Commands(w io.Writer, c *compare.Comparison, wall bool, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	t := comparison{Comparison: c, paint: out.Paint}
	names := namesOf(c)
	columns := []terminal.Column[int]{terminal.Text("", func(i int) string { return names[i] }),
		terminal.Text("CPU time", func(i int) string { return figure(c.Commands[i].CPU, record.CPU) }),
		terminal.Text("wall time", func(i int) string { return figure(c.Commands[i].Wall, record.Wall) }),
		terminal.Text("peak memory", func(i int) string { return figure(c.Commands[i].Memory, record.Memory) })}
	if !wall {
		columns = slices.Delete(columns, 2, 3)
	}
	table := terminal.NewTable(columns...)
	for i, side := range c.Commands {
		if title := legible.Line(side.Title); title != names[i] {
			out.Paragraph(2, names[i]+": "+title)
		}
		table.Row(i)
	}
	table.Write(out)
	fmt.Fprintln(out)
	for _, note := range c.Notes {
		out.Paragraph(2, "note: "+note)
	}
	for i, s := range c.Times() {
		word, answer := t.answer(s, record.CPU)
		if word == undecided {
			answer = t.open(s) + t.help(s)
		}
		if wall {
			answer += "; wall time " + effect(walls(c)[i].Change)
		}
		t.say(out, word, "%s against %s: %s", names[i+1], names[0], answer)
	}
	return out.Flush()
}

// walls returns the results for wall time.
func walls(c *compare.Comparison) []compare.Solution {
	return c.Tables[slices.IndexFunc(c.Tables, func(t compare.Table) bool { return t.Unit == record.Wall })].Solutions
}

// longName is the maximum width, in columns, of a command's text that is used as its name.
const longName = 24

// namesOf returns short names for commands: their own texts, if all are short and differ.
func namesOf(c *compare.Comparison) []string {
	var titles, numbers []string
	short := true
	for i, side := range c.Commands {
		title := legible.Line(side.Title)
		short = short && legible.Width(title) <= longName && !slices.Contains(titles, title)
		titles, numbers = append(titles, title), append(numbers, fmt.Sprintf("command %d", i+1))
	}
	if short {
		return titles
	}
	return numbers
}

// CommandsNotes returns what a reader of the answer should know. differ says whether outputs differ.
func CommandsNotes(c *compare.Comparison, differ bool) []string {
	var notes []string
	names := namesOf(c)
	if differ {
		notes = append(notes, "the commands print different outputs; do they do the same work?")
	}
	for i, side := range c.Commands {
		if side.Waits() {
			notes = append(notes, fmt.Sprintf("%s uses a core for less than half of its wall time: it waits, "+
				"or other programs use the core; only CPU time decides, and --wall shows wall time, too", names[i]))
			break
		}
	}
	for i, side := range c.Commands {
		if side.CPU != nil && side.Memory == nil {
			notes = append(notes, names[i]+" needs no more memory than the judge itself, so its peak is not known")
		}
	}
	if slices.ContainsFunc(c.Commands, compare.Command.Starts) {
		notes = append(notes, "runs of less than 5 ms are mostly process start-up; give the commands more to do")
	}
	if slices.ContainsFunc(c.Times(), func(s compare.Solution) bool {
		return (s.Answer == compare.Slower || s.Answer == compare.Faster) &&
			math.Abs(float64(s.Change.Middle)) < layoutSpread
	}) {
		notes = append(notes, "two builds of one source may differ by 2% or more, only because the linker puts their "+
			"code in other places; judge bench --against varies the layout, but this comparison does not")
	}
	return notes
}

// layoutSpread is the largest relative difference of times that the layout of the code may explain.
const layoutSpread = 0.05
