package compile_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// Build returns an executable, or an error that says whose fault it is.
func ExampleCache_Build() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	text := "package main\n\nfunc main() { x := 1 }\n"
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
	cache, err := compile.OpenCache("", plain.Executor{})
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	_, err = cache.Build(context.Background(), compile.Submission, problem.Source{Name: "mine", Dir: dir,
		Files: []string{"main.go"}})
	var broken *compile.CompileError
	fmt.Println("CE:", errors.As(err, &broken))
	// Output: CE: true
}
