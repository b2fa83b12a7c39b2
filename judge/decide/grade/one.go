package grade

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/read/problem"
)

// JudgeOne builds a program and judges it on one test. When it has ended, what it printed is written to the file
// printed; in a problem in which the checker takes part while it runs, what both said is. While it runs, its standard
// output is a file with a name like those of Judge: the program may see the name, and must not learn from it what it is
// run for.
func JudgeOne(ctx context.Context, entry Entry, t problem.Test, printed string, o Options) (Test, error) {
	dir, err := os.MkdirTemp(o.Sandbox.Scratch(), "output-")
	if err != nil {
		return Test{}, err
	}
	defer os.RemoveAll(dir)
	program, err := Prepare(ctx, entry, dir, o)
	if err != nil {
		return Test{}, err
	}
	run := program.On(t, filepath.Join(dir, rand.Text()))
	said := run.Output
	if entry.Problem.Talks() {
		run.Transcript = filepath.Join(dir, rand.Text())
		said = run.Transcript
	}
	worker, err := o.Sandbox.Worker(0)
	if err != nil {
		return Test{}, err
	}
	defer worker.Close()
	judged, err := program.Judge(ctx, worker, run)
	if err != nil {
		return judged, err
	}
	return judged, whole.Write(printed, func(w io.Writer) error {
		file, err := os.Open(said)
		if errors.Is(err, fs.ErrNotExist) { // of a test in which nothing is run
			return nil
		} else if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, file)
		return err
	})
}
