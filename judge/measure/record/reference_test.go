package record

import (
	"path/filepath"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestRelative: a day on which the reference program takes twice as long halves the times, and a record without it
// leaves them as they are.
func TestRelative(t *testing.T) {
	machine := Machine{GOOS: "linux", GOARCH: "amd64", CPU: "Abacus", Cores: "2", Backend: "linux"}
	recorded := func(name string, reference ...float64) *Record {
		path := filepath.Join(t.TempDir(), name)
		w, err := Create(Record{Path: path, Machine: machine})
		judgetest.Check(t, err)
		judgetest.Check(t, w.Sample(Sample{Key: Key{"p", "dlx", "secret/a/1"}, Runs: 1,
			Values: map[Unit]float64{CPU: 5}}))
		for _, time := range reference {
			judgetest.Check(t, w.Sample(Sample{Key: Reference(), Runs: 1, Values: map[Unit]float64{CPU: time}}))
		}
		judgetest.Check(t, w.Finish())
		r, err := Read(path)
		judgetest.Check(t, err)
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
			t.Errorf("%s → %s: got %v, %v, want %v, %v", filepath.Base(c.base.Path), filepath.Base(c.now.Path), factor,
				known, c.factor, c.known)
		}
	}
}
