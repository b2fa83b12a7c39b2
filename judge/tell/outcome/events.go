package outcome

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/report"
)

// Events writes each result as it comes: one line of JSON in one call, so that a reader sees whole lines. If the reader
// of a pipe goes away, the rest is dropped. A nil Events writes nothing.
type Events struct {
	path  string
	begun time.Time
	named func(path string) string // how a document names a file
	close func() error

	mu      sync.Mutex
	w       io.Writer
	written int
	err     error // of the first line that could not be written
}

// OpenEvents opens the file. It waits for the reader of a pipe; "-" is standard output; for "" it returns nil. The
// function named says how the lines name files.
func OpenEvents(path string, stdout io.Writer, named func(path string) string) (*Events, error) {
	e := &Events{path: path, begun: time.Now(), named: named, w: stdout, close: func() error { return nil }}
	switch path {
	case "":
		return nil, nil
	case "-":
		return e, nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, fmt.Errorf("--events %s: cannot be written: %w", path, err)
	}
	e.w, e.close = file, file.Close
	return e, nil
}

// add writes a line, unless an earlier one could not be written.
func (e *Events) add(line []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil {
		return
	}
	if _, e.err = e.w.Write(line); e.err == nil {
		e.written++
	}
}

// Listener returns what grade.Judge reports results to, or nil for no events.
func (e *Events) Listener() grade.Listener {
	if e == nil {
		return nil
	}
	return e
}

func (e *Events) Begin(r report.Run) {
	if e != nil {
		e.add(report.BeginEvent(r))
	}
}

func (e *Events) Test(problem, submission string, t grade.Test) {
	t.InputFile = e.named(t.InputFile)
	e.add(report.TestEvent(problem, submission, t))
}

func (e *Events) Submission(s grade.Submission) {
	s.Source = e.named(s.Source)
	e.add(report.SubmissionEvent(s))
}

// End writes the last line. The parameter judged is the error of judging, nil if there are results. If the reader went
// away, the note says so.
func (e *Events) End(ctx context.Context, r grade.Results, judged error) (note string, err error) {
	if e == nil {
		return "", nil
	}
	interrupted, failed := r.Interrupted || ctx.Err() != nil, ""
	if judged != nil && !interrupted {
		failed = judged.Error()
	}
	e.add(report.EndEvent(time.Since(e.begun), interrupted, len(r.Submissions), r.Unexpected(), failed))
	unclosed := e.close()
	switch {
	case errors.Is(e.err, syscall.EPIPE):
		return fmt.Sprintf("note: --events %s: its reader went away after %d lines", e.path, e.written), nil
	case e.err != nil || unclosed != nil:
		return "", fmt.Errorf("--events %s: %w", e.path, cmp.Or(e.err, unclosed))
	}
	return "", nil
}
