package report_test

import (
	"log"
	"os"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
)

func ExampleText() {
	results := grade.Results{
		Elapsed: 1200 * time.Millisecond,
		Submissions: []grade.Submission{{
			Problem: "poj3074", Name: "backtrack", Solution: true, Verdict: problem.TLE,
			Tests: []grade.Test{
				{Name: "sample/1", Verdict: problem.AC, Expected: true, CPU: 60 * time.Millisecond, Memory: 2 << 20},
				{Name: "secret/hard/02", Verdict: problem.TLE, CPU: 1400 * time.Millisecond, Memory: 2 << 20,
					Message: "1.4 s, limit 1 s"},
			},
		}},
	}
	if err := report.Text(os.Stdout, results, report.TextOptions{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	//   ✖ poj3074/backtrack  TLE   1/2   1.40s  2.0 MiB  at hard/02
	//       secret/hard/02: TLE: 1.4 s, limit 1 s
	// DONE 1 submission, 2 tests, 1 unexpected in 1.2s
}

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
		compare.Options{Threshold: 0.02})
	if err != nil {
		log.Fatal(err)
	}
	if err := report.Comparison(os.Stdout, c, false); err != nil {
		log.Fatal(err)
	}
	// Output:
	// CPU time   35a92e1c0ffe  90f1e2d3c4b5  change
	// poj3074/dlx
	//   hard/02  4.219ms ± 0%  4.520ms ± 0%  +7.14%  p<0.001 n=10  !
	//
	//   !  regression
	// REGRESSION poj3074/dlx is slower on hard/02: 4.520ms ± 0%, was 4.219ms ± 0%
	//   (+7.14%, p<0.001 n=10)
}
