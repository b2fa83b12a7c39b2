package sandbox

import "testing"

// Whatever the machine: each finding says what was found, and what does not work says what that means.
func TestProbe(t *testing.T) {
	for _, f := range append(Probe(), Timing()...) {
		t.Logf("%-24s %-5v %s\n  means: %s\n  improve: %s", f.Name, f.Works, f.Detail, f.Means, f.Improve)
		if f.Name == "" || f.Detail == "" {
			t.Errorf("%+v says nothing", f)
		}
		if !f.Works && f.Means == "" {
			t.Errorf("%s does not work, and nobody says what that means", f.Name)
		}
	}
}

// What is said to be chosen is what Open gives.
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
