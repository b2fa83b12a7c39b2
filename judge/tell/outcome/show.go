package outcome

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Prepare makes the folder for --transcript. It returns an error if no problem has conversations.
func (r Reports) Prepare(entries []grade.Entry) error {
	if r.Transcripts == "" {
		return nil
	}
	if !slices.ContainsFunc(entries, func(e grade.Entry) bool { return e.Problem.Talks() }) {
		return fmt.Errorf("--transcript %s: none of the problems is interactive or multi-pass; leave the flag out",
			r.Transcripts)
	}
	if err := os.MkdirAll(r.Transcripts, 0o777); err != nil {
		return fmt.Errorf("--transcript %s: cannot make the folder: %w", r.Transcripts, err)
	}
	return Writable("--transcript", filepath.Join(r.Transcripts, "TEST.txt"))
}

// Again judges a test once more. printed is the path of the file to which it writes the program's output or, if the
// problem has conversations, what the program said.
type Again func(ctx context.Context, e grade.Entry, t problem.Test, printed string) (grade.Test, error)

// ShowFailed runs a failed test once more: the first unexpected failure or, without one, the first failure. It shows
// four files side by side: the input, the answer, the program's output (or what it said in a conversation), and its
// standard error. Some interactors need no answer, so an empty answer of an interactive problem is left out. The files
// stay in the folder for a day, so that the user can open them. ShowFailed reports whether any test failed.
func ShowFailed(ctx context.Context, stdout io.Writer, folder string, entries []grade.Entry, results grade.Results,
	again Again) (failed bool, err error) {
	i, t := firstFailed(results)
	if i < 0 {
		return false, nil
	}
	e, judged := entries[i], results.Submissions[i].Tests[t]
	output, stderr := shownFiles(folder, failures.Line(e.Problem.Name, e.Submission.Name, judged.Name))
	shown, err := again(ctx, e, e.Tests[t], output)
	if err != nil {
		return true, err
	}
	if err := os.WriteFile(stderr, []byte(shown.Stderr), 0o600); err != nil {
		return true, exit.Failed(err)
	}
	first, _, _ := strings.Cut(judged.Message, "\n")
	title := fmt.Sprintf("%s/%s on %s: %s", e.Problem.Name, e.Submission.Name, judged.Name, judged.Verdict)
	if first != "" {
		title += ", " + first
	}
	style := terminal.StyleOf(stdout)
	fmt.Fprint(stdout, "\n", terminal.Wrap(legible.Line(title), style.Width, 2))
	options := report.ShowOptions{Line: judged.Line, Color: style.Color, Width: style.Width}
	_, options.Height = terminal.Size(stdout)
	printed := "output"
	if e.Problem.Talks() {
		printed = "said"
	}
	panes := []report.Pane{{Name: "input", Path: e.Tests[t].Input}}
	answer := e.Tests[t].Answer
	if info, err := os.Stat(answer); err != nil || info.Size() > 0 || !e.Problem.Interactive {
		panes = append(panes, report.Pane{Name: "answer", Path: answer})
	}
	return true, report.Show(stdout, append(panes, report.Pane{Name: printed, Path: output},
		report.Pane{Name: "stderr", Path: stderr}), options)
}

// ShowWrong shows the first failed test of a stranger to a problem, as the rows of a program in any folder do. If the
// output is wrong, it runs the test again, and writes the output to the file printed. The function named returns the
// name to show for a file.
func ShowWrong(ctx context.Context, stdout io.Writer, printed string, e grade.Entry, s grade.Submission,
	named func(path string) string, again Again) (err error) {
	output := func(t problem.Test) (text loose.Text, wrong bool) {
		i := slices.IndexFunc(s.Tests, func(of grade.Test) bool { return of.Name == t.Name })
		if v := s.Tests[i].Verdict; v != problem.WA && v != problem.PE || e.Problem.Talks() {
			return text, false
		}
		if _, err = again(ctx, e, t, printed); err == nil {
			text, err = loose.Head(printed)
		}
		return text, err == nil
	}
	return errors.Join(failure(stdout, s, e.Tests, terminal.StyleOf(stdout).Width, named, output), err)
}

// firstFailed returns the indices of the first test that is not as expected. If all tests are as expected, it takes the
// first that ran and was not accepted. If there is no such test, submission is -1.
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

// longestFileName is the maximum length of a name, in bytes. It leaves room for an extension, since file systems allow
// 255 bytes.
const longestFileName = 200

// shownFor is how long the files of --show are kept.
const shownFor = 24 * time.Hour

// shownFiles returns the paths of two files in the folder, for a test's output and its standard error. It removes old
// files from the folder.
func shownFiles(folder, name string) (output, stderr string) {
	old, _ := os.ReadDir(folder)
	for _, file := range old {
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > shownFor {
			os.Remove(filepath.Join(folder, file.Name()))
		}
	}
	name = strings.NewReplacer("/", "-", ":", "-").Replace(name)
	base := filepath.Join(folder, name[max(len(name)-longestFileName, 0):])
	return base + ".out", base + ".err"
}
