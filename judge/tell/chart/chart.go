// Package chart draws records as SVG or PNG charts. They show the cost of a case on each rung of a problem's ladder,
// how the effort grows with the size of the input, and how figures change from record to record. The package measures
// and decides nothing.
//
//	format, err := chart.FormatOf("ladder.svg")
//	err = chart.Ladder(file, format, ladder)
//
// Solutions differ not only in colour, but also in marks and dashes. An approach has the same colour in all charts. The
// same record and names always give the same bytes.
package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/figures"
)

// Format is the file format of a chart.
type Format string

// The value of each format is its file extension.
const (
	SVG Format = ".svg" // follows the reader's choice of a light or a dark page
	PNG Format = ".png" // on white
)

// FormatOf returns the format for the extension of a file name.
func FormatOf(path string) (Format, error) {
	switch f := Format(strings.ToLower(filepath.Ext(path))); f {
	case SVG, PNG:
		return f, nil
	}
	return "", fmt.Errorf("%s: charts are written as SVG or PNG; choose a name that ends in .svg or .png", path)
}

// density is the resolution of a PNG in dots per inch. It is twice that of common screens, so that a PNG stays sharp
// when it is enlarged.
const density = 192

// write writes the page in this format.
func (f Format) write(w io.Writer, p page) error {
	if f == PNG {
		canvas := vgimg.NewWith(vgimg.UseWH(width, p.height()), vgimg.UseDPI(density))
		p.draw(draw.New(canvas))
		_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
		return err
	}
	canvas := vgsvg.New(width, p.height())
	p.draw(draw.New(canvas))
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	_, err := w.Write(decorate(svg.Bytes(), legible.Line(p.title)))
	return err
}

// decorate adds to an SVG a title, colours for a dark page, and fallback fonts of the same widths. Without fallbacks, a
// browser that lacks Liberation Sans would choose a font with serifs.
func decorate(svg []byte, title string) []byte {
	svg = bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arimo,Arial,Helvetica,sans-serif;"))
	const opening = `xlink">` + "\n"
	at := bytes.Index(svg, []byte(opening)) + len(opening)
	var b bytes.Buffer
	b.Write(svg[:at])
	fmt.Fprintf(&b, "<title>%s</title>\n%s", html.EscapeString(title), darkStyle())
	b.Write(svg[at:])
	return b.Bytes()
}

// Lengths of a page, in points.
const (
	width  = 520 * vg.Length(1)
	margin = 12 * vg.Length(1)
	gap    = 10 * vg.Length(1) // between panels, and around them
)

// page is a whole chart: a title and a subtitle, panels below one another, and the source of the figures.
type page struct {
	title, subtitle string
	panels          []panel
	source          string
}

// panel is one plot of a page. A heading above it names its y axis, since vertical text is hard to read.
type panel struct {
	heading string
	plot    *plot.Plot
	legend  *plot.Legend // beside the plot; nil for none
	height  vg.Length    // without the heading
	right   vg.Length    // width that is reserved to the right of the plot
}

// The styles of a page's texts.
var (
	titleStyle    = newStyle(14, ink)
	subtitleStyle = newStyle(9, dim)
	headingStyle  = newStyle(10, ink)
	labelStyle    = newStyle(9, ink)
	sourceStyle   = newStyle(7.5, dim)
)

// newStyle returns a style for text that is placed by its left end and its baseline.
func newStyle(size font.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		Handler: plot.DefaultTextHandler,
	}
}

// reservedWidth returns the width to reserve for a text. It is more than the text takes, since a fallback font may be
// wider.
func reservedWidth(s text.Style, words string) vg.Length { return 1.12 * s.Width(words) }

// shortened cuts the text to a width and adds an ellipsis if something is missing.
func shortened(s text.Style, words string, width vg.Length) string {
	if reservedWidth(s, words) <= width {
		return words
	}
	runes := []rune(words)
	for len(runes) > 0 && reservedWidth(s, string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// block is some text of a page, broken into lines.
type block struct {
	style text.Style
	lines []string
}

func newBlock(s text.Style, words string) block {
	b := block{style: s}
	for _, word := range strings.Fields(legible.Line(words)) {
		word = shortened(s, word, width-2*margin)
		if n := len(b.lines); n > 0 && reservedWidth(s, b.lines[n-1]+" "+word) <= width-2*margin {
			b.lines[n-1] += " " + word
		} else {
			b.lines = append(b.lines, word)
		}
	}
	return b
}

// draw draws the block below the position top, and returns the position below the block.
func (b block) draw(c draw.Canvas, top vg.Length) vg.Length {
	for _, line := range b.lines {
		top -= 1.3 * b.style.Font.Size
		c.FillText(b.style, vg.Point{X: c.Min.X + margin, Y: top + 0.25*b.style.Font.Size}, line)
	}
	return top
}

// height returns the height of the whole page.
func (p page) height() vg.Length {
	bottom := p.draw(draw.NewCanvas(&recorder.Canvas{}, width, 0))
	return vg.Length(math.Ceil(float64(margin - bottom)))
}

// draw draws the page from the top, and returns the position below it.
func (p page) draw(c draw.Canvas) vg.Length {
	c.SetColor(ground)
	c.Fill(c.Rectangle.Path())
	top := newBlock(titleStyle, p.title).draw(c, c.Max.Y-margin)
	top = newBlock(subtitleStyle, p.subtitle).draw(c, top)
	var right vg.Length // maximum over all panels, so that their axes are aligned
	for _, panel := range p.panels {
		right = max(right, panel.right)
	}
	for _, panel := range p.panels {
		top = newBlock(headingStyle, panel.heading).draw(c, top-gap)
		area := draw.Crop(c, margin, -margin, top-panel.height-c.Min.Y, top-c.Max.Y)
		panel.plot.Draw(draw.Crop(area, 0, -right, 0, 0))
		if panel.legend != nil {
			panel.legend.Draw(draw.Crop(area, area.Size().X-right+gap, 0, 0, 0))
		}
		top -= panel.height
	}
	return newBlock(sourceStyle, p.source).draw(c, top-gap)
}

// source returns where a record's figures come from: machine, date and commit.
func source(r *record.Record) string {
	var parts []string
	add := func(known, part string) {
		if known != "" {
			parts = append(parts, part)
		}
	}
	add(r.Machine.CPU, r.Machine.CPU)
	add(r.Machine.Cores, r.Machine.Cores+" cores")
	add(r.Machine.GOOS, r.Machine.GOOS+"/"+r.Machine.GOARCH)
	if !r.Run.Date.IsZero() {
		parts = append(parts, r.Run.Date.UTC().Format("2006-01-02"))
	}
	add(r.Run.Commit, "commit "+r.Run.Name())
	return strings.Join(parts, " · ")
}

// axes returns a plot with axes and a grid, but without title, legend and data. x is the label of the x axis. Labels
// are in a sans-serif font.
func axes(x string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Label.Text = x
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Tick.Color = dim, dim
		for _, style := range []*text.Style{&axis.Label.TextStyle, &axis.Tick.Label} {
			style.Color, style.Font = labelStyle.Color, labelStyle.Font
		}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	p.Add(grid)
	return p
}

// logarithmic makes an axis logarithmic, from low to high. If high is less than ten times low, the ticks are round
// numbers. If not, the ticks are powers of ten, and the axis begins and ends at a power of ten.
func logarithmic(axis *plot.Axis, low, high float64, label func(float64) string) {
	var ticker plot.Ticker = plot.DefaultTicks{}
	axis.Min, axis.Max = low/1.02, high*1.02
	if high/low >= 10 {
		ticker = plot.LogTicks{}
		axis.Min, axis.Max = math.Pow10(int(math.Floor(math.Log10(low)))), math.Pow10(int(math.Ceil(math.Log10(high))))
	}
	axis.Scale = plot.LogScale{}
	axis.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick {
		ticks := ticker.Ticks(low*0.999, high*1.001) // logarithms of powers of ten are rounded
		for i := range ticks {
			if !ticks[i].IsMinor() {
				ticks[i].Label = label(ticks[i].Value) + " "
			}
		}
		return ticks
	})
}

// unit is a unit in which figures are shown.
type unit struct {
	size float64
	name string
}

var (
	times  = []unit{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}}
	counts = []unit{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}, {1, ""}}
)

// duration formats seconds: "12.3 ms".
func duration(seconds float64) string { return digits(seconds, times) }

// count formats a number: "1,000", "12.3 million".
func count(v float64) string { return digits(v, counts) }

// digits formats a figure with three digits, in the largest unit that is not larger than the figure. If all units are
// larger, it uses the last.
func digits(v float64, units []unit) string {
	u := units[len(units)-1]
	if i := slices.IndexFunc(units, func(u unit) bool { return v >= 0.9995*u.size }); i >= 0 {
		u = units[i]
	}
	if v /= u.size; v >= 999.5 {
		return figures.Grouped(strconv.Itoa(int(math.Round(v)))) + u.name
	}
	return fmt.Sprintf("%.3g%s", v, u.name)
}
