package sandbox

import "testing"

// Each diagnosis says what was found; one that something does not work also gives the consequence.
func TestProbe(t *testing.T) {
	for _, f := range append(Probe(), Timing()...) {
		t.Logf("%-24s %-5v %s\n  means: %s\n  improve: %s", f.Name, f.Works, f.Detail, f.Means, f.Improve)
		if f.Name == "" || f.Detail == "" {
			t.Errorf("%+v says nothing", f)
		}
		if !f.Works && f.Means == "" {
			t.Errorf("%s does not work, but the consequence is missing", f.Name)
		}
	}
}

// The sandbox that Probe calls chosen is the one that Open returns.
func TestProbeChosen(t *testing.T) {
	box, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	works := false
	for _, f := range Probe() {
		works = works || f.Name == "chosen" && f.Works
	}
	if works != (box.Name() == "linux") {
		t.Errorf("Open gives %s, and a linux sandbox works: %v", box.Name(), works)
	}
}
