package chart

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// luminance is the relative luminance of https://www.w3.org/TR/WCAG21/#dfn-relative-luminance.
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

// TestContrast: the colours of texts stand out from the ground by 4.5 and more, as WCAG asks, on light and dark pages.
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
	for _, pair := range nights[1:3] { // the others are no text
		if c := min(contrast(pair[0], ground), contrast(pair[1], night)); c < least {
			t.Errorf("%s: %.1f", hex(pair[0]), c)
		}
	}
}

// TestLooksDiffer: in colour, and without it in dashes and in mark.
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

// TestLooksOf: the order of the names decides, and each has a look, also those beyond the last look.
func TestLooksOf(t *testing.T) {
	names := []string{"a", "b", "a", "c", "d", "e", "f", "g", "h", "i"}
	given := looksOf(names)
	for name, want := range map[string]int{"a": 0, "b": 1, "c": 2, "h": 7, "i": 0} {
		if got, ok := given[name]; !ok || hex(got.day) != hex(looks[want].day) {
			t.Errorf("%s is drawn in %s, want look %d", name, hex(got.day), want)
		}
	}
}
