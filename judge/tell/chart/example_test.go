package chart_test

import (
	"bytes"
	"fmt"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/chart"
)

func ExampleLadder() {
	key := record.Key{Problem: "queens", Solution: "dlx", Test: "workload/hard/4000"}
	r := &record.Record{Languages: map[record.Program]string{key.Program(): "go"}, Samples: []record.Sample{{Key: key,
		Runs: 1, Values: map[record.Unit]float64{record.CPU: 50e6}}}}
	l, err := compare.Solutions(r, "queens", nil, nil)
	if err != nil {
		fmt.Println(err)
	}
	var svg bytes.Buffer
	if err := chart.Ladder(&svg, chart.SVG, l); err != nil {
		fmt.Println(err)
	}
	fmt.Println(bytes.Contains(svg.Bytes(), []byte("12.5 µs")))
	// Output: true
}
