package lab_test

import (
	"log"
	"os"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/terminal"
)

// sampled is a record of ten samples on one test, near a time in nanoseconds.
func sampled(commit string, ns float64) *record.Record {
	r := &record.Record{Path: commit + ".txt", Run: record.Run{Commit: commit}, Finished: true}
	key := record.Key{Problem: "poj3074", Solution: "dlx", Test: "secret/hard/02"}
	for i := range 10 {
		values := map[record.Unit]float64{record.CPU: ns * (1 + float64(i)/1000)}
		r.Samples = append(r.Samples, record.Sample{Key: key, Runs: 1, Values: values})
	}
	return r
}

func ExampleComparison() {
	c, err := compare.Records(sampled("35a92e1c0ffe", 4.2e6), sampled("90f1e2d3c4b5", 4.5e6),
		0.02)
	if err != nil {
		log.Fatal(err)
	}
	if err := lab.Comparison(os.Stdout, c, terminal.Style{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// CPU time   35a92e1c0ffe  90f1e2d3c4b5  change
	// poj3074/dlx
	//   hard/02   4.219ms ±0%   4.520ms ±0%  +7.14%  p<0.001 n=10  !
	//
	//   !  regression
	// REGRESSION poj3074/dlx is slower on hard/02: 4.520ms ±0%, was 4.219ms ±0%
	//   (+7.14%, p<0.001 n=10)
}
