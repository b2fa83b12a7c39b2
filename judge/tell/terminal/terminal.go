// Package terminal knows where a command prints to: is it a terminal, how wide is it, does it take colours, and did
// what was printed arrive. It breaks lines, cuts and colours them, and shows progress.
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
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
