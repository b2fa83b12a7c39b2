package chart

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// luminance returns the relative luminance of https://www.w3.org/TR/WCAG21/#dfn-relative-luminance.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.03928 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast: the contrast of texts is at least 4.5, as WCAG asks, on light and dark pages.
func TestContrast(t *testing.T) {
	const least = 4.5
	night := nights[0][1]
	for i, l := range looks {
		if c := contrast(l.day, ground); c < least {
			t.Errorf("look %d: %.1f on a light page", i, c)
		}
		if c := contrast(l.night, night); c < least {
			t.Errorf("look %d: %.1f on a dark page", i, c)
		}
	}
	for _, pair := range nights[1:3] { // the other colours are not used for text
		if c := min(contrast(pair[0], ground), contrast(pair[1], night)); c < least {
			t.Errorf("%s: %.1f", hex(pair[0]), c)
		}
	}
}

// TestLooksDiffer checks that looks differ in colour and, without it, in dashes and in mark.
func TestLooksDiffer(t *testing.T) {
	for _, of := range []func(look) string{
		func(l look) string { return hex(l.day) },
		func(l look) string { return hex(l.night) },
		func(l look) string { return fmt.Sprint(l.dashes) },
		func(l look) string { return fmt.Sprintf("%T", l.mark) },
	} {
		seen := make(map[string]int)
		for i, l := range looks {
			if other, has := seen[of(l)]; has {
				t.Errorf("look %d is like look %d: %s", i, other, of(l))
			}
			seen[of(l)] = i
		}
	}
}

// TestLooksOf: a name has the same colour and mark in all charts, and dlx-cpp has those of dlx, with other dashes.
func TestLooksOf(t *testing.T) {
	one, other := looksOf([]string{"dlx", "dlx-cpp", "mine"}), looksOf([]string{"bits", "mine", "dlx", "mine"})
	for _, pair := range [][2]look{{one["dlx"], other["dlx"]}, {one["mine"], other["mine"]},
		{one["dlx"], one["dlx-cpp"]}} {
		if pair[0].day != pair[1].day || fmt.Sprintf("%T", pair[0].mark) != fmt.Sprintf("%T", pair[1].mark) {
			t.Errorf("another colour or mark: %+v", pair)
		}
	}
	if fmt.Sprint(one["dlx"].dashes) == fmt.Sprint(one["dlx-cpp"].dashes) || len(other) != 3 {
		t.Errorf("the same dashes: %+v", one)
	}
	if len(approaches) > len(looks) {
		t.Error("more approaches than colours")
	}
}
