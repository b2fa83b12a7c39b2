package main

import (
	"errors"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
)

// again is the command line of this call, as a shell takes it, with a flag set to another value; "" for none. What
// stands after -- are arguments.
func (a *app) again(flag, value string) string {
	args, rest := slices.Clone(a.args), []string(nil)
	if i := slices.Index(args, "--"); i >= 0 {
		args, rest = args[:i:i], args[i:]
	}
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
	return "judge" + legible.Words(append(args, rest...)...)
}

// wayOn is an error of an interrupted command that says how to go on.
type wayOn struct{ error }

// interrupted is how a command ends that a signal has stopped: what was done, and how to go on.
func (a *app) interrupted(done, how string) error {
	if done != "" {
		done += "; "
	}
	return exitError{Status: statusInterrupted, Err: wayOn{errors.New("interrupted; " + done + how)}}
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
	if status != statusInterrupted || errors.As(err, new(wayOn)) {
		return err
	}
	said := "interrupted"
	if err != nil {
		said = err.Error()
	}
	return errors.New(said + "; start again with: " + a.again("", ""))
}
