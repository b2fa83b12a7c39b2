package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dlxjudge/judge/base/legible"
)

// The labels at the ends of lines.
var (
	labelStyle = written(9, ink)
	noteStyle  = written(7.5, ink) // of why a line ends, below its name
)

const (
	away   = 8 * vg.Length(1)  // from the panel to the labels beside it
	widest = width / 4         // the widest label, longer ones are cut
	tall   = 12 * vg.Length(1) // of a label, the distance to the next one included
)

// room is what the labels need beside the panel.
func (c curves) room() vg.Length {
	var need vg.Length
	for _, l := range c.lines {
		need = max(need, wide(labelStyle, labelText(l.label)), wide(noteStyle, l.note))
	}
	for _, l := range c.levels {
		need = max(need, wide(labelStyle, labelText(l.label)))
	}
	return need + away
}

// labelText is a label as it is drawn.
func labelText(words string) string { return shortened(labelStyle, legible.Line(words), widest) }

// label names one line.
type label struct {
	text  string // "" for a part of a line that goes on elsewhere
	note  string // why the line ends, "" at the end of the axis
	color color.Color
	end   vg.Point  // of the line
	mark  vg.Length // the radius of its marks
	at    vg.Length // the height of the label beside the panel
}

// height is that of the label's lines, the distance to the next label included.
func (l label) height() vg.Length {
	if l.text != "" && l.note != "" {
		return 2*tall - 2
	}
	return tall
}

// panelLabels names the lines of a panel at their right ends: in the panel if a line ends early and nothing else is
// there, else beside the panel. There, labels that would overlap are moved, and thin lines lead to those that were
// moved.
type panelLabels struct {
	area  vg.Rectangle
	all   []label
	lines [][]vg.Point
}

// add names a line, given from left to right.
func (l *panelLabels) add(text, note string, c color.Color, line []vg.Point, mark vg.Length) {
	end := line[len(line)-1]
	l.all = append(l.all, label{text: labelText(text), note: legible.Line(note), color: c, end: end, mark: mark,
		at: end.Y})
	l.lines = append(l.lines, line)
}

func (l *panelLabels) draw(c draw.Canvas) {
	var beside []label
	for _, one := range l.all {
		box, free := l.inside(one)
		if !free {
			beside = append(beside, one)
			continue
		}
		l.write(c, one, box.Min.X, (box.Min.Y+box.Max.Y)/2)
		l.lines = append(l.lines, []vg.Point{box.Min, box.Max}) // no other label goes there
	}
	slices.SortStableFunc(beside, func(a, b label) int { return cmp.Compare(a.end.Y, b.end.Y) })
	for i, at := range spread(beside, l.area.Min.Y, l.area.Max.Y) {
		one := beside[i]
		left := l.area.Max.X + away
		if math.Abs(float64(at-one.end.Y)) > 1.5 || one.end.X < l.area.Max.X-1 {
			thin := draw.LineStyle{Color: one.color, Width: vg.Points(0.4)}
			bend := l.area.Max.X + 1
			c.StrokeLines(thin, []vg.Point{{X: one.end.X + one.mark + 1, Y: one.end.Y},
				{X: max(bend, one.end.X+one.mark+1), Y: one.end.Y}, {X: left - 1.5, Y: at}})
		}
		l.write(c, one, left, at)
	}
}

// write draws a label's text, by its left end and the middle of its height.
func (l *panelLabels) write(c draw.Canvas, one label, left, middle vg.Length) {
	for i, words := range []string{one.text, one.note} {
		style := [...]text.Style{labelStyle, noteStyle}[i]
		style.Color = one.color
		at := middle
		if one.text != "" && one.note != "" {
			at += (0.5 - vg.Length(i)) * (tall - 2)
		}
		if words != "" {
			c.FillText(style, vg.Point{X: left, Y: at - 0.42*style.Font.Size}, words)
		}
	}
}

// inside is where a label fits into the panel, to the right of its line's end or above it, touching no line.
func (l *panelLabels) inside(one label) (vg.Rectangle, bool) {
	w, h := max(wide(labelStyle, one.text), wide(noteStyle, one.note)), one.height()-2
	right := one.end.X + one.mark + 4
	for _, corner := range []vg.Point{
		{X: right, Y: one.end.Y - h/2},
		{X: right, Y: one.end.Y + 2},
		{X: one.end.X - w/2, Y: one.end.Y + one.mark + 3},
		{X: right, Y: one.end.Y - h - 2},
	} {
		box := vg.Rectangle{Min: corner, Max: corner.Add(vg.Point{X: w, Y: h})}
		if box.Min.X < l.area.Min.X || box.Max.X > l.area.Max.X || box.Min.Y < l.area.Min.Y ||
			box.Max.Y > l.area.Max.Y+h/2 {
			continue
		}
		if !slices.ContainsFunc(l.lines, func(line []vg.Point) bool { return crosses(line, box) }) {
			return box, true
		}
	}
	return vg.Rectangle{}, false
}

// crosses reports whether a line enters a box, or nearly.
func crosses(line []vg.Point, box vg.Rectangle) bool {
	for i := range line {
		from, to := line[max(0, i-1)], line[i]
		steps := 1 + int(max(math.Abs(float64(to.X-from.X)), math.Abs(float64(to.Y-from.Y)))/2)
		for s := range steps + 1 {
			at := from.Add(to.Sub(from).Scale(vg.Length(s) / vg.Length(steps)))
			if at.X > box.Min.X-2 && at.X < box.Max.X+2 && at.Y > box.Min.Y-2 && at.Y < box.Max.Y+2 {
				return true
			}
		}
	}
	return false
}

// spread is the heights of labels, given from below, such that none overlaps another and the sum of the squares of
// their moves is least: labels that overlap become a block, at the mean of the heights that they ask of it.
func spread(all []label, low, high vg.Length) []vg.Length {
	type block struct {
		sum vg.Length // of the heights that each label asks of the block's first
		n   int
	}
	up := make([]vg.Length, len(all)) // of each label above the first, if they touch
	for i := 1; i < len(all); i++ {
		up[i] = up[i-1] + (all[i-1].height()+all[i].height())/2
	}
	var blocks []block
	for i, one := range all {
		blocks = append(blocks, block{one.at - up[i], 1})
		for n := len(blocks); n > 1; n-- {
			below, above := blocks[n-2], blocks[n-1]
			if below.sum*vg.Length(above.n) <= above.sum*vg.Length(below.n) {
				break
			}
			blocks = append(blocks[:n-2], block{below.sum + above.sum, below.n + above.n})
		}
	}
	var heights []vg.Length
	for _, b := range blocks {
		for range b.n {
			heights = append(heights, b.sum/vg.Length(b.n)+up[len(heights)])
		}
	}
	// Within the panel, as far as that is high enough.
	for i := range heights {
		least, most := low+up[i], high-(up[len(up)-1]-up[i])
		heights[i] = max(min(heights[i], most), least)
	}
	return heights
}
