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

// stateBytes is the size of a State on its way. A pipe takes so few bytes whole or not at all.
const stateBytes = 4 * 8

// Encode is a state as it goes through a pipe.
func (s State) Encode() (text []byte) {
	flags := uint64(0)
	for i, is := range []bool{s.InputClosed, s.OutputClosed} {
		if is {
			flags |= 1 << i
		}
	}
	for _, word := range []uint64{uint64(s.At), uint64(s.CPU), uint64(s.Since), flags} {
		text = binary.LittleEndian.AppendUint64(text, word)
	}
	return text
}

// ReadState receives a state. At the end of the pipe the error is io.EOF.
func ReadState(r io.Reader) (State, error) {
	var text [stateBytes]byte
	if _, err := io.ReadFull(r, text[:]); err != nil {
		return State{}, err
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(text[8*i:]) }
	return State{
		At: time.Duration(word(0)), CPU: time.Duration(word(1)), Since: time.Duration(word(2)),
		InputClosed: word(3)&1 != 0, OutputClosed: word(3)&2 != 0,
	}, nil
}
