package lab

import (
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Commands writes how two commands, measured in turns, differ: their times, their memory, and a sentence with the
// answer.
func Commands(w io.Writer, c *compare.Commands, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	t := turns{comparison{paint: out.Paint, used: make(legend)}, c.Turns}
	names := namesOf(c)
	var g terminal.Grid
	g.Add(terminal.Plain("", "CPU time", "wall time", "peak memory")...)
	for i, side := range c.Sides {
		row := []string{names[i], unknownMark, unknownMark, unknownMark}
		if side.CPU.N > 0 {
			row[1] = figure(side.CPU, record.CPU)
		}
		if side.Wall.N > 0 {
			row[2] = figure(side.Wall, record.Wall)
		}
		if side.Memory.N > 0 {
			row[3] = figure(side.Memory, record.Memory)
		}
		g.Add(terminal.Plain(row...)...)
	}
	for i, side := range c.Sides {
		if title := legible.Line(side.Title); title != names[i] {
			out.Paragraph(2, names[i]+": "+title)
		}
	}
	g.Write(out)
	fmt.Fprintln(out)
	for _, note := range c.Notes {
		out.Paragraph(2, "note: "+note)
	}
	out.Paragraph(2, t.command(c, names))
	return out.Flush()
}

// command is the answer in a sentence.
func (r turns) command(c *compare.Commands, names [2]string) string {
	s := c.Found()
	rounds := "over " + figures.Plural(s.Layouts, "round")
	switch s.Answer {
	case compare.IsSlower:
		return fmt.Sprintf("%s %s is slower than %s by %s of CPU time, %s", r.paint.Red("REGRESSION"), names[1],
			names[0], size(s.Time), rounds)
	case compare.IsFaster:
		return fmt.Sprintf("%s %s is faster than %s by %s of CPU time, %s", r.paint.Bold("DONE"), names[1], names[0],
			size(s.Time), rounds)
	case compare.NoSlower:
		return fmt.Sprintf("%s %s is no slower than %s by more than %g%% of CPU time: %s, %s", r.paint.Bold("DONE"),
			names[1], names[0], 100*r.Threshold, effect(s.Time), rounds)
	}
	undecided := r.paint.Yellow("UNDECIDED")
	if s.Layouts == 0 || math.IsInf(s.Time.Half(), 0) {
		return fmt.Sprintf("%s too few rounds to tell (%d); measure longer, with a larger --time or --count",
			undecided, s.Layouts)
	}
	return fmt.Sprintf("%s %s may be slower or faster than %s, %s of CPU time %s: a slow-down below %.1f%% may be "+
		"missed; measure longer, with a larger --time or --count", undecided, names[1], names[0], effect(s.Time),
		rounds, 100*s.Found)
}

// longName is the length above which a command's text is not used as its name, in columns.
const longName = 24

// namesOf are short names of two commands: their own, if these are short and differ.
func namesOf(c *compare.Commands) [2]string {
	first, second := legible.Line(c.Sides[0].Title), legible.Line(c.Sides[1].Title)
	if first == second || max(utf8.RuneCountInString(first), utf8.RuneCountInString(second)) > longName {
		return [2]string{"command 1", "command 2"}
	}
	return [2]string{first, second}
}

// CommandsNotes are what a reader of the answer should know.
func CommandsNotes(c *compare.Commands, differ bool) []string {
	var said []string
	names := namesOf(c)
	if differ {
		said = append(said, "the two commands print different outputs; do they do the same work?")
	}
	for i, side := range c.Sides {
		if side.Waits() {
			said = append(said, fmt.Sprintf("%s uses a core for less than half of the time that it takes: it waits, "+
				"or others have the core; CPU time is what is compared, and the wall time changes by %s", names[i],
				effect(c.Wall)))
			break
		}
	}
	for i, side := range c.Sides {
		if side.CPU.N > 0 && side.Memory.N == 0 {
			said = append(said, names[i]+" needs no more memory than the judge, whose own memory hides how much")
		}
	}
	if c.Sides[0].Starts() || c.Sides[1].Starts() {
		said = append(said, "runs of less than 5 ms are mostly the start of a process; give the commands more to do")
	}
	if s := c.Found(); (s.Answer == compare.IsSlower || s.Answer == compare.IsFaster) &&
		math.Abs(s.Time.Middle) < layoutSpread {
		said = append(said, "two builds of one source may differ by 2% and more, only because the linker put their "+
			"code in other places; that is not varied here, but judge bench --against varies it")
	}
	return said
}

// layoutSpread is a difference that may be due to where the linker put the code.
const layoutSpread = 0.05

// commandMeasured is one of two commands in a document.
type commandMeasured struct {
	Command string   `json:"command"`
	CPU     *sampled `json:"cpu_ns"`
	Wall    *sampled `json:"wall_ns"`
	Memory  *sampled `json:"peak_bytes"` // null if the judge's own hides it
}

// CommandsJSON writes the comparison of two commands as one document.
func CommandsJSON(w io.Writer, c *compare.Commands) error {
	d := turnsOf(c.Turns, Origin{})
	none := effects{unknown(), unknown(), unknown()}
	wall := effectsOf(c.Wall)
	if c.Found().Layouts == 0 {
		wall = none
	}
	d.Wall = &wall
	for i := range d.Answers {
		d.Answers[i].Submission = c.Sides[1].Title
		if c.Sides[0].Memory.N == 0 || c.Sides[1].Memory.N == 0 {
			d.Answers[i].Memory = none
		}
	}
	for _, side := range c.Sides {
		measured := commandMeasured{Command: side.Title}
		if side.CPU.N > 0 {
			measured.CPU = sampledOf(side.CPU)
		}
		if side.Wall.N > 0 {
			measured.Wall = sampledOf(side.Wall)
		}
		if side.Memory.N > 0 {
			measured.Memory = sampledOf(side.Memory)
		}
		d.Commands = append(d.Commands, measured)
	}
	return report.Document(w, d)
}
