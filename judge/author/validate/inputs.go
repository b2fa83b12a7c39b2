package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// exitValid is a validator's exit status for a valid input; any other status rejects the input.
const exitValid = 42

// validators builds the input validators. Those that cannot be built are left out.
func (r *Report) validators(ctx context.Context, cache *compile.Cache,
	p *problem.Problem) (map[string]sandbox.Program, error) {
	programs := make(map[string]sandbox.Program)
	for _, v := range p.InputValidators {
		program, err := r.build(ctx, cache, v)
		if err != nil {
			return nil, err
		}
		if program.Path != "" {
			programs[v.Name] = program
		}
	}
	return programs, nil
}

// inputs runs every input validator on every input, and on those that one of them must reject.
func (r *Report) inputs(ctx context.Context, cache *compile.Cache, p *problem.Problem,
	programs map[string]sandbox.Program) error {
	if len(programs) == 0 {
		return nil
	}
	for _, t := range p.Tests {
		valid, err := r.input(ctx, cache, p, t, programs)
		if err != nil {
			return err
		}
		if valid {
			r.Inputs++
		}
	}
	invalid, err := p.ValidationTests(problem.InvalidInput)
	if err != nil {
		r.find(filepath.Join(p.DataDir, problem.InvalidInput), "cannot be read:\n%v", err)
	}
	if len(programs) < len(p.InputValidators) {
		return nil // one that cannot be built here may be the one that rejects it
	}
	right := 0
	for _, t := range invalid {
		rejections, busy, err := rejections(ctx, cache, p, t, programs)
		switch {
		case err != nil:
			return err
		case len(rejections) > 0:
			right++
		case busy != "":
			r.doubt(t.Input, busy)
		default:
			r.find(t.Input, "no input validator rejects it; it is to be invalid")
		}
	}
	r.aside(problem.InvalidInput, len(invalid), right)
	return nil
}

func (r *Report) aside(folder string, tests, right int) {
	if tests > 0 {
		r.Aside = append(r.Aside, Aside{folder, tests, right})
	}
}

// ErrSlow says that a validator was stopped before it had read an input, so its decision is unknown.
var ErrSlow = errors.New("the validator was stopped: it takes too long")

// Input says why an input validator of a problem rejects the input of a test, "" if it does not. The error is ErrSlow
// if it takes longer than the limit, or than the problem allows.
func Input(ctx context.Context, cache *compile.Cache, p *problem.Problem, validator problem.Source, t problem.Test,
	limit time.Duration) (reason string, err error) {
	program, err := cache.Build(ctx, compile.Tool, validator)
	if err != nil {
		return "", err
	}
	stdin, err := untrusted.Open(t.Input)
	if err != nil {
		return "", err
	}
	defer stdin.Close()
	limits := p.Limits.Validation
	limits.Time = min(limits.Time, limit)
	files, _ := beside(validator, t)
	result, err := execute(ctx, cache.Programs, program, argumentsOf(program, validator, t), stdin, files, limits)
	if err == nil && result.Stopped() == "time" {
		err = ErrSlow
	}
	if err != nil {
		return "", err
	}
	return rejection(program, result, limits), nil
}

// argumentsOf are the arguments of a validator. One of testlib also gets the test's place, unless the package gives it.
func argumentsOf(program sandbox.Program, validator problem.Source, t problem.Test) []string {
	args := slices.Concat(t.InputValidatorArgs[validator.Name], t.Args)
	if program.Testlib == nil || program.Testlib.Standard {
		return args
	}
	set, group, _ := strings.Cut(t.Group(), "/")
	for _, told := range []struct{ flag, value string }{{"--testset", set}, {"--group", group}} {
		if told.value != "" && !slices.Contains(args, told.flag) {
			args = append(args, told.flag, told.value)
		}
	}
	return args
}

// input runs all validators on an input that must be valid.
func (r *Report) input(ctx context.Context, cache *compile.Cache, p *problem.Problem, t problem.Test,
	programs map[string]sandbox.Program) (valid bool, err error) {
	rejections, busy, err := rejections(ctx, cache, p, t, programs)
	for _, rejection := range rejections {
		r.find(t.Input, "rejected by %s", rejection)
	}
	if busy != "" {
		r.doubt(t.Input, busy)
	}
	return len(rejections) == 0 && busy == "", err
}

// rejections are the validators that reject an input, each with its reason. Busy says of one that the machine was too
// busy for it, "" if there is none: whether it rejects the input is not known.
func rejections(ctx context.Context, cache *compile.Cache, p *problem.Problem, t problem.Test,
	programs map[string]sandbox.Program) (found []string, busy string, err error) {
	for _, v := range p.InputValidators {
		if programs[v.Name].Path == "" {
			continue
		}
		files, twice := beside(v, t)
		if twice != "" {
			found = append(found, fmt.Sprintf("%s: both it and the test have a file %s; rename one", v.Name, twice))
			continue
		}
		reason, starved, err := run(ctx, cache.Programs, programs[v.Name], argumentsOf(programs[v.Name], v, t), t.Input,
			files, p.Limits.Validation)
		switch {
		case err != nil:
			return nil, "", err
		case starved:
			busy = v.Name + ": " + reason
		case reason != "":
			found = append(found, v.Name+": "+reason)
		}
	}
	return found, busy, nil
}

// beside are the files in a validator's working folder: its own and those of the test. A name that both have is
// returned.
func beside(v problem.Source, t problem.Test) (files []sandbox.File, twice string) {
	for _, name := range v.Files {
		files = append(files, sandbox.File{Name: name, Path: filepath.Join(v.Dir, name)})
	}
	for _, f := range t.Files {
		if slices.Contains(v.Files, f.Name) {
			return nil, f.Name
		}
		files = append(files, sandbox.File(f))
	}
	return files, ""
}

// processes is how many processes and threads a validator may have; the runtime of a language may start a dozen.
const processes = 256

// run runs a validator on an input, in a folder with these files, and says why it rejects it, "" if it does not. If it
// was starved, the reason says that the machine was too busy to tell.
func run(ctx context.Context, programs sandbox.Executor, program sandbox.Program, args []string, input string,
	files []sandbox.File, limits problem.ToolLimits) (reason string, starved bool, err error) {
	stdin, err := untrusted.Open(input)
	if err != nil {
		return err.Error(), false, nil
	}
	defer stdin.Close()
	result, err := execute(ctx, programs, program, args, stdin, files, limits)
	switch {
	case err != nil:
		return "", false, err
	case result.Stopped() == "time":
		return "it " + result.Late(limitsOf(limits), "validation_time"), result.Starved(), nil
	}
	return rejection(program, result, limits), false, nil
}

func execute(ctx context.Context, programs sandbox.Executor, program sandbox.Program, args []string, stdin *os.File,
	files []sandbox.File, limits problem.ToolLimits) (sandbox.Result, error) {
	return programs.Run(ctx, task(program, args, stdin, files, limits))
}

func task(program sandbox.Program, args []string, stdin *os.File, files []sandbox.File,
	limits problem.ToolLimits) sandbox.Task {
	command := program.Task(sandbox.Tool, limitsOf(limits), args...)
	command.Stdin, command.Files = stdin, files
	return command
}

func limitsOf(l problem.ToolLimits) sandbox.Limits {
	return sandbox.Limits{Memory: l.Memory, Output: l.Output, Processes: processes}.Within(l.Time)
}

// rejection is why a validator that was not stopped for its time rejects an input, "" if it does not.
func rejection(program sandbox.Program, result sandbox.Result, limits problem.ToolLimits) string {
	switch {
	case result.End == sandbox.StoppedMemory:
		return fmt.Sprintf("it needs more than %d MiB (validation_memory)", limits.Memory>>20)
	case result.End == sandbox.StoppedOutput:
		return fmt.Sprintf("it writes more than %d MiB (validation_output)", limits.Output>>20)
	case program.Plain && result.ExitCode == 0:
		return ""
	case program.Plain:
	case result.ExitCode == exitValid, program.Testlib != nil && program.Testlib.Unknown == "" && result.ExitCode == 0:
		return ""
	case program.Testlib != nil && program.Testlib.Unknown != "":
		return fmt.Sprintf("%v; what that means is not known: %s", result, program.Testlib.Unknown)
	}
	return fmt.Sprintf("%v; %s", result, cmp.Or(result.Said.FirstLine(), "it does not say why"))
}
