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

// history has six records of two solutions: dlx becomes faster with the fourth, and backtrack has other tests from the
// third.
func history() []trend.Series {
	var records []*record.Record
	for i, ms := range []float64{8, 8.1, 7.9, 4, 4.1, 4} {
		r := &record.Record{
			Run: record.Run{Commit: strings.Repeat(fmt.Sprint(i+1), 40), Date: time.Date(2026, 5, i+1, 0, 0, 0, 0,
				time.UTC)},
			Machine: record.Machine{CPU: "A Processor (R)", Cores: "2", GOOS: "linux", GOARCH: "amd64"},
		}
		r.Samples = []record.Sample{
			{Key: record.Key{Problem: "queens", Solution: "dlx", Test: "secret/a/1"},
				Values: map[record.Unit]float64{record.CPU: ms * 1e6, record.Nodes: 0}},
			{Key: record.Key{Problem: "queens", Solution: "backtrack", Test: fmt.Sprint("secret/a/", i/2)},
				Values: map[record.Unit]float64{record.CPU: 90e6}},
		}
		records = append(records, r)
	}
	return trend.Of(trend.Order(records, nil), records[0].Machine, trend.Options{Threshold: 0.03})
}

func TestTrend(t *testing.T) {
	d := drawn(t, func(w io.Writer) error { return Trend(w, SVG, history()) })
	judgetest.Golden(t, "testdata/trend.svg", tenths(d.svg))
	said := make(map[string]int)
	for _, words := range d.texts {
		said[words.text]++
	}
	for text, times := range map[string]int{"queens: CPU time": 1, "queens: search nodes": 0, "dlx": 1, "backtrack": 1,
		"1111111": 1, "6666666": 1} {
		if said[text] != times {
			t.Errorf("%q is there %d times, want %d", text, said[text], times)
		}
	}
}

func TestNoTrend(t *testing.T) {
	r := &record.Record{Samples: []record.Sample{{Key: record.Key{Problem: "queens", Solution: "dlx",
		Test: "secret/a/1"}, Values: map[record.Unit]float64{record.CPU: 1}}}}
	err := Trend(io.Discard, SVG, trend.Of(trend.Order([]*record.Record{r}, nil), r.Machine, trend.Options{}))
	if err == nil || err.Error() != "there is nothing to draw: no problem has figures in two records" {
		t.Errorf("got %v", err)
	}
}
