package pick

import (
	"context"
	"errors"
	"slices"
	"strings"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// unpackedArchive is a package from an archive.
type unpackedArchive struct {
	file   string // the archive
	folder string // where it was unpacked
	dir    string // the package's folder: folder itself, or one in it
}

// unpack unpacks an archive, with one of the functions of package archive, into a folder that Close removes.
func (p *Picker) unpack(ctx context.Context, file string,
	with func(ctx context.Context, file, into string) (dir string, warning, err error)) (dir string, err error) {
	a := unpackedArchive{file: file}
	if a.folder, err = scratch.Make(""); err != nil {
		return "", exit.Failed(err)
	}
	var warning error
	if a.dir, warning, err = with(ctx, file, a.folder); err != nil {
		a.dir = a.folder
	}
	if warning != nil {
		p.Say("warning: %v", warning)
	}
	p.archives, p.names = append(p.archives, a), nil
	return a.dir, err
}

// Unpacked reports whether any package came as an archive.
func (p *Picker) Unpacked() bool { return len(p.archives) > 0 }

// Display returns a text with the path of each unpacked package replaced by the path of the package's archive.
func (p *Picker) Display(text string) string {
	if p.names == nil {
		var pairs []string
		for _, a := range p.archives {
			pairs = append(pairs, a.dir, a.file)
		}
		p.names = strings.NewReplacer(pairs...)
	}
	return p.names.Replace(text)
}

// DisplayAll applies Display to the texts and errors among the arguments of a message.
func (p *Picker) DisplayAll(args []any) []any {
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			args[i] = p.Display(arg)
		case error:
			args[i] = errors.New(p.Display(arg.Error()))
		}
	}
	return args
}

// displayError applies Display to an error.
func (p *Picker) displayError(err error) error {
	if err == nil || errors.As(err, new(exit.Error)) || p.Display(err.Error()) == err.Error() {
		return err
	}
	return errors.New(p.Display(err.Error()))
}

// displayProblem applies Display to the paths in a problem's messages.
func (p *Picker) displayProblem(of *problem.Problem) {
	if !p.Unpacked() {
		return
	}
	for i := range of.Expectations {
		of.Expectations[i].File = p.Display(of.Expectations[i].File)
	}
	for i := range of.Submissions {
		of.Submissions[i].Broken = p.Display(of.Submissions[i].Broken)
	}
	for i := range of.Faults {
		of.Faults[i] = p.displayError(of.Faults[i])
	}
}

// DisplayResults applies Display to results, for reports. Files that the judge made for the tests of a program in any
// folder get their display names.
func (p *Picker) DisplayResults(results grade.Results) grade.Results {
	if len(p.archives)+len(p.folders) == 0 {
		return results
	}
	results.Submissions = slices.Clone(results.Submissions)
	for i := range results.Submissions {
		s := &results.Submissions[i]
		s.Source, s.Message, s.Tests = p.Display(s.Source), p.Display(s.Message), slices.Clone(s.Tests)
		for j := range s.Tests {
			t := &s.Tests[j]
			t.InputFile, t.Message = p.Display(t.InputFile), p.Display(t.Message)
			for _, f := range p.folders {
				t.InputFile = f.Tests.DisplayName(t.InputFile)
			}
		}
	}
	return results
}
