package chart

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"dlxjudge/judge/base/judgetest"
)

// drawing is a test's view of an SVG, independent of how the plotting library arranges it.
type drawing struct {
	svg    []byte
	height vg.Length // of the page
	texts  []words
}

// words is a text of an SVG and its box; the top of the page is at 0.
type words struct {
	text string
	box  vg.Rectangle
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
			case "svg":
				d.height = vg.Length(number(t, strings.TrimSuffix(attribute(token, "height"), "pt")))
			case "text":
				start := token.Copy()
				open = &start
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
