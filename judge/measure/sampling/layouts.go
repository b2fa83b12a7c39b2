package sampling

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Builder builds a program in another layout; a *compile.Cache is one.
type Builder interface {
	Layout(ctx context.Context, source problem.Source, l compile.Layout) (program sandbox.Program, moved bool,
		err error)
}

// turn is one round of a runnable, with its layout.
type turn struct {
	*runnable
	programs [Sides]sandbox.Program
	moved    bool // the code lies elsewhere than in the rounds before
	err      error
	folder   string
}

// remove removes the turn's programs.
func (t *turn) remove() error {
	if t.folder == "" {
		return nil
	}
	return os.RemoveAll(t.folder)
}

// turns plans the rounds of all programs; next is nil when all are done. If there is a spare core, it builds the next
// turn's programs while the current ones are measured. End waits for builds to finish.
func (p *plan) turns(ctx context.Context) (next func() *turn, end func()) {
	cores := otherCores()
	draw := p.draw(ctx, cores)
	if p.builder == nil || len(cores) == 0 {
		return draw, func() {}
	}
	drawn := make(chan *turn, 1) // one is drawn, or being drawn
	drawNext := func() { drawn <- draw() }
	go drawNext()
	next = func() *turn {
		for {
			t := <-drawn
			if t == nil || t.err != nil {
				drawn <- nil
				return t
			}
			go drawNext()
			if !t.done.Load() { // it was built before the last round had decided
				return t
			}
			t.remove()
		}
	}
	return next, func() {
		if t := <-drawn; t != nil {
			t.remove()
		}
	}
}

// draw orders the unfinished programs at random. Both sides of a program are built with one seed: their common parts
// get the same places, and only the rest differs.
func (p *plan) draw(ctx context.Context, cores []int) func() *turn {
	random := rand.New(rand.NewPCG(seed, 0))
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
			t := p.place(ctx, program, layout, cores)
			if p.builder != nil && t.err == nil && !t.moved {
				p.note(t.Program.String() + ": nothing here can place its code, so each round has the same program")
			}
			return t
		}
		return nil
	}
}

// place builds a layout of each side of a program.
func (p *plan) place(ctx context.Context, program *runnable, seed uint32, cores []int) *turn {
	t := &turn{runnable: program, moved: true}
	if p.builder != nil {
		t.folder, t.err = os.MkdirTemp(p.scratch, "round-")
	}
	for side, built := range program.sides {
		if built == nil || t.err != nil {
			continue
		}
		t.programs[side] = built.program
		if p.builder != nil {
			moved := false
			t.programs[side], moved, t.err = p.builder.Layout(ctx, built.source, compile.Layout{Seed: seed,
				Dir: t.folder, Cores: cores, Of: built.program})
			t.moved = t.moved && moved
		}
	}
	if t.err != nil {
		t.err = errors.Join(t.err, t.remove())
	}
	return t
}
