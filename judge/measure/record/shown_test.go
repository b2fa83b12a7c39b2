package record_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/tell/chart"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/terminal"
)

// FuzzShown: whatever can be read as a record is compared with itself and with another, and put side by side, without a
// panic, and nothing that is shown is no number.
func FuzzShown(f *testing.F) {
	other := seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		r := readText(t, text)
		if r == nil {
			return
		}
		var out bytes.Buffer
		for _, sides := range [][2]*record.Record{{r, r}, {r, other}, {other, r}} {
			if c, err := compare.Records(sides[0], sides[1], 0); err == nil {
				lab.Comparison(&out, c, terminal.Style{})
			}
		}
		for _, sides := range [][2]*record.Record{{r, r}, {other, r}} {
			lab.Comparison(&out, compare.InTurns(sides[0], sides[1], 0.03), terminal.Style{})
		}
		lab.Comparison(&out, compare.Summary(r), terminal.Style{})
		lab.Trend(&out, historyOf(r, other), terminal.Style{})
		for _, s := range r.Samples[:min(len(r.Samples), 3)] {
			if a, err := compare.Solutions(r, s.Problem, nil, nil); err == nil {
				lab.Ladder(&out, a, terminal.Style{})
			}
		}
		if strings.Contains(out.String(), "NaN") && !bytes.Contains(text, []byte("NaN")) {
			t.Errorf("no number:\n%s", out.String())
		}
	})
}

// FuzzDrawn: whatever can be read as a record is drawn, or the error says what it has no figures for. It takes a
// hundred times as long as FuzzShown.
func FuzzDrawn(f *testing.F) {
	other := seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		r := readText(t, text)
		if r == nil {
			return
		}
		err := chart.Trend(io.Discard, chart.SVG, historyOf(r, other).Series)
		if err != nil && !strings.Contains(err.Error(), "nothing to draw") {
			t.Errorf("the history cannot be drawn: %v", err)
		}
		for _, s := range r.Samples[:min(len(r.Samples), 3)] {
			a, err := compare.Solutions(r, s.Problem, nil, nil)
			if err != nil {
				continue
			}
			for _, draw := range []func() error{
				func() error { return chart.Growth(io.Discard, chart.SVG, r, s.Problem, a.Names, "size") },
				func() error { return chart.Ladder(io.Discard, chart.SVG, r, s.Problem, a.Names) },
			} {
				if err := draw(); err != nil && !strings.Contains(err.Error(), " has no ") {
					t.Errorf("it cannot be drawn: %v", err)
				}
			}
		}
	})
}

// seeds adds records with usual and with odd figures, and returns one more.
func seeds(f *testing.F) *record.Record {
	whole, err := os.ReadFile("../../tell/lab/testdata/records/now.txt")
	judgetest.Check(f, err)
	f.Add(whole)
	header, _, _ := strings.Cut(string(whole), "Benchmark")
	for _, figures := range []string{"1 cpu-ns/op", "1e15 cpu-ns/op", "1e15 peak-RSS-bytes 0 nodes/op",
		"0 statements/op", "7 wall-ns/op", "1e308 cpu-ns/op", "0 cpu-ns/op"} {
		text := header
		for _, name := range []string{"solution=dlx/group=a/test=1", "solution=dlx/group=size-8/test=1",
			"solution=backtrack/group=size-8/test=1", "solution=backtrack/group=a/test=1"} {
			text += "BenchmarkJudge/problem=hdu5046/" + name + " 1 " + figures + "\n"
		}
		f.Add([]byte(text))
		f.Add([]byte(text + "BenchmarkJudge/problem=start-up/solution=go/group=sample/test=empty 1 " + figures + "\n"))
	}
	other, err := record.Read("../../tell/lab/testdata/records/base.txt")
	judgetest.Check(f, err)
	return other
}

// readText reads a text as a record; nil if it is none.
func readText(t *testing.T, text []byte) *record.Record {
	path := filepath.Join(t.TempDir(), "r.txt")
	judgetest.Check(t, os.WriteFile(path, text, 0o644))
	r, err := record.Read(path)
	if err != nil {
		return nil
	}
	return r
}

func historyOf(r, other *record.Record) trend.History {
	return trend.Of(trend.Order([]*record.Record{r, other, r}, nil), r.Machine, trend.Options{})
}
