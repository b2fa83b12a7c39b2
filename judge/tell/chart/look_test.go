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
	for _, l := range looks {
		if c := contrast(l.day, ground); c < least {
			t.Errorf("%s: %.1f on a light page", l.approach, c)
		}
		if c := contrast(l.night, night); c < least {
			t.Errorf("%s: %.1f on a dark page", l.approach, c)
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
		seen := make(map[string]string)
		for _, l := range looks {
			if other, has := seen[of(l)]; has {
				t.Errorf("%q looks like %q: %s", l.approach, other, of(l))
			}
			seen[of(l)] = l.approach
		}
	}
}

// TestLooksOf: an approach looks the same whatever stands beside it, and other names take what is left.
func TestLooksOf(t *testing.T) {
	for _, names := range [][]string{{"dlx"}, {"mine", "yours", "dlx"}, {"backtrack", "smallest", "knuth", "dlx",
		"bits", "dlx-cpp", "links", "mine", "yours"}} {
		given := looksOf(names)
		if given["dlx"].approach != "dlx" {
			t.Errorf("%q: dlx looks like %q", names, given["dlx"].approach)
		}
		for name, l := range given {
			if name != "dlx" && l.approach == "dlx" {
				t.Errorf("%q: %s looks like dlx", names, name)
			}
		}
	}
	if given := looksOf([]string{"mine", "yours"}); given["mine"].approach != "" ||
		hex(given["mine"].day) == hex(given["yours"].day) {
		t.Errorf("%+v", given)
	}
}
