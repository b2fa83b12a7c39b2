package chart

import (
	"fmt"
	"hash/crc32"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The colours of everything but solutions, on a light page.
var (
	ground = color.RGBA{255, 255, 255, 255}
	ink    = color.RGBA{31, 35, 40, 255}
	dim    = color.RGBA{89, 99, 110, 255}
	faint  = color.RGBA{226, 229, 233, 255}
)

// nights pairs each colour of a light page with its replacement on a dark page.
var nights = [][2]color.RGBA{
	{ground, {13, 17, 23, 255}},
	{ink, {230, 237, 243, 255}},
	{dim, {154, 164, 175, 255}},
	{faint, {42, 48, 56, 255}},
}

// look says how a solution is drawn.
type look struct {
	day, night color.RGBA
	dashes     []vg.Length
	mark       draw.GlyphDrawer
}

// looks differ in colour, dashes and mark; the first ones differ most from each other. The hues are close to those of
// Okabe and Ito, which colour-blind people can distinguish. All colours have enough contrast with the page for text.
var looks = []look{
	{color.RGBA{0, 101, 163, 255}, color.RGBA{92, 184, 240, 255}, nil, draw.CircleGlyph{}},
	{color.RGBA{184, 67, 0, 255}, color.RGBA{255, 147, 72, 255}, []vg.Length{6, 3}, draw.PyramidGlyph{}},
	{color.RGBA{0, 114, 88, 255}, color.RGBA{46, 204, 160, 255}, []vg.Length{12, 3}, draw.BoxGlyph{}},
	{color.RGBA{168, 50, 127, 255}, color.RGBA{238, 150, 205, 255}, []vg.Length{8, 3, 2, 3}, draw.CrossGlyph{}},
	{color.RGBA{134, 98, 0, 255}, color.RGBA{230, 184, 50, 255}, []vg.Length{2, 2}, draw.SquareGlyph{}},
	{color.RGBA{88, 70, 200, 255}, color.RGBA{172, 163, 255, 255}, []vg.Length{5, 2, 1, 2, 1, 2}, draw.TriangleGlyph{}},
	{color.RGBA{92, 92, 92, 255}, color.RGBA{186, 186, 186, 255}, []vg.Length{1, 3}, draw.RingGlyph{}},
	{color.RGBA{128, 72, 40, 255}, color.RGBA{222, 168, 136, 255}, []vg.Length{4, 4}, draw.PlusGlyph{}},
}

// approaches lists the approaches that have fixed colours, in the order of looks. A name with a suffix has the colour
// and the mark of the approach before the hyphen: dlx-cpp has those of dlx.
var approaches = []string{"backtrack", "smallest", "knuth", "cells", "dlx", "links", "bits", "mrv"}

// looksOf assigns a look to each name. Colour and mark depend only on the name, so they are the same in all charts.
// Dashes depend on the position of the name, and repeat from the ninth name on.
func looksOf(names []string) map[string]look {
	assigned := make(map[string]look)
	for _, name := range names {
		if _, has := assigned[name]; has {
			continue
		}
		base, _, _ := strings.Cut(name, "-")
		colour := slices.Index(approaches, base)
		if colour < 0 {
			colour = int(crc32.ChecksumIEEE([]byte(base)) % uint32(len(looks)))
		}
		l := looks[colour]
		l.dashes = looks[len(assigned)%len(looks)].dashes
		assigned[name] = l
	}
	return assigned
}

// line returns the style of the look's lines.
func (l look) line() draw.LineStyle {
	return draw.LineStyle{Color: l.day, Dashes: l.dashes, Width: vg.Points(1.4)}
}

// thin returns the style of lines that show intervals.
func (l look) thin() draw.LineStyle { return draw.LineStyle{Color: l.day, Width: vg.Points(0.9)} }

// glyph returns the style of the look's marks.
func (l look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.day, Shape: l.mark, Radius: vg.Points(2.6)}
}

// darkStyle returns a style sheet that swaps the colours of an SVG on a dark page. A viewer without support for such
// sheets shows the colours of a light page, including the background.
func darkStyle() string {
	pairs := slices.Clone(nights)
	for _, l := range looks {
		pairs = append(pairs, [2]color.RGBA{l.day, l.night})
	}
	var b strings.Builder
	b.WriteString("<style>@media (prefers-color-scheme: dark) {\n")
	for _, pair := range pairs {
		for _, property := range []string{"fill", "stroke"} {
			fmt.Fprintf(&b, "[style*=\"%s:%s\"] { %s: %s !important }\n", property, hex(pair[0]), property,
				hex(pair[1]))
		}
	}
	b.WriteString("}</style>\n")
	return b.String()
}

// hex formats a colour as gonum's SVG does.
func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
