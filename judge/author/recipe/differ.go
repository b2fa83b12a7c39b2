package recipe

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"dlxjudge/judge/base/untrusted"
)

// difference is the first line, from 1, in which two files differ, and what it is in each.
type difference struct {
	line          int
	first, second string
}

// differ compares two files of any size; the difference is nil if they are the same.
func differ(first, second string) (*difference, error) {
	a, errA := untrusted.Open(first)
	if errA == nil {
		defer a.Close()
	}
	b, errB := untrusted.Open(second)
	if errB == nil {
		defer b.Close()
	}
	if err := errors.Join(errA, errB); err != nil {
		return nil, err
	}
	line, start := 1, int64(0) // the line that is compared, and where it begins in both files
	blockA, blockB := make([]byte, 64<<10), make([]byte, 64<<10)
	for at := int64(0); ; {
		n, err := readBlock(a, blockA)
		m, errB := readBlock(b, blockB)
		if err := errors.Join(err, errB); err != nil {
			return nil, err
		}
		same := 0
		for same < min(n, m) && blockA[same] == blockB[same] {
			same++
		}
		line += bytes.Count(blockA[:same], []byte("\n"))
		if i := bytes.LastIndexByte(blockA[:same], '\n'); i >= 0 {
			start = at + int64(i) + 1
		}
		at += int64(same)
		if same < n || same < m {
			excerptA, errA := excerpt(a, start)
			excerptB, errB := excerpt(b, start)
			return &difference{line, excerptA, excerptB}, errors.Join(errA, errB)
		}
		if n == 0 {
			return nil, nil
		}
	}
}

// readBlock fills the block, or reads to the end of the file.
func readBlock(from io.Reader, block []byte) (int, error) {
	n, err := io.ReadFull(from, block)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return n, err
}

// excerpt is the beginning of the line that begins at an offset, quoted.
func excerpt(file *os.File, start int64) (string, error) {
	const most = 60
	text := make([]byte, most+1)
	n, err := file.ReadAt(text, start)
	if err != nil && err != io.EOF {
		return "", err
	}
	text = text[:n]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i+1]
	}
	switch {
	case len(text) == 0:
		return "missing", nil
	case len(text) > most:
		return fmt.Sprintf("%q…", text[:most]), nil
	}
	return fmt.Sprintf("%q", text), nil
}
