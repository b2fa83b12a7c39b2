package sandbox

import (
	"bytes"
	"io"
	"testing"
)

// A state goes through a pipe and comes out as it was.
func TestState(t *testing.T) {
	want := []State{{At: 5, CPU: 3, Since: 2}, {At: 6}, {InputClosed: true},
		{OutputClosed: true}, {}}
	var pipe bytes.Buffer
	for _, s := range want {
		pipe.Write(s.Encode())
	}
	for _, s := range want {
		if got, err := ReadState(&pipe); got != s || err != nil {
			t.Errorf("got %+v, %v, want %+v", got, err, s)
		}
	}
	if _, err := ReadState(&pipe); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// FuzzReadState: of whatever comes through the pipe, each state is read as it would be written, and half a state is an
// error.
func FuzzReadState(f *testing.F) {
	f.Add(State{At: 5, CPU: 3, Since: 2}.Encode())
	f.Add([]byte("half a state"))
	f.Fuzz(func(t *testing.T, text []byte) {
		in := bytes.NewReader(text)
		read := 0
		for {
			s, err := ReadState(in)
			if err != nil {
				if whole := len(text)%stateBytes == 0; whole != (err == io.EOF) || read != len(text)/stateBytes {
					t.Errorf("%d states of %d bytes, and then %v", read, len(text), err)
				}
				return
			}
			read++
			if again, err := ReadState(bytes.NewReader(s.Encode())); again != s || err != nil {
				t.Errorf("%+v is written and read as %+v, %v", s, again, err)
			}
		}
	})
}
