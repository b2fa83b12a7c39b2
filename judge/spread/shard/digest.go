package shard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Digest identifies the submissions and tests of entries by name, and the files that affect their verdicts
// (problem.Needed) by content. It does not depend on where these files are.
func Digest(ctx context.Context, entries []grade.Entry) (string, error) {
	sum, known := sha256.New(), cache.NewFiles(ctx)
	submissions := make(map[*problem.Problem][]problem.Submission)
	for _, e := range entries {
		submissions[e.Problem] = append(submissions[e.Problem], e.Submission)
	}
	for _, e := range entries {
		add(sum, "submission", name(e))
		for _, t := range e.Tests {
			add(sum, "test", t.Name)
		}
		own, first := submissions[e.Problem]
		if !first {
			continue
		}
		delete(submissions, e.Problem) // the problem's files are added once
		if e.Problem.Refused != nil {
			continue
		}
		for _, f := range problem.Needed(e.Problem, own) {
			content, err := known.Checksum(f.Path)
			if err != nil {
				return "", unreadable(err)
			}
			add(sum, f.Name, content)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// add adds a part to a digest. Since parts are quoted, no two lists of parts give the same bytes.
func add(sum io.Writer, name, part string) { fmt.Fprintf(sum, "%q %q\n", name, part) }

// unreadable says what to do about a file that cannot be read.
func unreadable(err error) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		return fmt.Errorf("%s: %w; all shards must have the same files: make it readable, or remove it", at.Path,
			at.Err)
	}
	return err
}
