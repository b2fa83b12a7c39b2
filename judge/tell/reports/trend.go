package reports

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/tell/terminal"
)

// Trend writes a table for each unit. A table has a row for each solution and, below the row, the changes of level with
// their commits.
func Trend(w io.Writer, h trend.History, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	p := out.Paint
	for _, u := range trend.Units {
		g := terminal.NewTable(
			terminal.Text(u.Title(), func(s trend.Series) string { return s.Program.String() }),
			terminal.LeftText("", sparkline), terminal.Text("latest", func(s trend.Series) string {
				return quantity(s.Points[len(s.Points)-1].Figure, u)
			}),
			terminal.Text("change", func(s trend.Series) string { return moved(s.Since) }),
			terminal.Text("records", recordsOf))
		begun := make(map[string][]string) // names of the records where series begin again, by reason
		rows := 0
		for _, s := range h.Series {
			if s.Unit != u {
				continue
			}
			rows++
			g.Row(s)
			for _, c := range s.Changes {
				line := "  " + moved(c.Delta) + "  " + commitOf(s.Points[c.At-1], s.Points[c.At])
				g.Add(terminal.Painted(line, better(p, c.Delta)))
				if len(c.Tools) > 0 {
					g.Add(terminal.Cell{Text: "          this may explain it: " + strings.Join(c.Tools, ", ")})
				}
			}
			for _, p := range s.Points {
				if at := p.Record.Run.Name(); p.Why != "" && !slices.Contains(begun[p.Why], at) {
					begun[p.Why] = append(begun[p.Why], at)
				}
			}
		}
		if rows == 0 {
			continue
		}
		g.Write(out)
		for _, why := range slices.Sorted(maps.Keys(begun)) {
			out.Paragraph(2, "note: new series at "+strings.Join(begun[why], ", ")+": "+why)
		}
		fmt.Fprintln(out)
	}
	explain(out, h.Series)
	return out.Flush()
}

// explain says how to read the tables.
func explain(w *terminal.Sheet, all []trend.Series) {
	w.Paragraph(0, "Each column of a sparkline is a record, oldest first, on the row's own logarithmic "+
		"scale. A figure is the geometric mean over tests and workloads; a change is the mean over those that two "+
		"neighbouring records have in common.")
	steps, divided := 0, 0
	for _, s := range all {
		if s.Unit == record.CPU {
			steps, divided = steps+len(s.Points)-len(s.Parts()), divided+s.Divided
		}
	}
	if steps > 0 {
		w.Paragraph(0, fmt.Sprintf("Changes of time are relative to the reference program's if two neighbouring "+
			"records hold it (%d of %d steps). A change of time is listed if at least two records on each side "+
			"show it.",
			divided, steps))
	}
}

// sparks is the maximum number of records in a sparkline. If a series is longer, the sparkline shows the latest
// records.
const sparks = 20

// sparkline draws the levels of a series, with a vertical line at each break. Each part between breaks has its own
// scale.
func sparkline(s trend.Series) string {
	const heights = "▁▂▃▄▅▆▇█"
	var line strings.Builder
	first := max(0, len(s.Points)-sparks)
	for _, part := range s.Parts() {
		low, high := math.Inf(1), math.Inf(-1)
		for i := max(part[0], first); i < part[1]; i++ {
			low, high = min(low, s.Points[i].Level), max(high, s.Points[i].Level)
		}
		if flat := math.Log(1.05); high-low < flat { // so that noise looks smaller than real changes
			low, high = (low+high-flat)/2, (low+high+flat)/2
		}
		if part[0] > first {
			line.WriteRune('│')
		}
		for i := max(part[0], first); i < part[1]; i++ {
			line.WriteRune([]rune(heights)[int(math.Round((s.Points[i].Level-low)/(high-low)*7))])
		}
	}
	return line.String()
}

// moved formats a relative change: "+2.86%", or "=" if the change rounds to zero.
func moved(delta record.Number) string {
	if math.Abs(float64(delta)) < 0.00005 {
		return "="
	}
	return percent(delta)
}

func recordsOf(s trend.Series) string {
	if len(s.Points) > sparks {
		return fmt.Sprintf("%d of %d", sparks, len(s.Points))
	}
	return fmt.Sprint(len(s.Points))
}

func better(p terminal.Paint, delta record.Number) func(string) string {
	if delta < 0 {
		return p.Green
	}
	return p.Red
}

// commitOf names the range of commits in which a change happened, in git's notation. It adds the date and subject of
// the last commit.
func commitOf(before, p trend.Value) string {
	if before.Record.Run.Name() == p.Record.Run.Name() {
		return p.Record.Run.Name() + ", recorded a second time: the solution did not change"
	}
	name := p.Record.Run.Name()
	if was := before.Record.Run; was.Commit != "" && !was.Dirty && p.Record.Run.Commit != "" && !p.Record.Run.Dirty {
		name = brief(was.Commit) + ".." + brief(p.Record.Run.Commit)
	}
	return name + "  " + p.Date.Format("2006-01-02") + "  " + legible.Line(p.Subject)
}

// brief shortens a commit's hash as git does.
func brief(hash string) string { return hash[:min(len(hash), 7)] }
