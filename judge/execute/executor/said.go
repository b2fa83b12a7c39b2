package executor

import (
	"io"
	"strings"
)

// How much of what a program says is kept.
const (
	HeadBytes = 64 << 10
	TailBytes = 4 << 10
)

// Said is what a program has said: the beginning, and the end of what is longer.
type Said struct {
	head []byte
	tail []byte // the last bytes of all that was written
	cut  bool   // whether tail is not all of it
}

// Write keeps what fits and never fails.
func (s *Said) Write(p []byte) (int, error) {
	s.head = append(s.head, p[:min(len(p), HeadBytes-len(s.head))]...)
	s.tail = append(s.tail, p[max(0, len(p)-TailBytes):]...)
	if extra := len(s.tail) - TailBytes; extra > 0 {
		s.tail = append(s.tail[:0], s.tail[extra:]...)
		s.cut = true
	}
	s.cut = s.cut || len(p) > TailBytes
	return len(p), nil
}

// ReadSaid reads what a program has said from the file that it wrote to, of the given size in bytes.
func ReadSaid(file io.ReaderAt, size int64) (Said, error) {
	said := Said{head: make([]byte, min(size, HeadBytes)), tail: make([]byte, min(size, TailBytes)),
		cut: size > TailBytes}
	for text, from := range map[*[]byte]int64{&said.head: 0, &said.tail: size - int64(len(said.tail))} {
		n, err := file.ReadAt(*text, from)
		if err != nil && err != io.EOF {
			return Said{}, err
		}
		*text = (*text)[:n]
	}
	return said, nil
}

// Head is the beginning, at most HeadBytes of it.
func (s Said) Head() string { return string(s.head) }

// Tail is the end, at most TailBytes of it, behind an ellipsis where something is left out.
func (s Said) Tail() string {
	if s.cut {
		return "…" + string(s.tail)
	}
	return string(s.tail)
}

// FirstLine is the first line that is not empty, without blanks around it; "" if there is none.
func (s Said) FirstLine() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(s.head)), "\n")
	return strings.TrimSpace(line)
}
