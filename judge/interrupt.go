package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
)

// again returns the command line of this call, quoted for a shell, with a flag set to another value. If flag is "", no
// flag changes. Nothing after "--" changes, because everything there is an argument.
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

// advisedError is an error of an interrupted command. Its message already says how to continue.
type advisedError struct{ error }

// interrupted returns the error of a command that a signal has stopped. The message says what was done and how to
// continue. If how is "", the message says to start again.
func (a *app) interrupted(done, how string) error {
	if done != "" {
		done += "; "
	}
	how = cmp.Or(how, "start again with: "+a.again("", ""))
	return exitError{Status: statusInterrupted, Err: advisedError{errors.New("interrupted; " + done + how)}}
}

// stopped makes the error of an interrupted run say how to continue. It returns other errors unchanged.
func (a *app) stopped(o grade.Options, err error) error {
	var ended exitError
	if !errors.As(err, &ended) || ended.Status != statusInterrupted || ended.Err != nil {
		return err
	}
	if o.CachedResults == nil || o.CachedResults.Fresh {
		return a.interrupted("", "")
	}
	return a.interrupted("the results of finished tests are kept", "continue with: "+a.again("", ""))
}

// adviseRestart makes the error of an interrupted command say how to start again. It returns an error that already says
// how to continue, and any other error, unchanged.
func (a *app) adviseRestart(status int, err error) error {
	if status != statusInterrupted || errors.As(err, new(advisedError)) {
		return err
	}
	message := "interrupted"
	if err != nil {
		message = err.Error()
	}
	return errors.New(message + "; start again with: " + a.again("", ""))
}
