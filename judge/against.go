package main

import (
	"context"
	"io"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/tell/lab"
)

// benchAgainst measures another commit's solutions in turns with today's, until it is known which are slower.
func (a *app) benchAgainst(ctx context.Context, f benchFlags, session *sampling.Session) error {
	threshold := f.threshold / 100
	session.Time = f.time
	if f.rounds {
		session.Most = f.count
	}
	session.Decided = func(solutions int, now, base []record.Sample) bool {
		return compare.Decided(solutions, now, base, threshold)
	}
	remove, err := session.Against(ctx, f.against)
	switch {
	case err != nil && ctx.Err() != nil:
		return interruptedEarly()
	case err != nil:
		return err
	}
	defer remove()
	records, err := a.measured(ctx, session)
	if err != nil {
		return err
	}
	now, base := records[sampling.Now], records[sampling.Base]
	turns := compare.InTurns(base, now, compare.TurnsOptions{Threshold: threshold})
	if err := lab.Turns(a.rows(f.json), turns, a.colored()); err != nil {
		return judgeFailed(err)
	}
	origin := a.originOf(ctx, f.measureFlags, session)
	if err := a.writeJSON(f.json, func(w io.Writer) error { return lab.TurnsJSON(w, turns, origin) }); err != nil {
		return err
	}
	a.say("compared %s with %s", now.Path, base.Path)
	a.sayRecorded(f, session)
	if turns.Regressions() || f.strict && len(turns.Undecided()) > 0 {
		return exitError{Status: statusUnexpected}
	}
	return nil
}
