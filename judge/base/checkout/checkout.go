// Package checkout asks git about the checkout that contains a folder: which commit it is of, whether its files have
// changed since, the commits that it knows, and the files of another commit.
//
//	commit, dirty, err := checkout.Of(ctx, dir)
package checkout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Of is the commit that a checkout is of, and whether its files differ from it. Outside of git, or without git, the
// commit is the zero one. In a checkout, the error says why git does not name the commit.
func Of(ctx context.Context, dir string) (commit Commit, dirty bool, err error) {
	commit, err = named(ctx, dir, "HEAD")
	switch {
	case errors.Is(err, exec.ErrNotFound), err != nil && strings.Contains(err.Error(), "not a git repository"):
		return Commit{}, false, nil
	case err != nil:
		return Commit{}, false, err
	}
	changes, err := git(ctx, dir, "status", "--porcelain")
	return commit, err != nil || changes != "", nil
}

// Worktree checks out another commit into a new folder below dir. The checkout that contains root stays as it is.
// Remove removes the folder and git's record of it.
func Worktree(ctx context.Context, root, ref, dir string) (path string, commit Commit, remove func(), err error) {
	hash, err := git(ctx, root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		// the status for an unknown name; another name does not fix other errors
		return "", Commit{}, nil, errors.New("git knows no such commit here; name a commit, branch or tag")
	case err != nil:
		return "", Commit{}, nil, err
	}
	if commit, err = named(ctx, root, hash); err != nil {
		return "", Commit{}, nil, err
	}
	if path, err = os.MkdirTemp(dir, "commit-"); err != nil {
		return "", Commit{}, nil, err
	}
	remove = func() {
		later := context.WithoutCancel(ctx)
		git(later, root, "worktree", "remove", "--force", path)
		os.RemoveAll(path)
		git(later, root, "worktree", "prune")
	}
	if _, err = git(ctx, root, "worktree", "add", "--detach", "--force", path, hash); err != nil {
		remove()
		return "", Commit{}, nil, err
	}
	return path, commit, remove, nil
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
