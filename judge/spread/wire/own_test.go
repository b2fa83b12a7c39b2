package wire

import (
	"testing"

	"github.com/nats-io/nats.go"
)

// TestVouched: only what was published to the stream of offers itself is vouched for.
func TestVouched(t *testing.T) {
	for name, test := range map[string]struct {
		header nats.Header
		want   bool
	}{
		"published":              {nats.Header{expectedStream: {"KV_judge-workers"}}, true},
		"without a stream":       {nats.Header{}, false},
		"to another":             {nats.Header{expectedStream: {ResultStream}}, false},
		"an answer of the store": {nats.Header{expectedStream: {"KV_judge-workers"}, copied: {"KV_judge-workers"}}, false},
	} {
		if err := vouched(test.header); (err == nil) != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOwnSubjects: the key in whose name something is, and its run and place, are read from the subject.
func TestOwnSubjects(t *testing.T) {
	for _, key := range []string{"", "m1", "7"} {
		for _, subject := range []string{ResultSubject("r", 3), ProgressSubject("r", 3)} {
			subject = OwnSubject(subject, key)
			run, place, err := Place(subject)
			if run != "r" || place != 3 || err != nil || KeyOf(subject) != key {
				t.Errorf("%s: run %q, place %d, %v, key %q", subject, run, place, err, KeyOf(subject))
			}
		}
	}
	if key := KeyOf(WorkSubject("need", "r", 3)); key != "" {
		t.Errorf("work is in the name of %q", key)
	}
}
