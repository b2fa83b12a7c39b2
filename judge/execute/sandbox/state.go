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

	// Since is when the last thread of the program fell asleep, if each sleeps in read, write or a wait for the
	// program's threads or processes, and at least one in read or write. Else it is 0.
	Since  time.Duration
	Asleep bool // all threads of the program slept at At, in whatever call: none ran or waited for a CPU

	// whether all processes of the program have closed the pipe for its standard input, or output
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
