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
	f, ok := file(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Size is the size of the terminal that an output is; 80 columns and 24 lines if it is none.
func Size(w io.Writer) (width, height int) {
	if f, ok := file(w); ok {
		if width, height, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width, height
		}
	}
	return 80, 24
}

// file is the file that an output writes to.
func file(w io.Writer) (f *os.File, ok bool) {
	if out, is := w.(*Output); is {
		w = out.Writer
	}
	f, ok = w.(*os.File)
	return f, ok
}

// Colored reports whether an output is a terminal and NO_COLOR is not set.
func Colored(w io.Writer) bool { return Is(w) && os.Getenv("NO_COLOR") == "" }

// Status returns a function that shows progress, and one that removes it. Both do nothing unless stderr is a terminal.
func Status(stderr io.Writer) (observe func(grade.Progress), clear func()) {
	if !Is(stderr) {
		return func(grade.Progress) {}, func() {}
	}
	width, _ := Size(stderr)
	line := report.NewStatus(stderr, width)
	return line.Show, line.Clear
}
