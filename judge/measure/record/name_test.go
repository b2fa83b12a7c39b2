package record

import "testing"

// TestRelative: if the reference program takes twice as long, times are halved. Without it they are unchanged.
func TestRelative(t *testing.T) {
	recorded := func(name string, reference ...float64) *Record {
		r := &Record{Path: name}
		for _, time := range reference {
			r.Samples = append(r.Samples, Sample{Key: Reference(), Values: map[Unit]float64{CPU: time}})
		}
		return r
	}
	fast, slow, without := recorded("fast", 10, 11, 100), recorded("slow", 22, 20, 23), recorded("without")
	for _, c := range []struct {
		base, now *Record
		factor    float64
		known     bool
	}{
		{fast, slow, 0.5, true}, {slow, fast, 2, true}, {fast, fast, 1, true}, {fast, without, 1, false},
		{without, slow, 1, false},
	} {
		if factor, known := Relative(c.base, c.now); factor != c.factor || known != c.known {
			t.Errorf("%s → %s: got %v, %v, want %v, %v", c.base.Path, c.now.Path, factor,
				known, c.factor, c.known)
		}
	}
}

func TestWorkload(t *testing.T) {
	for test, want := range map[string]struct {
		name  string
		cases int
		is    bool
	}{
		"workload/hard/4000": {"hard", 4000, true},
		"workload/hard/0":    {},
		"workload/hard/x":    {},
		"workload/7":         {},
		"secret/workload/7":  {},
		"growth/8/1":         {},
	} {
		name, cases, is := Key{Test: test}.Workload()
		if name != want.name || cases != want.cases || is != want.is {
			t.Errorf("%s: %q, %d, %v", test, name, cases, is)
		}
	}
}
