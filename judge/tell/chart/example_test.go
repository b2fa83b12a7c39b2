package chart_test

import (
	"bytes"
	"fmt"
	"log"

	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/chart"
)

func ExampleCactus() {
	r, err := record.Read("../lab/testdata/records/base.txt")
	if err != nil {
		log.Fatal(err)
	}
	var svg bytes.Buffer
	if err := chart.Cactus(&svg, chart.SVG, r, "hdu5046", []string{"dlx", "backtrack"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Contains(svg.Bytes(), []byte("Tests of hdu5046 solved within a time")))
	// Output: true
}

func ExampleLadder() {
	key := record.Key{Problem: "queens", Solution: "dlx", Test: record.WorkloadTest("hard", 4000)}
	r := &record.Record{Samples: []record.Sample{{Key: key, Runs: 1,
		Values: map[record.Unit]float64{record.CPU: 50e6}}}}
	var svg bytes.Buffer
	if err := chart.Ladder(&svg, chart.SVG, r, "queens", []string{"dlx", "bits"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Contains(svg.Bytes(), []byte("12.5 µs")))
	// Output: true
}
