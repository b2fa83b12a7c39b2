package check

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Talker is the checker of an interactive problem, which talks with the submission while both run. It is safe for
// concurrent use.
type Talker interface {
	// Talk runs the checker to its end. The verdict is as that of Checker.Check; Files.Output is not used.
	Talk(ctx context.Context, files Files, pipes Pipes) (Result, error)
}

// Pipes are what a checker that talks with the submission is given.
type Pipes struct {
	In, Out *os.File // its standard input and output
	Watch   *os.File // as sandbox.Task.Watch
	Cores   []int    // that it may use; nil for any
	// by the clock. It includes what it waits for the submission, and so is longer than validation_time
	Wall time.Duration
}

// Talking is the checker of an interactive problem: a program that is run as that of Custom, with the submission at the
// other ends of its standard input and output. An interactor with the library testlib is called and understood as its
// header has it.
func Talking(programs sandbox.Executor, program sandbox.Program, limits problem.ToolLimits) Talker {
	if library := program.Testlib; library != nil && !library.Standard {
		return testlibChecker{programs, program, limits, Testlib{Testlib: *library}}
	}
	return customChecker{programs, program, limits}
}

func (c customChecker) Talk(ctx context.Context, files Files, pipes Pipes) (Result, error) {
	return c.run(ctx, files, pipes)
}

// NextPass is the file that a checker makes in the feedback folder to have the submission run again, on that input.
const NextPass = "nextpass.in"

// filesBelow are the files in a folder of the judge and in those below, as a program finds them in one of its folders.
func filesBelow(dir, folder string) (files []sandbox.File, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			var name string
			if name, err = filepath.Rel(dir, path); err == nil {
				files = append(files, sandbox.File{Name: folder + "/" + filepath.ToSlash(name), Path: path})
			}
		}
		return err
	})
	return files, err
}

// replace puts the content of one folder in place of that of another. Both may be on different file systems.
func replace(old, with string) error {
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if os.Rename(with, old) == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(old), os.CopyFS(old, os.DirFS(with)))
}
