package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"dlxjudge/judge/author/ctd"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Validators are the compiled input validators of a problem. They are safe for concurrent use.
type Validators struct {
	cache    *compile.Cache
	problem  *problem.Problem
	programs map[string]sandbox.Program // by name
	grammars map[string]*ctd.Grammar    // by name
}

// NewValidators builds the input validators of a problem, which may have none.
func NewValidators(ctx context.Context, cache *compile.Cache, p *problem.Problem) (*Validators, error) {
	v := newValidators(cache, p)
	for _, source := range p.InputValidators {
		if err := v.add(ctx, source); err != nil {
			return nil, fmt.Errorf("the input validator %s of %s: %w", source.Name, p.Name, err)
		}
	}
	return v, nil
}

func newValidators(cache *compile.Cache, p *problem.Problem) *Validators {
	return &Validators{cache, p, make(map[string]sandbox.Program), make(map[string]*ctd.Grammar)}
}

// add builds a validator, or parses a grammar. The error of a wrong grammar is a *compile.CompileError.
func (v *Validators) add(ctx context.Context, source problem.Source) error {
	if filepath.Ext(source.Name) != ".ctd" {
		program, err := v.cache.Build(ctx, compile.Tool, source)
		if err == nil {
			v.programs[source.Name] = program
		}
		return err
	}
	contents, err := compile.ReadSource(source)
	if err != nil {
		return err
	}
	grammar, err := ctd.Parse(source.Name, source.Constants.Replace(contents[0]))
	if err != nil {
		return &compile.CompileError{Source: source.Name, Output: err.Error()}
	}
	v.grammars[source.Name] = grammar
	return nil
}

// Rejections returns the names and reasons of the validators that reject the input of a test. It returns none for a
// valid input.
func (v *Validators) Rejections(ctx context.Context, t problem.Test) (rejections []string, err error) {
	for _, source := range v.problem.InputValidators {
		a, err := v.ask(ctx, source, t, v.problem.Limits.Validation)
		if err != nil {
			return nil, err
		}
		if a.rejected != "" {
			rejections = append(rejections, source.Name+": "+a.rejected)
		}
	}
	return rejections, nil
}

// ErrSlow says that a validator was stopped, so its decision is unknown.
var ErrSlow = errors.New("the validator was stopped: it takes too long")

// Input returns the reason why a validator rejects the input of a test, or "" if it accepts that input. The time limit
// is the shorter of limit and the problem's own. If the validator exceeds it, the error is ErrSlow.
func Input(ctx context.Context, cache *compile.Cache, p *problem.Problem, validator problem.Source, t problem.Test,
	limit time.Duration) (reason string, err error) {
	v := newValidators(cache, p)
	if err := v.add(ctx, validator); err != nil {
		return "", err
	}
	limits := p.Limits.Validation
	limits.Time = min(limits.Time, limit)
	a, err := v.ask(ctx, validator, t, limits)
	if err == nil && a.late {
		err = ErrSlow
	}
	return a.rejected, err
}

// These are a validator's exit statuses for a valid and an invalid input, by the package format. The function rejection
// handles the exceptions.
const (
	exitValid   = 42
	exitInvalid = 43
)

// processes is the maximum number of a validator's processes and threads. The runtime of a language may start a dozen.
const processes = 256

// maxInput is the maximum size in bytes of an input that a grammar checks.
const maxInput = 256 << 20

// maxOverview is the maximum size in bytes of an overview by testlib. Longer overviews are not read.
const maxOverview = 1 << 20

// answer is what a validator says about an input.
type answer struct {
	rejected string // why the validator rejects the input; "" if it does not
	late     bool   // the validator was stopped at the time limit
	output   []byte // its standard output
	overview []byte // testlib's overview of the input's bounds and features
	testlib  bool   // the validator uses testlib, and was asked for an overview
	cut      bool   // output or overview was too long to read
}

// ask runs a validator on the input of a test. A validator that uses testlib is asked for its overview
// (--testOverviewLogFileName). The time limit is a limit on CPU time. The limit on wall-clock time is much longer.
func (v *Validators) ask(ctx context.Context, source problem.Source, t problem.Test,
	limits problem.ToolLimits) (a answer, err error) {
	if grammar := v.grammars[source.Name]; grammar != nil {
		input, err := untrusted.Read(t.Input, maxInput)
		if err == nil {
			err = grammar.Check(ctx, input)
		}
		if err != nil {
			a.rejected = err.Error()
		}
		return a, ctx.Err()
	}
	program := v.programs[source.Name]
	if program.Path == "" {
		return a, nil
	}
	files, twice := beside(source, t)
	if twice != "" {
		a.rejected = fmt.Sprintf("the validator and the test both have a file %s; rename one", twice)
		return a, nil
	}
	stdin, err := untrusted.Open(t.Input)
	if err != nil {
		a.rejected = err.Error()
		return a, nil
	}
	defer stdin.Close()
	dir, err := scratch.Make("")
	if err != nil {
		return a, err
	}
	defer os.RemoveAll(dir)
	const folder, file = "judge-overview", "log"
	args := argumentsOf(program, source, t)
	a.testlib = program.Testlib != nil
	if a.testlib {
		args = append(args, "--testOverviewLogFileName", sandbox.Folder+"/"+folder+"/"+file)
	}
	task := program.Task(sandbox.Tool, sandbox.Limits{Memory: limits.Memory, Output: limits.Output,
		Processes: processes}.Within(limits.Time), args...)
	task.Stdin, task.Files, task.Output = stdin, files, filepath.Join(dir, "output")
	if a.testlib {
		task.Folders = []string{folder}
		task.Products = []sandbox.Product{{Folder: folder, Pattern: file, Into: dir, Limit: maxOverview + 1}}
	}
	result, err := v.cache.Programs.Run(ctx, task)
	if err != nil {
		return a, err
	}
	a.late = result.Stopped() == "time"
	if a.rejected = rejection(program, result, task.Limits, limits); a.rejected != "" {
		return a, nil
	}
	if a.output, err = a.read(task.Output, limits.Output); err == nil && a.testlib {
		a.overview, err = a.read(filepath.Join(dir, file), maxOverview)
	}
	return a, err
}

// read returns the contents of a file. It returns nil for a missing file, and for a file longer than the limit most.
func (a *answer) read(path string, most int64) ([]byte, error) {
	text, err := untrusted.Read(path, most)
	var size *untrusted.SizeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.As(err, &size):
		a.cut = true
		return nil, nil
	}
	return text, err
}

// argumentsOf returns the arguments of a validator. If the validator's testlib does not follow the package format,
// argumentsOf adds the test's set and group, unless the arguments already contain them.
func argumentsOf(program sandbox.Program, validator problem.Source, t problem.Test) []string {
	args := slices.Concat(t.InputValidatorArgs[validator.Name], t.Args)
	if program.Testlib == nil || program.Testlib.Standard {
		return args
	}
	set, group, _ := strings.Cut(t.Group(), "/")
	for _, place := range []struct{ flag, value string }{{"--testset", set}, {"--group", group}} {
		if place.value != "" && !slices.Contains(args, place.flag) {
			args = append(args, place.flag, place.value)
		}
	}
	return args
}

// beside returns the files for a validator's working folder: those of the validator and those of the test. If both have
// a file of the same name, twice is that name.
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

// rejection returns the reason why a validator rejects an input, or "" if it accepts the input.
func rejection(program sandbox.Program, result sandbox.Result, ran sandbox.Limits, limits problem.ToolLimits) string {
	switch {
	case result.Stopped() == "time":
		return "it " + result.Late(ran, "validation_time")
	case result.End == sandbox.StoppedMemory:
		return fmt.Sprintf("it needs more than %d MiB (validation_memory)", limits.Memory>>20)
	case result.End == sandbox.StoppedOutput:
		return fmt.Sprintf("it writes more than %d MiB (validation_output)", limits.Output>>20)
	case program.Plain && result.ExitCode == 0:
		return ""
	case program.Plain:
	case result.ExitCode == exitValid, program.Testlib != nil && program.Testlib.Unknown == "" &&
		result.ExitCode == 0:
		return ""
	case program.Testlib != nil && program.Testlib.Unknown != "":
		return fmt.Sprintf("%v; its meaning is unknown: %s", result, program.Testlib.Unknown)
	}
	why := result.Stderr.FirstLine()
	if result.ExitCode != exitInvalid && program.Testlib == nil { // perhaps a stack trace
		why = grade.FailureLine(result.Stderr.LastLines())
	}
	return fmt.Sprintf("%v; %s", result, cmp.Or(why, "it does not say why"))
}

// inputs finds inputs that a validator rejects. It also records which bounds the other inputs reach.
func inputs(ctx context.Context, e *env) ([]problem.Finding, error) {
	if len(e.validators.programs)+len(e.validators.grammars) == 0 {
		return nil, nil
	}
	e.bounds = make([]validatorBounds, len(e.InputValidators))
	for i := range e.bounds {
		e.bounds[i].reached = make(reached)
	}
	var mutex sync.Mutex // guards e.bounds
	rejections := make([][]string, len(e.Tests))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(e.jobs)
	for k, t := range e.Tests {
		group.Go(func() error {
			for i, source := range e.InputValidators {
				a, err := e.validators.ask(inner, source, t, e.Limits.Validation)
				if err != nil {
					return err
				}
				mutex.Lock()
				if a.rejected != "" {
					rejections[k] = append(rejections[k], source.Name+": "+a.rejected)
					e.bounds[i].rejects = true
				} else if wrong := e.bounds[i].note(a); wrong != "" {
					e.bounds[i].wrong = fmt.Sprintf("on %s %s", t.Name, wrong)
				}
				mutex.Unlock()
			}
			return nil
		})
	}
	err := group.Wait()
	var found []problem.Finding
	for k, t := range e.Tests {
		found = append(found, rejected(t, rejections[k])...)
		if len(rejections[k]) == 0 && err == nil {
			e.report.Inputs++
		}
	}
	return found, err
}

// rejected returns a finding for each validator that rejects an input.
func rejected(t problem.Test, rejections []string) (found []problem.Finding) {
	for _, reason := range rejections {
		found = append(found, findingf(t.Input, "rejected by %s", reason))
	}
	return found
}
