package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
// folder of programs, or a bare repository above them. Each command writes every document that it can. Only documents
// about a checkout name its commit.
func TestGit(t *testing.T) {
	a := arm(t)
	call := func(dir string, args ...string) {
		t.Chdir(dir)
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), args, &stdout, &stderr)
		if text, err := os.ReadFile(a.caught); err == nil {
			t.Errorf("in %s, judge %s: git ran\n%s", dir, strings.Join(args, " "), text)
			judgetest.Check(t, os.Remove(a.caught))
		}
		if status > 1 {
			t.Errorf("in %s, judge %s: status %d\n%s", dir, strings.Join(args, " "), status, stderr.String())
		}
	}
	const in, of, beside = "in a checkout", "for a package", "in a folder"
	for _, row := range []struct{ where, args string }{
		{in, "run double/py --json OUT --junit OUT.xml --html OUT.html --events OUT.events"},
		{of, "run --json OUT --junit OUT.xml --html OUT.html --events OUT.events"},
		{beside, "test a.py --json OUT --html OUT.html --events OUT.events"},
		{in, "merge " + filepath.Join(a.top, "run.json") + " --json OUT.json --junit OUT.xml --html OUT.html"},
		{in, "list --json OUT"}, {of, "list --json OUT"}, {in, "validate --json OUT"}, {of, "validate --json OUT"},
		{in, "trend --json OUT.json --plot OUT.svg"}, {in, "version --json OUT.json"},
		{in, "bench --count 1 double/py --json OUT --out OUT.txt"}, {of, "bench --count 1 --json OUT --out OUT.txt"},
		{in, "bench --against HEAD --count 1 double/py --json OUT --out OUT.txt"},
		{in, "compare double --count 1 --json OUT --out OUT.txt"},
		{of, "compare --count 1 --json OUT --out OUT.txt"},
	} {
		if measures := strings.HasPrefix(row.args, "bench") || strings.HasPrefix(row.args, "compare"); measures &&
			judgetest.Shortened(t, "what measures takes a minute") {
			continue
		}
		for i := range 2 {
			if i == 1 && strings.Contains(row.args, "HEAD") {
				continue // there is no other commit without a repository
			}
			out := filepath.Join(t.TempDir(), "out")
			if strings.HasPrefix(row.args, "merge") {
				call(a.checkouts[0], "run", "double/py", "--json", filepath.Join(a.top, "run.json"))
			}
			words := strings.Fields(strings.ReplaceAll(row.args, "OUT", out))
			if row.where == of {
				words = append(words, "--package", a.packages[i])
			}
			call(map[string]string{in: a.checkouts[i], of: a.top, beside: a.folders[i]}[row.where], words...)
			text, err := os.ReadFile(out)
			if named := bytes.Contains(text, []byte(`"commit": `)); err == nil && i == 0 && named != (row.where == in) {
				t.Errorf("in %s, judge %q: the commit is named: %v\n%s", row.where, words, named, text)
			}
		}
	}
}
