package sampling

import (
	"context"
	"iter"
	"math/rand/v2"
	"os"
	"slices"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Builder builds a program in another layout. *compile.Cache implements it.
type Builder interface {
	Layout(ctx context.Context, source problem.Source, l compile.Layout) (program sandbox.Program, moved bool,
		err error)
}

// oneCore returns a list with the core for timed runs. The list is empty if this system cannot pin programs. A worker
// may pin its programs to another core.
func oneCore() []int {
	all := cores()
	return all[:min(len(all), 1)]
}

// otherCores returns the cores that the worker's programs do not use.
func otherCores(worker sandbox.Worker) []int {
	used := oneCore()
	if w, ok := worker.(sandbox.Watching); ok {
		if core, pinned := w.Core(); pinned {
			used = []int{core}
		}
	}
	return slices.DeleteFunc(cores(), func(core int) bool { return slices.Contains(used, core) })
}

// turn is one round of a runnable, with its layout.
type turn struct {
	*runnable
	programs [Sides]sandbox.Program
	err      error
	folder   string
}

// turns yields rounds of the programs until all programs are done. If there are spare cores, the next turn's programs
// are built on them while the current turn is measured.
func (p *plan) turns(ctx context.Context, cores []int) iter.Seq[*turn] {
	draw := p.draw(ctx, cores)
	ahead := p.builder != nil && len(cores) > 0
	return func(yield func(*turn) bool) {
		for t := draw(); t != nil; {
			next := make(chan *turn, 1)
			drawNext := func() { next <- draw() }
			if ahead {
				go drawNext()
			}
			more := t.done.Load() || yield(t) // a turn that was built ahead may be unnecessary by now
			os.RemoveAll(t.folder)
			if !ahead {
				drawNext()
			}
			if t = <-next; t != nil && !more {
				os.RemoveAll(t.folder)
				return
			}
		}
	}
}

// draw returns a function that returns the next turn at each call, and nil at the end. Unfinished programs come in
// random order. Both sides of a program are built with one seed, so that code in both has the same layout.
func (p *plan) draw(ctx context.Context, cores []int) func() *turn {
	random := rand.New(rand.NewPCG(p.Seed, 0))
	var order []int
	return func() *turn {
		for slices.ContainsFunc(p.programs, func(r *runnable) bool { return !r.done.Load() }) {
			if len(order) == 0 {
				order = random.Perm(len(p.programs))
			}
			program, layout := p.programs[order[0]], random.Uint32()
			if order = order[1:]; program.done.Load() {
				continue
			}
			return p.place(ctx, program, layout, cores)
		}
		return nil
	}
}

// place returns a turn in which each side of a program is built in a new layout, if there is a builder.
func (p *plan) place(ctx context.Context, program *runnable, seed uint32, cores []int) *turn {
	t := &turn{runnable: program}
	if p.builder != nil {
		t.folder, t.err = os.MkdirTemp(p.scratch, "round-")
	}
	for side, built := range program.sides {
		if built == nil || t.err != nil {
			continue
		}
		t.programs[side] = built.program
		if p.builder == nil {
			continue
		}
		moved := false
		t.programs[side], moved, t.err = p.builder.Layout(ctx, built.source, compile.Layout{Seed: seed, Dir: t.folder,
			Cores: cores, Of: built.program})
		if t.err == nil && !moved {
			p.note(program.String() + ": no tool here can vary its layout, so all rounds have the same one")
		}
	}
	return t
}
