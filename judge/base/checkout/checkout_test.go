package checkout

import (
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
	t.Chdir(root)
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
	for _, root := range []string{".", root} { // as users name it, and in full
		if commit, dirty, err := Of(t.Context(), root); err != nil || len(commit.Hash) != 40 || dirty ||
			commit.Subject != "second" {
			t.Errorf("the checkout is %+v, %v, %v, want a clean commit", commit, dirty, err)
		}
	}
	path, commit, err := Files(t.Context(), ".", "HEAD~1", dir)
	judgetest.Check(t, err)
	if text, err := os.ReadFile(filepath.Join(path, "file")); err != nil || string(text) != "1" ||
		len(commit.Hash) != 40 || commit.Date.IsZero() || commit.Subject != "first" {
		t.Errorf("the other commit holds %q, %v; %+v", text, err, commit)
	}
	if _, _, err := Files(t.Context(), root, "nonsense", dir); err == nil || !strings.Contains(err.Error(),
		"git knows no such commit here") {
		t.Errorf("got %v", err)
	}
	judgetest.Write(t, filepath.Join(root, "new"), "")
	for used, want := range map[string]bool{"file": false, file: false, "new": true, "none/x": true, dir + "/x": true} {
		if _, dirty, err := Of(t.Context(), root, used); err != nil || dirty != want {
			t.Errorf("with %s, the checkout is dirty: %v, %v", used, dirty, err)
		}
	}
	judgetest.Write(t, file, "changed")
	if commit, dirty, err := Of(t.Context(), root); err != nil || !dirty {
		t.Errorf("a changed checkout is %+v, %v, %v", commit, dirty, err)
	}
	_, err = git(t.Context(), root, "add", "file")
	judgetest.Check(t, err)
	judgetest.Write(t, file, "3")
	if commit, dirty, err := Of(t.Context(), root); err != nil || !dirty {
		t.Errorf("a checkout with a change in the index is %+v, %v, %v", commit, dirty, err)
	}
	if commit, dirty, err := Of(t.Context(), t.TempDir()); err != nil || commit.Hash != "" || dirty {
		t.Errorf("outside of git: %+v, %v, %v", commit, dirty, err)
	}
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1") // makes git treat the checkout as another user's
	const owner = "dubious ownership"
	if commit, _, err := Of(t.Context(), root); err == nil || !strings.Contains(err.Error(), owner) {
		t.Errorf("another user's checkout: %+v, %v", commit, err)
	}
	if _, _, err := Files(t.Context(), root, "HEAD", dir); err == nil || !strings.Contains(err.Error(), owner) ||
		strings.Contains(err.Error(), "name a commit") {
		t.Errorf("another user's checkout: %v", err)
	}
}

// TestSafe: no setting of a repository makes git run a command: no monitor, hook, filter, alias, pager, transport, or
// signature check.
func TestSafe(t *testing.T) {
	judgetest.Need(t, "git")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	top := t.TempDir()
	root, trap, caught := filepath.Join(top, "root"), filepath.Join(top, "trap"), filepath.Join(top, "caught")
	script := func(path, text string) {
		judgetest.Write(t, path, "#!/bin/sh\n"+text)
		judgetest.Check(t, os.Chmod(path, 0o755))
	}
	script(trap, "echo \"$*\" >> "+caught+"\nexit 1\n")
	for _, hook := range []string{"post-checkout", "post-index-change", "reference-transaction", "pre-commit"} {
		script(filepath.Join(top, "hooks", hook), "exec "+trap+"\n")
	}
	signer := filepath.Join(top, "signer")
	script(signer, "cat >/dev/null; echo '[GNUPG:] SIG_CREATED ' >&2; "+
		"printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'\n")
	judgetest.Write(t, filepath.Join(root, "file"), "one\n")
	judgetest.Write(t, filepath.Join(root, "other"), "two\n")
	do := func(args ...string) {
		t.Helper()
		_, err := git(t.Context(), root, append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		judgetest.Check(t, err)
	}
	none := func(what string) {
		t.Helper()
		if text, err := os.ReadFile(caught); err == nil {
			t.Errorf("%s: git ran\n%s", what, text)
			judgetest.Check(t, os.Remove(caught))
		}
	}
	do("init", "-q")
	do("add", ".")
	do("-c", "gpg.program="+signer, "commit", "-S", "-qm", "first")
	for setting, value := range map[string]string{
		"core.fsmonitor": trap, "core.hooksPath": filepath.Join(top, "hooks"), "core.pager": trap,
		"alias.rev-parse": "!" + trap, "alias.log": "!" + trap, "log.showSignature": "true", "gpg.program": trap,
		"remote.origin.url": "ext::" + trap, "remote.origin.promisor": "true", "extensions.partialClone": "origin",
	} {
		do("config", setting, value)
	}
	judgetest.Write(t, filepath.Join(root, ".git", "info", "attributes"), "* filter=trap diff=trap\n")
	for _, setting := range []string{"filter.trap.clean", "filter.trap.smudge", "diff.external", "diff.trap.textconv"} {
		do("config", setting, trap)
	}
	judgetest.Check(t, os.Chtimes(filepath.Join(root, "file"), time.Time{}, time.Now().Add(-time.Minute)))
	commit, dirty, err := Of(t.Context(), root)
	if err != nil || commit.Subject != "first" || dirty {
		t.Errorf("the commit is %+v, dirty %v, %v", commit, dirty, err)
	}
	_, err = Log(t.Context(), root)
	judgetest.Check(t, err)
	_, _, err = Files(t.Context(), root, "HEAD", t.TempDir())
	judgetest.Check(t, err)
	none("what the judge asks git")

	// If only the remote has an object, git fails and does not fetch it.
	object, err := git(t.Context(), root, "rev-parse", "HEAD:other")
	judgetest.Check(t, err)
	judgetest.Check(t, os.Remove(filepath.Join(root, ".git", "objects", object[:2], object[2:])))
	if _, _, err := Files(t.Context(), root, "HEAD", t.TempDir()); err == nil {
		t.Error("a file that is missing was written")
	}
	none("a missing object")
}

// TestNoSearch: git does not look for a repository above a folder, and a bare one is not a checkout.
func TestNoSearch(t *testing.T) {
	judgetest.Need(t, "git")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	root, bare := t.TempDir(), t.TempDir()
	below := filepath.Join(root, "problems")
	judgetest.Write(t, filepath.Join(below, "file"), "")
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "."}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "first"},
	} {
		_, err := git(t.Context(), root, args...)
		judgetest.Check(t, err)
	}
	judgetest.Check(t, os.CopyFS(bare, os.DirFS(filepath.Join(root, ".git"))))
	for _, dir := range []string{below, bare} {
		if commit, dirty, err := Of(t.Context(), dir); err != nil || commit.Hash != "" || dirty {
			t.Errorf("%s: %+v, %v, %v", dir, commit, dirty, err)
		}
		if commits, err := Log(t.Context(), dir); err == nil {
			t.Errorf("%s: %+v", dir, commits)
		}
		if _, commit, err := Files(t.Context(), dir, "HEAD", t.TempDir()); err == nil {
			t.Errorf("%s: %+v", dir, commit)
		}
	}
}
