// Package terminal is where a command prints to: is it a terminal, does it take colours, and what has become of what
// was printed.
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/report"
)

// Output is a standard output that remembers its first error, such as a full disk.
type Output struct {
	io.Writer
	Err error
}

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.Err == nil {
		o.Err = err
	}
	return n, err
}

// Is reports whether an output is a terminal.
func Is(w io.Writer) bool {
	if out, ok := w.(*Output); ok {
		w = out.Writer
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Colored reports whether an output is a terminal and NO_COLOR is not set.
func Colored(w io.Writer) bool { return Is(w) && os.Getenv("NO_COLOR") == "" }

// Status returns a function that shows progress, and one that removes it. Both do nothing unless stderr is a terminal.
func Status(stderr io.Writer) (observe func(grade.Progress), clear func()) {
	if !Is(stderr) {
		return func(grade.Progress) {}, func() {}
	}
	width, _, err := term.GetSize(int(stderr.(*os.File).Fd()))
	if err != nil {
		width = 80
	}
	line := report.NewStatus(stderr, width)
	return line.Show, line.Clear
}
