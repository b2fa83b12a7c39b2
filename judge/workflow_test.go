package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/judgetest"
)

// job is a job of a workflow, or what action.yml runs.
type job struct {
	Strategy struct{ Matrix struct{ Shard []int } }
	Steps    []struct {
		Uses, Run        string
		WorkingDirectory string `yaml:"working-directory"`
		With, Env        map[string]any
	}
}

// run runs the scripts of a job and of its action in a folder, as GitHub does. It leaves out the steps that transfer
// files and the step that builds the judge, because the judge on the PATH is this program.
func (j job) run(t *testing.T, folder string, action job, values map[string]string) (string, error) {
	filled := func(value any) string {
		text := fmt.Sprint(value)
		for name, value := range values {
			text = strings.ReplaceAll(text, "${{ "+name+" }}", value)
		}
		if strings.Contains(text, "${{") {
			t.Errorf("no value for %s", text)
		}
		return text
	}
	output := ""
	for _, step := range j.Steps {
		if strings.HasPrefix(step.Uses, "OWNER/REPOSITORY/judge@") {
			inputs := map[string]string{"inputs.folder": ".", "inputs.junit": "", "inputs.bench": "",
				"inputs.arguments": "", "inputs.install-only": "false"}
			for name, value := range step.With {
				inputs["inputs."+name] = filled(value)
			}
			out, err := action.run(t, folder, job{}, inputs)
			if output += out; err != nil {
				return output, err
			}
		}
		if step.Run == "" || strings.HasPrefix(step.Run, "go ") || strings.Contains(step.Run, "$GITHUB_ACTION_PATH") {
			continue
		}
		shell := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step.Run))
		shell.Dir = filepath.Join(folder, filled(step.WorkingDirectory))
		shell.Env = append(os.Environ(), "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+filepath.Join(folder, "summary"))
		for name, value := range step.Env {
			shell.Env = append(shell.Env, name+"="+filled(value))
		}
		out, err := shell.CombinedOutput()
		if output += string(out); err != nil {
			return output, err
		}
	}
	return output, nil
}

// TestWorkflows runs the workflows of the help topics on a repository with one package.
func TestWorkflows(t *testing.T) {
	judgetest.Need(t, "bash")
	var action struct{ Runs job }
	judgetest.Check(t, yaml.Unmarshal([]byte(judgetest.Read(t, "action.yml")), &action))
	folder := t.TempDir()
	judgetest.Unpack(t, folder, repository)

	_, text, _ := strings.Cut(judgetest.Read(t, "help/shards.txt"), "\n  jobs:\n")
	text, _, _ = strings.Cut(text, "\n\n")
	var jobs map[string]job
	judgetest.Check(t, yaml.Unmarshal([]byte(text), &jobs))
	shards := jobs["judge"].Strategy.Matrix.Shard
	for _, shard := range shards {
		out, err := jobs["judge"].run(t, folder, action.Runs, map[string]string{"matrix.shard": fmt.Sprint(shard)})
		if err != nil || !strings.Contains(out, fmt.Sprintf("judge: shard %d/%d: 1 of 3 ", shard, len(shards))) {
			t.Errorf("shard %d: %v\n%s", shard, err, out)
		}
	}
	out, err := jobs["merge"].run(t, folder, action.Runs, nil)
	if err != nil || !strings.Contains(out, "DONE 3 submissions, 3 tests, 0 unexpected") ||
		!strings.Contains(judgetest.Read(t, filepath.Join(folder, "results.xml")), `tests="3"`) {
		t.Errorf("merge: %v\n%s", err, out)
	}

	judgetest.Check(t, os.Remove(filepath.Join(folder, "results.xml")))
	_, text, _ = strings.Cut(judgetest.Read(t, "help/reports.txt"), "\n  - uses: ")
	text, _, _ = strings.Cut("  - uses: "+text, "\n\n")
	var alone job
	judgetest.Check(t, yaml.Unmarshal([]byte(text), &alone.Steps))
	judgetest.Write(t, filepath.Join(folder, "problems/sum/submissions/accepted/one.sh"), "echo 1\n")
	out, err = alone.run(t, folder, action.Runs, nil)
	if err == nil || !strings.Contains(out, "\n::error file=problems/sum/submissions/accepted/one.sh,") ||
		!strings.Contains(judgetest.Read(t, filepath.Join(folder, "results.xml")), `failures="1"`) {
		t.Errorf("the action: %v\n%s", err, out)
	}
}

// TestBenchAction: with the input bench, the action compares with another commit, which fails only for a regression,
// and adds the answers to the summary of the job.
func TestBenchAction(t *testing.T) {
	judgetest.Long(t, "it builds and counts the solutions of two commits")
	judgetest.Need(t, "bash", "git")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	var action struct{ Runs job }
	judgetest.Check(t, yaml.Unmarshal([]byte(judgetest.Read(t, "action.yml")), &action))
	folder := t.TempDir()
	judgetest.Check(t, os.CopyFS(folder, os.DirFS("testdata/checkout")))
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-qm", "first"}} {
		gitIn(t, folder, args...)
	}
	source := filepath.Join(folder, "solutions/double/plus/main.go")
	text := judgetest.Read(t, source)
	for _, test := range []struct {
		source, arguments, out, summary string
		fails                           bool
	}{
		{"// The same.\n" + text, "double/plus", "the same program", "### 0 regressions, 0 undecided: ", false},
		{strings.Replace(text, "fmt.Printf(", "for i := 0; i < 100; i++ {\n}\nfmt.Printf(", 1), "--count 0 double/plus",
			"REGRESSION double/plus executes more statements", "- **REGRESSION** double/plus executes", true},
	} {
		judgetest.Write(t, source, test.source)
		out, err := job{Steps: action.Runs.Steps}.run(t, folder, job{}, map[string]string{"inputs.folder": ".",
			"inputs.junit": "", "inputs.bench": "HEAD", "inputs.arguments": test.arguments,
			"inputs.install-only": "false"})
		if summary := judgetest.Read(t, filepath.Join(folder, "summary")); (err != nil) != test.fails ||
			!strings.Contains(out, test.out) || !strings.Contains(summary, test.summary) {
			t.Errorf("%v\n%s\nsummary:\n%s", err, out, summary)
		}
	}
}

const repository = `
-- problems/sum/problem.yaml --
problem_format_version: 2025-09
name: Sum
limits: {time_limit: 2}
-- problems/sum/statement/problem.en.md --
Print the sum of two numbers.
-- problems/sum/data/secret/1.in --
1 2
-- problems/sum/data/secret/1.ans --
3
-- problems/sum/submissions/accepted/adds.sh --
read a b
echo $((a + b))
-- problems/sum/submissions/accepted/swaps.sh --
read a b
echo $((b + a))
-- problems/sum/submissions/wrong_answer/first.sh --
read a b
echo $a
`
