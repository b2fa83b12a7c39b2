package parcel

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// failing is a bucket that does not answer as it should for some times, and then takes all.
type failing struct {
	jetstream.KeyValue
	fail  func(ctx context.Context) error
	times int
	tried int
}

func (f *failing) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	if f.tried++; f.tried > f.times {
		return 1, nil
	}
	return 0, f.fail(ctx)
}

// TestRetry: a block that is lost on its way is sent again, alone; what the server refuses is not. Time passes at once
// here.
func TestRetry(t *testing.T) {
	stall := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	refuse := &jetstream.APIError{Code: 400, Description: "no"}
	for name, test := range map[string]struct {
		bucket failing
		tried  int
		want   error
		within time.Duration
	}{
		"lost": {failing{fail: func(context.Context) error { return nats.ErrTimeout }, times: 2}, 3, nil,
			2 * time.Second},
		"stalled": {failing{fail: stall, times: 1}, 2, nil, patience + time.Second},
		"always": {failing{fail: stall, times: 100}, len(pauses), context.DeadlineExceeded,
			time.Duration(len(pauses)+1) * patience},
		"refused": {failing{fail: func(context.Context) error { return refuse }, times: 100}, 1, refuse, 0},
		"no leader now": {failing{fail: func(context.Context) error { return &jetstream.APIError{Code: 503} },
			times: 1}, 2, nil, time.Second},
		"busy": {failing{fail: func(context.Context) error { return &jetstream.APIError{Code: 429} },
			times: 2}, 3, nil, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				_, err := PutContent(t.Context(), &test.bucket, []byte("content"))
				if !errors.Is(err, test.want) || test.bucket.tried != test.tried || time.Since(began) > test.within {
					t.Errorf("%v after %d attempts in %v", err, test.bucket.tried, time.Since(began))
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := PutContent(ctx, &failing{fail: stall, times: 100}, []byte("content"))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it goes on after its context has ended: %v", err)
		}
	})
}
