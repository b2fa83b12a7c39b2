package chart

import (
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/record"
)

// Lengths of a page.
const (
	width  = 520 * vg.Length(1)
	margin = 12 * vg.Length(1)
	gap    = 10 * vg.Length(1) // between panels, and around them
	below  = 5 * vg.Length(1)  // a heading
)

// page is a whole chart: a title and a subtitle, panels below one another, and the source of the figures.
type page struct {
	title, subtitle string
	panels          []panel
	source          string
}

// panel is one plot of a page. Its y axis is named by a heading above it, which is easier to read than text on its
// side.
type panel struct {
	heading string
	plot    *plot.Plot
	legend  *plot.Legend // beside the plot; nil for none
	height  vg.Length    // without the heading
	right   vg.Length    // room beside the plot
}

// The styles of a page's texts.
var (
	titleStyle    = written(14, ink)
	subtitleStyle = written(9, dim)
	headingStyle  = written(10, ink)
	sourceStyle   = written(7.5, dim)
)

// leading is the height of a line of text.
func leading(s text.Style) vg.Length { return 1.3 * s.Font.Size }

// block is some text of a page, broken into lines.
type block struct {
	style text.Style
	lines []string
}

func newBlock(s text.Style, words string) block {
	return block{s, wrapped(s, legible.Line(words), width-2*margin)}
}

func (b block) height() vg.Length { return vg.Length(len(b.lines)) * leading(b.style) }

// draw writes the block below a height, and returns the height below it.
func (b block) draw(c draw.Canvas, top vg.Length) vg.Length {
	for _, line := range b.lines {
		top -= leading(b.style)
		c.FillText(b.style, vg.Point{X: c.Min.X + margin, Y: top + 0.25*b.style.Font.Size}, line)
	}
	return top
}

// height is that of the whole page.
func (p page) height() vg.Length {
	h := 2*margin + newBlock(titleStyle, p.title).height() + newBlock(subtitleStyle,
		p.subtitle).height() + newBlock(sourceStyle, p.source).height() + gap
	for _, panel := range p.panels {
		h += gap + newBlock(headingStyle, panel.heading).height() + below + panel.height
	}
	return vg.Length(math.Ceil(float64(h)))
}

func (p page) draw(c draw.Canvas) {
	c.SetColor(ground)
	c.Fill(c.Rectangle.Path())
	top := c.Max.Y - margin
	top = newBlock(titleStyle, p.title).draw(c, top)
	top = newBlock(subtitleStyle, p.subtitle).draw(c, top)
	var right vg.Length // of all panels, so that their axes end below one another
	for _, panel := range p.panels {
		right = max(right, panel.right)
		if panel.legend != nil {
			right = max(right, slack*panel.legend.Rectangle(c).Size().X+gap)
		}
	}
	for _, panel := range p.panels {
		top = newBlock(headingStyle, panel.heading).draw(c, top-gap) - below
		area := draw.Crop(c, margin, -margin, top-panel.height-c.Min.Y, top-c.Max.Y)
		panel.plot.Draw(draw.Crop(area, 0, -right, 0, 0))
		if panel.legend != nil {
			panel.legend.Left = true
			panel.legend.Draw(draw.Crop(area, area.Size().X-right+gap, 0, 0, 0))
		}
		top -= panel.height
	}
	newBlock(sourceStyle, p.source).draw(c, top-gap)
}

// source says where a record's figures come from: machine, date and commit.
func source(r *record.Record) string {
	var parts []string
	add := func(said ...string) {
		if joined := strings.Join(said, ""); joined != "" {
			parts = append(parts, joined)
		}
	}
	add(r.Machine.CPU)
	if r.Machine.Cores != "" {
		add(r.Machine.Cores, " cores")
	}
	if r.Machine.GOOS != "" {
		add(r.Machine.GOOS, "/", r.Machine.GOARCH)
	}
	if !r.Run.Date.IsZero() {
		add(r.Run.Date.UTC().Format("2006-01-02"))
	}
	if r.Run.Commit != "" {
		add("commit ", r.Run.Name())
	}
	return strings.Join(parts, " · ")
}
