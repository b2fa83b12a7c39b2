package sandbox

import (
	"io"
	"os"
	"strings"
)

// These are the numbers of bytes of a program's output that are kept.
const (
	HeadBytes = 64 << 10
	TailBytes = 4 << 10
)

// Excerpt holds the first HeadBytes and the last TailBytes of what a program printed.
type Excerpt struct {
	First, Last []byte // First has at most HeadBytes, Last at most TailBytes
	Cut         bool   // whether the output is longer than Last
}

// Write adds p to the output, and never fails.
func (e *Excerpt) Write(p []byte) (int, error) {
	e.First = append(e.First, p[:min(len(p), HeadBytes-len(e.First))]...)
	e.Last = append(e.Last, p[max(0, len(p)-TailBytes):]...)
	if extra := len(e.Last) - TailBytes; extra > 0 {
		e.Last = append(e.Last[:0], e.Last[extra:]...)
		e.Cut = true
	}
	e.Cut = e.Cut || len(p) > TailBytes
	return len(p), nil
}

// ReadExcerpt returns the excerpt of a file that a program wrote to.
func ReadExcerpt(file *os.File) (Excerpt, error) {
	info, err := file.Stat()
	if err != nil {
		return Excerpt{}, err
	}
	size := info.Size()
	excerpt := Excerpt{First: make([]byte, min(size, HeadBytes)), Last: make([]byte, min(size, TailBytes)),
		Cut: size > TailBytes}
	for text, from := range map[*[]byte]int64{&excerpt.First: 0, &excerpt.Last: size - int64(len(excerpt.Last))} {
		n, err := file.ReadAt(*text, from)
		if err != nil && err != io.EOF {
			return Excerpt{}, err
		}
		*text = (*text)[:n]
	}
	return excerpt, nil
}

// Head returns the beginning of the output, at most HeadBytes.
func (e Excerpt) Head() string { return string(e.First) }

// Tail returns the end of the output, at most TailBytes. An ellipsis comes first if the output is longer.
func (e Excerpt) Tail() string {
	if e.Cut {
		return "…" + string(e.Last)
	}
	return string(e.Last)
}

// LastLines returns the end of the output, at most TailBytes. If the output is longer, LastLines leaves out the first
// line, which is incomplete.
func (e Excerpt) LastLines() string {
	if e.Cut {
		if _, rest, found := strings.Cut(string(e.Last), "\n"); found && rest != "" {
			return rest
		}
	}
	return string(e.Last)
}

// FirstLine returns the first non-blank line, trimmed; "" if there is none.
func (e Excerpt) FirstLine() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(e.First)), "\n")
	return strings.TrimSpace(line)
}
