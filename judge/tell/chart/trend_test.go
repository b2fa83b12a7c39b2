package chart

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
)

// history has six records of two solutions, on a group of tests of one problem and on a workload of another. dlx is
// faster from the fourth record on. backtrack has other tests from the third on and other cases from the fourth on,
// and is not measured on the workload from the fifth on.
func history() []trend.Series {
	var records []*record.Record
	for i, ms := range []float64{8, 8.1, 7.9, 4, 4.1, 4} {
		r := &record.Record{
			Run: record.Run{Commit: strings.Repeat(fmt.Sprint(i+1), 40), Date: time.Date(2026, 5, i+1, 0, 0, 0, 0,
				time.UTC)},
			Machine: record.Machine{CPU: "A Processor (R)", Cores: "2", GOOS: "linux", GOARCH: "amd64"},
		}
		r.Samples = append(r.Samples, record.Sample{Key: record.Reference(),
			Values: map[record.Unit]float64{record.CPU: 1e6}})
		for round := range 6 {
			scatter := 1 + 0.03*(float64(round)-2.5)
			add := func(problem, solution, test string, cpu float64) {
				r.Samples = append(r.Samples, record.Sample{
					Key:    record.Key{Problem: problem, Solution: solution, Test: test},
					Values: map[record.Unit]float64{record.CPU: cpu * scatter * 1e6, record.Nodes: 0}})
			}
			add("queens", "dlx", "secret/a/1", ms)
			add("queens", "backtrack", fmt.Sprint("secret/a/", i/2), 90)
			add("rooks", "dlx", "workload/few/100", 100*ms)
			if i < 4 { // and then never again
				add("rooks", "backtrack", fmt.Sprint("workload/few/", 100-i/3), 700)
			}
		}
		records = append(records, r)
	}
	return trend.Of(trend.Order(records, nil), records[0].Machine, trend.Options{Threshold: 0.03}).Series
}

func TestTrend(t *testing.T) {
	d := drawn(t, func(w io.Writer) error { return Trend(w, SVG, history()) })
	judgetest.Golden(t, "testdata/trend.svg", tenths(d.svg))
}

func TestNoTrend(t *testing.T) {
	r := &record.Record{Samples: []record.Sample{{Key: record.Key{Problem: "queens", Solution: "dlx",
		Test: "secret/a/1"}, Values: map[record.Unit]float64{record.CPU: 1}}}}
	err := Trend(io.Discard, SVG, trend.Of(trend.Order([]*record.Record{r}, nil), r.Machine, trend.Options{}).Series)
	if err == nil || err.Error() != "there is nothing to draw: no problem has figures in two records" {
		t.Errorf("got %v", err)
	}
}
