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

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/report"
)

// Events writes each result as soon as it is known. It writes a line of JSON in one call, so that a reader sees only
// whole lines. If the reader of a pipe goes away, Events drops the later lines. A nil *Events writes nothing.
type Events struct {
	path  string
	begun time.Time
	named func(path string) string // returns the name that the lines give to a file
	close func() error

	mu      sync.Mutex
	w       io.Writer
	written int
	err     error // of the first line that could not be written
}

// lastLines is how long the reader of a pipe may take for the last lines after ctx is done.
const lastLines = time.Second

// OpenEvents opens the file at path. If it is a named pipe, OpenEvents and later writes wait for a reader until ctx is
// done. The path "-" means standard output. For the path "", OpenEvents returns nil. The lines show named(path) instead
// of a file's path.
func OpenEvents(ctx context.Context, path string, stdout io.Writer, named func(path string) string) (*Events, error) {
	e := &Events{path: path, begun: time.Now(), named: named, w: stdout, close: func() error { return nil }}
	switch path {
	case "":
		return nil, nil
	case "-":
		return e, nil
	}
	var file *os.File
	opened := make(chan error, 1)
	go func() {
		var err error
		file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		opened <- err
	}()
	select {
	case err := <-opened:
		if err != nil {
			return nil, fmt.Errorf("--events %s: cannot be written: %w", path, err)
		}
		// Files other than pipes have no deadlines. Writing to them does not wait for a reader.
		context.AfterFunc(ctx, func() { file.SetWriteDeadline(time.Now().Add(lastLines)) })
		e.w, e.close = file, file.Close
		return e, nil
	case <-ctx.Done():
		return nil, exit.Error{Status: exit.Interrupted}
	}
}

// add writes a line. If an earlier line could not be written, it does nothing.
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

// Listener returns the listener for grade.Judge, or a nil interface if e is nil.
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

// End writes the last line and closes the file. judged is the error that judging returned, if any. If the reader went
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
	case errors.Is(e.err, os.ErrDeadlineExceeded):
		return fmt.Sprintf("note: --events %s: its reader stopped reading after %d lines", e.path, e.written), nil
	case e.err != nil || unclosed != nil:
		return "", fmt.Errorf("--events %s: %w", e.path, cmp.Or(e.err, unclosed))
	}
	return "", nil
}
