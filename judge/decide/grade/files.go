package grade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// writeFiles writes the files of a submission to a new folder below folder, if its working folder does not hold them as
// the package has them: if the problem adds files, or has constants.
func (p *Program) writeFiles(folder string) error {
	s := &p.submission
	if s.Include == "" && len(s.Constants) == 0 {
		return nil
	}
	source, contents, err := compile.Given(s.Source)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(folder, "submission-")
	if err != nil {
		return err
	}
	write := func(name string, text []byte) (problem.File, error) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return problem.File{}, err
		}
		return problem.File{Name: name, Path: path}, os.WriteFile(path, text, 0o644)
	}
	var written []problem.File
	for i, name := range source.Files {
		file, err := write(name, contents[i])
		if err != nil {
			return err
		}
		written = append(written, file)
	}
	for _, file := range s.Data {
		text, err := untrusted.Read(file.Path, compile.MaxSource)
		if err != nil {
			return err
		}
		if file, err = write(file.Name, s.Constants.Replace(text)); err != nil {
			return err
		}
		written = append(written, file)
	}
	p.written = written
	return nil
}

// submitted are the files of the submission, as its working folder holds them.
func (p *Program) submitted() []problem.File {
	if p.written != nil {
		return p.written
	}
	return p.submission.Submitted()
}

// given are the files in the working folder of the submission on a test.
func (p *Program) given(t problem.Test) []problem.File {
	if p.written == nil {
		return p.submission.Given(t)
	}
	return problem.Laid(p.written, t)
}

// Of some problems a submission writes its output to a file in its working folder. The sandbox takes that file from the
// folder when the run has ended, and then it takes the place of what the submission printed.

// made is the folder that receives the file.
func (r Run) made() string { return r.Output + ".made" }

// receive makes the folder that receives the file, before a run.
func (p *Program) receive(r Run) error {
	if p.problem.OutputFile == "" {
		return nil
	}
	return errors.Join(os.RemoveAll(r.made()), os.Mkdir(r.made(), 0o755))
}

// products are the file as the sandbox takes it, with one byte more than a submission may write.
func (p *Program) products(r Run, limits sandbox.Limits) []sandbox.Product {
	if p.problem.OutputFile == "" {
		return nil
	}
	return []sandbox.Product{{Pattern: p.problem.OutputFile, Into: r.made(), Limit: limits.Output + 1}}
}

// received puts the file in place of what was printed. A file that is not there, or is no regular one, is an empty
// output.
func (p *Program) received(r Run) error {
	if p.problem.OutputFile == "" {
		return nil
	}
	err := os.Rename(filepath.Join(r.made(), p.problem.OutputFile), r.Output)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.WriteFile(r.Output, nil, 0o600)
	}
	return errors.Join(err, os.RemoveAll(r.made()))
}

// outputs stands for the program of a submission that consists of outputs.
func outputs(s problem.Submission) sandbox.Program { return sandbox.Program{Path: s.Dir} }

// unrun judges a test of a submission that consists of outputs.
func (p *Program) unrun(ctx context.Context, r Run) (Test, error) {
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
