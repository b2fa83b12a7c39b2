package outcome

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/report"
)

// TestEventsPipe: the reader of a pipe sees whole lines. If it goes away, judging continues.
func TestEventsPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	judgetest.Check(t, syscall.Mkfifo(pipe, 0o600))
	first := make(chan string)
	go func() {
		reader, err := os.Open(pipe)
		if err == nil {
			line, _ := bufio.NewReader(reader).ReadString('\n')
			reader.Close()
			first <- line
		}
		close(first)
	}()
	e, err := OpenEvents(t.Context(), pipe, nil, func(path string) string { return path })
	judgetest.Check(t, err)
	e.Begin(report.Run{Submissions: 1})
	if line := <-first; !strings.HasPrefix(line, `{"event":"begin"`) || !strings.HasSuffix(line, "}\n") {
		t.Errorf("read %q", line)
	}
	e.Test("p", "s", grade.Test{Name: "1"})
	note, err := e.End(context.Background(), grade.Results{}, nil)
	if want := "note: --events " + pipe + ": its reader went away after 1 lines"; note != want || err != nil {
		t.Errorf("%q, %v; want %q", note, err, want)
	}
}

// TestNobodyReads: Ctrl-C ends the wait for the reader of a pipe, and for a reader that does not read.
func TestNobodyReads(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	judgetest.Check(t, syscall.Mkfifo(pipe, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var ended exit.Error
	if _, err := OpenEvents(ctx, pipe, nil, nil); !errors.As(err, &ended) || ended.Status != exit.Interrupted {
		t.Error(err)
	}
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0) // does not wait for a writer
	judgetest.Check(t, err)
	defer reader.Close()
	ctx, cancel = context.WithCancel(t.Context())
	e, err := OpenEvents(ctx, pipe, nil, nil)
	judgetest.Check(t, err)
	cancel()
	e.add(make([]byte, 64<<20)) // far more than fits into a pipe
	note, err := e.End(ctx, grade.Results{}, nil)
	if want := "note: --events " + pipe + ": its reader stopped reading after 0 lines"; note != want || err != nil {
		t.Errorf("%q, %v; want %q", note, err, want)
	}
}
