package outcome

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
)

// Folder is a program in any folder, whose results are reported with files of its tests.
type Folder struct {
	*loose.Folder
	Judged  []problem.Test // the tests on which the program was judged
	Outputs *loose.Outputs
	Flags   []string // flags that a command needs to judge the program in the same way
	TestsIn string   // the folder that --tests names, in which only "judge test" looks for tests; "" for none
}

// Unanswered returns the tests without an answer.
func (f *Folder) Unanswered() []problem.Test {
	return slices.DeleteFunc(slices.Clone(f.Judged), func(t problem.Test) bool { return t.Answer != "" })
}

// Explain adds to the results why nothing was judged, if no input has an answer.
func (f *Folder) Explain(results *grade.Results) {
	for i := range results.Submissions {
		if s := &results.Submissions[i]; len(f.Unanswered()) == len(f.Judged) && s.Skipped() && s.Message == "" {
			s.Message = "not judged: no input has an answer"
		}
	}
}

// command returns the command line that runs "judge debug" or the like on a test.
func (f *Folder) command(name string, s grade.Submission, test grade.Test) string {
	named := legible.Words(append([]string{s.Source + ":" + test.Name}, f.Flags...)...)
	switch {
	case f.TestsIn == "" || f.Problem.Talks():
		return "judge " + name + named
	case name != "debug":
		return "judge test" + named + " --tests" + legible.Words(f.TestsIn)
	}
	return "judge debug" + legible.Words(s.Source) + " <" + legible.Words(test.InputFile)
}

// unjudged returns the outputs for inputs without an answer.
func (f *Folder) unjudged() (outputs []report.Output) {
	for _, t := range f.Unanswered() {
		if text, ok := f.Outputs.Of(t.Input); ok {
			outputs = append(outputs, report.Output{Input: f.Display(t.Input), Head: text.Head,
				Size: text.Size})
		}
	}
	return outputs
}

// excerpts writes the files of the first failure, unless shown says that they are shown in another way. Then it writes
// the outputs that were not judged.
func (f *Folder) excerpts(w io.Writer, results grade.Results, shown bool, columns int) error {
	for _, s := range results.Submissions {
		if shown {
			break
		}
		if err := failure(w, s, f.Judged, columns, f.Display, func(t problem.Test) (loose.Text, bool) {
			return f.Outputs.Of(t.Input)
		}); err != nil {
			return err
		}
	}
	for _, o := range f.unjudged() {
		title := legible.Line(o.Input) + " has no answer; the output, not judged:"
		if _, err := report.Excerpt(w, title, o.Head, o.Size, failureRows, columns); err != nil {
			return err
		}
	}
	return nil
}

// failureRows is the maximum number of rows for the files of a failure and the row about it, so that all this and the
// verdict fit on a screen.
const failureRows = 20

// failure writes the input of the first test that was not accepted. If the output of that test is wrong, it also writes
// the answer and the output, unless they are long, and the row shows where they differ. The function output returns the
// output on a test, if it is wrong, and named returns the name to show for a file.
func failure(w io.Writer, s grade.Submission, tests []problem.Test, columns int, named func(path string) string,
	output func(t problem.Test) (loose.Text, bool)) error {
	for i, result := range s.Tests {
		t := tests[i]
		ran := result.Verdict != problem.AC && result.Verdict != problem.NotRun && result.Verdict != problem.CE
		if result.Expected || !ran {
			continue
		}
		got, ok := output(t)
		if ok && t.Answer == "" {
			continue
		}
		said := strings.Count(result.Message+"\n"+result.Difference, "\n")
		rows := max(failureRows-1-said, 3)
		input, err := loose.Head(t.Input)
		if err != nil {
			return err
		}
		titles, texts := []string{"input " + legible.Line(named(t.Input))}, []loose.Text{input}
		if ok {
			answer, err := loose.Head(t.Answer)
			if err != nil {
				return err
			}
			const least = 3 // rows of the input
			if result.Difference == "" || rowsOf(answer)+rowsOf(got) <= rows-least {
				titles = append(titles, "expected "+legible.Line(named(t.Answer)), "got")
				texts = append(texts, answer, got)
			}
		}
		for k, text := range texts {
			share := rows / (len(texts) - k)
			left := rows
			for _, later := range texts[k+1:] {
				left -= rowsOf(later)
			}
			used, err := report.Excerpt(w, titles[k], text.Head, text.Size, max(share, left), columns)
			if err != nil {
				return err
			}
			rows -= used
		}
		return nil
	}
	return nil
}

// rowsOf returns how many rows a text and its title need if no line is cut.
func rowsOf(text loose.Text) int {
	if int64(len(text.Head)) < text.Size {
		return failureRows
	}
	return 1 + max(1, len(slices.Collect(bytes.Lines(text.Head))))
}
