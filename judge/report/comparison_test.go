package report

import (
	"bytes"
	"maps"
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

// changed is a copy of a record with other samples: those for which change, given a copy of the sample, reports true.
func changed(r *track.Record, change func(s *track.Sample) bool) *track.Record {
	other := *r
	other.Bounds, other.Samples, other.Finished, other.Planned = nil, nil, true, 0
	for _, s := range r.Samples {
		s.Values = maps.Clone(s.Values)
		if change(&s) {
			other.Samples = append(other.Samples, s)
		}
	}
	return &other
}

// slowed is a record of a machine that is slower by a factor.
func slowed(r *track.Record, factor float64) *track.Record {
	return changed(r, func(s *track.Sample) bool { s.Values[track.CPU] *= factor; return true })
}

// first has the first n samples of each row.
func first(r *track.Record, n int) *track.Record {
	taken := make(map[track.Key]int)
	return changed(r, func(s *track.Sample) bool { taken[s.Key]++; return taken[s.Key] <= n })
}

// timesOf has CPU times alone.
func timesOf(r *track.Record) *track.Record {
	return changed(r, func(s *track.Sample) bool {
		maps.DeleteFunc(s.Values, func(u track.Unit, _ float64) bool { return u != track.CPU })
		return true
	})
}

func TestComparison(t *testing.T) {
	base, now := records(t)
	elsewhere := first(now, 10)
	elsewhere.Machine.CPU, elsewhere.Samples = "Another CPU", elsewhere.Samples[:1]
	elsewhere.Uncounted = []track.Key{base.Samples[1].Key}
	tests := []struct {
		name      string
		base, now *track.Record
		options   track.Options
		color     bool
	}{
		{"comparison", base, now, track.Options{Threshold: 0.02}, false},
		{"comparison-color", base, now, track.Options{Threshold: 0.02}, true},
		{"comparison-same", base, base, track.Options{Threshold: 0.02}, false},
		{"comparison-slow-machine", base, slowed(base, 1.12), track.Options{Threshold: 0.02}, false},
		{"comparison-few", timesOf(first(base, 3)), timesOf(first(now, 3)), track.Options{Threshold: 0.02}, false},
		{"comparison-elsewhere", base, elsewhere, track.Options{Threshold: 0.02}, false},
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
