package server

import (
	"errors"
	"fmt"
	"io/fs"
)

// complaints are the errors that the embedded server logs. Two matter, the first of each: why it did not start, and
// that it can no longer write its store. After the latter it goes on running and does not answer those who publish.
type complaints struct {
	fatal chan error
	disk  chan error
}

func newComplaints() *complaints { return &complaints{make(chan error, 1), make(chan error, 1)} }

// Fatalf keeps the reason that the server does not start. The server expects the program to end here.
func (c *complaints) Fatalf(format string, v ...any) {
	err := fmt.Errorf(format, v...)
	for _, value := range v {
		if cause, ok := value.(error); ok {
			err = cause // unformatted, so that errors.Is works
		}
	}
	first(c.fatal, err)
}

// Errorf keeps errors of files.
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
