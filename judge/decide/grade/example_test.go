package grade_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// Load, select and judge: what judge run does.
func ExampleJudge() {
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	pattern, err := pick.ParsePattern("double/*:sample")
	if err != nil {
		log.Fatal(err)
	}
	entries, err := pick.Select(set, []pick.Pattern{pattern})
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	cache, err := compile.OpenCache(dir, plain.Executor{})
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	box, err := backend.Open(sandbox.Options{Backend: "portable"})
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
