package reports

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/tell/terminal"
)

// recorded holds the records of nine commits: a solution that becomes faster, one whose tests change from the sixth on,
// and one that occurs once. The last commit was recorded twice, the second time with another compiler.
func recorded() []trend.Point {
	var records []*record.Record
	var log []checkout.Commit
	for i, ms := range []float64{4, 4.04, 3.98, 2.01, 2, 1.99, 2.02, 2.5, 2.51, 2.49} {
		day := min(i+1, 9)
		r := &record.Record{Finished: true, Languages: make(map[record.Program]string)}
		r.Run = record.Run{Commit: strings.Repeat(fmt.Sprint(day), 40), Dirty: i == 3, Date: time.Date(2026, 6, i+1, 0,
			0, 0, 0, time.UTC)}
		r.Machine.Go = "go1.26.0"
		log = append(log, checkout.Commit{Hash: r.Run.Commit, Date: time.Date(2026, 5, day, 0, 0, 0, 0, time.UTC),
			Subject: fmt.Sprintf("Make the search of the largest boards twice as fast, for the %d. time", day)})
		if i >= 7 {
			r.Machine.Go = "go1.27.0"
		}
		add := func(solution, test string, values map[record.Unit]float64) {
			r.Samples = append(r.Samples, record.Sample{Key: record.Key{Problem: "spojnqueen", Solution: solution,
				Test: test}, Runs: 1, Values: values})
		}
		add("dlx", "secret/few/1", map[record.Unit]float64{record.CPU: ms * 1e6,
			record.Statements: 1e6 * float64(1+i/5), record.Nodes: 0})
		test := "secret/few/1"
		if i >= 5 {
			test = "workload/hard/100"
		}
		add("backtrack", test, map[record.Unit]float64{record.CPU: 9e6})
		if i == 2 {
			add("links", test, map[record.Unit]float64{record.CPU: 1e6})
		}
		if i >= 6 {
			r.Samples = append(r.Samples, record.Sample{Key: record.Reference(), Runs: 1,
				Values: map[record.Unit]float64{record.CPU: 11e6}})
		}
		records = append(records, r)
	}
	return trend.Order(records, log)
}

func TestTrend(t *testing.T) {
	all := trend.Of(recorded(), record.Machine{}, trend.Options{Threshold: 0.03})
	var out bytes.Buffer
	judgetest.Check(t, Trend(&out, all, terminal.Style{}))
	judgetest.Golden(t, "testdata/trend.txt", out.String())
	judgetest.Fits(t, out.String(), terminal.Columns)
}

// TestLongTrend: for a long history, the line shows the last records, and no row is wider than a terminal.
func TestLongTrend(t *testing.T) {
	var records []*record.Record
	for i := range 90 {
		r := &record.Record{Run: record.Run{Date: time.Unix(int64(i), 0)}}
		key := record.Key{Problem: strings.Repeat("p", 20), Solution: strings.Repeat("s", 20),
			Test: fmt.Sprint("secret/a/", i/80)}
		r.Samples = []record.Sample{{Key: key, Values: map[record.Unit]float64{record.Statements: float64(1000 + i)}}}
		records = append(records, r)
	}
	var out bytes.Buffer
	judgetest.Check(t, Trend(&out, trend.Of(trend.Order(records, nil), record.Machine{}, trend.Options{}),
		terminal.Style{}))
	if !strings.Contains(out.String(), "│") || !strings.Contains(out.String(), "20 of 90") {
		t.Error(out.String())
	}
	judgetest.Fits(t, out.String(), terminal.Columns)
}
