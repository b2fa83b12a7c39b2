package sampling

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

// Entry is one solution with its tests and workloads.
type Entry struct {
	grade.Entry
	Set    *workload.Set // the workloads of the problem; not used if Inputs is empty
	Inputs []workload.Input
}

// Selected returns the solutions, workloads and tests that the patterns name. If the patterns name no workload or test,
// a solution gets the workloads of its problem or, if there are none, the tests.
func Selected(s *pick.Picked) ([]Entry, error) {
	sets := make(map[string]*workload.Set)
	problems := make(map[string]*problem.Problem)
	shown := &problem.Set{} // the problems with their workloads as tests, so that patterns can name workloads
	for _, p := range s.Set.Problems {
		set, err := workload.Read(p)
		if errors.Is(err, fs.ErrNotExist) {
			set, err = &workload.Set{}, nil
		}
		if err != nil {
			return nil, err
		}
		view := *p
		view.Tests = slices.Clone(p.Tests)
		for _, in := range set.Workloads {
			view.Tests = append(view.Tests, problem.Test{Name: in.Name})
		}
		sets[p.Name], problems[p.Name] = set, p
		shown.Problems = append(shown.Problems, &view)
	}
	selected, err := pick.Select(shown, s.Patterns)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, e := range selected {
		p, set := problems[e.Problem.Name], sets[e.Problem.Name]
		switch {
		case !e.Submission.Solution:
			continue
		case p.Talks():
			return nil, fmt.Errorf("%s is %s: the judge takes part in each run, so a solution alone cannot be timed; "+
				"see the times of its tests with: judge run -v", p.Name, p.Kind())
		}
		one := Entry{Entry: grade.Entry{Problem: p, Submission: e.Submission}, Set: set}
		for _, t := range e.Tests {
			i := slices.IndexFunc(set.Workloads, func(in workload.Input) bool { return in.Name == t.Name })
			switch named := func(pattern pick.Pattern) bool {
				return pattern.NamesTest(p.Name, e.Submission.Name, t.Name)
			}; {
			case i >= 0:
				one.Inputs = append(one.Inputs, set.Workloads[i])
			case len(set.Workloads) == 0 || slices.ContainsFunc(s.Patterns, named):
				one.Tests = append(one.Tests, t)
			}
		}
		if len(one.Inputs)+len(one.Tests) > 0 {
			entries = append(entries, one)
		}
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("%s is wrong on purpose: only solutions are measured", selected[0].Problem.Name+"/"+
			selected[0].Submission.Name)
	}
	return entries, nil
}

// RefusedError lists the solutions that were not accepted. Their times would be meaningless.
type RefusedError struct{ error }

// ErrNothing is returned if every solution was skipped or left out.
var ErrNothing = errors.New("there is nothing to measure")

// plan holds what a session measures, and what is already known.
type plan struct {
	*Session
	scratch string // folder for the judge's own programs and for outputs; removed when Session.Run returns
	builder Builder
	worker  sandbox.Worker // runs the programs that are sampled

	entries  [Sides][]Entry   // without solutions that are the same on both sides
	records  []*record.Record // of Now and, if commits are compared, of Base
	makers   map[*problem.Problem]maker
	searches []*caseSearch
	programs []*runnable
	toCount  int // number of runs with counters
	refused  []string
	skipped  []record.Program // that cannot be judged here
	tried    []record.Sample  // the judging runs, which are used if time is over before any sample
	// grade.Judge, except in tests
	grade func(context.Context, []grade.Entry, grade.Options) (grade.Results, error)

	noting sync.Mutex
	notes  []string // for the user
}

func newRecord(path string, m record.Machine) *record.Record {
	return &record.Record{Path: path, Machine: m, Languages: make(map[record.Program]string)}
}

func newPlan(s *Session, scratch string) *plan {
	p := &plan{Session: s, scratch: scratch, entries: [Sides][]Entry{s.Entries, s.theirs}, grade: grade.Judge,
		records: []*record.Record{newRecord("this run", s.Machine)}, makers: make(map[*problem.Problem]maker)}
	if s.Cache != nil {
		p.builder = s.Cache
	}
	if s.base != nil {
		p.records = append(p.records, s.base)
	}
	return p
}

// note adds a note for the user, unless the plan has it already.
func (p *plan) note(text string) {
	p.noting.Lock()
	defer p.noting.Unlock()
	if !slices.Contains(p.notes, text) {
		p.notes = append(p.notes, text)
	}
}

// prepare judges and counts the entries. It plans to sample each solution on every test with verdict AC. An expected
// TLE becomes a bound, and tests that were skipped after it are left out with a note. Any other verdict leads to a
// *RefusedError or, for a solution of the base commit, to a note. A solution gets as many cases of a generated input as
// fit in the time. Solutions that are the same program on both sides are neither judged nor sampled.
func (p *plan) prepare(ctx context.Context) error {
	if err := p.leaveOutSame(ctx); err != nil {
		return err
	}
	err := p.judgeEmpty(ctx)
	if err == nil {
		err = p.judgeTests(ctx)
	}
	if err == nil {
		err = p.findCases(ctx)
	}
	if len(p.refused) > 0 {
		return &RefusedError{errors.New("only accepted solutions are measured; fix these, or leave them out with a " +
			"PATTERN:\n  " + strings.Join(p.refused, "\n  "))}
	}
	if err == nil {
		err = p.countInTime(ctx)
	}
	if err != nil {
		return err
	}
	for _, one := range p.programs {
		one.subjects = slices.DeleteFunc(one.subjects, func(s subject) bool { return s.sides == [Sides]bool{} })
	}
	p.programs = slices.DeleteFunc(p.programs, func(r *runnable) bool { return len(r.subjects) == 0 })
	if p.Count > 0 && len(p.programs) > 0 {
		return p.controls(ctx)
	}
	p.programs = nil
	if !slices.ContainsFunc(p.records, func(r *record.Record) bool { return len(r.Samples)+len(r.Same) > 0 }) {
		why := "no run ends within its limits, and no statements can be counted"
		if p.Count == 0 {
			why = "--count 0 times nothing, and no statements can be counted"
		}
		return fmt.Errorf("%w: %s", ErrNothing, strings.Join(append([]string{why}, p.notes...), ": "))
	}
	return nil
}

// leaveOutSame drops the solutions that are the same program on both sides. They need no inputs, judging or comparison.
func (p *plan) leaveOutSame(ctx context.Context) error {
	var same []record.Program
	for i, e := range p.entries[Now] {
		program := programOf(e.Entry)
		at := slices.IndexFunc(p.entries[Base], func(e Entry) bool { return programOf(e.Entry) == program })
		if at < 0 {
			continue
		}
		p.Observe(grade.Progress{Step: "building", Done: i, Total: len(p.entries[Now]), Current: program.String()})
		is, err := p.builtSame(ctx, e, p.entries[Base][at])
		if err != nil {
			return err
		}
		if is {
			same = append(same, program)
		}
	}
	for side, r := range p.records {
		r.Same = slices.Clone(same)
		p.entries[side] = slices.DeleteFunc(slices.Clone(p.entries[side]), func(e Entry) bool {
			return slices.Contains(same, programOf(e.Entry))
		})
	}
	return nil
}

// builtSame builds both sides of a solution and reports whether they are the same program. It compares executables with
// compile.SameProgram, and other programs by their cache entries, run-time systems and arguments. If a build fails, it
// returns false: judging reports the failure.
func (p *plan) builtSame(ctx context.Context, sides ...Entry) (bool, error) {
	var built [2]sandbox.Program
	for i, e := range sides {
		var err error
		if built[i], err = p.Cache.Build(ctx, compile.Submission, e.Submission.Source); err != nil {
			return false, ctx.Err()
		}
	}
	a, b := built[0], built[1]
	if a.Dir != "" || b.Dir != "" {
		return a.Dir == b.Dir && a.Path == b.Path && slices.Equal(a.Args, b.Args), nil
	}
	return compile.SameProgram(a.Path, b.Path)
}

// sided is a solution of one side, on some tests.
type sided struct {
	side Side
	grade.Entry
}

// judge judges solutions, and calls learn() for each test with verdict AC or an expected TLE. If the verdict is JE,
// judge returns an error. For any other verdict of a test that was run, it refuses the solution. If there is a
// deadline, it judges few solutions at a time, so that some are known when the time is over.
func (p *plan) judge(ctx context.Context, all bool, entries []sided,
	learn func(i int, t problem.Test, result grade.Test) error) error {
	step := max(len(entries), 1)
	if !p.Until.IsZero() {
		step = max(p.Jobs, 1)
	}
	for first := 0; first < len(entries); first += step {
		some := entries[first:min(first+step, len(entries))]
		var plain []grade.Entry
		for _, e := range some {
			plain = append(plain, e.Entry)
		}
		results, err := p.grade(ctx, plain, grade.Options{All: all, Sandbox: p.Sandbox, Cache: p.Cache, Jobs: p.Jobs,
			Observe: p.Observe, Unchecked: programOf(plain[0]).On("").IsControl()})
		for i, s := range results.Submissions {
			err = cmp.Or(p.learn(ctx, some[i], s, func(t problem.Test, result grade.Test) error {
				return learn(first+i, t, result)
			}), err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// learn handles the results of one solution for judge.
func (p *plan) learn(ctx context.Context, e sided, s grade.Submission,
	learn func(problem.Test, grade.Test) error) error {
	program, left := programOf(e.Entry), 0
	switch {
	case s.Verdict == problem.CE:
		p.refuse(e.side, fmt.Sprintf("%s does not compile: %s", program, firstLine(s.Message)))
		return nil
	case len(s.Tests) == 0 && ctx.Err() == nil:
		p.note(fmt.Sprintf("%s is skipped: %s", program, firstLine(s.Message)))
		p.skipped = append(p.skipped, program)
		return nil
	}
	if !program.On("").IsControl() {
		p.records[e.side].Languages[program] = s.Language
	}
	for j, result := range s.Tests {
		switch v := result.Verdict; {
		case v == problem.NotRun:
			left++
		case v == problem.JE:
			return fmt.Errorf("%s %s: the judge failed: %s", program, result.Name, result.Message)
		case v == problem.AC || v == problem.TLE && result.Expected:
			if v == problem.AC && e.side == Now {
				p.tried = append(p.tried, sampleOf(program.On(result.Name), []sandbox.Result{{
					CPU: time.Duration(result.CPU), Memory: result.Memory}}))
			}
			if err := learn(e.Tests[j], result); err != nil {
				return err
			}
		default:
			p.refuse(e.side, fmt.Sprintf("%s: %s on %s: %s", program, v, result.Name, firstLine(result.Message)))
		}
	}
	if left > 0 && ctx.Err() == nil {
		p.note(fmt.Sprintf("%s: tests left out after an expected timeout: %d", program, left))
	}
	return nil
}

// judgeTests judges the solutions that are measured on tests, and adds those tests. If All is set, every test on which
// a solution is too slow becomes a bound; if not, only the first such test.
func (p *plan) judgeTests(ctx context.Context) error {
	var entries []sided
	for side, all := range p.entries {
		for _, e := range all {
			if len(e.Tests) > 0 {
				entries = append(entries, sided{Side(side), e.Entry})
			}
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return p.judge(ctx, p.All, entries, func(i int, t problem.Test, result grade.Test) error {
		e := entries[i]
		if result.Verdict == problem.TLE {
			p.records[e.side].Bounds = append(p.records[e.side].Bounds, record.Bound{
				Key: programOf(e.Entry).On(t.Name), CPU: e.Problem.Limits.Time})
		}
		return p.add(ctx, e, t, result.Verdict == problem.AC, true)
	})
}

// program returns the runnable of a program, and adds a new one if there is none.
func (p *plan) program(program record.Program) *runnable {
	i := slices.IndexFunc(p.programs, func(r *runnable) bool { return r.Program == program })
	if i < 0 {
		i = len(p.programs)
		p.programs = append(p.programs, &runnable{Program: program})
	}
	return p.programs[i]
}

// processes is the limit on a run's processes and threads. It is enough for Go's runtime.
const processes = 256

// add schedules the sampling or counting of a solution on a test. The limits for sampling stop only a run that hangs,
// not a run that waits for a busy core.
func (p *plan) add(ctx context.Context, e sided, t problem.Test, sampled, counted bool) error {
	one := p.program(programOf(e.Entry))
	if one.sides[e.side] == nil {
		built, err := p.Cache.Build(ctx, compile.Submission, e.Submission.Source)
		if err != nil {
			return err
		}
		one.sides[e.side] = &executable{built, e.Submission.Source, count.Search(e.Problem, e.Submission.Name)}
	}
	key := one.On(t.Name)
	j := slices.IndexFunc(one.subjects, func(s subject) bool { return s.Key == key })
	if j < 0 {
		j = len(one.subjects)
		l := e.Problem.Limits
		t.Files = e.Submission.WorkingFiles(t)
		one.subjects = append(one.subjects, subject{Key: key, test: t, readOnly: !e.Problem.FileWriting,
			memory: l.Memory, limits: sandbox.Limits{CPU: 10 * l.Time, Wall: 20*l.Time + 2*time.Minute,
				Memory: 2 * l.Memory, Output: 2 * l.Output, Processes: processes}})
	}
	one.subjects[j].sides[e.side], one.subjects[j].counted[e.side] = sampled, counted
	if counted {
		p.toCount++
	}
	return nil
}

// refuse records a rejected solution. The user can fix a solution of the checkout, so its rejection is an error. A
// solution of the base commit is left out with a note.
func (p *plan) refuse(side Side, reason string) {
	switch {
	case side == Base:
		p.note("left out on the base's side: " + reason)
	case !slices.Contains(p.refused, reason):
		p.refused = append(p.refused, reason)
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func programOf(e grade.Entry) record.Program {
	return record.Program{Problem: e.Problem.Name, Solution: e.Submission.Name}
}
