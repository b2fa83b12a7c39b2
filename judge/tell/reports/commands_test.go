package reports

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/tell/terminal"
)

// commandRecord holds rounds of a command: its CPU time varies by 1%, plus a wait.
func commandRecord(title string, rounds int, cpu, wait time.Duration) *record.Record {
	r := &record.Record{Path: title, Run: record.Run{Date: time.Unix(1e9, 0).UTC()}, Finished: true}
	for i := range rounds {
		ns := float64(cpu) * (1 + float64((7*i+len(title))%11-5)/500)
		r.Samples = append(r.Samples, record.Sample{Key: sampling.CommandKey, Runs: 4, Values: map[record.Unit]float64{
			record.CPU: ns, record.Wall: 1.1*ns + float64(wait), record.Memory: memory[title]}})
		if memory[title] == 0 {
			delete(r.Samples[i].Values, record.Memory)
		}
	}
	return r
}

// memory is the peak of the test's commands, which need more than the judge.
var memory = map[string]float64{"./a": 50 << 20, "./b1": 60 << 20}

func TestCommands(t *testing.T) {
	const ms = time.Millisecond
	long := "python3 solutions/a.py --with 'an argument' --and-another=\x1b[31m" + strings.Repeat("x", 60)
	for _, test := range []struct {
		name          string
		records       []*record.Record
		differ, color bool
		answer        compare.Answer
	}{
		{"slower", []*record.Record{commandRecord("./a", 13, 20*ms, 0), commandRecord("./b1", 13, 60*ms, 0)}, false, false,
			compare.Slower},
		{"slower-color", []*record.Record{commandRecord("./a", 13, 20*ms, 0), commandRecord("./b1", 13, 60*ms, 0)}, false, true,
			compare.Slower},
		{"faster", []*record.Record{commandRecord("./a", 18, 50*ms, 0), commandRecord("./b1", 18, 49*ms, 0)}, true, false,
			compare.Faster},
		{"same", []*record.Record{commandRecord("./a", 13, 50*ms, 0), commandRecord("./a", 13, 50*ms, 0)}, false, false,
			compare.NoSlower},
		{"waits", []*record.Record{commandRecord("./a", 13, 50*ms, 900*ms), commandRecord("./b2", 13, 50*ms, 0)}, false, false,
			compare.NoSlower},
		{"few", []*record.Record{commandRecord("./a", 3, ms, 0), commandRecord(long, 3, ms, 0)}, false, false, compare.Undecided},
		{"none", []*record.Record{commandRecord("./a", 0, ms, 0), commandRecord("./b", 0, ms, 0)}, false, false, compare.Undecided},
		{"three", []*record.Record{commandRecord("./a", 13, 50*ms, 0), commandRecord("./b1", 13, 60*ms, 0),
			commandRecord("./c", 13, 40*ms, 0)}, false, false, compare.Slower},
	} {
		c := compare.InCommands(test.records, 0.03)
		c.Notes = append(c.Notes, CommandsNotes(c, test.differ)...)
		if got := c.Times()[0].Answer; got != test.answer {
			t.Errorf("%s: %s, want %s", test.name, got, test.answer)
		}
		var out, document bytes.Buffer
		wall := test.name == "waits" || test.name == "three"
		judgetest.Check(t, Commands(&out, c, wall, terminal.Style{Color: test.color}))
		judgetest.Golden(t, "testdata/commands/"+test.name+".golden", out.String())
		if test.color {
			continue
		}
		judgetest.Legible(t, out.String())
		if test.name != "few" { // whose command is longer than a line
			judgetest.Fits(t, out.String(), terminal.Columns)
		}
		judgetest.Check(t, ComparisonJSON(&document, c, Origin{}))
		judgetest.Golden(t, "testdata/commands/"+test.name+".json", document.String())
	}
}
