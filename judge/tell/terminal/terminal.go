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
	return Columns, 24
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
