package checkout

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// TestFiles: the files of another commit appear in a folder, and the checkout stays as it is.
func TestFiles(t *testing.T) {
	judgetest.Need(t, "git")
	root, dir := t.TempDir(), t.TempDir()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	file := filepath.Join(root, "file")
	for i, args := range [][]string{
		{"init", "-q"}, {"add", "file"}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "first"},
		{"-c", "user.name=n", "-c", "user.email=e", "commit", "-qam", "second"},
	} {
		if i != 2 {
			judgetest.Write(t, file, fmt.Sprint(i))
		}
		if _, err := git(t.Context(), root, args...); err != nil {
			t.Fatal(err)
		}
	}
	if commit, dirty, err := Of(t.Context(), root); err != nil || len(commit.Hash) != 40 || dirty ||
		commit.Subject != "second" {
		t.Errorf("the checkout is %+v, %v, %v, want a clean commit", commit, dirty, err)
	}
	path, commit, err := Files(t.Context(), root, "HEAD~1", dir)
	judgetest.Check(t, err)
	if text, err := os.ReadFile(filepath.Join(path, "file")); err != nil || string(text) != "1" ||
		len(commit.Hash) != 40 || commit.Date.IsZero() || commit.Subject != "first" {
		t.Errorf("the other commit holds %q, %v; %+v", text, err, commit)
	}
	if _, _, err := Files(t.Context(), root, "nonsense", dir); err == nil || !strings.Contains(err.Error(),
		"git knows no such commit here") {
		t.Errorf("got %v", err)
	}
	judgetest.Write(t, file, "changed")
	if commit, dirty, err := Of(t.Context(), root); err != nil || !dirty {
		t.Errorf("a changed checkout is %+v, %v, %v", commit, dirty, err)
	}
	if commit, dirty, err := Of(t.Context(), t.TempDir()); err != nil || commit.Hash != "" || dirty {
		t.Errorf("outside of git: %+v, %v, %v", commit, dirty, err)
	}
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1") // git then takes the checkout for another user's
	const owner = "dubious ownership"
	if commit, _, err := Of(t.Context(), root); err == nil || !strings.Contains(err.Error(), owner) {
		t.Errorf("another user's checkout: %+v, %v", commit, err)
	}
	if _, _, err := Files(t.Context(), root, "HEAD", dir); err == nil || !strings.Contains(err.Error(), owner) ||
		strings.Contains(err.Error(), "name a commit") {
		t.Errorf("another user's checkout: %v", err)
	}
}

// TestSafe: no settings of a repository make git run a command: no monitor, hook, filter, alias, pager or transport.
func TestSafe(t *testing.T) {
	judgetest.Need(t, "git")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	top := t.TempDir()
	root, trap, caught := filepath.Join(top, "root"), filepath.Join(top, "trap"), filepath.Join(top, "caught")
	judgetest.Write(t, trap, "#!/bin/sh\necho \"$*\" >> "+caught+"\nexec cat\n")
	judgetest.Check(t, os.Chmod(trap, 0o755))
	for _, hook := range []string{"post-checkout", "post-index-change", "reference-transaction"} {
		judgetest.Write(t, filepath.Join(top, "hooks", hook), "#!/bin/sh\nexec "+trap+"\n")
		judgetest.Check(t, os.Chmod(filepath.Join(top, "hooks", hook), 0o755))
	}
	judgetest.Write(t, filepath.Join(root, "file"), "one\n")
	judgetest.Write(t, filepath.Join(root, "other"), "two\n")
	judgetest.Write(t, filepath.Join(root, ".gitattributes"), "* filter=trap diff=trap\n")
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "."}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "first"},
		{"config", "core.fsmonitor", trap}, {"config", "core.hooksPath", filepath.Join(top, "hooks")},
		{"config", "core.pager", trap}, {"config", "alias.rev-parse", "!" + trap}, {"config", "alias.log", "!" + trap},
		{"config", "filter.trap.clean", trap}, {"config", "filter.trap.smudge", trap},
		{"config", "diff.external", trap}, {"config", "diff.trap.textconv", trap},
		{"config", "log.showSignature", "true"}, {"config", "gpg.program", trap},
		{"config", "remote.origin.url", "ext::" + trap}, {"config", "protocol.ext.allow", "always"},
		{"config", "remote.origin.promisor", "true"}, {"config", "extensions.partialClone", "origin"},
	} {
		if _, err := git(t.Context(), root, args...); err != nil {
			t.Fatal(err)
		}
	}
	judgetest.Check(t, os.Chtimes(filepath.Join(root, "file"), time.Time{}, time.Now().Add(-time.Hour)))
	all := func() error {
		commit, _, err := Of(t.Context(), root)
		_, logged := Log(t.Context(), root)
		_, _, written := Files(t.Context(), root, "HEAD", t.TempDir())
		if err == nil && commit.Subject != "first" {
			err = fmt.Errorf("the commit is %+v", commit)
		}
		return errors.Join(err, logged, written)
	}
	judgetest.Check(t, all())
	// without an object that only the remote has, git fails, and does not ask for it
	object, err := git(t.Context(), root, "rev-parse", "HEAD:other")
	judgetest.Check(t, err)
	judgetest.Check(t, os.Remove(filepath.Join(root, ".git", "objects", object[:2], object[2:])))
	if _, _, err := Files(t.Context(), root, "HEAD", t.TempDir()); err == nil {
		t.Error("a file that is missing was written")
	}
	if text, err := os.ReadFile(caught); err == nil {
		t.Errorf("git ran:\n%s", text)
	}
	// nor does it look above: a folder in a checkout is in none
	below := filepath.Join(root, "problems")
	if commit, dirty, err := Of(t.Context(), below); err != nil || commit.Hash != "" || dirty {
		t.Errorf("a folder below the top: %+v, %v, %v", commit, dirty, err)
	}
}
