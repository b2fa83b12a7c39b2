package plain

import (
	"context"
	"runtime"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"
)

// portable is the sandbox that contains nothing.
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
	return "programs are not contained: the portable sandbox runs them as the judge's user, with all its files in reach"
}

func (p *portable) Worker(int) (sandbox.Worker, error) { return portableWorker{p.scratch}, nil }

func (p *portable) Lost() []string { return nil }

func (p *portable) Scratch() string { return p.scratch }

func (p *portable) Close() error { return run.RemoveAll(p.scratch) }

type portableWorker struct{ scratch string }

func (w portableWorker) Close() error { return nil }

func (w portableWorker) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	task.Scratch = w.scratch
	return Executor{}.Run(ctx, task)
}
