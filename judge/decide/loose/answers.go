package loose

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Answer has a program that is slow and sure make the answers of the tests that have none. It returns how many it has
// made.
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
				return 0, fmt.Errorf("%s has no answer: %w", f.Tests.Call(t.Input), err)
			}
			f.Tests.call(t.Answer, brute.Name)
			made++
		}
	}
	return made, nil
}
