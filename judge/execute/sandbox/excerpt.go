package sandbox

import (
	"io"
	"os"
	"strings"
)

// How much of what a program prints is kept.
const (
	HeadBytes = 64 << 10
	TailBytes = 4 << 10
)

// Excerpt holds the first HeadBytes and the last TailBytes of what a program printed.
type Excerpt struct {
	First, Last []byte // at most HeadBytes and TailBytes
	Cut         bool   // whether Last is not all of it
}

// Write keeps what fits and never fails.
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

// ReadExcerpt reads the excerpt of a file that a program wrote to.
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

// Head is the beginning, at most HeadBytes of it.
func (e Excerpt) Head() string { return string(e.First) }

// Tail is the end, at most TailBytes of it, behind an ellipsis where something is left out.
func (e Excerpt) Tail() string {
	if e.Cut {
		return "…" + string(e.Last)
	}
	return string(e.Last)
}

// LastLines is the end, at most TailBytes of it, without the rest of a line whose beginning is left out.
func (e Excerpt) LastLines() string {
	if e.Cut {
		if _, rest, found := strings.Cut(string(e.Last), "\n"); found && rest != "" {
			return rest
		}
	}
	return string(e.Last)
}

// FirstLine is the first line that is not empty, without blanks around it; "" if there is none.
func (e Excerpt) FirstLine() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(e.First)), "\n")
	return strings.TrimSpace(line)
}
