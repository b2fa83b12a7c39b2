//go:build linux

package contain

import (
	"io"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// The State shows when a program and its children have closed a pipe between two programs, and not before. It also
// shows when all of them sleep.
func TestEnds(t *testing.T) {
	null, err := os.Open(os.DevNull)
	judgetest.Check(t, err)
	defer null.Close()
	eachLevel(t, func(t *testing.T, run func(script string, task sandbox.Task) (sandbox.Result, string)) {
		for script, want := range map[string]sandbox.State{
			"sleep 10":                              {},
			"exec >&-; sleep 10":                    {OutputClosed: true},
			"exec <&-; sleep 10":                    {InputClosed: true},
			"exec <&- >&-; sleep 10":                {InputClosed: true, OutputClosed: true},
			"exec >/dev/null; sleep 10":             {OutputClosed: true},
			"exec 7>&1; exec >&-; sleep 10":         {},
			"sleep 10 & exec >&- </dev/null; wait":  {InputClosed: true}, // sh gives a child in the background no input
			"(sleep 10) | cat >&2; sleep 10":        {},
			"sleep 0.1 & exec >&-; wait; sleep 10":  {OutputClosed: true},
			"sh -c 'sleep 10 >&2' & exec >&-; wait": {},
		} {
			stdin, toIt := pipeOf(t)
			fromIt, stdout := pipeOf(t)
			end := int(stdout.Fd())
			states, watch := pipeOf(t)
			stop, ended := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(ended)
				run(script, sandbox.Task{Stdin: stdin, Stdout: stdout, Watch: watch, Stop: stop})
				watch.Close()
			}()
			count, got := 0, sandbox.State{}
			for ; count < 4 || count < 200 && !(got.Asleep && got.InputClosed == want.InputClosed &&
				got.OutputClosed == want.OutputClosed); count++ {
				s, err := sandbox.ReadState(states)
				if err != nil {
					t.Fatalf("%s: %v after %d states, the last %+v", script, err, count, got)
				}
				if count == 0 { // the program has its own copy; Close would look like a race to the detector
					judgetest.Check(t, unix.Dup3(int(null.Fd()), end, unix.O_CLOEXEC))
				}
				got = s
			}
			if !got.Asleep || got.InputClosed != want.InputClosed || got.OutputClosed != want.OutputClosed {
				t.Errorf("%s: got %+v", script, got)
			}
			if want.OutputClosed {
				if text, err := io.ReadAll(fromIt); len(text) > 0 || err != nil { // would block forever
					t.Errorf("%s: printed %q, %v", script, text, err)
				}
			}
			close(stop)
			<-ended
			for _, file := range []*os.File{stdin, toIt, fromIt, stdout, states} {
				file.Close()
			}
		}
	})
}

func pipeOf(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	judgetest.Check(t, err)
	return r, w
}
