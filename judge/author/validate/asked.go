package validate

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Said is what an input validator says of an input besides whether it is valid.
type Said struct {
	Rejected string // why it rejects the input; "" if it does not
	Output   []byte // its standard output
	Testlib  bool   // it is written with testlib, and was asked for an overview
	Overview []byte // of the bounds and features of the input, as testlib writes it
	Cut      bool   // there is more of one of the two
	Starved  bool   // the machine was too busy to tell whether it rejects the input; Rejected says so
}

// mostOverview is how much of an overview is read, in bytes.
const mostOverview = 1 << 20

// Asked runs an input validator on the input of a test and keeps what it says. One of testlib is asked for its overview
// (--testOverviewLogFileName).
func Asked(ctx context.Context, cache *compile.Cache, p *problem.Problem, validator problem.Source,
	t problem.Test) (said Said, err error) {
	program, err := cache.Build(ctx, compile.Tool, validator)
	if err != nil {
		return said, err
	}
	files, twice := beside(validator, t)
	if twice != "" {
		said.Rejected = "both it and the test have a file " + twice
		return said, nil
	}
	stdin, err := untrusted.Open(t.Input)
	if err != nil {
		said.Rejected = err.Error()
		return said, nil
	}
	defer stdin.Close()
	dir, err := scratch.Make("")
	if err != nil {
		return said, err
	}
	defer os.RemoveAll(dir)
	const folder, file = "judge-overview", "log"
	args := argumentsOf(program, validator, t)
	said.Testlib = program.Testlib != nil
	if said.Testlib {
		args = append(args, "--testOverviewLogFileName", sandbox.Folder+"/"+folder+"/"+file)
	}
	command := task(program, args, stdin, files, p.Limits.Validation)
	command.Output = filepath.Join(dir, "output")
	if said.Testlib {
		command.Folders = []string{folder}
		command.Products = []sandbox.Product{{Folder: folder, Pattern: file, Into: dir, Limit: mostOverview + 1}}
	}
	result, err := cache.Programs.Run(ctx, command)
	switch {
	case err != nil:
		return said, err
	case result.Stopped() == "time":
		said.Rejected, said.Starved = "it "+result.Late(command.Limits, "validation_time"), result.Starved()
		return said, nil
	}
	if said.Rejected = rejection(program, result, p.Limits.Validation); said.Rejected != "" {
		return said, nil
	}
	if said.Output, err = said.read(command.Output, p.Limits.Validation.Output); err == nil && said.Testlib {
		said.Overview, err = said.read(filepath.Join(dir, file), mostOverview)
	}
	return said, err
}

// read reads a file that may not be there, nothing of one that is longer than so many bytes.
func (s *Said) read(path string, most int64) ([]byte, error) {
	text, err := untrusted.Read(path, most)
	var size *untrusted.SizeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.As(err, &size):
		s.Cut = true
		return nil, nil
	}
	return text, err
}
