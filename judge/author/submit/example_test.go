package submit_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

func ExampleInspect() {
	set, err := problem.Load(problem.Tree("../../testdata/checkout"), nil)
	if err != nil {
		log.Fatal(err)
	}
	entries, err := pick.Select(set, nil)
	if err != nil {
		log.Fatal(err)
	}
	entry := entries[0] // double/plus
	entry.Problem.Judge.Languages = []string{"C", "C++"}
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
	preflight, err := submit.Inspect(context.Background(), entry, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range preflight.Checks[:3] {
		fmt.Printf("%s: %s: %s\n", c.Name, c.State, c.Said)
	}
	// Output:
	// language: failed: POJ takes no Go, only C, C++
	// file: passed: main.go alone; POJ asks for no name
	// size: skipped: 146 bytes; no limit of POJ is known
}
