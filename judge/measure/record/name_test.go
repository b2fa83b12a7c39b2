package record

import "testing"

// TestRelative: if the reference program takes twice as long, times are halved. Without it they are unchanged.
func TestRelative(t *testing.T) {
	recorded := func(reference ...float64) *Record {
		r := &Record{}
		for _, time := range reference {
			r.Samples = append(r.Samples, Sample{Key: Reference(), Values: map[Unit]float64{CPU: time}})
		}
		return r
	}
	fast, slow, without := recorded(10, 11, 100), recorded(22, 20, 23), recorded()
	for i, c := range []struct {
		base, now *Record
		factor    float64
		known     bool
	}{
		{fast, slow, 0.5, true}, {slow, fast, 2, true}, {fast, without, 1, false}, {without, slow, 1, false},
	} {
		if factor, known := Relative(c.base, c.now); factor != c.factor || known != c.known {
			t.Errorf("%d: got %v, %v, want %v, %v", i, factor, known, c.factor, c.known)
		}
	}
}

func TestWorkload(t *testing.T) {
	if name, cases, is := (Key{Test: "workload/hard/4000"}).Workload(); name != "hard" || cases != 4000 || !is {
		t.Errorf("%q, %d, %v", name, cases, is)
	}
	for _, test := range []string{"workload/hard/0", "workload/hard/x", "workload/7", "secret/workload/7",
		"growth/8/1"} {
		if name, _, is := (Key{Test: test}).Workload(); is {
			t.Errorf("%s is the workload %s", test, name)
		}
	}
}
