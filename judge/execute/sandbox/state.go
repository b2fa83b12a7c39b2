package sandbox

import (
	"encoding/binary"
	"io"
	"time"
)

// State is what is seen of a program while it runs. Times are of the machine's monotonic clock, which all processes
// share.
type State struct {
	At  time.Duration // when it was seen
	CPU time.Duration // that all its processes have used so far

	// From Since until At all threads of the program slept, one of them in read or write, the others waiting for
	// threads or processes of the program. 0 if one was awake at At.
	Since time.Duration

	// no process of the program has the pipe open any more that was its standard input, or its standard output
	InputClosed, OutputClosed bool
}

// Encode is a state as it goes through a pipe, which takes so few bytes whole or not at all.
func (s State) Encode() []byte {
	text, _ := binary.Append(nil, binary.LittleEndian, s) // fails for no fixed-size value
	return text
}

// ReadState receives a state. At the end of the pipe the error is io.EOF.
func ReadState(r io.Reader) (s State, err error) {
	err = binary.Read(r, binary.LittleEndian, &s)
	return s, err
}
