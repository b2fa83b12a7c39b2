// Package attack tries a quick selection of attacks in a sandbox and says which of them got through.
//
// Each attack is a shell script, so that no compiler is needed. It is run as a submission, a checker or a compiler is,
// with small limits, and attacks files and processes that this package has made for it: nothing of the user's is
// changed, even where an attack gets through. Whether it did is seen from outside where that is possible.
//
//	results, err := attack.Run(ctx, box)
//
// The selection is no proof. The sandbox's own tests try many more.
package attack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// Result is what came of one attack.
type Result struct {
	Name     string // who tries what: "a submission reads another file"
	Promised bool   // whether the sandbox promises to refuse it
	Through  string // what it did, or "" if it was refused
	Skipped  string // why it was not tried, or ""
}

// Broken reports whether the sandbox did not keep a promise.
func (r Result) Broken() bool { return r.Promised && r.Through != "" }

// The limits of every attack. The attacks on limits go far beyond them.
const (
	wall      = 10 * time.Second
	memory    = 64 << 20
	output    = 4 << 20
	processes = 32
)

// Run tries all attacks, one after the other. It takes a few seconds. An error is the judge's own, or that of ctx.
func Run(ctx context.Context, box sandbox.Sandbox) ([]Result, error) {
	t, err := newTarget(filepath.Join(box.Scratch(), "attacked"))
	if err != nil {
		return nil, err
	}
	defer t.close()
	promises := sandbox.PromisesOf(box)
	var results []Result
	for i, a := range attacks {
		r := Result{Name: a.by.String() + " " + a.name, Promised: a.promised(promises)}
		r.Skipped = t.missing(a, r.Promised)
		if r.Skipped == "" {
			said, err := a.run(ctx, box, t, i)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			through := t.damage()
			switch {
			case strings.Contains(said, t.token) || strings.Contains(said, throughLine):
				through = append(through, a.done)
			case len(through) == 0 && err != nil:
				return nil, fmt.Errorf("%s: %w", r.Name, err)
			case len(through) == 0 && !strings.Contains(said, triedLine):
				return nil, fmt.Errorf("%s: the attack did not start: %q", r.Name, said)
			}
			r.Through = strings.Join(through, "; ")
			if err := t.restore(); err != nil {
				return nil, err
			}
		}
		results = append(results, r)
	}
	return results, nil
}

// run runs one attack and returns what it printed. Each has a worker of its own, since one that gets through may end
// it.
func (a attack) run(ctx context.Context, box sandbox.Sandbox, t *target, index int) (said string, err error) {
	args := []string{"-c", prelude + a.script, "attack", t.file, t.folder, strconv.Itoa(t.process()),
		strconv.Itoa(t.port), t.mark, t.home, t.outside}
	program := "/bin/sh"
	if a.bash != "" {
		program = a.bash
	}
	if a.by != submission {
		return a.runTool(ctx, box, t, program, args)
	}
	worker, err := box.Worker(index)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, worker.Close()) }()
	task := sandbox.Task{
		Program: program, Args: args, Input: os.DevNull, Output: filepath.Join(box.Scratch(), "attack.out"),
		Limits: sandbox.Limits{CPU: wall / 2, Wall: wall, Memory: memory, Output: output, Processes: processes},
	}
	defer os.Remove(task.Output)
	if _, err := worker.Run(ctx, task); err != nil {
		return "", err
	}
	return t.read(task.Output)
}

// runTool runs an attack as a checker or a compiler.
func (a attack) runTool(ctx context.Context, box sandbox.Sandbox, t *target, program string,
	args []string) (string, error) {
	command := sandbox.Task{
		Profile: sandbox.Tool, Program: program, Args: append(args, sandbox.Folder+"/answer"),
		Files:  []sandbox.File{{Name: "answer", Path: t.file}},
		Limits: sandbox.Limits{Wall: wall, Memory: memory, Output: output, Processes: processes},
	}
	if a.by == compiler {
		command.Profile, command.Files = sandbox.Compile, nil
	}
	result, err := box.Run(ctx, command)
	return result.Said.Head(), err
}
