package stress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Worst is one of the inputs on which a program needs the most CPU time.
type Worst struct {
	Command string // the command that makes the input: "sudoku9 -seed 17 -givens 22"
	CPU     time.Duration
	Stopped bool // the program was stopped, so CPU is a lower bound

	call call
}

// The numbers of slowest inputs that are measured again, and of runs on each.
const (
	mostWorst   = 5
	runsOfWorst = 3
)

// Slowest looks for the input on which B needs the most CPU time, until Options.Time is over. It runs B on the slowest
// inputs again, with nothing beside it, and returns them with the medians, slowest first. Inputs on which B fails do
// not count. When ctx is done, it returns the slowest inputs so far and ctx's error.
func (s *Session) Slowest(ctx context.Context) (best []Worst, err error) {
	start := time.Now()
	timed, cancel := context.WithTimeout(ctx, s.options.Time)
	defer cancel()
	_, _, _, err = s.inOrder(timed, 0, s.end(), func(b *tester, i uint64) (*Finding, error) {
		s.mutex.Lock()
		one := s.guess(i, best)
		s.mutex.Unlock()
		took, failed, err := b.time(timed, one)
		if err != nil {
			return nil, err
		}
		b.count(Outcome{Unknown: failed})
		s.mutex.Lock()
		defer s.mutex.Unlock()
		if failed == "" {
			best = slowestOf(append(best, took))
			best = best[:min(len(best), mostWorst)]
		}
		return nil, nil
	})
	s.stats.Elapsed = time.Since(start)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil
	}
	var again []Worst
	for _, one := range best {
		var runs []Worst
		for len(runs) < runsOfWorst && err == nil {
			var took Worst
			took, _, err = s.testers[0].time(ctx, one.call)
			runs = append(runs, took)
		}
		if err == nil {
			err = s.testers[0].invalid(ctx, one.call)
		}
		if err != nil {
			return best, err
		}
		again = append(again, slowestOf(runs)[len(runs)/2])
	}
	return slowestOf(again), err
}

// slowestOf sorts inputs, slowest first.
func slowestOf(all []Worst) []Worst {
	slices.SortStableFunc(all, func(a, b Worst) int { return cmp.Compare(b.CPU, a.CPU) })
	return all
}

// guess returns the call for test i. Of three calls of a command, one draws its numbers, one has the largest numbers,
// and one changes a number of the slowest call so far.
func (s *Session) guess(i uint64, best []Worst) call {
	n := uint64(len(s.commands))
	one := s.commands[i%n].call(s.options.Seed + i)
	switch i / n % 3 {
	case 1:
		for k, p := range one.command.pieces {
			one.values[k] = p.high
		}
	case 2:
		if len(best) > 0 {
			drawn := best[0].call.command.call(one.seed)
			one = call{drawn.command, drawn.seed, slices.Clone(best[0].call.values)}
			k := rand.New(rand.NewPCG(one.seed, 1)).IntN(len(drawn.values))
			one.values[k] = drawn.values[k]
		}
	}
	return one
}

// time makes an input and runs B on it. If B fails, failed says how.
func (b *tester) time(ctx context.Context, c call) (took Worst, failed string, err error) {
	err = blame(ctx, c.command.Place, c.command.program.Input(ctx, b.options.Cache.Programs, c.args(), b.input))
	if err != nil {
		return took, "", err
	}
	ended, err := b.b.Judge(ctx, b.forB, grade.Run{Test: b.test(c.command), Output: b.answer, Stop: true, Crowded: true})
	if ended.Verdict != problem.AC && ended.Verdict != problem.TLE {
		failed = fmt.Sprintf("%s: %s: %s", c, ended.Verdict, ended.Reason())
	}
	return Worst{Command: c.String(), CPU: time.Duration(ended.CPU), Stopped: ended.Stopped, call: c}, failed, err
}
