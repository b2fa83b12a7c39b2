package pick_test

import (
	"fmt"
	"log"

	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
)

// A pattern that selects nothing is an error, which says what there is.
func ExampleSelect() {
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"double/plus:secret/small", "double/plum"} {
		pattern, err := pick.ParsePattern(text)
		if err != nil {
			log.Fatal(err)
		}
		entries, err := pick.Select(set, []pick.Pattern{pattern})
		if err != nil {
			fmt.Println(err)
		}
		for _, e := range entries {
			fmt.Println(e.Problem.Name, e.Submission.Name, len(e.Tests))
		}
	}
	// Output:
	// double plus 2
	// no submission "plum" of double; did you mean plus?
}
