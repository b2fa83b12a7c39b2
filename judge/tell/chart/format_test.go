package chart

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]Format{"a.svg": SVG, "b/c.PNG": PNG} {
		if f, err := FormatOf(path); f != want || err != nil {
			t.Errorf("%s: %q, %v", path, f, err)
		}
	}
	const want = "x.pdf: charts are written as SVG or PNG; choose a name that ends in .svg or .png"
	if _, err := FormatOf("x.pdf"); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestPNG: a PNG has a background and the same bytes each time.
func TestPNG(t *testing.T) {
	for name, draw := range charts {
		var first, second bytes.Buffer
		judgetest.Check(t, draw(&first, PNG, queensRecord(), both))
		judgetest.Check(t, draw(&second, PNG, queensRecord(), both))
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: the same record gives other bytes", name)
		}
		picture, err := png.Decode(&first)
		judgetest.Check(t, err)
		found := make(map[string]bool)
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				r, g, b, a := picture.At(x, y).RGBA()
				found[fmt.Sprintf("%02X%02X%02X%02X", r>>8, g>>8, b>>8, a>>8)] = true
			}
		}
		for approach, look := range looksOf(both) {
			if !found[strings.TrimPrefix(hex(look.day), "#")+"FF"] {
				t.Errorf("%s: no dot has the colour of %s", name, approach)
			}
		}
		if r, g, b, a := picture.At(0, 0).RGBA(); r&g&b&a != 0xffff {
			t.Errorf("%s: the ground is not white: %x %x %x %x", name, r, g, b, a)
		}
	}
}
