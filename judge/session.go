package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/sandbox/health"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/reports"
)

// measureFlags holds the flags that "judge bench" and "judge compare" share.
type measureFlags struct {
	count int
	out   string
	pack  string
	json  string
	seed  uint32
}

// timeUsage is the usage of the flag --time of "judge bench" and "judge compare".
const timeUsage = "end after `SECONDS`; what is not decided by then is shown as undecided"

func (f *measureFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.count, "count", 10, "number of samples of each workload or test, each sample with another layout "+
		"of the program; a 95% interval needs 6")
	flags.StringVar(&f.pack, "package", "", "measure the solutions of "+folderPackage)
	flags.StringVar(&f.out, "out", "", "write the samples to a new `FILE`")
	flags.Uint32Var(&f.seed, "seed", 0, "repeat the layouts and the order of the run whose record or document names "+
		"`NUMBER` (default: a random number)")
	addJSON(cmd, &f.json)
}

// drawn returns the seed that the flags name, or else a random one. It is never 0.
func (f *measureFlags) drawn() uint64 {
	for f.seed == 0 {
		f.seed = rand.Uint32()
	}
	return uint64(f.seed)
}

// check refuses flags that cannot work, before anything is measured.
func (f *measureFlags) check(against bool) error {
	switch {
	case f.count < 0 || f.count > 10000:
		return fmt.Errorf("--count %d: give a number of samples between 1 and 10000", f.count)
	case f.out == "":
		return nil
	}
	if err := outcome.Writable("--out", f.out); err != nil {
		return err
	}
	paths := []string{f.out}
	if against {
		paths = append(paths, sampling.BasePath(f.out))
	}
	for i, path := range paths {
		if _, err := os.Lstat(path); err == nil {
			if i > 0 {
				path += ", where --against records the other commit,"
			}
			return fmt.Errorf("--out %s: %s is there already; remove it, or choose another name", f.out, path)
		}
	}
	return nil
}

// newSession opens a session that measures the selected solutions.
func (a *app) newSession(ctx context.Context, f measureFlags, s *pick.Picked) (*sampling.Session, error) {
	entries, err := sampling.Selected(s)
	if err != nil {
		return nil, err
	}
	session := &sampling.Session{Root: s.Root(), Package: f.pack != "", Jobs: runtime.NumCPU(),
		Count: f.count, Out: f.out, Entries: entries, Seed: f.drawn()}
	tools, err := a.open(ctx, "")
	if err != nil {
		return nil, err
	}
	if err := a.derive(ctx, session.Judged(), tools); err != nil {
		return nil, err
	}
	session.Sandbox, session.Cache = tools.Sandbox, tools.Cache
	session.Machine = sampling.ThisMachine(ctx, tools.Sandbox.Name())
	session.Note = func(note string) { a.say("note: %s", note) }
	if f.count > 0 {
		warnOf(a.stderr, health.Timing())
	}
	if f.count > 0 && f.count < compare.MinSamples {
		a.say("warning: with fewer than %d samples there is no 95%% interval", compare.MinSamples)
	}
	return session, nil
}

// measured runs a session and shows its progress. If the session ends early, the error carries the exit status.
func (a *app) measured(ctx context.Context, session *sampling.Session) (records [sampling.Sides]*record.Record,
	err error) {
	observe, clear := a.progress()
	defer clear()
	note := session.Note
	session.Observe = observe
	session.Note = func(text string) { clear(); note(text) }
	records, err = session.Run(ctx)
	return records, endedEarly(err, session.Paths(), ctx.Err() != nil)
}

// originOf returns the checkout's state and the programs of a measurement, for the JSON document.
func (a *app) originOf(ctx context.Context, f measureFlags, session *sampling.Session) reports.Origin {
	origin := reports.Origin{State: stateOf(ctx, f.json, f.pack, grade.Files(session.Judged())...)}
	for _, e := range session.Entries {
		program := reports.IdentityOf(e.Problem, e.Submission)
		program.Source = a.picker.Display(program.Source)
		origin.Programs = append(origin.Programs, program)
	}
	return origin
}

// interruptedEarly returns the error of a measurement that was interrupted before the first sample.
func interruptedEarly() error {
	return exitError{Status: statusInterrupted, Err: errors.New("interrupted before the first sample; nothing is " +
		"recorded")}
}

// endedEarly returns the error of an unfinished session, with its exit status. The error says how far the session came
// and what is kept.
func endedEarly(err error, kept []string, interrupted bool) error {
	var refused *sampling.RefusedError
	var stopped *sampling.InterruptedError
	var short *sampling.ShortError
	switch {
	case err == nil:
		return nil
	case interrupted && !errors.As(err, &stopped):
		return interruptedEarly()
	case errors.As(err, &refused):
		return exitError{Status: statusUnexpected, Err: refused}
	case errors.As(err, &short):
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("--time: %w; inputs and programs that were made "+
			"are kept, so the same command gets further next time", short)}
	case errors.Is(err, sampling.ErrNothing):
		return err
	case !errors.As(err, &stopped):
		return buildFailed(err)
	}
	held := "nothing is kept, because --out FILE was not given"
	switch {
	case stopped.Taken == 0:
		held = "nothing is recorded"
	case len(kept) == 1:
		held = kept[0] + " holds them"
	case len(kept) > 1:
		held = strings.Join(kept, " and ") + " hold them"
	}
	var failed sampling.FailedError
	switch {
	case interrupted:
		err := fmt.Errorf("interrupted after %s; %s", stopped.Samples(), held)
		if len(kept) > 0 && stopped.Taken > 0 {
			err = advisedError{fmt.Errorf("%w; measure again with another --out FILE", err)}
		}
		return exitError{Status: statusInterrupted, Err: err}
	case errors.As(err, &failed):
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%w (%s)", err, held)}
	}
	return judgeFailed(fmt.Errorf("%w (%s)", err, held))
}
