package mutate

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/untrusted"
)

// Checker judges mutants of a problem's checker. They are caught as the tests would catch a fault in it: an output of a
// solution is rejected, no output of a wrong program is, an output in valid_output is rejected, or one in invalid_output is not.
func Checker(ctx context.Context, o Options, cache *build.Cache, p *problem.Problem, source problem.Source, choose func([]Mutant) []Mutant) (Report, error) {
	report := Report{Program: p.Name + "/" + source.Name}
	all, err := Plant(source)
	if err != nil {
		return report, err
	}
	folder, err := os.MkdirTemp(o.Sandbox.Scratch(), "outputs-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(folder)
	j := &outputs{programs: cache.Programs, limits: p.Limits.Validation, folder: folder}
	if err := j.collect(ctx, o, cache, p); err != nil {
		return report, err
	}
	for _, c := range j.claims {
		report.Tests += len(c.outputs)
	}
	return judged(ctx, o, build.Tool, p, source.Name, source, all, choose, j, report)
}

// outputs are what the checker has said of outputs.
type outputs struct {
	programs executor.Executor
	limits   problem.ToolLimits
	folder   string
	claims   []claim
	seen     map[[sha256.Size]byte]bool // of accepted outputs
}

// claim is what must be true of a checker: it accepts all of some outputs, or rejects one of them at least.
type claim struct {
	name    string
	accept  bool
	outputs []check.Files
}

// collect runs all programs on all tests, and keeps what they print.
func (j *outputs) collect(ctx context.Context, o Options, cache *build.Cache, p *problem.Problem) error {
	j.seen = make(map[[sha256.Size]byte]bool)
	checker, err := grade.CheckerOf(ctx, cache, p)
	if err != nil {
		return err
	}
	worker, err := o.Sandbox.Worker(0)
	if err != nil {
		return err
	}
	defer worker.Close()
	for _, folder := range []string{problem.ValidOutput, problem.InvalidOutput} {
		tests, err := p.ValidationTests(folder)
		if err != nil {
			return err
		}
		for _, t := range tests {
			files := check.Files{Input: t.Input, Answer: t.Answer, Output: t.Output(), Args: t.CheckerArgs, Checker: t.Checker}
			if !exist(files.Answer) || !exist(files.Output) {
				continue // judge validate says so
			}
			j.claims = append(j.claims, claim{t.Name, folder == problem.ValidOutput, []check.Files{files}})
		}
	}
	for _, s := range p.Submissions {
		if why := s.NotJudged(); why != "" {
			return fmt.Errorf("%s: %s", s.Name, why)
		}
		program, err := cache.Build(ctx, build.Submission, s.Source)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		single := grade.Single{Problem: p, Submission: s, Program: program, Limits: p.Limits, Checker: checker}
		if err := j.submission(ctx, worker, single); err != nil {
			return err
		}
	}
	return nil
}

func exist(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// submission keeps the outputs of one program: those of a solution that are accepted, and those of a wrong one that are not, if
// nothing but the checker rejects it.
func (j *outputs) submission(ctx context.Context, worker sandbox.Worker, single grade.Single) error {
	s := single.Submission
	expected := single.Problem.Expects(s)
	c := claim{name: s.Name, accept: s.Solution}
	otherwise := false
	for i, t := range single.Problem.Tests {
		if expected.Permits(t.Name, problem.TLE) {
			single.Limits.Time = min(single.Problem.Limits.Time, patience)
		} else {
			single.Limits.Time = single.Problem.Limits.Time
		}
		output := filepath.Join(j.folder, strconv.Itoa(len(j.claims))+"-"+strconv.Itoa(i))
		result, err := single.Run(ctx, worker, t, output)
		if err != nil {
			return err
		}
		files := check.Files{Input: t.Input, Answer: t.Answer, Output: output, Args: t.CheckerArgs, Checker: t.Checker}
		switch result.Verdict {
		case problem.AC:
			new, err := j.isNew(files)
			if err != nil {
				return err
			}
			if s.Solution && new {
				c.outputs = append(c.outputs, files)
			}
		case problem.WA:
			if !s.Solution {
				c.outputs = append(c.outputs, files)
			}
		default:
			otherwise = otherwise || !s.Solution
		}
	}
	if len(c.outputs) > 0 && !otherwise {
		j.claims = append(j.claims, c)
	}
	return nil
}

// isNew reports whether no program has printed the same for the same input.
func (j *outputs) isNew(files check.Files) (bool, error) {
	const most = 256 << 20
	output, err := untrusted.Read(files.Output, most)
	if err != nil {
		return false, err
	}
	sum := sha256.Sum256(append([]byte(files.Input+"\x00"), output...))
	known := j.seen[sum]
	j.seen[sum] = true
	return !known, nil
}

func (j *outputs) caught(ctx context.Context, _ sandbox.Worker, program executor.Program, _ string) (string, error) {
	checker := check.Custom(j.programs, program, j.limits)
	for _, c := range j.claims {
		rejected := false
		for _, files := range c.outputs {
			said, err := checker.Check(ctx, files)
			if err != nil {
				return "", err
			}
			switch {
			case said.Verdict == problem.JE:
				return c.name + ": JE", nil
			case said.Verdict == problem.WA && c.accept:
				return c.name + ": rejected", nil
			case said.Verdict == problem.WA:
				rejected = true
			}
			if rejected {
				break
			}
		}
		if !rejected && !c.accept {
			return c.name + ": accepted", nil
		}
	}
	return "", nil
}
