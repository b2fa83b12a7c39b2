package exit

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Context prepares a process, and returns the context of its command. The first signal that asks the process to end
// ends the context; the second one ends the process.
func Context() context.Context {
	// A umask that removes rights of this user would leave files that cannot be read and programs that cannot be run.
	syscall.Umask(syscall.Umask(0o077) &^ 0o700)
	// If the reader of standard output is gone, writing fails and the exit status reports it. SIGPIPE must not end this
	// process, because folders and cgroups would be left behind. It is caught, not ignored, because child processes
	// would inherit an ignored signal.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // by nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx
}

// StatusOf returns the exit status for the error that ended a command, and the error to print.
func StatusOf(ctx context.Context, err error) (status int, message error) {
	var ended Error
	switch {
	case err == nil:
		return 0, nil
	case errors.As(err, &ended):
		return ended.Status, Message(err)
	case ctx.Err() != nil && errors.Is(err, context.Canceled): // a signal came before there were results
		return Interrupted, nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.ENOMEM):
		return Judge, err
	}
	return Usage, err
}
