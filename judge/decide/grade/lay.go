package grade

import (
	"os"
	"path/filepath"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// lay finds out what the static validator is told, and writes the files of a submission to a folder of their own, made
// in folder, if they are not to be in its working folder as they stand in the package: where the problem adds some, or
// has constants.
func (p *Program) lay(folder string) error {
	s := &p.submission
	if p.static != nil {
		var err error
		if _, p.entrypoint, err = compile.Begins(s.Source); err != nil {
			return err
		}
	}
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
	var laid []problem.File
	for i, name := range source.Files {
		file, err := write(name, contents[i])
		if err != nil {
			return err
		}
		laid = append(laid, file)
	}
	for _, file := range s.Data {
		text, err := untrusted.Read(file.Path, compile.MaxSource)
		if err != nil {
			return err
		}
		if file, err = write(file.Name, s.Constants.Replace(text)); err != nil {
			return err
		}
		laid = append(laid, file)
	}
	p.laid = laid
	return nil
}

// submitted are the files of the submission, as they lie in its working folder.
func (p *Program) submitted() []problem.File {
	if p.laid != nil {
		return p.laid
	}
	return p.submission.Submitted()
}

// given are the files in the working folder of the submission on a test.
func (p *Program) given(t problem.Test) []problem.File {
	if p.laid == nil {
		return p.submission.Given(t)
	}
	return problem.Laid(p.laid, t)
}
