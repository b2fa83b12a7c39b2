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

// Events writes results as they come, a line of JSON each, with one call, so that a reader sees whole lines. If the
// reader of a pipe goes away, the rest is dropped. A nil one writes nothing.
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

// OpenEvents opens the file, a pipe as soon as it has a reader, or for - standard output; for "" it returns nil. Named
// says how the lines name files.
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
		return nil, fmt.Errorf("--events %s: it cannot be written: %w", path, err)
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
		e.add(report.BeginEvent(r))
	}
}

// Test writes the line of a test.
func (e *Events) Test(problem, submission string, t grade.Test) {
	t.InputFile = e.named(t.InputFile)
	e.add(report.TestEvent(problem, submission, t))
}

// Submission writes the line of a submission.
func (e *Events) Submission(s grade.Submission) {
	s.Source = e.named(s.Source)
	e.add(report.SubmissionEvent(s))
}

// End writes the last line. The note says that the reader went away. Judged is the error of judging, nil if there are
// results.
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
		return fmt.Sprintf("note: --events %s: its reader has gone after %d lines", e.path, e.written), nil
	case e.err != nil || unclosed != nil:
		return "", fmt.Errorf("--events %s: %w", e.path, cmp.Or(e.err, unclosed))
	}
	return "", nil
}
