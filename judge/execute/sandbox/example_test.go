package sandbox_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
)

// A judge opens a sandbox, starts a worker, and runs a program with a file as its input and another for its output.
func Example() {
	dir, err := os.MkdirTemp("", "sandbox-example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	input, output := filepath.Join(dir, "01.in"), filepath.Join(dir, "01.out")
	if err := os.WriteFile(input, []byte("6 7\n"), 0o644); err != nil {
		log.Fatal(err)
	}

	// The portable sandbox works everywhere. Without a name, Open returns the best one.
	box, err := backend.Open(sandbox.Options{Backend: "portable", Scratch: dir})
	if err != nil {
		log.Fatal(err)
	}
	defer box.Close()
	worker, err := box.Worker(0)
	if err != nil {
		log.Fatal(err)
	}
	defer worker.Close()

	result, err := worker.Run(context.Background(), sandbox.Task{
		Program: "/bin/sh",
		Args:    []string{"-c", "read a b; echo $((a * b)); echo done >&2; exit 3"},
		Input:   input,
		Output:  output,
		Limits:  sandbox.Limits{CPU: 10 * time.Second, Wall: time.Minute, Output: 1 << 20},
	})
	if err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile(output)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("end: %s, exit status %d\n", result.End, result.ExitCode)
	fmt.Printf("output: %s", text)
	fmt.Printf("standard error: %s", result.Stderr.LastLines())
	// Output:
	// end: exited, exit status 3
	// output: 42
	// standard error: done
}
