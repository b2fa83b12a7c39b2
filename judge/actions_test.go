package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
)

// actionFile is what a workflow of .github and judge/action.yml have, with all keys that they may use.
type actionFile struct {
	Name, Description string
	On                any
	Permissions       map[string]string
	Inputs            map[string]struct{ Description, Default string }
	Jobs              map[string]actionSteps
	Runs              struct {
		Using string
		Steps []actionStep
	}
}

type actionSteps struct {
	RunsOn string `yaml:"runs-on"`
	Steps  []actionStep
}

type actionStep struct {
	Name, Uses, Run, Shell string
	WorkingDirectory       string `yaml:"working-directory"`
	With, Env              map[string]string
}

// actionFiles are the workflows and the action, by their paths in the repository.
func actionFiles(t *testing.T) map[string]actionFile {
	files := make(map[string]actionFile)
	for _, path := range []string{".github/workflows/ci.yml", ".github/workflows/release.yml", "judge/action.yml"} {
		var f actionFile
		err := yaml.UnmarshalWithOptions([]byte(judgetest.Read(t, filepath.Join("..", path))), &f, yaml.Strict())
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		files[path] = f
	}
	workflows, err := fs.Glob(os.DirFS("../.github/workflows"), "*")
	judgetest.Check(t, err)
	if len(workflows) != len(files)-1 {
		t.Errorf("not all of these workflows are looked at: %q", workflows)
	}
	return files
}

// steps are those of all jobs and of the action.
func (f actionFile) steps() []actionStep {
	steps := f.Runs.Steps
	for _, name := range slices.Sorted(maps.Keys(f.Jobs)) {
		steps = append(steps, f.Jobs[name].Steps...)
	}
	return steps
}

// TestActionFiles: each step does one thing, with the Go that go.mod wants, and what it calls is there.
func TestActionFiles(t *testing.T) {
	language := regexp.MustCompile(`(?m)^go (1\.[0-9]+)`).FindStringSubmatch(judgetest.Read(t, "../go.mod"))[1]
	targets := judgetest.Read(t, "../Makefile")
	for path, f := range actionFiles(t) {
		composite := f.Runs.Using == "composite"
		if composite == (len(f.Jobs) > 0) {
			t.Errorf("%s is neither an action nor a workflow", path)
		}
		for _, job := range f.Jobs {
			if job.RunsOn == "" || len(job.Steps) == 0 || len(f.Permissions) == 0 {
				t.Errorf("%s: a job without a machine, steps or permissions", path)
			}
		}
		for _, step := range f.steps() {
			if (step.Uses == "") == (step.Run == "") || composite && step.Run != "" && step.Shell != "bash" {
				t.Errorf("%s: %+v does not say what to run, and by what", path, step)
			}
			if step.Uses != "" && !regexp.MustCompile(`^actions/[a-z-]+@v[0-9]+$`).MatchString(step.Uses) {
				t.Errorf("%s uses %s", path, step.Uses)
			}
			if strings.HasPrefix(step.Uses, "actions/setup-go@") && step.With["go-version"] != language+".x" {
				t.Errorf("%s takes Go %q, go.mod says %s", path, step.With["go-version"], language)
			}
			// Values of others are given by the environment, never pasted into a script.
			if strings.Contains(step.Run, "${{") {
				t.Errorf("%s: a script has an expression:\n%s", path, step.Run)
			}
			for _, script := range regexp.MustCompile(`\.ci/[\w-]+`).FindAllString(step.Run, -1) {
				if info, err := os.Stat(filepath.Join("..", script)); err != nil || info.Mode()&0o111 == 0 {
					t.Errorf("%s runs %s: %v", path, script, err)
				}
			}
			for _, target := range regexp.MustCompile(`(?m)^make ([a-z-]+)`).FindAllStringSubmatch(step.Run, -1) {
				if !strings.Contains(targets, "\n"+target[1]+":") {
					t.Errorf("%s makes %s, which is no target", path, target[1])
				}
			}
		}
	}
}

// runner is what GitHub gives to the steps of a job.
type runner struct {
	t           *testing.T
	workspace   string
	environment []string
	added       string // the file that the steps add to PATH by
}

func newRunner(t *testing.T, workspace string, environment ...string) runner {
	temp := t.TempDir()
	r := runner{t: t, workspace: workspace, added: filepath.Join(temp, "path")}
	judgetest.Write(t, r.added, "")
	r.environment = append(os.Environ(), append([]string{"CI=true", "GITHUB_ACTIONS=true", "RUNNER_TEMP=" + temp,
		"GITHUB_WORKSPACE=" + workspace, "GITHUB_PATH=" + r.added}, environment...)...)
	return r
}

// run runs the script of a step as GitHub's runner does, and returns what it prints. Expressions are only those of
// inputs and the token.
func (r runner) run(step actionStep, inputs map[string]string) (string, error) {
	filled := func(value string) string {
		for name, input := range inputs {
			value = strings.ReplaceAll(value, "${{ "+name+" }}", input)
		}
		if strings.Contains(value, "${{") {
			r.t.Errorf("nothing gives %s", value)
		}
		return value
	}
	path := os.Getenv("PATH")
	for line := range strings.Lines(judgetest.Read(r.t, r.added)) {
		path = strings.TrimSpace(line) + string(os.PathListSeparator) + path
	}
	shell := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
	shell.Dir = filepath.Join(r.workspace, filled(step.WorkingDirectory))
	shell.Env = append(slices.Clone(r.environment), "PATH="+path)
	for name, value := range step.Env {
		shell.Env = append(shell.Env, name+"="+filled(value))
	}
	out, err := shell.CombinedOutput()
	return string(out), err
}

// TestAction runs the steps of judge/action.yml as GitHub does, on a checkout where all is as expected, and on one with
// a solution that fails: its file is marked, and the job's summary has a table. In a short test the judge on the PATH
// is what runs, in place of one that is built.
func TestAction(t *testing.T) {
	judgetest.Need(t, "bash")
	action := actionFiles(t)["judge/action.yml"]
	here, err := filepath.Abs(".")
	judgetest.Check(t, err)
	workspace := t.TempDir()
	judgetest.Check(t, os.CopyFS(filepath.Join(workspace, "problems of mine"), os.DirFS("testdata/checkout")))
	summary := filepath.Join(t.TempDir(), "summary")
	r := newRunner(t, workspace, "GITHUB_ACTION_PATH="+here, "GITHUB_STEP_SUMMARY="+summary, "GOFLAGS=-trimpath")
	built := judgetest.Shortened(t, "the step that builds judge")
	judge := func(arguments string) (out string, err error) {
		inputs := map[string]string{"inputs.folder": "problems of mine", "inputs.arguments": arguments}
		judgetest.Write(t, summary, "")
		for _, step := range action.Runs.Steps {
			if step.Uses != "" || built && strings.HasPrefix(step.Run, "go build ") {
				continue
			}
			said, failed := r.run(step, inputs)
			out, err = out+said, failed
			if err != nil {
				break
			}
		}
		return out, err
	}
	out, err := judge("")
	if table := judgetest.Read(t, summary); err != nil ||
		!strings.Contains(out, "DONE 4 submissions, 16 tests, 0 unexpected") || strings.Contains(out, "::error") ||
		!strings.Contains(table, "| ✓ | double/plus | AC |") {
		t.Errorf("all is as expected: %v\n%s\n%s", err, out, table)
	}
	source := filepath.Join(workspace, "problems of mine", "solutions", "double", "plus", "main.go")
	judgetest.Write(t, source, "package main\n\nfunc main() { println(undefined) }\n")
	out, err = judge("double/pl* -v")
	if table := judgetest.Read(t, summary); err == nil || !strings.Contains(out,
		"\n::error file=problems of mine/solutions/double/plus/main.go,") ||
		!strings.Contains(table, "1 submission judged, 1 unexpected") {
		t.Errorf("a solution that fails: %v\n%s\n%s", err, out, table)
	}
	if out, err = judge("double/plus; echo got in"); err == nil || strings.Contains(out, "\ngot in") {
		t.Errorf("arguments are run as a script: %v\n%s", err, out)
	}
}

// TestReleaseWorkflow runs the steps of release.yml with stand-ins for make, sudo and gh: for a tag that is the
// release's name gh gets all files and the newest part of CHANGELOG.md, and another tag is refused before that.
func TestReleaseWorkflow(t *testing.T) {
	judgetest.Need(t, "bash")
	steps := actionFiles(t)[".github/workflows/release.yml"].Jobs["release"].Steps
	made := []string{"SHA256SUMS", "dlxjudge-" + version.Release + "-linux-amd64.tar.gz",
		"dlxjudge_" + version.Release + "_amd64.deb"}
	release := func(tag string) (said string, err error) {
		workspace, tools := t.TempDir(), t.TempDir()
		judgetest.Write(t, filepath.Join(workspace, "CHANGELOG.md"), judgetest.Read(t, "../CHANGELOG.md")+
			"\n## 0.0.1\n\n- The one before.\n")
		for name, script := range map[string]string{
			"make": fmt.Sprintf("mkdir dist && cd dist && touch %s", strings.Join(made, " ")),
			"sudo": `echo "as root: $*"`,
			"gh":   `echo "gh: $*"; for last; do :; done; cat "$last"`,
		} {
			judgetest.Write(t, filepath.Join(tools, name), "#!/bin/sh -e\n"+script+"\n")
			judgetest.Check(t, os.Chmod(filepath.Join(tools, name), 0o755))
		}
		r := newRunner(t, workspace, "GITHUB_REF_NAME="+tag)
		judgetest.Write(t, r.added, tools)
		for _, step := range steps {
			if step.Run == "" {
				continue
			}
			out, err := r.run(step, map[string]string{"github.token": "token"})
			said += out
			if err != nil {
				return said, err
			}
		}
		return said, nil
	}
	said, err := release("v" + version.Release)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, want := range []string{
		"as root: .ci/bare-debian dist/" + made[2] + "\n",
		"gh: release create v" + version.Release + " dist/" + strings.Join(made, " dist/") + " --verify-tag ",
		"\n" + firstNote(t) + "\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("a release does not say %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "The one before") || strings.Contains(said, "## ") {
		t.Errorf("the notes are more than those of the release:\n%s", said)
	}
	if said, err := release("v0.0.1"); err == nil || strings.Contains(said, "gh: ") {
		t.Errorf("a tag that names another release: %v\n%s", err, said)
	}
}

// firstNote is the first line that CHANGELOG.md says of the newest release.
func firstNote(t *testing.T) string {
	_, notes, _ := strings.Cut(judgetest.Read(t, "../CHANGELOG.md"), "\n## "+version.Release+"\n")
	note, _, _ := strings.Cut(strings.TrimSpace(notes), "\n")
	if note == "" {
		t.Fatal("CHANGELOG.md says nothing of the newest release")
	}
	return note
}
