package outcome

import (
	"cmp"
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

// Events writes results as they come, a line of JSON each, with one call, so that a reader sees whole lines. If the
// reader goes away, or reads nothing for a while, the rest is dropped. A nil one writes nothing.
type Events struct {
	path  string
	begun time.Time
	named func(path string) string // how a document names a file

	mu      sync.Mutex
	w       io.WriteCloser // nil if nobody reads the pipe
	written int
	err     error // of the first line that could not be written
}

// How long to wait for somebody to open a pipe, and for a reader that does not read.
const (
	unopened = time.Second
	unread   = 10 * time.Second
)

// OpenEvents opens the file, a pipe, or for - standard output; for "" it returns nil. Named says how the lines name
// files.
func OpenEvents(path string, stdout io.Writer, named func(path string) string) (*Events, error) {
	e := &Events{path: path, begun: time.Now(), named: named}
	switch path {
	case "":
		return nil, nil
	case "-":
		e.w = unclosed{stdout}
		return e, nil
	}
	for {
		// a pipe that nobody has opened is an error then, and does not block
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NONBLOCK, 0o644)
		switch {
		case err == nil:
			e.w = file
			return e, nil
		case !errors.Is(err, syscall.ENXIO):
			return nil, fmt.Errorf("--events %s: it cannot be written: %w", path, err)
		case time.Since(e.begun) > unopened:
			return e, nil
		}
		time.Sleep(unopened / 100)
	}
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// add writes a line, unless an earlier one could not be written.
func (e *Events) add(line []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.w == nil || e.err != nil {
		return
	}
	if pipe, is := e.w.(*os.File); is {
		pipe.SetWriteDeadline(time.Now().Add(unread)) // what has no deadline does not block
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

// End writes the last line, and returns what the reader has missed: a note, if it went away or never came, or an error.
// Judged is the error of judging, nil if there are results.
func (e *Events) End(ctx context.Context, r grade.Results, judged error) (note string, err error) {
	switch {
	case e == nil:
		return "", nil
	case e.w == nil:
		return fmt.Sprintf("note: --events %s: nobody has read from this pipe", e.path), nil
	}
	failed := ""
	if judged != nil && !r.Interrupted && ctx.Err() == nil {
		failed = judged.Error()
	}
	e.add(report.EndEvent(time.Since(e.begun), r.Interrupted || ctx.Err() != nil, len(r.Submissions), r.Unexpected(),
		failed))
	err = e.w.Close()
	switch {
	case errors.Is(e.err, syscall.EPIPE):
		return fmt.Sprintf("note: --events %s: its reader has gone after %d lines", e.path, e.written), nil
	case errors.Is(e.err, os.ErrDeadlineExceeded):
		return fmt.Sprintf("note: --events %s: its reader has not read all lines", e.path), nil
	case e.err != nil || err != nil:
		return "", fmt.Errorf("--events %s: %w", e.path, cmp.Or(e.err, err))
	}
	return "", nil
}
