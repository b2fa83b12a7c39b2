package main

import (
	"bufio"
	"errors"
	"io"
	"testing"

	"dlxjudge/solutions/solutiontest"
)

func FuzzRun(f *testing.F) {
	solutiontest.FuzzQueens(f, func(in io.Reader, out io.Writer) error {
		answers := bufio.NewWriter(out)
		err := run(in, answers)
		return errors.Join(err, answers.Flush())
	})
}
