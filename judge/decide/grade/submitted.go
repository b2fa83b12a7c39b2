package grade

import (
	"os"
	"path/filepath"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
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
