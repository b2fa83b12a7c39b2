package main

import (
	"errors"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
)

// again is the command line of this call, as a shell takes it, with a flag set to another value; "" for none.
func (a *app) again(flag, value string) string {
	args := slices.Clone(a.args)
	if flag != "" {
		i := slices.IndexFunc(args, func(arg string) bool { return arg == flag || strings.HasPrefix(arg, flag+"=") })
		switch {
		case i < 0:
			args = append(args, flag, value)
		case args[i] == flag && i+1 < len(args):
			args[i+1] = value
		default:
			args[i] = flag + "=" + value
		}
	}
	return "judge" + legible.Words(args...)
}

// interrupted is how a command ends that a signal has stopped: what was done, and how to go on.
func (a *app) interrupted(done, wayOn string) error {
	if done != "" {
		done += "; "
	}
	return exitError{Status: statusInterrupted, Err: errors.New("interrupted; " + done + wayOn)}
}

// stopped is an interrupted run, of which the results that are known are kept.
func (a *app) stopped(o grade.Options, err error) error {
	var ended exitError
	if !errors.As(err, &ended) || ended.Status != statusInterrupted || ended.Err != nil {
		return err
	}
	if o.Kept == nil || o.Kept.Fresh {
		return a.interrupted("", "start again with: "+a.again("", ""))
	}
	return a.interrupted("the results of tests that were run are kept", "go on with: "+a.again("", ""))
}

// saysHow is an interrupt with a way on, if the command gives none.
func (a *app) saysHow(status int, err error) error {
	if status != statusInterrupted || err != nil && strings.Contains(err.Error(), " with") {
		return err
	}
	said := "interrupted"
	if err != nil {
		said = err.Error()
	}
	return errors.New(said + "; start again with: " + a.again("", ""))
}
