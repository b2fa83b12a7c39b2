package attack

import (
	"os/exec"
	"runtime"
	"testing"

	"dlxjudge/judge/execute/sandbox"
)

// TestRun: the best sandbox of this machine keeps its promises, whatever they are.
func TestRun(t *testing.T) {
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Skipf("needs a sandbox; judge doctor says what this machine allows: %v", err)
	}
	defer box.Close()
	if why := sandbox.Warning(box); why != "" {
		t.Skip(why)
	}
	results, err := Run(t.Context(), box)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != len(attacks) {
		t.Errorf("%d results of %d attacks", len(results), len(attacks))
	}
	promised := 0
	for _, r := range results {
		t.Logf("%+v", r)
		if r.Broken() {
			t.Errorf("%s: %s", r.Name, r.Through)
		}
		if r.Promised && r.Skipped == "" {
			promised++
		}
	}
	if promised == 0 {
		t.Error("no attack was tried that is promised to be refused")
	}
}

// TestRunUncontained: where nothing is contained, attacks get through and are seen to, and what they did is made good.
func TestRunUncontained(t *testing.T) {
	box, err := sandbox.Open(sandbox.Options{Backend: "portable"})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	results, err := Run(t.Context(), box)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"a submission reads a file that it was not given": "it read the file",
		"a submission writes outside its own folder": "it changed a file; it made a file in a folder of the " +
			"judge; it made a file in ",
		"a submission changes the mode of a file":        "it changed the mode of a file",
		"a submission kills a process of the judge":      "it killed the process",
		"a checker rewrites the answer that it is given": "it changed a file",
		"a checker reads a file that it was not given":   "it read the file",
		"a compiler reads a file that it was not given":  "it read the file",
	}
	if runtime.GOOS == "linux" {
		want["a submission sees a process of the judge"] = "it saw the process"
	}
	if _, err := exec.LookPath("setsid"); err == nil {
		want["a submission leaves a process running"] = "its process was still running"
		want["a checker leaves a process running"] = "its process was still running"
	}
	for _, r := range results {
		if r.Promised {
			t.Errorf("%s: the portable sandbox promises to refuse it", r.Name)
		}
		through, ok := want[r.Name]
		if ok && (len(r.Through) < len(through) || r.Through[:len(through)] != through) {
			t.Errorf("%s: %q, want %q", r.Name, r.Through, through)
		}
		delete(want, r.Name)
	}
	if len(want) > 0 {
		t.Errorf("not tried: %v", want)
	}
}
