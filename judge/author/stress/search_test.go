package stress

import (
	"context"
	"testing"
	"time"
)

// A finding counts even if the time is over while an earlier test is still running.
func TestFoundWhenTimeEnds(t *testing.T) {
	s := &Session{testers: []*tester{{}, {}}}
	ctx, cancel := context.WithCancel(t.Context())
	later := make(chan bool)
	found, first, undone, err := s.inOrder(ctx, 4, 9, func(_ *tester, i uint64) (*Finding, error) {
		if i == 4 {
			<-later
			cancel()
			return nil, ctx.Err()
		}
		close(later)
		return &Finding{Test: i}, nil
	})
	if found == nil || found.Test != 5 || first != 5 || undone != 4 || err != nil {
		t.Errorf("found %v as test %d, error %v, test %d undone", found, first, err, undone)
	}
}

// After a finding in a conversation, a command that always makes the same input is not run again.
func TestKeepSearchingEnds(t *testing.T) {
	s := &Session{commands: make([]Command, 1)}
	s.testers, s.stats.Next = []*tester{{Session: s}}, 1
	start := time.Now()
	s.keepSearching(t.Context(), &Finding{})
	if time.Since(start) >= longer {
		t.Error("the search went on")
	}
}
