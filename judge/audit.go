package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/audit"
	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/author/tamper"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/lab"
)

// auditMutants is how many mutants an audit judges unless it is told.
const auditMutants = 20

// auditFlags are the flags of judge audit.
type auditFlags struct {
	pack    string
	jobs    int
	mutants int
	time    time.Duration
	verbose bool
	json    string
}

func newAuditCommand(a *app) *cobra.Command {
	f := auditFlags{time: tamperTime}
	cmd := &cobra.Command{
		Use:   "audit [PROBLEM...]",
		Short: "Find what the tests, the checker and the limits of problems leave open",
		Long: `Judge all programs of every PROBLEM on all of its tests, and say what would make it better:

  verdicts   programs that are not judged as expected: what judge run calls unexpected
  tests      tests that tell no two programs apart
  programs   wrong programs that a single test catches
  points     groups of which no program gets all points, or all programs the same part of two
  limit      programs that are not as expected if the time limit moves by a fifth
  mutants    mutants of a solution that no test catches (judge mutants finds all)
  bounds     bounds of the input that no test reaches, as the validators tell them
  checker    kinds of changes of an answer that the checker accepts, such as leading zeros or text after
             the end, and outputs on which it crashes or does not end

Each finding comes with a remedy. One that is meant is marked in the problem's audit.yaml with the
reason, by its topic and by what it is about. Mutants are marked in mutants.yaml, and verdicts are
stated in submissions.yaml.

  tests:
    the largest input that there can be: [secret/large/01]
  bounds:
    no board can have fewer givens: [lowest givens]
  checker:
    numbers may be written in any way: [leading zeros, plus sign]

In a mark * stands for any text. A mark that marks nothing is a finding, too, unless it is about the
limit, as times vary. Lines that mark what was found follow it, to be pasted; only the reason is to be
written. judge help validators says how a validator tells of bounds.

Exit status: 0 nothing is found that is not explained, 1 findings, 2 a problem cannot be read.`,
		Example: `  judge audit poj3074
  judge audit --package ~/contest/knapsack --mutants 0`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeProblems,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.audit(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "audit "+anyPackage)
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "tests and mutants side by side")
	flags.IntVar(&f.mutants, "mutants", auditMutants, "judge so many mutants of a solution, chosen at random; 0 for "+
		"none")
	flags.Var(quantity.Seconds(&f.time, 1, 1e6), "time", "how long the checker of a problem is tried, in `SECONDS`")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "list what is explained as well")
	addJSON(cmd, &f.json)
	return cmd
}

// audit audits each problem and prints what was found.
func (a *app) audit(ctx context.Context, f auditFlags, args []string) error {
	if f.jobs < 1 || f.jobs > config.MaxJobs {
		return fmt.Errorf("-j %d: give a number from 1 to %d", f.jobs, config.MaxJobs)
	}
	if f.mutants < 0 {
		return fmt.Errorf("--mutants %d: give the number of mutants to judge", f.mutants)
	}
	set, err := a.picker.PickProblems(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	tools, close, err := a.open("")
	if err != nil {
		return err
	}
	defer close()
	tools.Jobs = f.jobs
	all, err := a.auditAll(ctx, set.Problems, auditing{f.mutants, f.time, tools})
	if err != nil {
		return err
	}
	var programs []lab.Program
	for _, p := range set.Problems {
		for _, s := range p.Submissions {
			programs = append(programs, programIn(p, s))
		}
	}
	if err := lab.Audits(a.rows(f.json), all, f.verbose, a.style()); err != nil {
		return judgeFailed(err)
	}
	origin := a.origin(ctx, f.json, f.pack, programs...)
	if err := a.writeJSON(f.json, func(w io.Writer) error { return lab.AuditsJSON(w, all, origin) }); err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(one lab.Audit) bool { return one.Open() > 0 }) {
		return exitError{Status: statusUnexpected}
	}
	return nil
}

// auditing is how problems are audited.
type auditing struct {
	mutants int           // of a solution of each
	time    time.Duration // for which a checker is tried
	tools   grade.Options
}

// tamperTime is how long a checker is tried unless the audit is told.
const tamperTime = 30 * time.Second

// auditAll audits problems.
func (a *app) auditAll(ctx context.Context, problems []*problem.Problem, how auditing) ([]lab.Audit, error) {
	marks := make(map[*problem.Problem][]audit.Mark)
	for _, p := range problems { // a mistake in them is said before anything runs
		var err error
		if marks[p], err = audit.Marks(p); err != nil {
			return nil, err
		}
		if _, err := mutate.Marks(p); err != nil {
			return nil, err
		}
	}
	var all []lab.Audit
	for _, p := range problems {
		one, looked, err := a.auditOne(ctx, p, how)
		if ctx.Err() != nil {
			return nil, a.interrupted(fmt.Sprintf("%d of %s audited", len(all), count(len(problems), "problem")),
				"verdicts are kept, so start again with: "+a.again("", ""))
		}
		var ended exitError
		if err != nil && !errors.As(err, &ended) {
			err = buildFailed(err)
		}
		if err != nil {
			return nil, err
		}
		one.Findings = audit.Explain(one.Findings, marks[p], looked)
		all = append(all, one)
	}
	return all, nil
}

// auditOne is the audit of one problem: try the checker → judge → time what is too slow → plant mutants → ask the
// validators. Looked are the topics of which all was looked at that can be found.
func (a *app) auditOne(ctx context.Context, p *problem.Problem, how auditing) (one lab.Audit, looked []audit.Topic,
	err error) {
	o := how.tools
	one = lab.Audit{Problem: p.Name, Tests: len(p.Tests)}
	show, _, stop := a.progress()
	defer stop()
	o.Observe = show
	o.Kept, _ = grade.OpenKept()(o.Sandbox, o.Cache) // without it everything runs again
	how.tools = o
	tampered, err := tamper.Checker(ctx, o.Cache, p, tamper.Options{Scratch: o.Sandbox.Scratch(), Time: how.time,
		Observe: func(done, total int) { show(grade.Progress{Step: "the checker", Done: done, Total: total}) }})
	if err != nil {
		return one, nil, err
	}
	if tampered.Hangs > 0 { // it would for each program, too, and for validation_time each time
		one.Skipped = append(one.Skipped, "all programs and mutants, as the checker hangs; mend it, and audit again")
	} else if looked, err = a.auditPrograms(ctx, p, how, &one, show); err != nil {
		return one, nil, err
	}
	if tampered.Whole() {
		looked = append(looked, audit.CheckerTopic)
	}
	one.Findings = append(one.Findings, audit.Checker(p, tampered)...)
	one.Skipped = append(one.Skipped, audit.Untried(p, tampered, how.time)...)
	show(grade.Progress{Step: "validators", Total: len(p.Tests)})
	found, skipped, whole, err := audit.Bounds(ctx, o.Cache, p, o.Jobs)
	if err != nil {
		return one, nil, err
	}
	if whole {
		looked = append(looked, audit.BoundsTopic)
	}
	one.Findings, one.Skipped = append(one.Findings, found...), append(one.Skipped, skipped...)
	return one, looked, nil
}

// auditPrograms judges all programs and mutants, and adds what that tells of the problem.
func (a *app) auditPrograms(ctx context.Context, p *problem.Problem, how auditing, one *lab.Audit,
	show func(grade.Progress)) (looked []audit.Topic, err error) {
	results, longer, err := a.judgeForAudit(ctx, p, how.tools)
	if err != nil {
		return nil, err
	}
	for _, s := range results.Submissions {
		if s.Verdict != problem.NotRun {
			one.Programs++
		}
	}
	if n, reasons := results.NotJudged(); n > 0 {
		one.Skipped = append(one.Skipped, fmt.Sprintf("%s that could not be judged: %s; the marks of tests, "+
			"programs and points are not checked", count(n, "program"), strings.Join(reasons, ", ")))
	} else if one.Programs > 1 && !results.JudgeFailed() {
		looked = append(looked, audit.TestsTopic, audit.ProgramsTopic, audit.PointsTopic)
	}
	if one.Programs < 2 {
		one.Skipped = append(one.Skipped, "tests, as there are not two programs that they could tell apart; add wrong "+
			"ones to submissions/")
	}
	if doubts := audit.Doubts(slices.Concat(results.Submissions, longer.Submissions)); doubts != "" {
		one.Skipped = append(one.Skipped, doubts)
	}
	one.Findings = slices.Concat(audit.Verdicts(p, results.Submissions), audit.Tests(p, results.Submissions),
		audit.Points(p, results.Submissions))
	var found []audit.Finding
	one.Margins, found = audit.Limit(p, results.Submissions, longer.Submissions)
	one.Findings = append(one.Findings, found...)
	if how.mutants > 0 && results.JudgeFailed() {
		one.Skipped = append(one.Skipped, "mutants: not all programs were judged to the end; mend what fails first")
	} else if how.mutants > 0 {
		err = a.auditMutants(ctx, p, how, results, one, show)
	}
	return looked, err
}

// auditMutants plants mutants in a program of the problem and adds those that no test catches.
func (a *app) auditMutants(ctx context.Context, p *problem.Problem, how auditing, results grade.Results,
	one *lab.Audit, show func(grade.Progress)) error {
	planted, why := audit.Planted(p, results.Submissions)
	if planted == nil {
		one.Skipped = append(one.Skipped, "mutants: "+why)
		return nil
	}
	options := mutate.Options{Jobs: how.tools.Jobs, Sandbox: how.tools.Sandbox, Observe: func(done, total int) {
		show(grade.Progress{Step: "mutants", Done: done, Total: total})
	}}
	report, err := mutate.Submission(ctx, options, how.tools.Cache, p, *planted, mutate.Sample(how.mutants, 1))
	var undecided *mutate.UndecidedError
	if errors.As(err, &undecided) && ctx.Err() == nil {
		one.Skipped = append(one.Skipped, "mutants: what one of them prints cannot be judged: "+undecided.Error())
		return nil
	} else if err != nil {
		return err
	}
	one.Mutants = len(report.Results) - report.Count(mutate.Broken)
	if len(report.Results) < report.Of {
		one.Planted = report.Of
	}
	if n := len(report.Results); n > 0 && one.Mutants == 0 {
		one.Skipped = append(one.Skipped, fmt.Sprintf("mutants: none of %d compiles; try more: --mutants %d", n, 5*n))
	}
	one.Findings = append(one.Findings, audit.Mutants(p, *planted, report)...)
	return nil
}

// judgeForAudit judges all programs of a problem, and once more, with a longer limit, those that must be too slow.
func (a *app) judgeForAudit(ctx context.Context, p *problem.Problem, o grade.Options) (results, longer grade.Results,
	err error) {
	var entries []grade.Entry
	for _, s := range p.Submissions {
		entries = append(entries, grade.Entry{Problem: p, Submission: s, Tests: p.Run()})
	}
	if err := a.derive(ctx, entries, o); err != nil {
		return results, longer, err
	}
	o.All = p.Scoring != nil // else only what decides is judged
	if results, err = grade.Judge(ctx, entries, o); err != nil {
		return results, longer, err
	}
	if undecided := audit.Undecided(p, results.Submissions); len(undecided) > 0 {
		more, err := grade.Judge(ctx, undecided, o)
		if err != nil {
			return results, longer, err
		}
		results.Submissions = audit.Add(results.Submissions, more.Submissions)
	}
	o.All, o.TimeLimit = false, audit.Longer(p.Limits.Time)
	if late := audit.LateEntries(p, results.Submissions); len(late) > 0 {
		longer, err = grade.Judge(ctx, late, o)
	}
	return results, longer, err
}
