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

// Answer has a program that is slow and sure make the answers of the tests that have none, into files in a folder. It
// returns the tests with these answers, and how many it has made.
func Answer(ctx context.Context, cache *compile.Cache, brute problem.Source, tests []problem.Test,
	folder string) ([]problem.Test, int, error) {
	program, err := cache.Build(ctx, compile.Submission, brute)
	if err != nil {
		return nil, 0, err
	}
	var answered []problem.Test
	made := 0
	for i, t := range tests {
		if t.Answer == "" {
			t.Answer = filepath.Join(folder, strconv.Itoa(i)+".ans")
			if err := sandbox.Transform(ctx, cache.Programs, filepath.Join(brute.Dir, brute.Name), program, nil,
				t.Input, t.Answer); err != nil {
				return nil, 0, fmt.Errorf("%s has no answer: %w", t.Input, err)
			}
			made++
		}
		answered = append(answered, t)
	}
	return answered, made, nil
}
