package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"dlxjudge/judge/child"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/scratch"
)

// The exit statuses of the package format's protocol. Any other is the checker's own failure.
const (
	exitAccepted = 42
	exitWrong    = 43
)

const (
	messageBytes = 4 << 10 // of judgemessage.txt, its beginning
	stderrBytes  = 4 << 10 // of standard error, its end
)

// Custom is the checker of a problem that brings its own: a program, given by its absolute path, that is run as
//
//	program input answer feedback_dir/ [args] < output
//
// in an empty folder of its own. Its exit status within the limit, of wall-clock time, is 42 for AC or 43 for WA. Any other
// end is JE, with the end of its standard error as the message. What it writes to feedback_dir/judgemessage.txt is the
// message of AC and WA. Its standard output is ignored.
func Custom(program string, limit time.Duration) Checker { return customChecker{program, limit} }

type customChecker struct {
	program string
	limit   time.Duration
}

func (c customChecker) Check(ctx context.Context, files Files) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	var paths []string
	for _, path := range []string{files.Input, files.Answer} {
		file, err := os.Open(path)
		if err != nil {
			return judgeError("the checker's files: %v", err), nil
		}
		file.Close()
		if path, err = filepath.Abs(path); err != nil {
			return judgeError("the checker's files: %v", err), nil
		}
		paths = append(paths, path)
	}
	output, err := os.Open(files.Output)
	if err != nil {
		return judgeError("the checker's files: %v", err), nil
	}
	defer output.Close()
	folder, err := scratch.Make("")
	if err != nil {
		return judgeError("no folder for the checker: %v", err), nil
	}
	defer os.RemoveAll(folder)
	work, feedback := filepath.Join(folder, "work"), filepath.Join(folder, "feedback")
	for _, dir := range []string{work, feedback} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			return judgeError("no folder for the checker: %v", err), nil
		}
	}
	limited, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	args := append(append(paths, feedback+string(filepath.Separator)), files.Args...)
	state, stderr, err := c.run(limited, work, output, args)
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return judgeError("the checker cannot be run: %v", err), nil
	case limited.Err() != nil && !state.Exited():
		return judgeError("the checker did not end within %v%s", c.limit, quoted(stderr)), nil
	}
	switch state.ExitCode() {
	case exitAccepted:
		return Result{Verdict: problem.AC, Message: judgeMessage(feedback)}, nil
	case exitWrong:
		message := judgeMessage(feedback)
		if message == "" {
			message = "the checker rejects the output without a message" + quoted(stderr)
		}
		return Result{Verdict: problem.WA, Message: message}, nil
	}
	return judgeError("the checker failed: %v; 42 and 43 are the statuses of a verdict%s", state, quoted(stderr)), nil
}

// run runs the checker to its end, together with every process it started, and returns the end of its standard error.
func (c customChecker) run(ctx context.Context, dir string, stdin *os.File, args []string) (*os.ProcessState, []byte, error) {
	for attempt := 1; ; attempt++ {
		var stderr tail
		cmd := exec.CommandContext(ctx, c.program, args...)
		cmd.Dir, cmd.Stdin, cmd.Stderr = dir, stdin, &stderr
		cmd.SysProcAttr = child.Attr()
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
		cmd.WaitDelay = 200 * time.Millisecond // in case a process that it started keeps standard error open
		err := cmd.Start()
		// A process that was forked while the program was being written keeps it open until its own exec. Wait for that.
		if errors.Is(err, syscall.ETXTBSY) && attempt < 100 {
			time.Sleep(time.Duration(attempt) * time.Millisecond)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		err = cmd.Wait()
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // processes that it left behind
		if cmd.ProcessState != nil {
			err = nil // the state says how it ended
		}
		return cmd.ProcessState, stderr.bytes(), err
	}
}

// judgeMessage is the beginning of what the checker wrote for the judges, if anything.
func judgeMessage(feedback string) string {
	file, err := os.Open(filepath.Join(feedback, "judgemessage.txt"))
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, messageBytes+1))
	if err != nil {
		return ""
	}
	message := legible(text[:min(len(text), messageBytes)])
	if len(text) > messageBytes {
		message += "…"
	}
	return message
}

// quoted is the end of a program's standard error, as the end of a message.
func quoted(stderr []byte) string {
	if text := legible(stderr); text != "" {
		return "; its standard error:\n" + text
	}
	return ""
}

// legible is text from a program with its lines kept and control characters made visible.
func legible(text []byte) string {
	var lines []string
	for line := range bytes.Lines(text) {
		line = bytes.ReplaceAll(bytes.TrimRight(line, " \t\r\n"), []byte{'\t'}, []byte("    "))
		lines = append(lines, visible(line, len(line)))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// tail keeps the last bytes that are written to it.
type tail struct {
	buf []byte
	cut bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p[max(0, len(p)-stderrBytes):]...)
	if extra := len(t.buf) - stderrBytes; extra > 0 {
		t.buf, t.cut = append(t.buf[:0], t.buf[extra:]...), true
	}
	return len(p), nil
}

func (t *tail) bytes() []byte {
	if t.cut {
		return fmt.Appendf(nil, "…%s", t.buf)
	}
	return t.buf
}
