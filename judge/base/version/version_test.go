package version

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

func TestOf(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	for _, row := range []struct{ installed, revision, modified, want string }{
		{"v0.0.0-20260504030201-0123456789ab", commit, "false", "0123456789ab"},
		{"v1.2.3", commit, "false", "0123456789ab"}, // same for a clone without tags
		{"(devel)", commit, "false", "0123456789ab"},
		{"v1.2.3+dirty", commit, "true", ""},
		{"v1.2.3", commit, "true", ""},
		{"v1.2.3", commit, "", ""},
		{"v1.2.3", "", "", "v1.2.3"},
		{"v1.2.3+dirty", "", "", ""},
		{"(devel)", "", "", ""},
		{"", "", "", ""},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: row.installed}}
		for key, value := range map[string]string{"vcs.revision": row.revision, "vcs.modified": row.modified} {
			if value != "" {
				info.Settings = append(info.Settings, debug.BuildSetting{Key: key, Value: value})
			}
		}
		if got := of(info); got != row.want {
			t.Errorf("%+v: got %q", row, got)
		}
	}
}

// A test binary does not know its commit. Its version is the digest of the running program, even if the file has been
// replaced.
func TestJudge(t *testing.T) {
	if os.Getenv("VERSION_TEST_MOVE") != "" {
		path, err := os.Executable()
		judgetest.Check(t, err)
		judgetest.Check(t, os.Rename(path, path+".old"))
		judgetest.Write(t, path, "another program")
		judgetest.Write(t, os.Getenv("VERSION_TEST_MOVE"), Judge())
		return
	}
	if got := Judge(); !regexp.MustCompile(`^program-[0-9a-f]{12}$`).MatchString(got) || got != Judge() {
		t.Errorf("got %q", got)
	}
	if _, err := os.Stat("/proc/self/exe"); err != nil {
		t.Skip("needs /proc to find the running program")
	}
	dir := t.TempDir()
	self, err := os.Executable()
	judgetest.Check(t, err)
	moved := filepath.Join(dir, "program")
	judgetest.Write(t, moved, judgetest.Read(t, self))
	judgetest.Check(t, os.Chmod(moved, 0o755))
	cmd := exec.Command(moved, "-test.run=TestJudge")
	cmd.Env = append(os.Environ(), "VERSION_TEST_MOVE="+filepath.Join(dir, "version"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := judgetest.Read(t, filepath.Join(dir, "version")); got != Judge() {
		t.Errorf("after the move: %q, before: %q", got, Judge())
	}
}
