package server

import (
	"errors"
	"fmt"
	"io/fs"
)

// complaints are what the server inside logs. Two things matter of it, the first of each: why it did not start, and
// that it can no longer write its store. It goes on then, and says nothing at all to those who publish.
type complaints struct {
	fatal chan error
	disk  chan error
}

func newComplaints() *complaints { return &complaints{make(chan error, 1), make(chan error, 1)} }

// Fatalf has the reason that the server does not start. It expects its program to end.
func (c *complaints) Fatalf(format string, v ...any) {
	err := fmt.Errorf(format, v...)
	for _, value := range v {
		if cause, ok := value.(error); ok {
			err = cause // formatted, it can no longer be asked what it is
		}
	}
	first(c.fatal, err)
}

// Errorf has whatever went wrong: of that, errors of files.
func (c *complaints) Errorf(_ string, v ...any) {
	for _, value := range v {
		var path *fs.PathError
		if err, ok := value.(error); ok && errors.As(err, &path) {
			first(c.disk, err)
		}
	}
}

func first(reasons chan error, err error) {
	select {
	case reasons <- err:
	default:
	}
}

func (c *complaints) Noticef(string, ...any) {}
func (c *complaints) Warnf(string, ...any)   {}
func (c *complaints) Debugf(string, ...any)  {}
func (c *complaints) Tracef(string, ...any)  {}
