package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// show runs the first test that failed once more, and sets its input, its answer, and what the program prints, or says
// to the checker, side by side. The test that failed unexpectedly comes before one that did as expected.
func (a *app) show(ctx context.Context, entries []grade.Entry, results grade.Results, o grade.Options) error {
	i, t := firstFailed(results)
	if i < 0 {
		a.say("no test failed: there is nothing to show")
		return nil
	}
	e := entries[i]
	output, stderr, err := shownFiles(o.Cache, failures.Line(e.Problem.Name, e.Submission.Name, e.Tests[t].Name))
	if err != nil {
		return judgeFailed(err)
	}
	judged := results.Submissions[i].Tests[t]
	again, err := grade.JudgeOne(ctx, e, e.Tests[t], output, o)
	if err != nil {
		return buildFailed(err)
	}
	if err := os.WriteFile(stderr, []byte(again.Stderr), 0o600); err != nil {
		return judgeFailed(err)
	}
	first, _, _ := strings.Cut(judged.Message, "\n")
	title := fmt.Sprintf("%s/%s on %s: %s", e.Problem.Name, e.Submission.Name, judged.Name, judged.Verdict)
	if first != "" {
		title += ", " + first
	}
	style := a.style()
	fmt.Fprint(a.stdout, "\n", terminal.Wrap(legible.Line(title), style.Width, 2))
	options := report.ShowOptions{Color: style.Color, Width: style.Width}
	_, options.Height = terminal.Size(a.stdout)
	if judged.Difference != nil {
		options.Line = judged.Difference.Line
	}
	printed := "output"
	if e.Problem.Talks() {
		printed = "said"
	}
	return report.Show(a.stdout, []report.Pane{
		{Name: "input", Path: e.Tests[t].Input}, {Name: "answer", Path: e.Tests[t].Answer},
		{Name: printed, Path: output}, {Name: "stderr", Path: stderr},
	}, options)
}

// firstFailed is the first test that is not as expected or, if all are, the first that is not accepted; -1 if all are.
func firstFailed(results grade.Results) (submission, test int) {
	submission = -1
	for i, s := range results.Submissions {
		for k, t := range s.Tests {
			switch {
			case !t.Expected:
				return i, k
			case submission < 0 && t.Verdict != problem.AC && t.Verdict != problem.NotRun:
				submission, test = i, k
			}
		}
	}
	return submission, test
}

// longestFileName leaves room for an extension in the 255 bytes that file systems take.
const longestFileName = 200

// shownFor is how long the files stay that --show has written.
const shownFor = 24 * time.Hour

// shownFiles are the files in the judge's cache that keep the output and the standard error of a shown test, so that
// the user can open them.
func shownFiles(cache *compile.Cache, name string) (output, stderr string, err error) {
	folder, err := cache.Folder("shown")
	if err != nil {
		return "", "", err
	}
	old, _ := os.ReadDir(folder)
	for _, file := range old {
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > shownFor {
			os.Remove(filepath.Join(folder, file.Name()))
		}
	}
	name = strings.NewReplacer("/", "-", ":", "-").Replace(name)
	base := filepath.Join(folder, name[max(len(name)-longestFileName, 0):])
	return base + ".out", base + ".err", nil
}
