package compare_test

import (
	"fmt"
	"log"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// taken is a record of ten samples on one test for each solution, near the times given, in nanoseconds.
func taken(times map[string]float64) *record.Record {
	r := &record.Record{Path: "a record", Finished: true, Machine: record.Machine{CPU: "Abacus"}}
	for solution, ns := range times {
		key := record.Key{Problem: "poj3074", Solution: solution, Test: "secret/hard/02"}
		for i := range 10 {
			values := map[record.Unit]float64{record.CPU: ns * (1 + float64(i)/1000)}
			r.Samples = append(r.Samples, record.Sample{Key: key, Runs: 1, Values: values})
		}
	}
	return r
}

// Is anything slower than before?
func ExampleRecords() {
	base, now := taken(map[string]float64{"dlx": 4.2e6}), taken(map[string]float64{"dlx": 4.5e6})
	c, err := compare.Records(base, now, 0.02)
	if err != nil {
		log.Fatal(err)
	}
	for _, table := range c.Tables {
		for _, row := range table.Rows {
			fmt.Printf("%s %s on %s: %+.1f%%, %s\n", table.Unit, row.Program(), row.Test, 100*row.Change, row.Answer)
		}
	}
	// Output:
	// cpu-ns/op poj3074/dlx on secret/hard/02: +7.1%, slower
}

// How much faster is a solution than a plainer one?
func ExampleSolutions() {
	l, err := compare.Solutions(taken(map[string]float64{"dlx": 2e6, "backtrack": 82e6}), "poj3074", nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range l.Sections {
		fmt.Printf("%s: %s is %.0f times faster than %s\n", s.Name, l.Names[1], s.Rungs[1].Before.Times, l.Names[0])
	}
	// Output:
	// secret/hard: dlx is 41 times faster than backtrack
}
