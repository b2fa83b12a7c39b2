package problem_test

import (
	"fmt"
	"log"

	"dlxjudge/judge/read/problem"
)

func ExampleLoad() {
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range set.Problems {
		fmt.Println(p.Name, p.Title, p.Limits.Time, p.Judge.Name)
		for _, t := range p.Tests {
			fmt.Println("  test", t.Name)
		}
		for _, s := range p.Submissions {
			fmt.Println("  submission", s.Name)
		}
	}
	// Output:
	// double Double 1s POJ
	//   test sample/1
	//   test secret/large/1
	//   test secret/small/1
	//   test secret/small/2
	//   submission plus
	//   submission times
	//   submission presentation_error/spaced
	//   submission wrong_answer/once
}

// A wrong program is expected to be wrong.
func ExampleProblem_Expects() {
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	double := set.Problems[0]
	for _, s := range double.Submissions {
		fmt.Println(s.Name, double.Expects(s).Permits("sample/1", problem.WA))
	}
	// Output:
	// plus false
	// times false
	// presentation_error/spaced false
	// wrong_answer/once true
}
