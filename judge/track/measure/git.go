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

	"dlxjudge/judge/track"
)

// RunOf names a run that begins now in the checkout that dir is in. Outside of git, only the date is known.
func RunOf(ctx context.Context, dir string) track.Run {
	run := track.Run{Date: time.Now().UTC().Truncate(time.Second)}
	commit, err := git(ctx, dir, "rev-parse", "HEAD")
	if err != nil {
		return run
	}
	run.Commit = commit
	changes, err := git(ctx, dir, "status", "--porcelain")
	run.Dirty = err != nil || changes != ""
	return run
}

// Worktree checks another commit out into a new folder below dir, beside the checkout that root is in, which stays as it
// is. Remove takes the folder away again, and git's memory of it.
func Worktree(ctx context.Context, root, ref, dir string) (path string, run track.Run, remove func(), err error) {
	commit, err := git(ctx, root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return "", track.Run{}, nil, fmt.Errorf("--against %s: git knows no such commit here (%w); name a commit, branch or tag", ref, err)
	}
	if path, err = os.MkdirTemp(dir, "against-"); err != nil {
		return "", track.Run{}, nil, err
	}
	remove = func() {
		later := context.WithoutCancel(ctx)
		git(later, root, "worktree", "remove", "--force", path)
		os.RemoveAll(path)
		git(later, root, "worktree", "prune")
	}
	if _, err = git(ctx, root, "worktree", "add", "--detach", "--force", path, commit); err != nil {
		remove()
		return "", track.Run{}, nil, fmt.Errorf("--against %s: %w", ref, err)
	}
	return path, track.Run{Commit: commit, Date: time.Now().UTC().Truncate(time.Second)}, remove, nil
}

// git runs one git command and returns what it prints.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		said := strings.TrimSpace(stderr.String())
		if said == "" {
			said = err.Error()
		}
		return "", errors.New("git " + args[0] + ": " + said)
	}
	return strings.TrimSpace(string(out)), nil
}
