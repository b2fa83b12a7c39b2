package grade_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Load, select and judge: what judge run does.
func ExampleJudge() {
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	pattern, err := grade.ParsePattern("double/*:sample")
	if err != nil {
		log.Fatal(err)
	}
	entries, err := grade.Select(set, []grade.Pattern{pattern})
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	cache, err := compile.OpenCache(dir, sandbox.Uncontained())
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	box, err := sandbox.Open(sandbox.Options{Backend: "portable"})
	if err != nil {
		log.Fatal(err)
	}
	defer box.Close()
	results, err := grade.Judge(context.Background(), entries, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range results.Submissions {
		fmt.Printf("%s: %s, %d of %d accepted, expected: %v\n", s.Name, s.Verdict, s.Passed(), len(s.Tests), s.Expected)
	}
	// Output:
	// plus: AC, 1 of 1 accepted, expected: true
	// times: AC, 1 of 1 accepted, expected: true
	// presentation_error/spaced: PE, 0 of 1 accepted, expected: true
	// wrong_answer/once: WA, 0 of 1 accepted, expected: true
}

// A pattern that selects nothing is an error, which says what there is.
func ExampleSelect() {
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"double/plus:secret/small", "double/plum"} {
		pattern, err := grade.ParsePattern(text)
		if err != nil {
			log.Fatal(err)
		}
		entries, err := grade.Select(set, []grade.Pattern{pattern})
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
