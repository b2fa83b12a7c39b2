package sampling

import (
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
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

// Entry is one solution with its tests and workloads.
type Entry struct {
	grade.Entry
	Set    *workload.Set // that the inputs are of; nil without inputs
	Inputs []workload.Input
}

// Selected returns the named solutions with their named workloads and tests. Without named ones, a solution gets its
// problem's workloads, or its tests if the problem has none.
func Selected(s *pick.Picked) ([]Entry, error) {
	sets := make(map[string]*workload.Set)
	problems := make(map[string]*problem.Problem)
	shown := &problem.Set{} // the problems with their workloads among the tests, to be selected by name
	for _, p := range s.Set.Problems {
		set, err := workload.Read(p)
		view := *p
		switch {
		case err == nil:
			view.Tests = slices.Clone(p.Tests)
			for _, in := range set.Workloads {
				view.Tests = append(view.Tests, problem.Test{Name: in.Name})
			}
		case errors.Is(err, fs.ErrNotExist):
			set = &workload.Set{}
		default:
			return nil, err
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
			return nil, fmt.Errorf("%s is %s, and a run of a solution cannot be timed without the judge's part in it; "+
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

// RefusedError lists the solutions that are not accepted, whose times would be meaningless.
type RefusedError struct{ Reasons []string }

func (e *RefusedError) Error() string {
	return "only accepted solutions are measured; fix these, or leave them out with a PATTERN:\n  " +
		strings.Join(e.Reasons, "\n  ")
}

// ErrNothing is returned if every solution was skipped or left out.
var ErrNothing = errors.New("there is nothing to measure")

// plan holds what a session measures, and what is already known.
type plan struct {
	*Session
	scratch string // folder for the plan's own programs and for outputs; it must stay until the plan was run
	builder Builder

	records  []*record.Record // of Now and, with another commit, of Base
	programs []*runnable
	counted  []counted
	refused  []string

	noting sync.Mutex
	notes  []string // for the user
}

// counted is a solution that is to be counted.
type counted struct {
	side  Side
	entry grade.Entry
}

func newPlan(s *Session, scratch string) *plan {
	p := &plan{Session: s, scratch: scratch}
	if s.Cache != nil {
		p.builder = s.Cache
	}
	for range Sides {
		p.records = append(p.records, &record.Record{Machine: s.Machine, Languages: make(map[record.Program]string)})
		if s.other == nil {
			break
		}
	}
	return p
}

// note adds a note for the user, once.
func (p *plan) note(text string) {
	p.noting.Lock()
	defer p.noting.Unlock()
	if !slices.Contains(p.notes, text) {
		p.notes = append(p.notes, text)
	}
}

// options returns the options of judging. With All, every test that is too slow becomes a bound, otherwise the first.
func (p *plan) options() grade.Options {
	return grade.Options{All: p.All, Sandbox: p.Sandbox, Cache: p.Cache, Jobs: p.Jobs, Observe: p.Observe}
}

// prepare judges the entries and plans to sample every test that was accepted. An expected TLE becomes a bound, and the
// tests that were skipped after it are left out with a note. Of an input that is made, a solution is given as many
// cases as it finishes in time. Any other verdict is a *RefusedError, or, of the base commit's solutions, left out with
// a note. What is the same program on both sides is neither judged nor sampled.
func (p *plan) prepare(ctx context.Context) error {
	sides := [Sides][]Entry{Now: p.Entries}
	if p.other != nil {
		sides[Base] = p.other.entries
		if err := p.leaveOutSame(ctx, &sides); err != nil {
			return err
		}
	}
	for side, entries := range sides {
		if err := p.judge(ctx, Side(side), entries); err != nil {
			return err
		}
	}
	if err := p.fit(ctx, sides); err != nil {
		return err
	}
	if len(p.refused) > 0 {
		return &RefusedError{p.refused}
	}
	if err := p.countInTime(ctx); err != nil {
		return err
	}
	if p.Count > 0 && len(p.programs) > 0 {
		return p.controls(ctx)
	}
	p.programs = nil
	if !slices.ContainsFunc(p.records, func(r *record.Record) bool { return len(r.Samples)+len(r.Same) > 0 }) {
		why := "no run ends within its limits, and none can be counted"
		if p.Count == 0 {
			why = "with --count 0 nothing is timed, and nothing can be counted"
		}
		return fmt.Errorf("%w: %s", ErrNothing, strings.Join(append([]string{why}, p.notes...), ": "))
	}
	return nil
}

// leaveOutSame drops the solutions whose two sides are the same program: they need no comparison, input or judging.
func (p *plan) leaveOutSame(ctx context.Context, sides *[Sides][]Entry) error {
	var same []record.Program
	for i, e := range sides[Now] {
		program := programOf(e.Entry)
		at := slices.IndexFunc(sides[Base], func(e Entry) bool { return programOf(e.Entry) == program })
		if at < 0 {
			continue
		}
		p.Observe(grade.Progress{Step: "building", Done: i, Total: len(sides[Now]), Current: program.String()})
		is, err := p.builtSame(ctx, e, sides[Base][at])
		if err != nil {
			return err
		}
		if is {
			same = append(same, program)
		}
	}
	for side, entries := range sides {
		p.records[side].Same = slices.Clone(same)
		sides[side] = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
			return slices.Contains(same, programOf(e.Entry))
		})
	}
	return nil
}

// builtSame builds both sides of a solution and reports whether they are the same program: executables by
// compile.SameProgram, others if they are the same cache entry and run in the same way. A failed build is not the same;
// judging reports its error.
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

// build builds a solution as it is judged.
func (p *plan) build(ctx context.Context, s problem.Submission) (executable, error) {
	program, err := p.Cache.Build(ctx, compile.Submission, s.Source)
	return executable{program, s.Source}, err
}

// judge judges the solutions of a side that are measured on tests, and adds those tests.
func (p *plan) judge(ctx context.Context, side Side, all []Entry) error {
	var entries []grade.Entry
	for _, e := range all {
		if len(e.Tests) > 0 {
			entries = append(entries, e.Entry)
		}
	}
	if len(entries) == 0 {
		return nil
	}
	results, err := grade.Judge(ctx, entries, p.options())
	if err != nil {
		return err
	}
	for i, s := range results.Submissions {
		if !p.ran(side, s) {
			continue
		}
		entry := entries[i]
		program := programOf(entry)
		built, err := p.build(ctx, entry.Submission)
		if err != nil {
			return err
		}
		counted := counted{side, grade.Entry{Problem: entry.Problem, Submission: entry.Submission}}
		left := 0
		for j, result := range s.Tests {
			t := entry.Tests[j]
			t.Files = entry.Submission.Given(t)
			key := program.On(t.Name)
			switch {
			case result.Verdict == problem.NotRun:
				left++
				continue
			case result.Verdict == problem.JE:
				return fmt.Errorf("%s %s: the judge failed: %s", program, t.Name, result.Message)
			case result.Verdict == problem.AC:
				p.subject(side, key, t, entry.Problem, built)
			case result.Verdict == problem.TLE && result.Expected:
				p.records[side].Bounds = append(p.records[side].Bounds, record.Bound{Key: key,
					CPU: entry.Problem.Limits.Time})
			default:
				p.refuse(side, fmt.Sprintf("%s: %s on %s: %s", program, result.Verdict, t.Name,
					firstLine(result.Message)))
				continue
			}
			counted.entry.Tests = append(counted.entry.Tests, t)
		}
		if len(counted.entry.Tests) > 0 {
			p.counted = append(p.counted, counted)
		}
		if left > 0 {
			p.note(fmt.Sprintf("%s: %s left out, after a timeout on another where timeouts are allowed", program,
				tests(left)))
		}
	}
	return nil
}

// ran reports whether a solution was run, and notes why not.
func (p *plan) ran(side Side, s grade.Submission) bool {
	program := record.Program{Problem: s.Problem, Solution: s.Name}
	switch {
	case s.Verdict == problem.CE:
		p.refuse(side, fmt.Sprintf("%s does not compile: %s", program, firstLine(s.Message)))
		return false
	case len(s.Tests) == 0:
		p.note(fmt.Sprintf("%s is skipped: %s", program, firstLine(s.Message)))
		return false
	}
	p.records[side].Languages[program] = s.Language
	return true
}

// processes is enough for the threads of Go's run-time.
const processes = 256

// subject plans to sample a program on a test that it passes within the limits. The sampling limits only stop a run
// that hangs, not one that waits for a busy core.
func (p *plan) subject(side Side, key record.Key, t problem.Test, of *problem.Problem, built executable) {
	i := slices.IndexFunc(p.programs, func(r *runnable) bool { return r.Program == key.Program() })
	if i < 0 {
		i = len(p.programs)
		p.programs = append(p.programs, &runnable{Program: key.Program()})
	}
	one := p.programs[i]
	one.sides[side] = &built
	j := slices.IndexFunc(one.subjects, func(s subject) bool { return s.Key == key })
	if j < 0 {
		j = len(one.subjects)
		l := of.Limits
		one.subjects = append(one.subjects, subject{Key: key, test: t, fixed: !of.FileWriting, memory: l.Memory,
			limits: sandbox.Limits{CPU: 10 * l.Time, Wall: 20*l.Time + 2*time.Minute, Memory: 2 * l.Memory,
				Output: 2 * l.Output, Processes: processes}})
	}
	one.subjects[j].sides[side] = true
}

// refuse notes a solution that is not accepted. The user can fix it in the checkout; another commit's is left out.
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
