package sandbox

import (
	"encoding/binary"
	"io"
	"time"
)

// State is a snapshot of a running program. At and Since are times on the machine's monotonic clock, which all
// processes share.
type State struct {
	At  time.Duration // when the snapshot was taken
	CPU time.Duration // CPU time that all its processes have used so far

	// Since is the time since which every thread of the program is known to sleep. It is 0 unless every thread sleeps
	// in read, write or a wait for another thread or process, without a timeout. At least one reads or writes a pipe.
	Since  time.Duration
	Asleep bool // whether every thread of the program slept at the time At, in any call

	// whether all processes of the program have closed the pipe of its standard input, and that of its standard output
	InputClosed, OutputClosed bool
}

// Encode encodes the state in so few bytes that a pipe takes all of them in one write.
func (s State) Encode() []byte {
	text, _ := binary.Append(nil, binary.LittleEndian, s) // cannot fail: State has a fixed size
	return text
}

// ReadState reads a state. The error is io.EOF at the end of the pipe.
func ReadState(r io.Reader) (s State, err error) {
	err = binary.Read(r, binary.LittleEndian, &s)
	return s, err
}
