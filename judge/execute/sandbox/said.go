package sandbox

import (
	"io"
	"os"
	"strings"
)

// How much of what a program says is kept.
const (
	HeadBytes = 64 << 10
	TailBytes = 4 << 10
)

// Said is what a program has said: the beginning, and the end of what is longer.
type Said struct {
	First, Last []byte // at most HeadBytes and TailBytes
	Cut         bool   // whether Last is not all of it
}

// Write keeps what fits and never fails.
func (s *Said) Write(p []byte) (int, error) {
	s.First = append(s.First, p[:min(len(p), HeadBytes-len(s.First))]...)
	s.Last = append(s.Last, p[max(0, len(p)-TailBytes):]...)
	if extra := len(s.Last) - TailBytes; extra > 0 {
		s.Last = append(s.Last[:0], s.Last[extra:]...)
		s.Cut = true
	}
	s.Cut = s.Cut || len(p) > TailBytes
	return len(p), nil
}

// readSaid reads what a program has said from the file that it wrote to.
func readSaid(file *os.File) (Said, error) {
	info, err := file.Stat()
	if err != nil {
		return Said{}, err
	}
	size := info.Size()
	said := Said{First: make([]byte, min(size, HeadBytes)), Last: make([]byte, min(size, TailBytes)),
		Cut: size > TailBytes}
	for text, from := range map[*[]byte]int64{&said.First: 0, &said.Last: size - int64(len(said.Last))} {
		n, err := file.ReadAt(*text, from)
		if err != nil && err != io.EOF {
			return Said{}, err
		}
		*text = (*text)[:n]
	}
	return said, nil
}

// Head is the beginning, at most HeadBytes of it.
func (s Said) Head() string { return string(s.First) }

// Tail is the end, at most TailBytes of it, behind an ellipsis where something is left out.
func (s Said) Tail() string {
	if s.Cut {
		return "…" + string(s.Last)
	}
	return string(s.Last)
}

// LastLines is the end, at most TailBytes of it, without the rest of a line whose beginning is left out.
func (s Said) LastLines() string {
	if s.Cut {
		if _, rest, found := strings.Cut(string(s.Last), "\n"); found && rest != "" {
			return rest
		}
	}
	return string(s.Last)
}

// FirstLine is the first line that is not empty, without blanks around it; "" if there is none.
func (s Said) FirstLine() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(s.First)), "\n")
	return strings.TrimSpace(line)
}
