package quantity

import (
	"testing"
	"time"
)

func TestSet(t *testing.T) {
	const (
		form   = "give seconds, such as 2 or 1.5, or a time with its unit, such as 500ms or 1m"
		bounds = form + ", between 0.000001 and 1000000"
	)
	for text, want := range map[string]string{
		"2": "", "0.5": "", "1e-3": "", "0.000001": "", "1e6": "", "5s": "", "1m": "", "500ms": "", "1.5": "", "1h30m": "",
		"": form, "2 s": form, "2x": form, "s": form, "-1s": bounds, "0s": bounds, "300h": bounds, "two": form, "1e9999": form,
		"0": bounds, "-1": bounds, "1e-7": bounds, "1000001": bounds, "inf": bounds, "-inf": bounds, "nan": bounds,
	} {
		value := time.Hour
		err := Seconds(&value, 1e-6, 1e6).Set(text)
		switch {
		case want == "" && (err != nil || value == time.Hour):
			t.Errorf("%q: %v, %v", text, value, err)
		case want != "" && (err == nil || err.Error() != want || value != time.Hour):
			t.Errorf("%q: %v, %v; want %s", text, value, err, want)
		}
	}
}

func TestOf(t *testing.T) {
	value := 2.0
	flag := Of(&value, "a percentage", "2 or 0.5", 0, 1000)
	if got := flag.String(); got != "2" {
		t.Errorf("the default is shown as %q", got)
	}
	if err := flag.Set("0.5"); err != nil || value != 0.5 {
		t.Errorf("%v, %v", value, err)
	}
	for text, want := range map[string]string{"2%": "give a percentage as a number, such as 2 or 0.5",
		"1001": "give a percentage as a number, such as 2 or 0.5, between 0 and 1000"} {
		if err := flag.Set(text); err == nil || err.Error() != want || value != 0.5 {
			t.Errorf("%q: %v, %v; want %s", text, value, err, want)
		}
	}
}
