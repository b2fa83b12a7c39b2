// Package exit defines the exit statuses of commands, and errors that carry a status.
package exit

import (
	"errors"
	"fmt"
)

// The exit statuses of every command. Status 0 means that all is as expected.
const (
	Unexpected  = 1   // an unexpected verdict, or a regression
	Usage       = 2   // a wrong flag or argument, or a file that cannot be used
	Judge       = 3   // the judge itself failed
	Interrupted = 130 // stopped by a signal; shells report this for Ctrl-C
	Unread      = 141 // nobody reads standard output; shells report this for SIGPIPE
)

// Error ends a command with a status. If Err is nil, no message is printed.
type Error struct {
	Status int
	Err    error
}

func (e Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit status %d", e.Status)
	}
	return e.Err.Error()
}

func (e Error) Unwrap() error { return e.Err }

// Message returns what to print about an error. For an error with a status, that is only its cause; other errors that
// are joined to it are printed as well.
func Message(err error) error {
	var ended Error
	if joined, several := err.(interface{ Unwrap() []error }); several {
		var all []error
		for _, each := range joined.Unwrap() {
			all = append(all, Message(each))
		}
		return errors.Join(all...)
	}
	if errors.As(err, &ended) {
		return ended.Err
	}
	return err
}

// Of returns the exit status of a command. If nobody read the command's output, Of replaces 0 and Unexpected with
// Unread, but keeps the other statuses.
func Of(status int, unread bool) int {
	if unread && status <= Unexpected {
		return Unread
	}
	return status
}

// Decide returns the error that ends a command, or nil if all is well. Only this function ranks what can happen; "judge
// help verdicts" shows the same order. failed is set if the judge or a tool failed on a test that counts, and found if
// there is a finding or an unexpected verdict. The error why may be nil. After a finding, it is printed, but the status
// stays Unexpected.
func Decide(interrupted, failed, found bool, why error) error {
	switch {
	case interrupted:
		return Error{Interrupted, why}
	case failed:
		return Error{Judge, why}
	case found:
		return Error{Unexpected, why}
	}
	return why
}

// Failed marks err as the judge's own failure; any unmarked error is the user's to fix.
func Failed(err error) error { return Error{Judge, err} }
