package sampling

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/measure/record"
)

// RunOf names a run that begins now in the checkout that contains dir. Outside of git, or without git, only its date is
// set. In a checkout, the error says why git does not name the commit.
func RunOf(ctx context.Context, dir string) (record.Run, error) {
	run := record.Run{Date: time.Now().UTC().Truncate(time.Second)}
	commit, err := git(ctx, dir, "rev-parse", "HEAD")
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) || strings.Contains(err.Error(), "not a git repository") {
			err = nil
		}
		return run, err
	}
	run.Commit = commit
	if run.Committed, err = committed(ctx, dir, commit); err != nil {
		return run, err
	}
	changes, err := git(ctx, dir, "status", "--porcelain")
	run.Dirty = err != nil || changes != ""
	return run, nil
}

// Worktree checks out another commit into a new folder below dir. The checkout that contains root stays as it is.
// Remove removes the folder and git's record of it.
func Worktree(ctx context.Context, root, ref, dir string) (path string, run record.Run, remove func(), err error) {
	commit, err := git(ctx, root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		// the status for an unknown name; another name does not fix other errors
		return "", record.Run{}, nil, errors.New("git knows no such commit here; name a commit, branch or tag")
	case err != nil:
		return "", record.Run{}, nil, err
	}
	run = record.Run{Commit: commit, Date: time.Now().UTC().Truncate(time.Second)}
	if run.Committed, err = committed(ctx, root, commit); err != nil {
		return "", record.Run{}, nil, err
	}
	if path, err = os.MkdirTemp(dir, "commit-"); err != nil {
		return "", record.Run{}, nil, err
	}
	remove = func() {
		later := context.WithoutCancel(ctx)
		git(later, root, "worktree", "remove", "--force", path)
		os.RemoveAll(path)
		git(later, root, "worktree", "prune")
	}
	if _, err = git(ctx, root, "worktree", "add", "--detach", "--force", path, commit); err != nil {
		remove()
		return "", record.Run{}, nil, err
	}
	return path, run, remove, nil
}

// committed is the date of a commit.
func committed(ctx context.Context, dir, commit string) (time.Time, error) {
	seconds, err := git(ctx, dir, "show", "--no-patch", "--format=%ct", commit)
	if err != nil {
		return time.Time{}, err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("git show --format=%%ct: %w", err)
	}
	return time.Unix(unix, 0).UTC(), nil
}

// git runs one git command and returns its output. The error contains git's own message, in English.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "LC_ALL=C")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}
