package reports

import (
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/health"
	"dlxjudge/judge/tell/terminal"
)

// TestMachine: the rows of judge doctor fit the terminal.
func TestMachine(t *testing.T) {
	words := strings.Repeat("some words ", 20)
	machine := MachineOf([]health.Diagnosis{{Name: "cgroups", Detail: words, Means: words, Improve: words}},
		[]health.Diagnosis{{Name: "cores", Works: true, Detail: "2"}},
		[]compile.Installed{{Language: compile.Language{Display: "Kotlin", Name: "kotlin"}, Version: "1.3",
			Outdated: words}},
		[]Setting{{Name: "jobs", Value: "1", From: "default"}})
	var out strings.Builder
	judgetest.Check(t, machine.Text(&out, words, terminal.Style{Width: 80}))
	judgetest.Fits(t, out.String(), 80)
	for _, want := range []string{"\n  ✖ cgroups: some", "\n      better: some", "\n  ✓ cores: 2\n",
		"\n  ✖ Kotlin (kotlin): 1.3\n      some",
		"\n  jobs: 1 (default)\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q:\n%s", want, &out)
		}
	}
}
