package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"dlxjudge/judge/base/judgetest"
)

// gitSettings make git run a command wherever it obeys the settings of a repository.
const gitSettings = `
[core]
	fsmonitor = %[1]s
	hooksPath = %[2]s
	pager = %[1]s
	editor = %[1]s
	sshCommand = %[1]s
[alias]
	log = !%[1]s
	rev-parse = !%[1]s
[filter "trap"]
	clean = %[1]s
	smudge = %[1]s
	process = %[1]s
	required = true
[diff]
	external = %[1]s
[diff "trap"]
	textconv = %[1]s
	command = %[1]s
[log]
	showSignature = true
[gpg]
	program = %[1]s
`

// armed holds the folders of TestGit. Each exists twice: with a repository of its own, and below a bare one.
type armed struct {
	top, caught                  string
	checkouts, packages, folders [2]string
}

// arm makes the folders. Whatever git runs there for a setting appends a line to the file caught.
func arm(t *testing.T) armed {
	judgetest.Need(t, "git", "python3")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	top := t.TempDir()
	both := func(name string) [2]string {
		return [2]string{filepath.Join(top, name), filepath.Join(top, "bare", name)}
	}
	a := armed{top, filepath.Join(top, "caught"), both("checkout"), both("package"), both("folder")}
	trap, hooks := filepath.Join(top, "trap"), filepath.Join(top, "hooks")
	script := func(path, text string) {
		judgetest.Write(t, path, "#!/bin/sh\n"+text)
		judgetest.Check(t, os.Chmod(path, 0o755))
	}
	script(trap, fmt.Sprintf("echo \"$0 $*\" >>%s\nexit 1\n", a.caught))
	for _, hook := range []string{"post-checkout", "post-index-change", "reference-transaction"} {
		script(filepath.Join(hooks, hook), "exec "+trap+"\n")
	}
	const double = "import sys\nfor line in sys.stdin:\n    print(2 * int(line))\n"
	for i := range a.checkouts {
		checkout := func(path string) string { return filepath.Join(a.checkouts[i], path) }
		judgetest.Check(t, os.CopyFS(checkout(""), os.DirFS("testdata/checkout")))
		judgetest.Check(t, os.RemoveAll(checkout("solutions/double")))
		judgetest.Check(t, os.RemoveAll(checkout("problems/double/submissions")))
		judgetest.Write(t, checkout("solutions/double/py/main.py"), double)
		judgetest.Unpack(t, a.packages[i], doublePackage+"-- submissions/accepted/a.py --\n"+double)
		judgetest.Unpack(t, a.folders[i], "-- 1.in --\n1\n-- 1.ans --\n2\n-- a.py --\n"+double)
	}
	for _, dir := range []string{a.checkouts[0], a.packages[0], a.folders[0]} {
		judgetest.Write(t, filepath.Join(dir, ".gitattributes"), "* filter=trap diff=trap\n")
		gitIn(t, dir, "init", "-q")
	}
	bare := filepath.Join(top, "bare")
	judgetest.Write(t, filepath.Join(bare, "file"), "")
	gitIn(t, top, "init", "-q", "--bare", "bare")
	gitIn(t, bare, "config", "core.bare", "false")
	gitIn(t, bare, "config", "core.worktree", bare)
	for dir, config := range map[string]string{
		a.checkouts[0]: ".git/config", a.packages[0]: ".git/config", a.folders[0]: ".git/config", bare: "config",
	} {
		gitIn(t, dir, "add", ".")
		gitIn(t, dir, "commit", "-qm", "first")
		config = filepath.Join(dir, config)
		judgetest.Write(t, config, judgetest.Read(t, config)+fmt.Sprintf(gitSettings, trap, hooks))
	}
	for i := range a.checkouts { // not committed, and so nothing that a document must call dirty
		for _, commit := range []string{"0123", "4567"} {
			path := filepath.Join(a.checkouts[i], "bench", commit+".txt")
			judgetest.Write(t, path, "# commit: "+commit+"\n"+elsewhere)
		}
	}
	for _, dir := range slices.Concat(a.checkouts[:], a.packages[:], a.folders[:]) {
		status := exec.Command("git", "status")
		status.Dir = dir
		status.Run()
		if _, err := os.Stat(a.caught); err != nil {
			t.Fatalf("%s: git status runs nothing there, so this test shows nothing", dir)
		}
		judgetest.Check(t, os.Remove(a.caught))
	}
	return a
}

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

const doublePackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Double
uuid: 0b1f5b7e-6f0c-4c55-9d26-6f4b3ce3c0a1
limits: {time_limit: 2}
-- data/secret/1.in --
1
-- data/secret/1.ans --
2
`

// elsewhere is a record of another machine for judge trend, without its commit.
const elsewhere = `# date: 2026-05-04T03:02:01Z
goos: linux
goarch: amd64
cpu: Abacus
cores: 2
backend: linux

BenchmarkJudge/problem=double/solution=py/group=large/test=1 1 4190000 cpu-ns/op
# finished: yes
`

// TestGit: no command runs a program that the settings of a repository name, whether it is a checkout, a package, a
// folder of programs, or a bare repository above them. The test runs every command with every flag that writes a
// document. Only documents about a checkout name its commit.
func TestGit(t *testing.T) {
	a := arm(t)
	const in, of, beside = "in a checkout", "for a package", "in a folder"
	rows := []struct{ command, where, args string }{
		{"judge run", in, "double/py"}, {"judge run", of, ""}, {"judge test", beside, "a.py"},
		{"judge list", in, ""}, {"judge list", of, ""}, {"judge validate", in, ""}, {"judge validate", of, ""},
		{"judge trend", in, ""}, {"judge doctor", in, ""}, {"judge version", in, ""},
		{"judge merge", in, filepath.Join(a.top, "run.json")},
		{"judge bench", in, "--count 1 double/py"}, {"judge bench", of, "--count 1"},
		{"judge bench", in, "--against HEAD --count 1 double/py"},
		{"judge compare", in, "double --count 1"}, {"judge compare", of, "--count 1"},
	}
	measures := []string{"judge bench", "judge compare"}
	call := func(dir string, args ...string) (status int) {
		t.Chdir(dir)
		var stdout, stderr bytes.Buffer
		status = run(t.Context(), args, &stdout, &stderr)
		if text, err := os.ReadFile(a.caught); err == nil {
			t.Errorf("in %s, judge %s: git ran\n%s", dir, strings.Join(args, " "), text)
			judgetest.Check(t, os.Remove(a.caught))
		}
		if status > 1 {
			t.Logf("in %s, judge %s: status %d\n%s", dir, strings.Join(args, " "), status, stderr.String())
		}
		return status
	}
	call(a.checkouts[0], "run", "double/py", "--json", filepath.Join(a.top, "run.json"))
	writes := regexp.MustCompile(`^(also )?(write|record in|draw) `)
	for _, cmd := range commandsOf(newRootCommand(newApp(&bytes.Buffer{}, &bytes.Buffer{}))) {
		if testing.Short() && slices.Contains(measures, cmd.CommandPath()) {
			continue // that takes a minute
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			names, usage := pflag.UnquoteUsage(flag)
			if !strings.HasPrefix(names, "FILE") || !writes.MatchString(usage) {
				return
			}
			tried := false
			for _, row := range rows {
				if row.command != cmd.CommandPath() {
					continue
				}
				tried = true
				for i := range 2 {
					path := filepath.Join(t.TempDir(), flag.Name+".svg")
					words := append(strings.Fields(row.command + " " + row.args)[1:], "--"+flag.Name, path)
					dir := map[string]string{in: a.checkouts[i], of: a.top, beside: a.folders[i]}[row.where]
					if row.where == of {
						words = append(words, "--package", a.packages[i])
					}
					// there is no other commit without a repository, and no picture without workloads
					draws := row.command == "judge compare" && (flag.Name == "plot" || flag.Name == "growth")
					none := draws || i == 1 && strings.Contains(row.args, "HEAD")
					if status := call(dir, words...); status > 1 && !none {
						t.Errorf("in %s, judge %q: status %d", dir, words, status)
						continue
					}
					text, _ := os.ReadFile(path)
					named := bytes.Contains(text, []byte(`"commit": `)) || bytes.Contains(text, []byte("# commit: "))
					known := row.where == in && i == 0
					if slices.Contains([]string{"json", "out"}, flag.Name) && slices.Contains([]string{"judge run",
						"judge test", "judge bench"}, row.command) && named != known && (i == 0 || known) {
						t.Errorf("in %s, judge %q: the commit is named: %v\n%s", dir, words, named, text)
					}
				}
			}
			if !tried {
				t.Errorf("%s --%s is not in this test's table", cmd.CommandPath(), flag.Name)
			}
		})
	}
}
