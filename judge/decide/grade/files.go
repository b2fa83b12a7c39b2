package grade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// writeFiles writes the submission's files to a new folder in the given folder, if the problem adds files or replaces
// constants. A submission that consists of outputs is not changed.
func (p *Candidate) writeFiles(folder string) error {
	s := &p.submission
	if p.problem.SubmitAnswer || s.Include == nil && len(s.Constants) == 0 {
		return nil
	}
	source, contents, err := compile.SourceFiles(s.Source)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(folder, "submission-")
	if err != nil {
		return err
	}
	names, executable := slices.Clone(source.Files), slices.Clone(source.Executable)
	for _, file := range s.Data {
		text, err := untrusted.Read(file.Path, compile.MaxSource)
		if err != nil {
			return err
		}
		info, err := untrusted.Stat(file.Path)
		if err != nil {
			return err
		}
		if untrusted.Executable(info) {
			executable = append(executable, file.Name)
		}
		names, contents = append(names, file.Name), append(contents, s.Constants.Replace(text))
	}
	var written []problem.File
	for i, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		mode := fs.FileMode(0o644)
		if slices.Contains(executable, name) {
			mode = 0o755
		}
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, contents[i], mode))
		if err != nil {
			return err
		}
		written = append(written, problem.File{Name: name, Path: path})
	}
	p.written = written
	return nil
}

// submitted returns the submission's files, as its working folder holds them.
func (p *Candidate) submitted() []problem.File {
	if p.written != nil {
		return p.written
	}
	return p.submission.Submitted()
}

// workingFiles returns the files in the submission's working folder for a test.
func (p *Candidate) workingFiles(t problem.Test) []problem.File {
	if p.written == nil {
		return p.submission.WorkingFiles(t)
	}
	return problem.Overlay(p.written, t)
}

// In some problems, a submission writes its output to a file in its working folder. After the run, that file replaces
// standard output.

// outputFolder returns the folder that receives that file.
func (r Run) outputFolder() string { return r.Output + ".made" }

// makeOutputFolder makes the folder before a run.
func (p *Candidate) makeOutputFolder(r Run) error {
	if p.problem.OutputFile == "" {
		return nil
	}
	return errors.Join(os.RemoveAll(r.outputFolder()), os.Mkdir(r.outputFolder(), 0o755))
}

// products tells the sandbox to take the file, with at most one byte more than the output limit. That byte shows that
// the file is too long.
func (p *Candidate) products(r Run, limits sandbox.Limits) []sandbox.Product {
	if p.problem.OutputFile == "" {
		return nil
	}
	return []sandbox.Product{{Pattern: p.problem.OutputFile, Into: r.outputFolder(), Limit: limits.Output + 1}}
}

// takeOutput replaces standard output with the file. If the file is missing or irregular, the output is empty, but a
// program that makes answers keeps its standard output.
func (p *Candidate) takeOutput(r Run) error {
	if p.problem.OutputFile == "" {
		return nil
	}
	err := os.Rename(filepath.Join(r.outputFolder(), p.problem.OutputFile), r.Output)
	if errors.Is(err, fs.ErrNotExist) {
		if err = nil; !p.options.Answers {
			err = os.WriteFile(r.Output, nil, 0o600)
		}
	}
	return errors.Join(err, os.RemoveAll(r.outputFolder()))
}

// outputs returns a placeholder program for a submission that consists of outputs.
func outputs(s problem.Submission) sandbox.Program { return sandbox.Program{Path: s.Dir} }

// judgeOutput judges a test of a submission that consists of outputs.
func (p *Candidate) judgeOutput(ctx context.Context, r Run) (Test, error) {
	exited := sandbox.Result{End: sandbox.Exited}
	path := p.submission.AnswerTo(r.Test)
	if path == "" {
		return Test{Verdict: problem.WA, Message: fmt.Sprintf("the submission has no output for this test; it would "+
			"be in a file %s.out", r.Test.Name)}, nil
	}
	text, err := untrusted.Read(path, p.limits.Output)
	if long := (*untrusted.SizeError)(nil); errors.As(err, &long) {
		exited.End = sandbox.StoppedOutput
	} else if err == nil {
		err = os.WriteFile(r.Output, text, 0o600)
	}
	if err != nil && exited.End != sandbox.StoppedOutput {
		return Test{}, err
	}
	return decide(ctx, p.limitsOf(r), p.program, exited, p.checker, p.files(r))
}
