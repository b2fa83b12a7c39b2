package worker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestClosedEarly: a worker whose connection is closed for good before it takes work, as by the withdrawal of its key,
// ends and says so: at its first question, and while it finds that it cannot judge.
func TestClosedEarly(t *testing.T) {
	for name, change := range map[string]func(*worker){
		"before it asks":  func(w *worker) { w.Conn.NC.Close() },
		"while it is ill": func(w *worker) { w.Test = ill(w) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCluster(t, steady)
			r := c.work(offer("m1"), nil, change)
			select {
			case err := <-r.ended:
				if err == nil || !strings.Contains(err.Error(), "the cluster has closed the connection") {
					t.Errorf("it ended with %v", err)
				}
				r.ended <- nil
			case <-time.After(limit):
				t.Error("it does not end")
			}
		})
	}
}

// ill is a machine that can never judge, and loses its connection for good when it finds that.
func ill(w *worker) func(context.Context) error {
	return func(context.Context) error {
		w.Conn.NC.Close()
		return errors.New("no room for work")
	}
}
