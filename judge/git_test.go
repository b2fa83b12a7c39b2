package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/tell/outcome"
)

// trapped holds the folders of TestGit. Three of them are repositories.
type trapped struct{ top, caught, checkout, pack, folder string }

// setTrap makes the folders. Whenever git looks at a work tree there, it runs a command that appends a line to the file
// caught. TestSafe of package checkout tries all settings that run commands.
func setTrap(t *testing.T) trapped {
	judgetest.Need(t, "git", "python3")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	top := t.TempDir()
	a := trapped{top, filepath.Join(top, "caught"), filepath.Join(top, "checkout"), filepath.Join(top, "package"),
		filepath.Join(top, "folder")}
	trap := filepath.Join(top, "trap")
	judgetest.Write(t, trap, fmt.Sprintf("#!/bin/sh\necho \"$0 $*\" >>%s\nexit 1\n", a.caught))
	judgetest.Check(t, os.Chmod(trap, 0o755))
	const double = "import sys\nfor line in sys.stdin:\n    print(2 * int(line))\n"
	checkout := func(path string) string { return filepath.Join(a.checkout, path) }
	judgetest.Check(t, os.CopyFS(a.checkout, os.DirFS("testdata/checkout")))
	judgetest.Check(t, os.RemoveAll(checkout("solutions/double")))
	judgetest.Check(t, os.RemoveAll(checkout("problems/double/submissions")))
	judgetest.Write(t, checkout("solutions/double/py/main.py"), double)
	judgetest.Unpack(t, a.pack, doublePackage+"-- submissions/accepted/a.py --\n"+double)
	judgetest.Unpack(t, a.folder, "-- 1.in --\n1\n-- 1.ans --\n2\n-- a.py --\n"+double)
	for _, dir := range []string{a.checkout, a.pack, a.folder} {
		gitIn(t, dir, "init", "-q")
		gitIn(t, dir, "add", ".")
		gitIn(t, dir, "commit", "-qm", "first")
		for _, setting := range []string{"core.fsmonitor", "core.pager", "core.editor", "diff.external"} {
			gitIn(t, dir, "config", setting, trap)
		}
		for _, command := range []string{"log", "rev-parse"} {
			gitIn(t, dir, "config", "alias."+command, "!"+trap)
		}
		gitIn(t, dir, "status")
		if _, err := os.Stat(a.caught); err != nil {
			t.Fatalf("%s: git status runs nothing there, so this test shows nothing", dir)
		}
		judgetest.Check(t, os.Remove(a.caught))
	}
	for _, commit := range []string{"0123", "4567"} { // not committed, which does not make the checkout dirty
		judgetest.Write(t, checkout("bench/"+commit+".txt"), "# commit: "+commit+"\n"+elsewhere)
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

// TestGit: no command runs a program that the settings of a repository name, whether it is a checkout, a package or a
// folder of programs. Each command writes every document that it can. Only documents about a checkout name its commit.
func TestGit(t *testing.T) {
	a := setTrap(t)
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
		out := filepath.Join(t.TempDir(), "out")
		if strings.HasPrefix(row.args, "merge") {
			call(a.checkout, "run", "double/py", "--json", filepath.Join(a.top, "run.json"))
		}
		words := strings.Fields(strings.ReplaceAll(row.args, "OUT", out))
		if row.where == of {
			words = append(words, "--package", a.pack)
		}
		call(map[string]string{in: a.checkout, of: a.top, beside: a.folder}[row.where], words...)
		text, err := os.ReadFile(out)
		if named := bytes.Contains(text, []byte(`"commit": `)); err == nil && named != (row.where == in) {
			t.Errorf("in %s, judge %q: the commit is named: %v\n%s", row.where, words, named, text)
		}
	}
	t.Chdir(a.checkout)
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	if hash, _ := outcome.Commit(interrupted, ""); hash == "" {
		t.Error("the document of an interrupted run has no commit")
	}
}
