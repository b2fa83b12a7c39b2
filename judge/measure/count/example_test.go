package count_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/read/problem"
)

// A program that calls search for each of the numbers up to the one that it reads makes as many nodes.
func ExampleBuild() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	text := `package main

import "fmt"

func search(n int) {
	if n > 1 {
		search(n - 1)
	}
}

func main() {
	n := 0
	fmt.Scan(&n)
	search(n)
}
`
	input := filepath.Join(dir, "1.in")
	for path, text := range map[string]string{filepath.Join(dir, "main.go"): text, input: "10\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	cache, err := compile.OpenCache("", plain.Executor{})
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	ctx := context.Background()
	program, err := count.Build(ctx, cache, problem.Source{Name: "mine", Dir: dir, Files: []string{"main.go"}},
		"search")
	if err != nil {
		log.Fatal(err)
	}
	counts, err := program.Run(ctx, problem.Test{Input: input}, filepath.Join(dir, "1.out"), time.Minute)
	fmt.Println(counts.Nodes, "nodes,", err)
	// Output: 10 nodes, <nil>
}
