package sandbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// portable is the sandbox that contains nothing; see runUncontained.
type portable struct {
	Executor
	scratch string
}

func openPortable(options Options) (Sandbox, error) {
	scratch, err := newScratch(options.Scratch)
	if err != nil {
		return nil, err
	}
	return &portable{Executor: Uncontained(), scratch: scratch}, nil
}

func (p *portable) Name() string { return "portable" }

func (p *portable) Measures() Measures {
	m := Measures{
		CPU:    "rusage at exit, of the program and the children it waited for",
		Wall:   "clock around the run",
		Memory: "rusage, rough: starts at the judge's own peak",
	}
	if runtime.GOOS != "linux" {
		m.CPU += "; stopped by the wall limit only"
	}
	return m
}

func (p *portable) warning() string {
	return "programs are not contained: the portable sandbox runs them as the judge's user, with all its files in reach"
}

func (p *portable) Worker(index int) (Worker, error) {
	dir := filepath.Join(p.scratch, fmt.Sprint("worker", index))
	if err := os.MkdirAll(filepath.Join(dir, "work"), 0o700); err != nil {
		return nil, err
	}
	return &portableWorker{dir: dir}, nil
}

func (p *portable) Scratch() string { return p.scratch }

func (p *portable) Close() error { return removeAll(p.scratch) }

type portableWorker struct {
	dir string // holds the program's working folder and its standard error
}

func (w *portableWorker) Close() error { return removeAll(w.dir) }

func (w *portableWorker) Run(ctx context.Context, task Task) (Result, error) {
	return runUncontained(ctx, w.dir, task)
}
