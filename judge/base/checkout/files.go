package checkout

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"dlxjudge/judge/base/scratch"
)

// A plainRepository is a temporary repository that uses the objects of the checkout. Its index holds one commit. In
// this repository, git ignores the checkout's configuration, so it does not run the filters, hooks and monitors that
// the checkout configures.
type plainRepository struct {
	dir, objects string
}

// plain makes a plain repository for a commit. The caller removes the repository's folder.
func plain(ctx context.Context, top, commit string) (p plainRepository, err error) {
	objects, err := git(ctx, top, "rev-parse", "--git-path", "objects")
	if err != nil {
		return p, err
	}
	if !filepath.IsAbs(objects) {
		objects = filepath.Join(top, objects)
	}
	if objects, err = filepath.Abs(objects); err != nil { // git runs in another folder
		return p, err
	}
	dir, err := scratch.Make("")
	if err != nil {
		return p, err
	}
	config := ""
	if len(commit) == 64 {
		config = "[core]\nrepositoryFormatVersion = 1\n[extensions]\nobjectFormat = sha256\n"
	}
	p = plainRepository{dir, objects}
	err = errors.Join(os.Mkdir(filepath.Join(dir, "refs"), 0o700), os.Mkdir(filepath.Join(dir, "work"), 0o700),
		os.WriteFile(filepath.Join(dir, "config"), []byte(config), 0o600),
		os.WriteFile(filepath.Join(dir, "HEAD"), []byte(commit+"\n"), 0o600))
	if err == nil {
		_, err = p.git(ctx, filepath.Join(dir, "work"), "read-tree", commit)
	}
	if err != nil {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return p, err
}

// git runs a git command on the repository. files is the path of the work tree.
func (p plainRepository) git(ctx context.Context, files string, args ...string) (string, error) {
	cmd, err := command(ctx, files, args...)
	if err != nil {
		return "", err
	}
	for _, entry := range cmd.Environ() {
		if !strings.HasPrefix(entry, "GIT_") {
			cmd.Env = append(cmd.Env, entry)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_DIR="+p.dir, "GIT_WORK_TREE="+cmd.Dir, "GIT_OBJECT_DIRECTORY="+p.objects,
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1")
	return run(cmd)
}

// changed reports whether a tracked file differs from a commit: in the index, or in the folder itself.
func changed(ctx context.Context, dir, commit string) (bool, error) {
	_, err := git(ctx, dir, "diff-index", "--cached", "--quiet", "--no-ext-diff", commit, "--")
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	p, err := plain(ctx, dir, commit)
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(p.dir)
	differ, err := p.git(ctx, dir, "status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all")
	return differ != "", err
}

// extract writes the files of a commit into an empty folder.
func extract(ctx context.Context, dir, commit, into string) error {
	p, err := plain(ctx, dir, commit)
	if err != nil {
		return err
	}
	defer os.RemoveAll(p.dir)
	_, err = p.git(ctx, into, "checkout-index", "--all")
	return err
}
