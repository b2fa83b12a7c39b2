// Package terminal knows where a command prints to: is it a terminal, how wide is it, does it take colours, and did
// what was printed arrive. It breaks lines, cuts and colours them, and shows progress.
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

// Output is a standard output that remembers its first error, such as that of a full disk. That its reader has gone is
// none: what is written from then on is dropped, so that a command still writes its files and tidies up.
type Output struct {
	io.Writer
	Err  error
	gone chan struct{}
	once sync.Once
}

// NewOutput is an Output to w.
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

// Gone is closed once the reader has gone.
func (o *Output) Gone() <-chan struct{} { return o.gone }

// Unread reports whether the reader has gone.
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

// Size is the size of the terminal that an output is; 80 columns and 24 lines if it is none.
func Size(w io.Writer) (width, height int) {
	if f, ok := file(w); ok {
		if width, height, err := term.GetSize(int(f.Fd())); err == nil && width > 1 {
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

// dumb reports whether the terminal takes no escape sequences.
func dumb() bool { return os.Getenv("TERM") == "dumb" }

// Moves reports whether an output is a terminal on which a line can be rewritten. With NO_COLOR none is.
func Moves(w io.Writer) bool {
	return Is(w) && os.Getenv("NO_COLOR") == "" && !withoutColor.Load() && !dumb()
}

// withoutColor does for this process what NO_COLOR does.
var withoutColor atomic.Bool

// WithoutColor has this process write no colours and no other escapes. The environment stays as it is.
func WithoutColor() { withoutColor.Store(true) }
