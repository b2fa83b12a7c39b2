package executor_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"dlxjudge/judge/execute/executor"
)

// An executor runs a program to its end, in a folder of its own, and keeps what it says.
func ExampleExecutor() {
	programs := executor.New() // without isolation; package sandbox has the one that contains
	result, err := programs.Run(context.Background(), executor.Command{
		Profile: executor.Tool, Program: "/bin/sh", Args: []string{"-c", "echo not a number >&2; exit 43"},
		Limits: executor.Limits{Wall: time.Minute},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v: %s\n", result, result.Said.FirstLine())
	// Output: exit status 43: not a number
}
