package loose

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/whole"
)

// maxKept is how many inputs are kept in a folder.
const maxKept = 1000

// Keep writes an input and its answer beside the program, as fail1.in and fail1.ans with the next number that is free,
// both or none. Where only tests that are called like the program are its own, they are called a-fail1.
func (f *Folder) Keep(input, answer []byte) (in, ans string, err error) {
	stem := "fail"
	if f.Tests.Own {
		stem = stemOf(f.Program.Name) + "-fail"
	}
	for n := 1; n <= maxKept; n++ {
		base := filepath.Join(f.Program.Dir, fmt.Sprintf("%s%d", stem, n))
		in, ans = base+".in", base+".ans"
		if taken, err := filepath.Glob(escape(base) + ".*"); err != nil || taken != nil {
			continue
		}
		if err := write(ans, answer); err != nil {
			return "", "", fmt.Errorf("--keep: %w", err)
		}
		if err := write(in, input); err != nil {
			return "", "", fmt.Errorf("--keep: %w", errors.Join(err, os.Remove(ans)))
		}
		return in, ans, nil
	}
	return "", "", fmt.Errorf("--keep: there are %d inputs called %s1 and so on in %s; remove some", maxKept, stem,
		f.Program.Dir)
}

func write(path string, text []byte) error {
	return whole.Write(path, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// escape is a path as a pattern that matches only itself.
func escape(path string) string {
	var pattern []rune
	for _, r := range path {
		switch r {
		case '*', '?', '[', '\\':
			pattern = append(pattern, '\\')
		}
		pattern = append(pattern, r)
	}
	return string(pattern)
}
