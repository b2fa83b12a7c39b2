package shard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Digest returns a digest of the names of all submissions and tests in entries, and of the files that affect verdicts
// (problem.Needed). The digest does not depend on the folder in which these files are.
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
		delete(submissions, e.Problem) // so that the problem's files are added only once
		if e.Problem.Refused != nil {
			continue
		}
		for _, f := range problem.Needed(e.Problem, own) {
			content, err := known.Checksum(f.Path)
			if err != nil {
				return "", unreadable(err)
			}
			info, err := untrusted.Stat(f.Path)
			if err != nil {
				return "", unreadable(err)
			}
			if untrusted.Executable(info) {
				content += " executable"
			}
			add(sum, f.Name, content)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// add adds a part to a digest. Since parts are quoted, different lists of parts give different bytes.
func add(sum io.Writer, name, part string) { fmt.Fprintf(sum, "%q %q\n", name, part) }

// unreadable adds advice to the error for a file that cannot be read.
func unreadable(err error) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		return fmt.Errorf("%s: %w; all shards need the same files: make this file readable, or remove it", at.Path,
			at.Err)
	}
	return err
}
