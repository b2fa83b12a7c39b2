package chart

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"dlxjudge/judge/base/judgetest"
)

// drawing is a test's view of an SVG: its words and lines, independent of how the plotting library arranges them.
type drawing struct {
	svg   []byte
	texts []words
	paths []path
}

// words is a text of an SVG and its box; the top of the page is at 0.
type words struct {
	text string
	box  vg.Rectangle
}

// path is one line of an SVG.
type path struct {
	style  string
	points plotter.XYs
}

func drawn(t *testing.T, draw func(io.Writer) error) drawing {
	t.Helper()
	var svg bytes.Buffer
	judgetest.Check(t, draw(&svg))
	d := drawing{svg: svg.Bytes()}
	var open *xml.StartElement
	for decoder := xml.NewDecoder(&svg); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return d
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = nil
			switch token.Name.Local {
			case "text":
				start := token.Copy()
				open = &start
			case "path":
				d.paths = append(d.paths, path{attribute(token, "style"), readPath(t, attribute(token, "d"))})
			}
		case xml.CharData:
			if open != nil {
				d.texts = append(d.texts, readText(t, *open, string(token)))
			}
		case xml.EndElement:
			open = nil
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

var point = regexp.MustCompile(`[ML](-?[0-9.]+),(-?[0-9.]+)`)

func readPath(t *testing.T, d string) (points plotter.XYs) {
	for _, m := range point.FindAllStringSubmatch(d, -1) {
		points = append(points, plotter.XY{X: number(t, m[1]), Y: number(t, m[2])})
	}
	return points
}

func readText(t *testing.T, e xml.StartElement, text string) words {
	_, rest, _ := strings.Cut(attribute(e, "style"), "font-size:")
	size, _, _ := strings.Cut(rest, "px")
	s := newStyle(font.Length(number(t, size)), ink)
	left, base := vg.Length(number(t, attribute(e, "x"))), vg.Length(number(t, attribute(e, "y")))
	return words{text, vg.Rectangle{
		Min: vg.Point{X: left, Y: base - 0.7*s.Font.Size},
		Max: vg.Point{X: left + s.Width(strings.TrimSpace(text)), Y: base + 0.2*s.Font.Size},
	}}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	judgetest.Check(t, err)
	return v
}

// words returns the texts of the drawing, sorted, without plain numbers.
func (d drawing) words() (all []string) {
	for _, w := range d.texts {
		text := strings.TrimSpace(w.text)
		if _, err := strconv.Atoi(text); err != nil {
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return all
}

// curves returns the lines of a solution, each as its number of points.
func (d drawing) curves(approach string) (lengths []int) {
	for _, p := range d.lines(approach) {
		lengths = append(lengths, len(p.points))
	}
	return lengths
}

// lines returns the lines of a solution: those in its colour and with its dashes, except the thin ones that lead to
// labels.
func (d drawing) lines(approach string) (lines []path) {
	look := looksOf(both)[approach]
	var dashes []string
	for _, dash := range look.dashes {
		dashes = append(dashes, strconv.FormatFloat(dash.Points(), 'g', -1, 64))
	}
	for _, p := range d.paths {
		_, rest, _ := strings.Cut(p.style, "stroke-dasharray:")
		here, _, _ := strings.Cut(rest, ";")
		if strings.Contains(p.style, "stroke:"+hex(look.day)) && here == strings.Join(dashes, ",") &&
			len(p.points) > 4 {
			lines = append(lines, p)
		}
	}
	return lines
}
