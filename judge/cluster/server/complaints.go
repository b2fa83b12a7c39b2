package server

import (
	"fmt"
	"sync"
)

// complaints are what the server inside logs, of which only the last words matter: why it did not start.
type complaints struct {
	mu    sync.Mutex
	first error
}

// Fatalf keeps the first reason. The server has ended its start when it says so, and expects its program to end.
func (c *complaints) Fatalf(format string, v ...any) {
	err := fmt.Errorf(format, v...)
	for _, value := range v {
		if cause, ok := value.(error); ok {
			err = cause // formatted, it can no longer be asked what it is
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.first == nil {
		c.first = err
	}
}

func (c *complaints) fatal() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.first
}

func (c *complaints) Noticef(string, ...any) {}
func (c *complaints) Warnf(string, ...any)   {}
func (c *complaints) Errorf(string, ...any)  {}
func (c *complaints) Debugf(string, ...any)  {}
func (c *complaints) Tracef(string, ...any)  {}
