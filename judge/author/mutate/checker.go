package mutate

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Checker judges mutants of a problem's checker. They are caught as the tests would catch a fault in it: an output of a
// solution is rejected, no output of a wrong program is, an output in valid_output is rejected, or one in
// invalid_output is not.
func Checker(ctx context.Context, o Options, cache *compile.Cache, p *problem.Problem, source problem.Source,
	choose func([]Mutant) []Mutant) (Report, error) {
	report := Report{Program: p.Name + "/" + source.Name}
	all, err := plantChecker(source)
	if err != nil {
		return report, err
	}
	folder, err := os.MkdirTemp(o.Sandbox.Scratch(), "outputs-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(folder)
	j := &outputs{programs: cache.Programs, problem: p, name: source.Name, folder: folder,
		seen: make(map[[sha256.Size]byte]bool)}
	if err := j.collect(ctx, o, cache); err != nil {
		return report, err
	}
	for _, c := range j.claims {
		report.Tests += len(c.outputs)
	}
	return judged(ctx, o, p, source.Name, source, all, choose, j, report)
}

// plantChecker returns the mutants of a checker that its verdicts may show. They keep the names that they have among
// all.
func plantChecker(source problem.Source) ([]Mutant, error) {
	all, err := Plant(source)
	all = slices.DeleteFunc(all, func(m Mutant) bool { return m.silent })
	if err == nil && len(all) == 0 {
		err = unfit(source)
	}
	return all, err
}

// outputs are the verdicts of the checker on outputs.
type outputs struct {
	programs sandbox.Executor
	problem  *problem.Problem
	name     string // of the checker
	folder   string
	claims   []claim
	seen     map[[sha256.Size]byte]bool // of accepted outputs
}

// claim is what must be true of a checker: it accepts all of some outputs, each with its score, or rejects one of them
// at least.
type claim struct {
	name    string
	accept  bool
	outputs []output
}

// output is what a program printed on a test; where it talks with the checker, it does so again.
type output struct {
	program *grade.Program
	run     grade.Run
	result  grade.Test
}

// collect judges all programs on all tests, and keeps what they print.
func (j *outputs) collect(ctx context.Context, o Options, cache *compile.Cache) error {
	worker, err := o.Sandbox.Worker(0)
	if err != nil {
		return err
	}
	defer worker.Close()
	var programs []*grade.Program
	for _, s := range j.problem.Submissions {
		if why := s.NotJudged(); why != "" {
			return fmt.Errorf("%s: %s", s.Name, why)
		}
		program, err := prepare(ctx, o, cache, j.problem, s, j.folder)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		programs = append(programs, program)
	}
	if len(programs) > 0 { // whose it is does not matter
		if err := j.validation(programs[0]); err != nil {
			return err
		}
	}
	for i, s := range j.problem.Submissions {
		if err := j.submission(ctx, worker, programs[i], s); err != nil {
			return err
		}
	}
	return nil
}

// validation keeps the outputs that the package has for its checker.
func (j *outputs) validation(program *grade.Program) error {
	if j.problem.Talks() {
		return nil
	}
	for _, folder := range []string{problem.ValidOutput, problem.InvalidOutput} {
		tests, err := j.problem.ValidationTests(folder)
		if err != nil {
			return err
		}
		for _, t := range tests {
			if exist(t.Answer) && exist(t.Output()) { // else judge validate says so
				run := grade.Run{Test: t, Output: t.Output()}
				j.claims = append(j.claims, claim{t.Name, folder == problem.ValidOutput,
					[]output{{program: program, run: run}}})
			}
		}
	}
	return nil
}

func exist(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// submission keeps the outputs of one program: those of a solution that are accepted, and those of a wrong one that are
// not, if only the checker rejects it. Where there are scores, it keeps all that are accepted.
func (j *outputs) submission(ctx context.Context, worker sandbox.Worker, program *grade.Program,
	s problem.Submission) error {
	expected := j.problem.Expects(s)
	right, wrong := claim{name: s.Name, accept: true}, claim{name: s.Name}
	otherwise := false
	for i, t := range j.problem.Tests {
		one := output{program: program, run: run(j.problem, expected, t, filepath.Join(j.folder,
			strconv.Itoa(len(j.claims))+"-"+strconv.Itoa(i)))}
		var err error
		if one.result, err = program.Judge(ctx, worker, one.run); err != nil {
			return err
		}
		switch one.result.Verdict {
		case problem.AC:
			new := true
			if !j.problem.Talks() {
				if new, err = j.isNew(t.Input, one.run.Output); err != nil {
					return err
				}
			}
			if new && (s.Solution || j.problem.Scores()) {
				right.outputs = append(right.outputs, one)
			}
		case problem.WA:
			wrong.outputs = append(wrong.outputs, one)
		default:
			otherwise = true
		}
	}
	if len(right.outputs) > 0 {
		j.claims = append(j.claims, right)
	}
	if len(wrong.outputs) > 0 && !otherwise && !s.Solution {
		j.claims = append(j.claims, wrong)
	}
	return nil
}

// isNew reports whether no program has printed the same for the same input.
func (j *outputs) isNew(input, path string) (bool, error) {
	const most = 256 << 20
	output, err := untrusted.Read(path, most)
	if err != nil {
		return false, err
	}
	sum := sha256.Sum256(append([]byte(input+"\x00"), output...))
	known := j.seen[sum]
	j.seen[sum] = true
	return !known, nil
}

func (j *outputs) caught(ctx context.Context, worker sandbox.Worker, changed problem.Source, cache *compile.Cache,
	folder string) (string, error) {
	checker, err := cache.Build(ctx, compile.Tool, changed)
	if err != nil {
		return "", err
	}
	for _, c := range j.claims {
		rejected := false
		for _, one := range c.outputs {
			said, err := j.says(ctx, worker, checker, one, folder)
			switch {
			case err != nil:
				return "", err
			case said.Verdict == problem.JE:
				return c.name + ": JE", nil
			case c.accept && said.Verdict != problem.AC:
				return c.name + ": rejected", nil
			case c.accept && one.result.Verdict == problem.AC && !said.SameScore(one.result):
				return c.name + ": another score", nil
			}
			if rejected = said.Verdict != problem.AC; rejected {
				break
			}
		}
		if !rejected && !c.accept {
			return c.name + ": accepted", nil
		}
	}
	return "", nil
}

// says is what another checker says of an output.
func (j *outputs) says(ctx context.Context, worker sandbox.Worker, checker sandbox.Program, one output,
	folder string) (grade.Test, error) {
	program := one.program.CheckedBy(j.name, checker, j.programs)
	if !j.problem.Talks() {
		return program.Check(ctx, one.run)
	}
	run := one.run
	run.Output = filepath.Join(folder, "output") // beside which each worker makes its own files
	return program.Judge(ctx, worker, run)
}
