// Package reply is what a worker sends back for a submission, and how large that may be.
//
//	content, err := reply.Write(reply.Reply{Submission: s, Measures: box.Measures()})
//	r, err := reply.Read(content)
package reply

import (
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/spread/bounded"
)

// Reply is what a worker sends back for a submission.
type Reply struct {
	Submission grade.Submission
	Measures   sandbox.Measures // how its figures were taken
}

// The bounds on a reply, in bytes as it travels and in memory.
const (
	Most       = 64 << 20
	mostMemory = 4 * Most
)

// Write is a reply as bytes.
func Write(r Reply) ([]byte, error) { return bounded.Write(r) }

// Read reads what Write has written, or what somebody has sent instead.
func Read(content []byte) (r Reply, err error) {
	err = bounded.Read(content, mostMemory, &r)
	return r, err
}
