package health

import "testing"

// Each diagnosis says what was found. If something does not work, the diagnosis also gives the consequence.
func TestDiagnoses(t *testing.T) {
	isolation := Isolation(t.Context())
	if len(isolation) == 0 || isolation[0].Name != "chosen" {
		t.Errorf("the level does not come first: %+v", isolation)
	}
	for _, f := range append(isolation, Timing()...) {
		t.Logf("%-24s %-5v %s\n  means: %s\n  improve: %s", f.Name, f.Works, f.Detail, f.Means, f.Improve)
		if f.Name == "" || f.Detail == "" || !f.Works && f.Means == "" {
			t.Errorf("%+v says nothing", f)
		}
	}
}
