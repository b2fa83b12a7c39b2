package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// watchEvery is how often workers are looked at: more often than they say something.
const watchEvery = 2 * time.Second

// gone is why no later look will succeed: the connection is closed for good.
type gone struct{ error }

func (g gone) Unwrap() error { return g.error }

// watchWorkers shows the workers at each tick until ctx is done: on a terminal a table in place of the one before,
// elsewhere a line for each change. A server that does not answer is looked at again, unless it has closed the
// connection for good.
func watchWorkers(ctx context.Context, stdout io.Writer, look func(context.Context) (listing, error),
	ticks <-chan time.Time) error {
	changes := changes{states: make(map[string]string), failures: make(map[wire.Failure]bool)}
	for {
		l, err := look(ctx)
		switch {
		case ctx.Err() != nil:
			return nil // as judge watch ends
		case errors.As(err, new(gone)):
			return err
		case terminal.Moves(stdout):
			if _, err := fmt.Fprint(stdout, "\x1b[H\x1b[2J"); err != nil {
				return exit.Failed(err)
			}
			if err == nil {
				err = printWorkers(stdout, l, version.Judge())
			} else {
				err = terminal.Message(stdout, legible.Lines(usage.Said(err))+"; trying again")
			}
			if err != nil {
				return exit.Failed(err)
			}
		default:
			for _, line := range changes.since(l, err) {
				if _, err := fmt.Fprintln(stdout, line); err != nil {
					return exit.Failed(err)
				}
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticks:
		}
	}
}

// changes tell what is new.
type changes struct {
	states   map[string]string // of workers, with their work
	failures map[wire.Failure]bool
	silent   bool // the server does not answer
}

// since are the lines on what has changed since the last call.
func (c *changes) since(l listing, err error) (lines []string) {
	if silent := err != nil; silent != c.silent {
		if c.silent = silent; silent {
			lines = append(lines, legible.Line(usage.Said(err))+"; trying again")
		} else {
			lines = append(lines, "the server answers again")
		}
	}
	if err != nil {
		return lines
	}
	for _, r := range l.rows {
		state := r.State
		if r.Work != "" && state == live {
			state += ", " + legible.Line(r.Work)
		}
		if r.State == paused {
			state += ": " + legible.Line(r.Paused)
		}
		name := legible.Line(r.Name) + " (key " + r.Key + ")"
		if c.states[name] != state {
			c.states[name] = state
			lines = append(lines, name+" is "+state)
		}
	}
	known := make(map[wire.Failure]bool)
	for _, f := range l.failures {
		if known[f] = true; !c.failures[f] {
			lines = append(lines, "failed: "+failureLine(f))
		}
	}
	c.failures = known
	return lines
}
