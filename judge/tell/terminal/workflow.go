package terminal

import (
	"io"
	"os"
)

// Workflow is a writer that keeps GitHub Actions from mistaking lines of output for workflow commands. Text from a
// checker, a program or a file name must not annotate files, mask text or end a group. The runner takes a line for a
// command if it contains "##[", or starts with "::" after optional white space. In such a line, Workflow replaces one
// character by its escape in Go and JSON: ":\u003aerror", "##\u005berror]". JSON documents keep their meaning.
//
// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
type Workflow struct {
	to     io.Writer
	line   byte // the line so far: 0 for only white space, ':' if one colon follows it, 'x' for anything else
	hashes int  // number of # directly before the next character
}

// ForWorkflow returns a Workflow if GitHub Actions runs this program and reads what is written to w. If not, it returns
// w itself. The runner does not read regular files.
func ForWorkflow(w io.Writer) io.Writer {
	if os.Getenv("GITHUB_ACTIONS") != "true" {
		return w
	}
	if file, ok := w.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return w
		}
	}
	return &Workflow{to: w}
}

// Commands returns the writer for workflow commands that are meant as such.
func Commands(w io.Writer) io.Writer {
	if out, ok := w.(*Workflow); ok {
		return out.to
	}
	return w
}

// Write writes p. It remembers earlier writes, since a command may come in two pieces.
func (w *Workflow) Write(p []byte) (int, error) {
	text := make([]byte, 0, len(p)+16)
	for _, c := range p {
		switch {
		case c == ':' && w.line == ':':
			text = append(text, `\u003a`...)
		case c == '[' && w.hashes >= 2:
			text = append(text, `\u005b`...)
		default:
			text = append(text, c)
		}
		w.read(c)
	}
	if n, err := w.to.Write(text); err != nil {
		return min(n, len(p)), err
	}
	return len(p), nil
}

// read updates the state for the next byte. Bytes beyond ASCII count as white space, since some of them encode it.
func (w *Workflow) read(c byte) {
	w.hashes++
	if c != '#' {
		w.hashes = 0
	}
	white := c <= ' ' || c >= 0x7f
	switch {
	case c == '\n' || c == '\r':
		w.line = 0
	case w.line == 0 && c == ':':
		w.line = ':'
	case w.line == ':' || !white:
		w.line = 'x'
	}
}
