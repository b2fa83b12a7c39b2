package wire_test

import (
	"reflect"
	"testing"
	"time"

	"dlxjudge/judge/spread/wire"
)

// TestWake: what is written is read, and what nobody of this project has written wakes nobody late.
func TestWake(t *testing.T) {
	for _, w := range []wire.Wake{
		{}, {Needs: []string{"a"}}, {Needs: []string{"a", "b"}, Workers: 1000}, {Workers: 7},
	} {
		if got := wire.DecodeWake(w.Encode()); !reflect.DeepEqual(got, w) {
			t.Errorf("%+v is read as %+v", w, got)
		}
	}
	for text, want := range map[string]wire.Wake{
		"a b":                        {Needs: []string{"a", "b"}}, // of a client that says no number
		" @ a":                       {Needs: []string{"a"}},
		"a @-5":                      {Needs: []string{"a"}},
		"@x a @99999999999999999999": {Needs: []string{"a"}},
	} {
		if got := wire.DecodeWake([]byte(text)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v, want %+v", text, got, want)
		}
	}
	const most = 2 * time.Second
	for workers, want := range map[int]time.Duration{
		-1 << 63: 0, 0: 0, 1: time.Millisecond, 1000: time.Second, 5000: most, 1<<63 - 1: most,
	} {
		if got := wire.Within(workers); got != want {
			t.Errorf("%d workers ask within %v, want %v", workers, got, want)
		}
	}
}
