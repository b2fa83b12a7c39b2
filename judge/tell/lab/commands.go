package lab

import (
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/terminal"
)

// Commands compares two commands that were measured in turns. It writes their times and memory, and a sentence with the
// answer.
func Commands(w io.Writer, c *compare.Comparison, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	t := comparison{Comparison: c, paint: out.Paint}
	names := namesOf(c)
	var g terminal.Grid
	g.Add(terminal.Plain("", "CPU time", "wall time", "peak memory")...)
	for i, side := range c.Commands {
		g.Add(terminal.Plain(names[i], figure(side.CPU, record.CPU), figure(side.Wall, record.Wall),
			figure(side.Memory, record.Memory))...)
	}
	for i, side := range c.Commands {
		if title := legible.Line(side.Title); title != names[i] {
			out.Paragraph(2, names[i]+": "+title)
		}
	}
	g.Write(out)
	fmt.Fprintln(out)
	for _, note := range c.Notes {
		out.Paragraph(2, "note: "+note)
	}
	word, answer, _ := t.answer(*c.Found())
	t.say(out, word, "%s against %s: %s", names[1], names[0], answer)
	return out.Flush()
}

// longName is the maximum width, in columns, of a command's text that is used as its name.
const longName = 24

// namesOf returns short names for two commands: their own texts, if both are short and they differ.
func namesOf(c *compare.Comparison) [2]string {
	first, second := legible.Line(c.Commands[0].Title), legible.Line(c.Commands[1].Title)
	if first == second || max(utf8.RuneCountInString(first), utf8.RuneCountInString(second)) > longName {
		return [2]string{"command 1", "command 2"}
	}
	return [2]string{first, second}
}

// CommandsNotes returns what a reader of the answer should know. The parameter differ says whether outputs differ.
func CommandsNotes(c *compare.Comparison, differ bool) []string {
	var notes []string
	names := namesOf(c)
	if differ {
		notes = append(notes, "the two commands print different outputs; do they do the same work?")
	}
	for i, side := range c.Commands {
		if side.Waits() {
			notes = append(notes, fmt.Sprintf("%s uses a core for less than half of its wall time: it waits, "+
				"or other programs use the core; only CPU time is compared, and wall time changes by %s", names[i],
				effect(*c.Wall)))
			break
		}
	}
	for i, side := range c.Commands {
		if side.CPU != nil && side.Memory == nil {
			notes = append(notes, names[i]+" needs no more memory than the judge itself, so its peak is not known")
		}
	}
	if c.Commands[0].Starts() || c.Commands[1].Starts() {
		notes = append(notes, "runs of less than 5 ms are mostly process start-up; give the commands more to do")
	}
	if s := c.Found(); (s.Answer == compare.Slower || s.Answer == compare.Faster) &&
		math.Abs(float64(s.Time.Middle)) < layoutSpread {
		notes = append(notes, "two builds of one source may differ by 2% or more, only because the linker puts their "+
			"code in other places; judge bench --against varies the layout, but this comparison does not")
	}
	return notes
}

// layoutSpread is the largest relative difference of times that the layout of the code may explain.
const layoutSpread = 0.05
