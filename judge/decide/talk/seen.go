package talk

import (
	"os"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// How long programs must be seen to wait for each other until that counts as a deadlock, and how long one must use no
// CPU time to count as waiting where its threads are not seen.
const (
	deadlockTime = 500 * time.Millisecond
	quietTime    = 2 * time.Second
)

// seen is what the sandbox has reported of a running program.
type seen struct {
	last     sandbox.State
	quiet    time.Duration // since when it has used next to no CPU time
	quietCPU time.Duration // what it had used then
}

func (s *seen) add(state sandbox.State) {
	const nextToNone = quietTime / 50
	if state.CPU-s.quietCPU > nextToNone {
		s.quiet, s.quietCPU = state.At, state.CPU
	}
	s.last = state
}

// waits reports whether the program was seen to wait for the other one at some time after that.
func (s *seen) waits(after time.Duration) bool {
	return (s.last.Reads || s.last.Writes) && s.last.At > after
}

// rests is waits by what is known of any program: it has used next to no CPU time since then.
func (s *seen) rests(after, now time.Duration) bool { return now-max(after, s.quiet) > quietTime }

// deadlocked reports whether two programs have waited for each other, in the same way and at the same time, since
// nothing more was on its way between them.
func deadlocked(a, b *seen, moved time.Duration) (is, full bool) {
	from := max(a.last.Since, b.last.Since, moved)
	to := min(a.last.At, b.last.At)
	if a.last.Since == 0 || b.last.Since == 0 || to-from < deadlockTime {
		return false, false
	}
	reads, writes := a.last.Reads && b.last.Reads, a.last.Writes && b.last.Writes
	return reads || writes, !reads
}

// A sighting is a state of one of the two programs.
type sighting struct {
	of    *seen
	state sandbox.State
}

// watch returns the pipe through which the sandbox tells the states of a program, and sends them on until it is closed.
func watch(of *seen, to chan<- sighting, over <-chan struct{}) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	go func() {
		defer r.Close()
		for {
			state, err := sandbox.ReadState(r)
			if err != nil {
				return
			}
			select {
			case to <- sighting{of, state}:
			case <-over:
			}
		}
	}()
	return w, nil
}
