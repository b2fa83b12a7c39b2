// Package terminal writes to standard output and standard error. It finds out whether they are terminals, how wide they
// are, and whether they show colours. It wraps, cuts and colours lines, and shows progress.
package terminal

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/term"
)

// Output is a standard output that remembers its first error, such as a full disk. It is not an error if the reader
// goes away. Output then drops what is written to it, so that the command still writes its files and cleans up.
type Output struct {
	io.Writer
	Err  error
	gone chan struct{}
	once sync.Once
}

// NewOutput returns an Output that writes to w.
func NewOutput(w io.Writer) *Output { return &Output{Writer: w, gone: make(chan struct{})} }

func (o *Output) Write(p []byte) (int, error) {
	if o.Unread() {
		return len(p), nil
	}
	n, err := o.Writer.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		o.once.Do(func() { close(o.gone) })
		return len(p), nil
	}
	if o.Err == nil {
		o.Err = err
	}
	return n, err
}

// Gone returns a channel that is closed when the reader goes away.
func (o *Output) Gone() <-chan struct{} { return o.gone }

// Unread reports whether the reader has gone away.
func (o *Output) Unread() bool {
	select {
	case <-o.gone:
		return true
	default:
		return false
	}
}

// Is reports whether an output is a terminal.
func Is(w io.Writer) bool {
	f, ok := file(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Size returns the size of a terminal in columns and lines; 80 and 24 if w is not a terminal.
func Size(w io.Writer) (width, height int) {
	if f, ok := file(w); ok {
		if width, height, err := term.GetSize(int(f.Fd())); err == nil && width > 1 {
			return width, height
		}
	}
	return Columns, 24
}

// file returns the file that an output writes to.
func file(w io.Writer) (f *os.File, ok bool) {
	if out, is := w.(*Output); is {
		w = out.Writer
	}
	f, ok = w.(*os.File)
	return f, ok
}

// dumb reports whether the terminal does not understand escape sequences.
func dumb() bool { return os.Getenv("TERM") == "dumb" }

// Moves reports whether an output is a terminal that understands escape sequences.
func Moves(w io.Writer) bool { return Is(w) && !dumb() }

// colours reports whether an output has colours: a terminal, or with CLICOLOR_FORCE any output, but not with NO_COLOR.
func colours(w io.Writer) bool {
	force := os.Getenv("CLICOLOR_FORCE")
	return os.Getenv("NO_COLOR") == "" && !withoutColor.Load() && (Moves(w) || force != "" && force != "0")
}

// withoutColor has the effect of NO_COLOR if it is true.
var withoutColor atomic.Bool

// WithoutColor has the effect of NO_COLOR on this process, but does not change the environment.
func WithoutColor() { withoutColor.Store(true) }
