package chart_test

import (
	"bytes"
	"fmt"
	"log"

	"dlxjudge/judge/record"
	"dlxjudge/judge/report/chart"
)

func ExampleCactus() {
	r, err := record.Read("../testdata/records/base.txt")
	if err != nil {
		log.Fatal(err)
	}
	var svg bytes.Buffer
	if err := chart.Cactus(&svg, r, "hdu5046", []string{"dlx", "backtrack"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Contains(svg.Bytes(), []byte("Tests of hdu5046 solved within a time")))
	// Output: true
}
