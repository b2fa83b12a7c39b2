package stress

import (
	"context"
	"math"
	"testing"
)

// A finding counts even if the time is over while an earlier test is still running.
func TestFoundWhenTimeEnds(t *testing.T) {
	q := &queue{session: &Session{}, first: math.MaxUint64, cut: math.MaxUint64}
	found := &Finding{}
	q.done(5, found, Outcome{}, nil)
	q.done(4, nil, Outcome{}, context.DeadlineExceeded)
	if q.found != found || q.first != 5 || q.err != nil || q.cut != 4 {
		t.Errorf("found %v as test %d, error %v, cut at %d", q.found, q.first, q.err, q.cut)
	}
}
