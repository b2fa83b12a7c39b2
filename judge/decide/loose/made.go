package loose

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Answer runs the brute force to make missing answers. It returns the number of answers that it made.
func (f *Folder) Answer(ctx context.Context, cache *compile.Cache, brute problem.Source) (made int, err error) {
	folder, err := f.Scratch()
	if err != nil {
		return 0, err
	}
	program, err := cache.Build(ctx, compile.Submission, brute)
	if err != nil {
		return 0, err
	}
	for i := range f.Problem.Tests {
		t := &f.Problem.Tests[i]
		if t.Answer == "" {
			t.Answer = filepath.Join(folder, strconv.Itoa(i)+".ans")
			if err := sandbox.Transform(ctx, cache.Programs, filepath.Join(brute.Dir, brute.Name), program, nil,
				t.Input, t.Answer); err != nil {
				return 0, fmt.Errorf("%s has no answer: %w", f.Tests.DisplayName(t.Input), err)
			}
			f.Tests.setDisplayName(t.Answer, brute.Name)
			made++
		}
	}
	return made, nil
}

// maxKept is the most inputs that Keep writes to a folder.
const maxKept = 1000

// Keep writes an input and its answer beside the program, or neither. They are called fail1.in and fail1.ans, with the
// next free number. If only tests named after the program were taken (Tests.Own), the program's name comes first:
// a-fail1.in.
func (f *Folder) Keep(input, answer []byte) (in, ans string, err error) {
	stem := "fail"
	if f.Tests.Own {
		stem = stemOf(f.Program.Name) + "-fail"
	}
	beside, err := untrusted.ReadDir(f.Program.Dir)
	if err != nil {
		return "", "", err
	}
	for n := 1; n <= maxKept; n++ {
		name := fmt.Sprintf("%s%d.", stem, n)
		if slices.ContainsFunc(beside, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), name) }) {
			continue
		}
		in, ans = filepath.Join(f.Program.Dir, name+"in"), filepath.Join(f.Program.Dir, name+"ans")
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
