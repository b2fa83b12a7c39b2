package sampling

import (
	"context"
	"os"
	"time"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/measure/record"
)

// runOf names a run that begins now on the files of a commit.
func runOf(commit checkout.Commit, dirty bool) record.Run {
	now := time.Now().UTC().Truncate(time.Second)
	return record.Run{Commit: commit.Hash, Dirty: dirty, Date: now, Committed: commit.Date}
}

// Files is checkout.Files, with the run that begins now on these files. Remove removes them.
func Files(ctx context.Context, root, ref, dir string) (path string, run record.Run, remove func(), err error) {
	path, commit, err := checkout.Files(ctx, root, ref, dir)
	return path, runOf(commit, false), func() { os.RemoveAll(path) }, err
}
