package grade

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/execute/sandbox"
)

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
