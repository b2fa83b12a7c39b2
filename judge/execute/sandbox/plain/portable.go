package plain

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"
)

// portable is the sandbox that does not confine programs.
type portable struct {
	Executor
	scratch string
}

// Open opens the portable sandbox.
func Open(options sandbox.Options) (sandbox.Sandbox, error) {
	scratch, err := run.NewScratch(options.Scratch)
	if err != nil {
		return nil, err
	}
	return &portable{scratch: scratch}, nil
}

func (p *portable) Name() string { return "portable" }

func (p *portable) Measures() sandbox.Measures {
	m := sandbox.Measures{
		CPU:    "rusage at exit, of the program and the children it waited for",
		Wall:   "clock around the run",
		Memory: "rusage, rough: starts at the judge's own peak",
	}
	if runtime.GOOS != "linux" {
		m.CPU += "; stopped by the wall limit only"
	}
	return m
}

func (p *portable) Level() string { return p.Name() }

func (p *portable) Warning() string {
	return "programs are not contained: the portable sandbox runs them as the judge's user, and they can reach all " +
		"files of that user"
}

func (p *portable) Worker(index int) (sandbox.Worker, error) {
	dir := filepath.Join(p.scratch, fmt.Sprint("worker", index))
	return portableWorker{dir}, os.MkdirAll(dir, 0o700)
}

func (p *portable) Lost() []string { return nil }

func (p *portable) Scratch() string { return p.scratch }

func (p *portable) Close() error { return run.RemoveAll(p.scratch) }

// A portableWorker has one folder for all its runs, because making a folder would take half as long as a run.
type portableWorker struct{ dir string }

func (w portableWorker) Close() error { return run.RemoveAll(w.dir) }

func (w portableWorker) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	return runIn(ctx, w.dir, task)
}
