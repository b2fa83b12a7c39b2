package main

import (
	"errors"
	"fmt"
	"testing"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/measure/sampling"
)

// TestEnded: how an unfinished measurement ends, and what it says about its samples.
func TestEnded(t *testing.T) {
	odd := sampling.FailedError("p/dlx sample/1 failed")
	full := errors.New("disk full")
	tests := []struct {
		kept        []string
		taken       int
		cause       error
		interrupted bool
		status      int
		want        string
	}{
		{nil, 4, full, true, 130, "interrupted after 4 of 240 samples; nothing is kept, because --out FILE was not given"},
		{[]string{"a.txt"}, 4, full, true, 130, "interrupted after 4 of 240 samples; a.txt holds them; measure again " +
			"with another --out FILE"},
		{[]string{"a.txt", "a-base.txt"}, 4, full, true, 130, "interrupted after 4 of 240 samples; a.txt and " +
			"a-base.txt hold them; measure again with another --out FILE"},
		{[]string{"a.txt", "a-base.txt"}, 0, full, true, 130,
			"interrupted after 0 of 240 samples; nothing is recorded"},
		{[]string{"a.txt"}, 4, full, false, 3, "stopped after 4 of 240 samples: disk full (a.txt holds them)"},
		{[]string{"a.txt"}, 0, odd, false, 1, "stopped after 0 of 240 samples: p/dlx sample/1 failed (nothing is " +
			"recorded)"},
	}
	for _, test := range tests {
		err := endedEarly(&sampling.InterruptedError{Taken: test.taken, Planned: 240, Cause: test.cause}, test.kept,
			test.interrupted)
		var ended exitError
		if !errors.As(err, &ended) || ended.Status != test.status || ended.Error() != test.want {
			t.Errorf("%q kept, %d taken: status %d, %v; want status %d, %s", test.kept, test.taken, ended.Status, err,
				test.status, test.want)
		}
	}
}

// TestJoinedErrors: an error that is joined to one with a status is printed, too.
func TestJoinedErrors(t *testing.T) {
	short, chart := exitError{Status: statusUnexpected, Err: errors.New("the time was over")}, errors.New("disk full")
	for _, test := range []struct {
		err  error
		want string
	}{
		{short, "1 the time was over"}, {errors.Join(chart, nil, short), "1 disk full\nthe time was over"},
		{errors.Join(nil, exitError{Status: statusUnexpected}), "1 <nil>"}, {chart, "2 disk full"},
	} {
		status, message := exit.StatusOf(t.Context(), test.err)
		if got := fmt.Sprint(status, " ", message); got != test.want {
			t.Errorf("%v: got %q, want %q", test.err, got, test.want)
		}
	}
}
