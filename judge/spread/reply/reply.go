// Package reply is what a worker sends back for a submission, and how large that may be.
//
//	content, err := reply.Write(reply.Reply{Submission: s, Measures: box.Measures()})
//	r, err := reply.Read(content)
package reply

import (
	"fmt"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/spread/bounded"
)

// Reply is what a worker sends back for a submission.
type Reply struct {
	Submission grade.Submission
	Measures   sandbox.Measures // how its figures were taken
	// Texts are what was said on each test, in order, or printed, if the work asks for it: nil for a test without any.
	Texts []*string
}

// The bounds on a reply, in bytes as it travels and in memory, and on its texts together, which leaves room for the
// rest.
const (
	Most       = 64 << 20
	mostMemory = 4 * Most
	MostTexts  = 48 << 20
)

// Write is a reply as bytes. Texts that have no room beside the rest are left out, which they say.
func Write(r Reply) ([]byte, error) {
	content, err := bounded.Write(r)
	if len(content) <= Most || r.Texts == nil {
		return content, err
	}
	texts := make([]*string, len(r.Texts))
	for i, text := range r.Texts {
		if text != nil {
			texts[i] = &cut
		}
	}
	r.Texts = texts
	return bounded.Write(r)
}

// Read reads what Write has written, or what somebody has sent instead.
func Read(content []byte) (r Reply, err error) {
	if err = bounded.Read(content, mostMemory, &r); err != nil {
		return r, err
	}
	size := 0
	for _, text := range r.Texts {
		if text != nil {
			size += len(*text)
		}
	}
	if most := MostTexts + len(r.Texts)*len(cut); size > most {
		return r, fmt.Errorf("its texts have %d bytes, and may have %d", size, most)
	}
	return r, nil
}
