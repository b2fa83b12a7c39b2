package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/judgetest"
)

// workflow is what the workflow of GitHub Actions in judge help shards has of a job.
type workflow struct {
	Jobs map[string]struct {
		Needs    string
		Strategy struct{ Matrix struct{ Shard []int } }
		Steps    []struct{ Run string }
	}
}

// TestHelpWorkflow runs the workflow of judge help shards on a small checkout: each shard, then the merge.
func TestHelpWorkflow(t *testing.T) {
	_, text, found := strings.Cut(judgetest.Read(t, "help/shards.txt"), "In a workflow of GitHub Actions\n\n")
	text, _, closed := strings.Cut(text, "\nWith a server")
	if !found || !closed {
		t.Fatal("judge help shards shows no workflow")
	}
	var w workflow
	judgetest.Check(t, yaml.Unmarshal([]byte(text), &w))
	dir := t.TempDir()
	judgetest.Check(t, os.CopyFS(dir, os.DirFS("testdata/checkout")))
	steps := func(job, shard string) (out string) {
		for _, step := range w.Jobs[job].Steps {
			if !strings.HasPrefix(step.Run, "judge ") {
				continue
			}
			command := exec.Command("sh", "-e", "-c", strings.ReplaceAll(step.Run, "${{ matrix.shard }}", shard))
			command.Dir = dir
			text, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v\n%s", step.Run, err, text)
			}
			out += string(text)
		}
		return out
	}
	for _, shard := range w.Jobs["judge"].Strategy.Matrix.Shard {
		steps("judge", strconv.Itoa(shard))
	}
	if needs := w.Jobs["merge"].Needs; needs != "judge" {
		t.Errorf("the job that merges waits for %q", needs)
	}
	if out := steps("merge", ""); !strings.Contains(out, "DONE 4 submissions, 16 tests, 0 unexpected") {
		t.Errorf("the job that merges says:\n%s", out)
	}
}
