package recipe_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// Make writes the tests of a problem: the generator prints the inputs, and two solutions must print the same answers.
func ExampleMake() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS("../../testdata/checkout")); err != nil {
		log.Fatal(err)
	}
	for path, text := range map[string]string{
		"problems/double/generators/tests.yaml": "answer: plus\nagree: times\ngroups: {small: {tests: {\"01\": " +
			"echo 2, \"02\": echo 3}}}\n",
		"problems/double/generators/echo/main.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() " +
			"{ fmt.Println(os.Args[1]) }\n",
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	set, err := problem.LoadPrograms(problem.Tree(dir), nil)
	if err != nil {
		log.Fatal(err)
	}
	cache, err := compile.OpenCache(filepath.Join(dir, "cache"), plain.Executor{})
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	groups, err := recipe.Make(context.Background(), cache, set.Problems[0])
	if err != nil {
		log.Fatal(err)
	}
	for _, g := range groups {
		fmt.Printf("%s: %d tests, %d changed, %d removed\n", g.Group, g.Tests, g.Changed, g.Removed)
	}
	answer, err := os.ReadFile(filepath.Join(dir, "testdata/double/secret/small/02.ans"))
	fmt.Println(string(answer), err)
	// Output:
	// secret/small: 2 tests, 2 changed, 2 removed
	// 6
	//  <nil>
}
