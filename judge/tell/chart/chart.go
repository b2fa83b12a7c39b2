// Package chart draws records of a problem's solutions as SVG or PNG: the cost of a case on each rung of the ladder,
// and how the effort grows with the size of the input. It measures and decides nothing.
//
//	format, err := chart.FormatOf("ladder.svg")
//	err = chart.Ladder(file, format, ladder)
//
// Marks and dashes distinguish solutions as well as colours do. An approach has the same colour in all charts. The same
// record and names always give the same bytes.
package chart

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"dlxjudge/judge/base/legible"
)

// Format is the file format of a chart.
type Format string

// Each format is named after its file extension.
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

// density is the resolution of a PNG in dots per inch, twice that of common screens, so that it stays sharp when
// enlarged.
const density = 192

// write draws the page in this format.
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

// decorate adds a title, colours for a dark page, and fallback fonts of the same widths to an SVG. Without these fonts,
// a browser that lacks the first one would choose one with serifs.
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
