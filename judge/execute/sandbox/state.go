package sandbox

import (
	"encoding/binary"
	"io"
	"time"
)

// State is a snapshot of a running program. Times are on the machine's monotonic clock, which all processes share.
type State struct {
	At  time.Duration // when the snapshot was taken
	CPU time.Duration // used so far by all its processes

	// Since is when the last thread of the program fell asleep: one of them in read or write, the others waiting for
	// threads or processes of the program. It is 0 if any thread was awake at At.
	Since  time.Duration
	Asleep bool // all threads of the program slept at At, in whatever call: none ran or waited for a CPU

	// whether no process of the program has the pipe for its standard input, or for its output, open any more
	InputClosed, OutputClosed bool
}

// Encode returns the state as bytes, few enough for a pipe to take in one write.
func (s State) Encode() []byte {
	text, _ := binary.Append(nil, binary.LittleEndian, s) // cannot fail: State has a fixed size
	return text
}

// ReadState reads a state. The error is io.EOF at the end of the pipe.
func ReadState(r io.Reader) (s State, err error) {
	err = binary.Read(r, binary.LittleEndian, &s)
	return s, err
}
