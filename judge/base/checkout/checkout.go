// Package checkout asks git about the user's checkout: its commit, changes and history, and the files of another
// commit. Do not use this package on a problem package, because its repository is untrusted.
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
	"path/filepath"
	"slices"
	"strings"
)

// Of returns the commit of a checkout. dirty is true if a tracked file differs from that commit, if git does not track
// one of the used files, or if git cannot tell. The commit is zero if dir is not the top of a git repository, or if git
// is not installed. The error says why git cannot name a checkout's commit.
func Of(ctx context.Context, dir string, used ...string) (commit Commit, dirty bool, err error) {
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
		return Commit{}, false, nil
	}
	commit, err = named(ctx, dir, "HEAD")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return Commit{}, false, nil
	case err != nil:
		return Commit{}, false, err
	}
	if dirty, err = changed(ctx, dir, commit.Hash); err == nil && !dirty && len(used) > 0 {
		dirty, err = untracked(ctx, dir, used)
	}
	return commit, dirty || err != nil, nil
}

// untracked reports whether git does not track one of these files.
func untracked(ctx context.Context, dir string, files []string) (bool, error) {
	list, err := git(ctx, dir, "ls-files", "-z")
	if err != nil {
		return false, err
	}
	tracked := make(map[string]bool)
	for name := range strings.SplitSeq(list, "\x00") {
		tracked[name] = true
	}
	top, err := real(dir)
	for _, file := range files {
		folder, wrong := real(filepath.Dir(file))
		below, outside := filepath.Rel(top, filepath.Join(folder, filepath.Base(file)))
		if err = errors.Join(err, wrong, outside); err != nil || !tracked[filepath.ToSlash(below)] {
			return true, err
		}
	}
	return false, err
}

// real returns the absolute path of a folder, without symbolic links.
func real(dir string) (string, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// Files writes the files of another commit into a new folder below dir, and returns the path of the new folder.
func Files(ctx context.Context, root, ref, dir string) (path string, commit Commit, err error) {
	commit, err = named(ctx, root, ref)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		// Status 1 means that git does not know the name.
		return "", Commit{}, errors.New("git knows no such commit here; name a commit, branch or tag")
	case err != nil:
		return "", Commit{}, err
	}
	if path, err = os.MkdirTemp(dir, "commit-"); err != nil {
		return "", Commit{}, err
	}
	if err = extract(ctx, root, commit.Hash, path); err != nil {
		os.RemoveAll(path)
		return "", Commit{}, err
	}
	return path, commit, nil
}

// safe prevents git from running programs that a repository configures: file monitors, hooks, transports. It does not
// prevent filters, so commands that run filters are used only in a plainRepository.
var safe = []string{"-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never"}

// git runs a git command in dir and returns the output. If dir is not the top of a repository, the command fails
// instead of searching the folders above. The error contains git's own message, in English.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd, err := command(ctx, dir, args...)
	if err != nil {
		return "", err
	}
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(cmd.Dir), "GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=")
	return run(cmd)
}

// run runs a git command. It makes git print messages in English and take no optional locks.
func run(cmd *exec.Cmd) (string, error) {
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", cmd.Args[len(safe)+1], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

func command(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	top, err := real(dir)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "git", append(slices.Clone(safe), args...)...)
	cmd.Dir = top
	return cmd, nil
}
