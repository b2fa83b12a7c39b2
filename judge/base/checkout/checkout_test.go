package checkout

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestWorktree: another commit appears beside the checkout and leaves no trace.
func TestWorktree(t *testing.T) {
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
	path, commit, remove, err := Worktree(t.Context(), root, "HEAD~1", dir)
	judgetest.Check(t, err)
	if text, err := os.ReadFile(filepath.Join(path, "file")); err != nil || string(text) != "1" ||
		len(commit.Hash) != 40 || commit.Date.IsZero() || commit.Subject != "first" {
		t.Errorf("the other commit holds %q, %v; %+v", text, err, commit)
	}
	remove()
	if list, err := git(t.Context(), root, "worktree", "list"); err != nil || strings.Contains(list, "\n") {
		t.Errorf("a worktree remains: %s, %v", list, err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v remains", left)
	}
	if _, _, _, err := Worktree(t.Context(), root, "nonsense", dir); err == nil || !strings.Contains(err.Error(),
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
	if _, _, _, err := Worktree(t.Context(), root, "HEAD", dir); err == nil || !strings.Contains(err.Error(), owner) ||
		strings.Contains(err.Error(), "name a commit") {
		t.Errorf("another user's checkout: %v", err)
	}
}
