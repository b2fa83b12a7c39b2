package check_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
)

func ExampleDefault() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	answer, output := filepath.Join(dir, "1.ans"), filepath.Join(dir, "1.out")
	checker := check.Default(problem.ForgiveTrailing)
	if err := os.WriteFile(answer, []byte("1 2\n3\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"1 2\n3", "1  2\n3\n", "1 2\n4\n"} {
		if err := os.WriteFile(output, []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
		result, err := checker.Check(context.Background(), check.Files{Answer: answer, Output: output})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %q\n", result.Verdict, result.Message)
	}
	// Output:
	// AC ""
	// PE "line 1, after token 1: want a space, got 2 spaces"
	// WA "line 2, token 1: want 3, got 4"
}
