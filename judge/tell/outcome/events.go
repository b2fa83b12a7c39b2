package outcome

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/report"
)

// AddEvents adds the flag --events.
func AddEvents(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "events", "", "write results as they come to `FILE`, a JSON line each (- for standard "+
		"output, in place of the rows)")
}

// CheckEvents refuses what cannot be written beside the other reports, before anything is judged.
func CheckEvents(events, json string) error {
	switch {
	case events == "":
		return nil
	case events == "-" && json == "-":
		return errors.New("--events - and --json -: standard output is for one of them; name a file for the other")
	case json != "" && filepath.Clean(events) == filepath.Clean(json):
		return fmt.Errorf("--events and --json: both name %s; name two files", events)
	}
	return Writable("--events", events)
}

// Events writes results as they come, a line of JSON each. Who judges never waits for it: lines are written by a
// goroutine of their own, each with one call, so a reader sees whole lines. If the reader goes away, the rest is
// dropped. A nil one writes nothing.
type Events struct {
	path  string
	begun time.Time
	named func(path string) string // how a document names a file

	mu      sync.Mutex
	added   sync.Cond // a line was added, or the last one
	lines   [][]byte
	last    bool
	written int
	err     error // of the first line that could not be written
	done    chan struct{}
	opened  chan struct{}
}

// OpenEvents opens the file, a pipe, or for - standard output; for "" it returns nil. A pipe is opened when somebody
// reads from it.
//
// Named says how the lines name files.
func OpenEvents(path string, stdout io.Writer, named func(path string) string) (*Events, error) {
	if path == "" {
		return nil, nil
	}
	e := &Events{path: path, begun: time.Now(), named: named, done: make(chan struct{}), opened: make(chan struct{})}
	e.added.L = &e.mu
	open := func() (io.WriteCloser, error) { return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644) }
	if path == "-" {
		open = func() (io.WriteCloser, error) { return unclosed{stdout}, nil }
	} else if info, err := os.Stat(path); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		f, err := open()
		if err != nil {
			return nil, fmt.Errorf("--events %s: it cannot be written: %w", path, err)
		}
		open = func() (io.WriteCloser, error) { return f, nil }
	}
	go e.write(open)
	return e, nil
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// write writes the lines until the last one, or until one cannot be written.
func (e *Events) write(open func() (io.WriteCloser, error)) {
	defer close(e.done)
	w, err := open()
	close(e.opened)
	if err != nil {
		e.fail(err)
		return
	}
	for {
		line := e.next()
		if line == nil {
			break
		}
		if _, err := w.Write(line); err != nil {
			e.fail(err)
			w.Close()
			return
		}
		e.mu.Lock()
		e.written++
		e.mu.Unlock()
	}
	if err := w.Close(); err != nil {
		e.fail(err)
	}
}

// next waits for a line. It is nil after the last one.
func (e *Events) next() []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.lines) == 0 && !e.last {
		e.added.Wait()
	}
	if len(e.lines) == 0 {
		return nil
	}
	line := e.lines[0]
	e.lines = e.lines[1:]
	return line
}

func (e *Events) fail(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.err, e.lines = err, nil
}

func (e *Events) add(line []byte, last bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil && !e.last {
		e.lines = append(e.lines, line)
	}
	e.last = e.last || last
	e.added.Signal()
}

// Listener is what grade.Judge tells results to; nil for no events.
func (e *Events) Listener() grade.Listener {
	if e == nil {
		return nil
	}
	return e
}

// Begin writes the first line.
func (e *Events) Begin(r report.Run) {
	if e != nil {
		e.add(report.BeginEvent(r), false)
	}
}

// Test writes the line of a test.
func (e *Events) Test(problem, submission string, t grade.Test) {
	t.InputFile = e.named(t.InputFile)
	e.add(report.TestEvent(problem, submission, t), false)
}

// Submission writes the line of a submission.
func (e *Events) Submission(s grade.Submission) {
	s.Source = e.named(s.Source)
	e.add(report.SubmissionEvent(s), false)
}

// patience is how long to wait, after the end, for somebody who has not yet begun to read, or after an interrupt for
// somebody who reads slowly.
const patience = time.Second

// End writes the last line, waits until all are written, and returns what the reader has missed: a note, if it went
// away or never came, or an error. Judged is the error of judging, nil if there are results.
func (e *Events) End(ctx context.Context, r grade.Results, judged error) (note string, err error) {
	if e == nil {
		return "", nil
	}
	failed := ""
	if judged != nil && !r.Interrupted && ctx.Err() == nil {
		failed = judged.Error()
	}
	e.add(report.EndEvent(time.Since(e.begun), r.Interrupted || ctx.Err() != nil, len(r.Submissions), r.Unexpected(),
		failed), true)
	select {
	case <-e.opened:
	case <-time.After(patience):
		return fmt.Sprintf("note: --events %s: nobody has read from this pipe", e.path), nil
	}
	select {
	case <-e.done:
	case <-after(ctx, patience):
		return fmt.Sprintf("note: --events %s: its reader has not read all lines", e.path), nil
	}
	switch {
	case e.err == nil:
		return "", nil
	case errors.Is(e.err, syscall.EPIPE):
		return fmt.Sprintf("note: --events %s: its reader has gone after %d lines", e.path, e.written), nil
	}
	return "", fmt.Errorf("--events %s: %w", e.path, e.err)
}

// after is closed so long after ctx is done.
func after(ctx context.Context, wait time.Duration) <-chan struct{} {
	over := make(chan struct{})
	context.AfterFunc(ctx, func() { time.AfterFunc(wait, func() { close(over) }) })
	return over
}
