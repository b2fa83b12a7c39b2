//go:build linux

package contain

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
)

// pool keeps idle workers for compilers and tools. A worker starts when no idle worker fits, so several programs can
// run at the same time. After its run, a worker waits here for the next program with the same view.
type pool struct {
	mutex sync.Mutex
	idle  []*Worker
}

// firstPooled is the index of the pool's first worker. Workers for submissions have lower indexes.
const firstPooled = 1 << 11

// Run implements Executor. It runs the program in a worker with the task's profile.
func (l *Sandbox) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if err := ctx.Err(); err != nil {
		return sandbox.Result{}, err
	}
	task, err := l.reachable(task)
	if err != nil {
		return sandbox.Result{}, err
	}
	worker, err := l.borrow(ctx, helper.View{Profile: task.Profile, Reads: task.Reads})
	if err != nil {
		return sandbox.Result{}, err
	}
	result, err := worker.Run(ctx, task)
	l.giveBack(worker)
	return result, err
}

// borrow returns an idle worker with this view, or starts one.
func (l *Sandbox) borrow(ctx context.Context, p helper.View) (*Worker, error) {
	if p.Profile != sandbox.Compile && p.Profile != sandbox.Tool {
		return nil, fmt.Errorf("no profile is called %q", p.Profile)
	}
	if worker := l.pool.take(p); worker != nil {
		return worker, nil
	}
	for index := firstPooled; ; index++ { // the index decides which user runs the programs
		worker, err := l.newWorker(ctx, index, p)
		switch {
		case err == nil:
			return worker, nil
		case !errors.Is(err, errTaken):
			return nil, fmt.Errorf("the sandbox for programs of the kind %q does not work here (run judge doctor for "+
				"details): %w", p.Profile, err)
		}
	}
}

// giveBack keeps a worker for the next program. If the pool then has too many workers, giveBack closes the one that has
// been idle longest.
func (l *Sandbox) giveBack(worker *Worker) {
	l.pool.mutex.Lock()
	var surplus *Worker
	l.pool.idle = append(l.pool.idle, worker)
	if len(l.pool.idle) > runtime.NumCPU()+2 {
		surplus, l.pool.idle = l.pool.idle[0], l.pool.idle[1:]
	}
	l.pool.mutex.Unlock()
	if surplus != nil {
		surplus.Close()
	}
}

// take removes and returns the most recently used idle worker with this view, or nil.
func (p *pool) take(as helper.View) *Worker {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for i, worker := range slices.Backward(p.idle) {
		if worker.view.Key() == as.Key() {
			p.idle = slices.Delete(p.idle, i, i+1)
			return worker
		}
	}
	return nil
}

// close closes the workers. The caller ensures that no program is running.
func (p *pool) close() error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	var err error
	for _, worker := range p.idle {
		err = errors.Join(err, worker.Close())
	}
	p.idle = nil
	return err
}
