package sandbox

import (
	"bytes"
	"io"
	"testing"
)

func TestState(t *testing.T) {
	want := []State{{At: 5, CPU: 3, Since: 2}, {At: 6, Asleep: true}, {InputClosed: true},
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
