package validate_test

import (
	"context"
	"fmt"
	"log"

	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// A report says what a problem lacks, and counts what its validators and its checker accept.
func ExampleProblem() {
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	cache, err := compile.OpenCache("", plain.Executor{})
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	report, err := validate.Problem(context.Background(), cache, set.Problems[0], 2)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d of %d inputs valid, %d answers accepted\n", report.Inputs, report.Tests, report.Answers)
	// Output: 4 of 4 inputs valid, 4 answers accepted
}
