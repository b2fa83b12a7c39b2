package terminal

import (
	"io"
	"os"
)

// Workflow is a writer that keeps GitHub Actions from taking lines for workflow commands: the text of a checker, a
// program or a file name must not annotate files, mask text or end a group. The runner takes a line for a command if it
// contains "##[", or starts with "::" after white space. Workflow replaces one character by its escape in Go and JSON:
// ":\u003aerror", "##\u005berror]". JSON documents keep their meaning.
//
// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
type Workflow struct {
	to     io.Writer
	line   byte // the line so far: 0 is only white space, ':' is one colon after that, 'x' is anything else
	hashes int  // how many # precede the next character
}

// ForWorkflow returns a Workflow if GitHub Actions runs this program and reads w; otherwise w. The runner does not read
// regular files.
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

// Commands returns the writer for intended workflow commands.
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

// read updates the state for a character. Bytes beyond ASCII count as white space, which some of them encode.
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
