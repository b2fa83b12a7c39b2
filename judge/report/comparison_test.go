package report

import (
	"bytes"
	"testing"

	"dlxjudge/judge/track"
)

// records are two records of one machine: the later one has a row of every kind that a comparison tells apart.
func records(t *testing.T) (base, now *track.Record) {
	t.Helper()
	var both [2]*track.Record
	for i, path := range []string{"testdata/records/base.txt", "testdata/records/now.txt"} {
		var err error
		if both[i], err = track.Read(path); err != nil {
			t.Fatal(err)
		}
	}
	return both[0], both[1]
}

func TestComparison(t *testing.T) {
	base, now := records(t)
	tests := []struct {
		name      string
		base, now *track.Record
		options   track.Options
		color     bool
	}{
		{"comparison", base, now, track.Options{Threshold: 0.02}, false},
		{"comparison-color", base, now, track.Options{Threshold: 0.02}, true},
		{"comparison-same", base, base, track.Options{Threshold: 0.02}, false},
	}
	for _, test := range tests {
		c, err := track.Compare(test.base, test.now, test.options)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := Comparison(&out, c, test.color); err != nil {
			t.Fatal(err)
		}
		golden(t, test.name+".txt", out.Bytes())
	}
}

func TestSamples(t *testing.T) {
	base, _ := records(t)
	var out bytes.Buffer
	if err := Samples(&out, base); err != nil {
		t.Fatal(err)
	}
	golden(t, "samples.txt", out.Bytes())
}

func TestApproaches(t *testing.T) {
	base, now := records(t)
	for name, r := range map[string]*track.Record{"approaches": base, "approaches-interrupted": now} {
		a, err := r.Compare("hdu5046", nil)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := Approaches(&out, a, false); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".txt", out.Bytes())
	}
}

func TestDigits(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.0071: "0.0071", 0.996: "1.0", 1.53: "1.5", 9.96: "10", 41.3: "41", 353: "350", 123456: "120000"} {
		if got := digits(v); got != want {
			t.Errorf("%v: got %s, want %s", v, got, want)
		}
	}
}
