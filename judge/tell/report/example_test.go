package report_test

import (
	"log"
	"os"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
)

func ExampleText() {
	const ms = grade.Seconds(time.Millisecond)
	results := grade.Results{
		Elapsed: 1200 * time.Millisecond,
		Submissions: []grade.Submission{{
			Problem: "poj3074", Name: "backtrack", Solution: true, Verdict: problem.TLE,
			Tests: []grade.Test{
				{Name: "sample/1", Verdict: problem.AC, Expected: true, CPU: 60 * ms, Memory: 2 << 20},
				{Name: "secret/hard/02", Verdict: problem.TLE, CPU: 1400 * ms, Memory: 2 << 20,
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
