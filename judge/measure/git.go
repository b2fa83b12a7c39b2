package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"dlxjudge/judge/record"
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
	changes, err := git(ctx, dir, "status", "--porcelain")
	run.Dirty = err != nil || changes != ""
	return run, nil
}

// Worktree checks out another commit into a new folder below dir. The checkout that contains root stays as it is. Remove
// removes the folder and git's record of it.
func Worktree(ctx context.Context, root, ref, dir string) (path string, run record.Run, remove func(), err error) {
	commit, err := git(ctx, root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 1: // the status for an unknown name; another name does not fix other errors
		return "", record.Run{}, nil, fmt.Errorf("--against %s: git knows no such commit here; name a commit, branch or tag", ref)
	case err != nil:
		return "", record.Run{}, nil, fmt.Errorf("--against %s: %w", ref, err)
	}
	if path, err = os.MkdirTemp(dir, "against-"); err != nil {
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
		return "", record.Run{}, nil, fmt.Errorf("--against %s: %w", ref, err)
	}
	return path, record.Run{Commit: commit, Date: time.Now().UTC().Truncate(time.Second)}, remove, nil
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
