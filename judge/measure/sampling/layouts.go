package sampling

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Builder builds a program once more, with its code in another place; a *compile.Cache does.
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

// fixed says for the user how the turns of a program differ whose code is not moved.
func (t *turn) fixed() string {
	for _, program := range t.programs {
		if program.Dir != "" {
			return fmt.Sprintf("%s: what runs it cannot place its code, so each round has the same program", t.Program)
		}
	}
	return fmt.Sprintf("%s: this toolchain cannot place code, so each round has a fresh copy alone", t.Program)
}

// layouts are the turns of all rounds. Where there is another core for it, the next turn's programs are built while
// those of the present one are measured. Stop waits until none is built.
func (p *plan) layouts(ctx context.Context, programs []*runnable) (next func() (*turn, bool), stop func()) {
	cores := otherCores()
	turns := p.turns(ctx, programs, cores)
	if p.builder == nil || len(cores) == 0 {
		return iter.Pull(turns)
	}
	ctx, cancel := context.WithCancel(ctx)
	ahead, ended := make(chan *turn), make(chan struct{})
	go func() {
		defer close(ended)
		defer close(ahead)
		for t := range turns {
			select {
			case ahead <- t:
			case <-ctx.Done():
				t.remove()
				return
			}
		}
	}()
	next = func() (*turn, bool) {
		for t := range ahead {
			if t.err != nil || !t.done.Load() { // it was built before the last round had decided
				return t, true
			}
			t.remove()
		}
		return nil, false
	}
	return next, func() { cancel(); <-ended }
}

// turns draws rounds until every program is done. Both sides of a program are built with one seed: what they have in
// common then lies in the same places, and only the rest makes them differ.
func (p *plan) turns(ctx context.Context, programs []*runnable, cores []int) iter.Seq[*turn] {
	random := rand.New(rand.NewPCG(p.Seed, 0))
	return func(yield func(*turn) bool) {
		for {
			left := false
			for _, i := range random.Perm(len(programs)) {
				program, seed := programs[i], random.Uint32()
				if program.done.Load() {
					continue
				}
				left = true
				t := p.place(ctx, program, seed, cores)
				if p.builder != nil && t.err == nil && !t.moved {
					p.note(t.fixed())
				}
				if !yield(t) || t.err != nil {
					return
				}
			}
			if !left {
				return
			}
		}
	}
}

// place builds a layout of a program.
func (p *plan) place(ctx context.Context, program *runnable, seed uint32, cores []int) *turn {
	t := &turn{runnable: program}
	for side, executable := range program.sides {
		if executable != nil {
			t.programs[side] = executable.program
		}
	}
	if p.builder == nil {
		return t
	}
	if t.folder, t.err = os.MkdirTemp(p.scratch, "round-"); t.err != nil {
		return t
	}
	one, all, err := p.placeSides(ctx, t, compile.Layout{Seed: seed, Dir: t.folder, Cores: cores})
	if err == nil && one && !all { // the sides would differ by the layout
		_, _, err = p.placeSides(ctx, t, compile.Layout{Still: true, Dir: t.folder, Cores: cores})
	}
	if t.moved = all; err != nil {
		t.err = errors.Join(err, t.remove())
	}
	return t
}

// placeSides builds a turn's layout of each side, and reports whether the code of one of them, and of all, was moved.
func (p *plan) placeSides(ctx context.Context, t *turn, l compile.Layout) (one, all bool, err error) {
	all = true
	for side, executable := range t.sides {
		if executable == nil {
			continue
		}
		l.Of = executable.program
		placed, moved, err := p.builder.Layout(ctx, executable.source, l)
		if err != nil {
			return false, false, err
		}
		t.programs[side], one, all = placed, one || moved, all && moved
	}
	return one, all, nil
}
