package chart

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// slack is how much wider than measured a text may become where another font replaces this one.
const slack = 1.12

// written is a style of text, to be placed by its left end and its base line.
func written(size font.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		Handler: plot.DefaultTextHandler,
	}
}

// centered is the style, placed by the middle.
func centered(s text.Style) text.Style {
	s.XAlign = -0.5
	return s
}

// wide is the width to reserve for a text.
func wide(s text.Style, words string) vg.Length { return slack * s.Width(words) }

// shortened is the text, cut to a width, with an ellipsis where something is missing.
func shortened(s text.Style, words string, width vg.Length) string {
	if wide(s, words) <= width {
		return words
	}
	runes := []rune(words)
	for len(runes) > 0 && wide(s, string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// wrapped breaks a text into lines of at most a width.
func wrapped(s text.Style, words string, width vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(words) {
		word = shortened(s, word, width)
		if n := len(lines); n > 0 && wide(s, lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}
