package outcome

import (
	"io"
	"slices"

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
			outputs = append(outputs, report.Output{Input: f.Tests.DisplayName(t.Input), Head: text.Head,
				Size: text.Size})
		}
	}
	return outputs
}

// excerpts writes the files of the first failure, unless shown says that they are shown otherwise. Then it writes the
// outputs that were not judged.
func (f *Folder) excerpts(w io.Writer, results grade.Results, shown bool, columns int) error {
	for _, s := range results.Submissions {
		if shown {
			break
		}
		if err := f.failure(w, s, columns); err != nil {
			return err
		}
	}
	for _, o := range f.unjudged() {
		title := legible.Line(o.Input) + " has no answer; the output, not judged:"
		if err := report.Excerpt(w, title, o.Head, o.Size, columns); err != nil {
			return err
		}
	}
	return nil
}

// failure writes the input of the first test that was not accepted. If the output of that test is wrong, it also writes
// the answer and the output.
func (f *Folder) failure(w io.Writer, s grade.Submission, columns int) error {
	for i, result := range s.Tests {
		t := f.Judged[i]
		got, ok := f.Outputs.Of(t.Input)
		ran := result.Verdict != problem.AC && result.Verdict != problem.NotRun && result.Verdict != problem.CE
		if result.Expected || !ran || ok && t.Answer == "" {
			continue
		}
		files := []struct{ title, path string }{{"input", t.Input}}
		if ok {
			files = append(files, struct{ title, path string }{"expected", t.Answer})
		}
		for _, file := range files {
			text, err := loose.Head(file.path)
			if err != nil {
				return err
			}
			title := file.title + " " + legible.Line(f.Tests.DisplayName(file.path))
			if err := report.Excerpt(w, title, text.Head, text.Size, columns); err != nil {
				return err
			}
		}
		if !ok {
			return nil
		}
		return report.Excerpt(w, "got", got.Head, got.Size, columns)
	}
	return nil
}
