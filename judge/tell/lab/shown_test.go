package lab

import (
	"io"
	"strings"
	"testing"
	"unicode"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/tell/terminal"
)

// shown is a report in a style.
func shown(t *testing.T, write func(w io.Writer, style terminal.Style) error, style terminal.Style) string {
	t.Helper()
	var out strings.Builder
	judgetest.Check(t, write(&out, style))
	return out.String()
}

// screens compares a report at several widths with its golden files.
func screens(t *testing.T, name string, write func(w io.Writer, style terminal.Style) error) {
	t.Helper()
	judgetest.Screens(t, name, func(columns int) string { return shown(t, write, terminal.Style{Width: columns}) })
}

// TestScreens: every table fits every terminal.
func TestScreens(t *testing.T) {
	base, now := records(t)
	c, err := compare.Records(base, now, compare.Options{Threshold: 0.02})
	judgetest.Check(t, err)
	workloads, err := record.Read("testdata/records/workloads.txt")
	judgetest.Check(t, err)
	ladder, err := compare.Solutions(workloads, "spojnqueen", nil, []string{"backtrack", "dlx", "links", "bits"})
	judgetest.Check(t, err)
	sideBase, sideNow := sides(t, "slower")
	turns := compare.InTurns(sideBase, sideNow, compare.TurnsOptions{Threshold: 0.03})
	history := trend.Of(recorded(), record.Machine{}, trend.Options{Threshold: 0.03})
	for name, write := range map[string]func(w io.Writer, style terminal.Style) error{
		"comparison": func(w io.Writer, s terminal.Style) error { return Comparison(w, c, s) },
		"samples":    func(w io.Writer, s terminal.Style) error { return Samples(w, base, s) },
		"ladder":     func(w io.Writer, s terminal.Style) error { return Ladder(w, ladder, s) },
		"turns":      func(w io.Writer, s terminal.Style) error { return Turns(w, turns, s) },
		"trend":      func(w io.Writer, s terminal.Style) error { return Trend(w, history, s) },
		"limits":     func(w io.Writer, s terminal.Style) error { return TimeLimits(w, timeLimits(), s) },
		"mutants":    func(w io.Writer, s terminal.Style) error { return Mutants(w, mutants(), true, s) },
	} {
		screens(t, name, write)
	}
}

// allLegible checks that nothing in a text acts on a terminal but ends of lines and tabs.
func allLegible(t *testing.T, text string) {
	t.Helper()
	acts := func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
	if i := strings.IndexFunc(text, acts); i >= 0 {
		t.Errorf("%q acts on a terminal at byte %d", text, i)
	}
}
