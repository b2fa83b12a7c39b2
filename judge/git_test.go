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
	"time"

	"dlxjudge/judge/base/judgetest"
)

// gitSettings run a command wherever git obeys the settings of a repository.
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

// TestGit: no command runs what the settings of a repository name, be it a checkout, a package, a folder of programs,
// or a bare repository above them. Every command is run with every flag that writes a document.
func TestGit(t *testing.T) {
	judgetest.Need(t, "git", "python3")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	top := t.TempDir()
	trap, caught := filepath.Join(top, "trap"), filepath.Join(top, "caught")
	judgetest.Write(t, trap, fmt.Sprintf("#!/bin/sh\necho \"$0 $*\" >> %s\nexec cat\n", caught))
	judgetest.Check(t, os.Chmod(trap, 0o755))
	hooks := filepath.Join(top, "hooks")
	for _, hook := range []string{"post-checkout", "post-index-change", "fsmonitor-watchman", "reference-transaction"} {
		judgetest.Write(t, filepath.Join(hooks, hook), "#!/bin/sh\nexec "+trap+"\n")
		judgetest.Check(t, os.Chmod(filepath.Join(hooks, hook), 0o755))
	}
	git := func(dir string, args ...string) error {
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("git %v: %w: %s", args, err, out)
		}
		return err
	}
	settings := fmt.Sprintf(gitSettings, trap, hooks)
	arm := func(config string) {
		text, err := os.ReadFile(config)
		judgetest.Check(t, err)
		judgetest.Write(t, config, string(text)+settings)
	}
	// repository makes a folder a repository with one commit, whose files look changed to git.
	repository := func(dir string) {
		judgetest.Write(t, filepath.Join(dir, ".gitattributes"), "* filter=trap diff=trap\n")
		judgetest.Check(t, git(dir, "init", "-q"))
		judgetest.Check(t, git(dir, "add", "."))
		judgetest.Check(t, git(dir, "commit", "-qm", "first"))
		arm(filepath.Join(dir, ".git", "config"))
		judgetest.Check(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && !strings.Contains(path, "/.git/") {
				err = os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour))
			}
			return err
		}))
	}
	const double = "import sys\nfor line in sys.stdin:\n    print(2 * int(line))\n"
	checkouts := []string{filepath.Join(top, "checkout"), filepath.Join(top, "bare", "checkout")}
	for _, dir := range checkouts {
		judgetest.Check(t, os.CopyFS(dir, os.DirFS("testdata/checkout")))
		judgetest.Check(t, os.RemoveAll(filepath.Join(dir, "solutions", "double")))
		judgetest.Check(t, os.RemoveAll(filepath.Join(dir, "problems", "double", "submissions")))
		judgetest.Write(t, filepath.Join(dir, "solutions", "double", "py", "main.py"), double)
	}
	packages := []string{filepath.Join(top, "package"), filepath.Join(top, "bare", "package")}
	for _, dir := range packages {
		for path, text := range map[string]string{
			"problem.yaml":              "problem_format_version: 2025-09\nname: Double\nuuid: 0\nlimits: {time_limit: 2}\n",
			"data/secret/1.in":          "1\n",
			"data/secret/1.ans":         "2\n",
			"submissions/accepted/a.py": double,
		} {
			judgetest.Write(t, filepath.Join(dir, path), text)
		}
	}
	folders := []string{filepath.Join(top, "folder"), filepath.Join(top, "bare", "folder")}
	for _, dir := range folders {
		judgetest.Write(t, filepath.Join(dir, "a.py"), double)
		judgetest.Write(t, filepath.Join(dir, "1.in"), "1\n")
		judgetest.Write(t, filepath.Join(dir, "1.ans"), "2\n")
	}
	judgetest.Check(t, git(top, "init", "-q", "--bare", "bare"))
	arm(filepath.Join(top, "bare", "config"))
	for _, dir := range []string{checkouts[0], packages[0], folders[0]} {
		repository(dir)
		if err := git(dir, "status"); err != nil {
			t.Log(err)
		}
		if _, err := os.Stat(caught); err != nil {
			t.Fatalf("%s: git status runs nothing there, so this test shows nothing", dir)
		}
		judgetest.Check(t, os.Remove(caught))
	}

	// What a command is given that names something to judge here: in a checkout, for a package, in a folder.
	const in, of, beside = 0, 1, 2
	calls := map[string][3][]string{
		"judge test":     {beside: {"a.py"}},
		"judge run":      {in: {"double/py"}, of: {}},
		"judge list":     {in: {}, of: {}},
		"judge validate": {in: {}, of: {}},
		"judge bench":    {in: {"--count", "1", "double/py"}, of: {"--count", "1"}},
		"judge compare":  {in: {"double", "--count", "1"}, of: {"--count", "1"}},
		"judge trend":    {in: {}},
		"judge doctor":   {in: {}},
		"judge version":  {in: {}},
		"judge merge":    {in: {"results.json"}},
	}
	slow := []string{"bench", "compare"}
	documents := []string{"json", "junit", "events", "html", "out", "svg", "svg-counts"}
	number := 0
	call := func(dir string, args ...string) {
		t.Helper()
		t.Chdir(dir)
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), args, &stdout, &stderr)
		if text, err := os.ReadFile(caught); err == nil {
			t.Errorf("in %s, judge %s: git ran\n%s", dir, strings.Join(args, " "), text)
			judgetest.Check(t, os.Remove(caught))
		}
		t.Logf("judge %s: status %d", strings.Join(args, " "), status)
	}
	for _, cmd := range commandsOf(newRootCommand(newApp(&bytes.Buffer{}, &bytes.Buffer{}))) {
		for _, document := range documents {
			flag := cmd.Flags().Lookup(document)
			if flag == nil {
				continue
			}
			given, known := calls[cmd.CommandPath()]
			if known && testing.Short() && (document != "json" || slices.Contains(slow, cmd.Name())) {
				continue
			}
			if !known {
				t.Errorf("%s --%s is not in this test's table", cmd.CommandPath(), document)
			}
			for where, args := range given {
				if args == nil {
					continue
				}
				for i := range checkouts {
					number++
					words := append(append(strings.Fields(cmd.CommandPath())[1:], args...), "--"+document,
						filepath.Join(top, fmt.Sprintf("%d.%s", number, document)))
					switch where {
					case in:
						call(checkouts[i], words...)
					case of:
						call(top, append(words, "--package", packages[i])...)
					case beside:
						call(folders[i], words...)
					}
				}
			}
		}
	}
}
