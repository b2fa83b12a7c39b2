package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/audit"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/lab"
)

// auditFlags are the flags of judge audit.
type auditFlags struct {
	pack    string
	jobs    int
	mutants int
	backend string
	verbose bool
	json    string
}

func newAuditCommand(a *app) *cobra.Command {
	var f auditFlags
	cmd := &cobra.Command{
		Use:   "audit [PROBLEM...]",
		Short: "Find what the tests, the checker and the limits of problems leave open",
		Long: `Judge all programs of every PROBLEM on all of its tests, and say what would make it better: tests that
tell no two programs apart, wrong programs that only one test catches, mutants of the solution that no
test catches (judge mutants finds all), bounds of the input that no test reaches, kinds of changes of an
answer that the checker accepts, and verdicts that flip if the time limit moves by a fifth.

Each finding comes with a remedy. One that is meant is marked in the problem's audit.yaml with the
reason, by its topic and by what it is about:

  tests:
    the largest input that there can be: [secret/large/01]
  checker:
    numbers may be written in any way: [leading zeros, plus sign]

In a mark * stands for any text. judge report --audit has the findings on a page.

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
	flags.IntVar(&f.mutants, "mutants", 20, "judge so many mutants of a solution, chosen at random; 0 for none")
	flags.StringVar(&f.backend, "backend", "", backendUsage)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "list what is explained as well")
	addJSON(cmd, &f.json)
	return cmd
}

// audit audits each problem and prints what was found.
func (a *app) audit(ctx context.Context, f auditFlags, args []string) error {
	if f.jobs < 1 || f.jobs > 64 {
		return fmt.Errorf("-j %d: give a number from 1 to 64", f.jobs)
	}
	if f.mutants < 0 {
		return fmt.Errorf("--mutants %d: give the number of mutants to judge", f.mutants)
	}
	set, err := a.picker.PickProblems(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	tools, close, err := a.open(f.backend)
	if err != nil {
		return err
	}
	defer close()
	tools.Jobs = f.jobs
	var all []lab.Audit
	var programs []lab.Program
	for _, p := range set.Problems {
		one, err := a.auditOne(ctx, p, f, tools)
		if ctx.Err() != nil {
			return a.interrupted(fmt.Sprintf("%d of %s audited", len(all), count(len(set.Problems), "problem")),
				"start again with: "+a.again("", ""))
		}
		if err != nil {
			return buildFailed(err)
		}
		all = append(all, one)
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

// auditOne is the audit of one problem: judge → time what is late → plant mutants → what the marks explain.
func (a *app) auditOne(ctx context.Context, p *problem.Problem, f auditFlags, o grade.Options) (lab.Audit, error) {
	one := lab.Audit{Problem: p.Name, Tests: len(p.Tests)}
	marks, err := audit.Marks(p)
	if err != nil {
		return one, err
	}
	results, err := a.judgeAll(ctx, p, o)
	if err != nil {
		return one, err
	}
	one.Programs = len(results.Submissions)
	one.Findings = audit.Tests(p, results.Submissions)
	o.All, o.Kept = true, nil
	o.TimeLimit = audit.Longer * p.Limits.Time
	longer, err := grade.Judge(ctx, audit.LateEntries(p, results.Submissions), o)
	if err != nil {
		return one, err
	}
	var flips []audit.Finding
	one.Margins, flips = audit.Limit(p, results.Submissions, longer.Submissions)
	one.Findings = append(one.Findings, flips...)
	looked := []audit.Topic{audit.TestsTopic, audit.ProgramsTopic, audit.LimitTopic}
	one.Findings = audit.Explain(one.Findings, marks, looked)
	return one, nil
}

// judgeAll judges all programs of a problem on all tests.
func (a *app) judgeAll(ctx context.Context, p *problem.Problem, o grade.Options) (grade.Results, error) {
	var entries []grade.Entry
	for _, s := range p.Submissions {
		entries = append(entries, grade.Entry{Problem: p, Submission: s, Tests: p.Tests})
	}
	if err := a.derive(ctx, entries, o); err != nil {
		return grade.Results{}, err
	}
	var clear func()
	o.Observe, clear = a.status()
	defer clear()
	o.All = true
	o.Kept, _ = grade.OpenKept(o.Sandbox, o.Cache) // without it everything runs again
	return grade.Judge(ctx, entries, o)
}
