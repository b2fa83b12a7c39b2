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

// Entry is one solution with what it is measured on: tests, and inputs that are made.
type Entry struct {
	grade.Entry
	Set    *workload.Set // that the inputs are of; nil without inputs
	Inputs []workload.Input
}

// Selected are the solutions that are named, with what they are measured on: the workloads of their problem that are
// named, and the tests that are; its workloads, or if it has none its tests, where a pattern names neither.
func Selected(s *pick.Picked) ([]Entry, error) {
	sets := make(map[string]*workload.Set)
	problems := make(map[string]*problem.Problem)
	shown := &problem.Set{} // the problems with their workloads among the tests, to be selected by name
	for _, p := range s.Set.Problems {
		set, err := workload.Read(p)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		view := *p
		if err == nil {
			sets[p.Name] = set
			view.Tests = slices.Clone(p.Tests)
			for _, in := range set.Workloads {
				view.Tests = append(view.Tests, problem.Test{Name: in.Name})
			}
		}
		problems[p.Name] = p
		shown.Problems = append(shown.Problems, &view)
	}
	selected, err := pick.Select(shown, s.Patterns)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, e := range selected {
		if !e.Submission.Solution {
			continue
		}
		if p := problems[e.Problem.Name]; p.Talks() {
			return nil, fmt.Errorf("%s is %s, and a run of a solution cannot be timed without the judge's part in it; "+
				"see the times of its tests with: judge run -v", p.Name, p.Kind())
		}
		one := Entry{Entry: grade.Entry{Problem: problems[e.Problem.Name], Submission: e.Submission},
			Set: sets[e.Problem.Name]}
		hasWorkloads := one.Set != nil && len(one.Set.Workloads) > 0
		for _, t := range e.Tests {
			i := -1
			if hasWorkloads {
				i = slices.IndexFunc(one.Set.Workloads, func(in workload.Input) bool { return in.Name == t.Name })
			}
			named := slices.ContainsFunc(s.Patterns, func(p pick.Pattern) bool {
				return p.NamesTest(e.Problem.Name, e.Submission.Name, t.Name)
			})
			switch {
			case i >= 0:
				one.Inputs = append(one.Inputs, one.Set.Workloads[i])
			case named || !hasWorkloads:
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

// RefusedError lists the solutions that are not accepted: their times would mean nothing.
type RefusedError struct{ Reasons []string }

func (e *RefusedError) Error() string {
	return "only accepted solutions are measured; fix these, or leave them out with a PATTERN:\n  " +
		strings.Join(e.Reasons, "\n  ")
}

// ErrNothing is why there is no plan: every solution was skipped or left out.
var ErrNothing = errors.New("there is nothing to measure")

// plan is what a session measures, and what is known already.
type plan struct {
	*Session
	scratch string // folder for the plan's own programs and for outputs; it must stay until the plan was run
	builder Builder

	subjects  []subject
	at        map[record.Key]int // of the subjects
	same      []record.Program   // the same program on both sides
	languages map[record.Program]string
	known     [Sides][]record.Sample // counts of tests that are not timed
	bounds    [Sides][]record.Bound  // runs that were stopped at their limit, as submissions.yaml permits
	uncounted [Sides][]record.Key    // tests whose counts are unknown
	refused   []string
	counted   []counted
	sampled   map[record.Key]bool

	noting sync.Mutex
	notes  []string // for the user
}

// counted is a solution that is to be counted.
type counted struct {
	side  Side
	entry grade.Entry
}

func newPlan(s *Session, scratch string) *plan {
	p := &plan{Session: s, scratch: scratch, at: make(map[record.Key]int),
		languages: make(map[record.Program]string), sampled: make(map[record.Key]bool)}
	if s.Cache != nil {
		p.builder = s.Cache
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

func (p *plan) observe(progress grade.Progress) {
	if p.Observe != nil {
		p.Observe(progress)
	}
}

// options are those of judging. With All, every test that is too slow becomes a bound, else the first.
func (p *plan) options() grade.Options {
	return grade.Options{All: p.All, Sandbox: p.Sandbox, Cache: p.Cache, Jobs: p.Jobs, Observe: p.observe}
}

// prepare judges the entries and plans to sample every test that was accepted. An expected TLE becomes a bound, and the
// tests that were skipped after it are left out with a note. Of an input that is made, a solution is given as many
// cases as it finishes in time. Any other verdict is a *RefusedError, or, of the base commit's solutions, left out with
// a note. What is the same program on both sides is neither judged nor sampled.
func (p *plan) prepare(ctx context.Context) error {
	sides := [Sides][]Entry{Now: p.Entries}
	if p.other != nil {
		sides[Base] = p.other.entries
	}
	sides, err := p.leaveOutSame(ctx, sides)
	if err != nil {
		return err
	}
	if err := p.judge(ctx, withTests(sides[Now]), withTests(sides[Base])); err != nil {
		return err
	}
	if err := p.fit(ctx, sides); err != nil {
		return err
	}
	if len(p.refused) > 0 {
		return &RefusedError{p.refused}
	}
	if len(p.subjects) == 0 && len(p.bounds[Now]) == 0 && len(p.same) == 0 {
		return fmt.Errorf("%w%s", ErrNothing, because(p.notes))
	}
	if err := p.countInTime(ctx); err != nil {
		return err
	}
	if p.Count == 0 {
		p.subjects = nil
	}
	if len(p.subjects) > 0 {
		return p.controls(ctx)
	}
	if len(p.known[Now])+len(p.known[Base])+len(p.same) == 0 {
		without := "no run ends within its limits, and none can be counted"
		if p.Count == 0 {
			without = "with --count 0 nothing is timed, and nothing can be counted"
		}
		return fmt.Errorf("%w: %s%s", ErrNothing, without, because(p.notes))
	}
	return nil
}

// because are the notes that say why there is nothing.
func because(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return ": " + strings.Join(notes, "\n  ")
}

// withTests are the entries with tests of the problem.
func withTests(entries []Entry) []grade.Entry {
	var all []grade.Entry
	for _, e := range entries {
		if len(e.Tests) > 0 {
			all = append(all, e.Entry)
		}
	}
	return all
}

// leaveOutSame returns the entries of both sides without those solutions whose two sides are the same program: there is
// nothing to find out, so no input is made for them, and they are not judged.
func (p *plan) leaveOutSame(ctx context.Context, sides [Sides][]Entry) ([Sides][]Entry, error) {
	theirs := make(map[record.Program]Entry)
	for _, e := range sides[Base] {
		theirs[programOf(e.Entry)] = e
	}
	for i, e := range sides[Now] {
		program := programOf(e.Entry)
		other, known := theirs[program]
		if !known {
			continue
		}
		p.observe(grade.Progress{Step: "building", Done: i, Total: len(sides[Now]), Current: program.String()})
		same, err := p.builtSame(ctx, e, other)
		if err != nil {
			return sides, err
		}
		if same {
			p.same = append(p.same, program)
		}
	}
	slices.SortFunc(p.same, func(a, b record.Program) int { return a.On("").Compare(b.On("")) })
	for side, entries := range sides {
		sides[side] = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
			return slices.Contains(p.same, programOf(e.Entry))
		})
	}
	return sides, nil
}

// builtSame builds a solution of both sides and reports whether they are the same program: executables as
// compile.SameProgram says, and those that something else runs if they are the same entry of the cache, run in the same
// way. One that cannot be built is not: why that is so is said where it is judged.
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

// judge judges both sides and adds the tests to measure.
func (p *plan) judge(ctx context.Context, now, base []grade.Entry) error {
	if len(now)+len(base) == 0 {
		return nil
	}
	entries := slices.Concat(now, base)
	results, err := grade.Judge(ctx, entries, p.options())
	if err != nil {
		return err
	}
	for i, s := range results.Submissions {
		entry, side := entries[i], Now
		if i >= len(now) {
			side = Base
		}
		if !p.runs(side, s) {
			continue
		}
		program := programOf(entry)
		built := executable{source: entry.Submission.Source}
		if built.program, err = p.Cache.Build(ctx, compile.Submission, built.source); err != nil {
			return err
		}
		ran := entry
		ran.Tests = nil
		tried := 0
		for j, test := range s.Tests {
			switch test.Verdict {
			case problem.JE:
				return fmt.Errorf("%s %s: the judge failed: %s", program, test.Name, test.Message)
			case problem.NotRun:
				continue
			}
			tried++
			t := entry.Tests[j]
			t.Files = entry.Submission.Given(t)
			if p.test(side, entry, t, test, built) {
				ran.Tests = append(ran.Tests, t)
			}
		}
		if len(ran.Tests) > 0 {
			p.counted = append(p.counted, counted{side, ran})
		}
		if left := len(s.Tests) - tried; left > 0 {
			p.note(fmt.Sprintf("%s: %s left out, after a timeout on another where timeouts are allowed", program,
				tests(left)))
		}
	}
	return nil
}

// runs notes why a solution was not run, and reports whether it was.
func (p *plan) runs(side Side, s grade.Submission) bool {
	program := record.Program{Problem: s.Problem, Solution: s.Name}
	switch {
	case s.Verdict == problem.CE:
		p.refuse(side, fmt.Sprintf("%s does not compile: %s", program, firstLine(s.Message)))
		return false
	case len(s.Tests) == 0:
		p.note(fmt.Sprintf("%s is skipped: %s", program, firstLine(s.Message)))
		return false
	}
	p.languages[program] = s.Language
	return true
}

// test adds a test that was run, and reports whether its verdict allows that.
func (p *plan) test(side Side, e grade.Entry, t problem.Test, result grade.Test, built executable) bool {
	key := programOf(e).On(t.Name)
	switch {
	case result.Verdict == problem.AC:
		p.subject(side, key, t, e.Problem, e.Problem.Limits, built)
	case result.Verdict == problem.TLE && result.Expected:
		p.bounds[side] = append(p.bounds[side], record.Bound{Key: key, CPU: e.Problem.Limits.Time})
	default:
		p.refuse(side, fmt.Sprintf("%s: %s on %s: %s", key.Program(), result.Verdict, key.Test,
			firstLine(result.Message)))
		return false
	}
	return true
}

// processes is enough for the threads of Go's run-time.
const processes = 256

// subject plans to sample a program on a test, on which it keeps within the limits. The limits of sampling only stop a
// run that hangs, and not one that waits for a busy core.
func (p *plan) subject(side Side, key record.Key, t problem.Test, of *problem.Problem, l problem.Limits,
	built executable) {
	i, known := p.at[key]
	if !known {
		i = len(p.subjects)
		p.at[key] = i
		p.subjects = append(p.subjects, subject{Key: key, test: t, fixed: !of.FileWriting, memory: l.Memory,
			limits: sandbox.Limits{CPU: 10 * l.Time, Wall: 20*l.Time + 2*time.Minute, Memory: 2 * l.Memory,
				Output: 2 * l.Output, Processes: processes}})
	}
	p.subjects[i].sides[side] = &built
}

// refuse notes what is not accepted. The user can fix it in the checkout; of another commit it is left out.
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
