package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/reports"
	"dlxjudge/judge/tell/usage"
)

// mutantsFlags holds the flags of "judge mutants".
type mutantsFlags struct {
	pack    string
	count   int
	jobs    int
	verbose bool
}

func newMutantsCommand(a *app) *cobra.Command {
	var f mutantsFlags
	cmd := &cobra.Command{
		Use:   "mutants PROBLEM/PROGRAM",
		Short: "List small faults in a program that the tests do not catch",
		Long: `Plant small faults in a solution in Go, C or C++, one at a time. Judge each
mutant on the tests that the solution passes, until a test catches the mutant.
Mutants that no test catches are listed with their change. For each, add a test
that catches it ("judge stress" may find one), or mark the mutant as harmless in
problems/PROBLEM/mutants.yaml, with the reason. See "judge help faults".

Exit status: 0 if all are caught or marked; 1 if not, or if a mark is stale; 3
if a checker failed.`,
		Example: `  judge mutants poj3074/backtrack
  judge mutants poj3076/bits --count 50`,
		Args: usage.Args(1, 1, "name one program of a problem"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.mutants(cmd.Context(), f, args[0])
		},
		ValidArgsFunction: completePatterns(&f.pack),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "take "+anyPackage)
	flags.IntVar(&f.count, "count", 0, "judge this many mutants, chosen at random (default: all)")
	flags.IntVarP(&f.jobs, "jobs", "j", defaultJobs(), "number of mutants to judge at the same time")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "also list the caught mutants, each with the test that caught it")
	return cmd
}

// mutants makes the mutants of one program, judges them, and reports which of them survive.
func (a *app) mutants(ctx context.Context, f mutantsFlags, name string) error {
	if f.count < 0 {
		return fmt.Errorf("--count %d: give the number of mutants to judge", f.count)
	}
	problemName, program, found := strings.Cut(name, "/")
	if !found || program == "" {
		return fmt.Errorf("%q: name a program of a problem, such as poj3074/backtrack", name)
	}
	p, err := a.problem(ctx, f.pack, problemName, problem.Load)
	if err != nil {
		return err
	}
	if p.SubmitAnswer {
		return fmt.Errorf("the submissions of %s are outputs, not programs, so no fault can be planted in them", p.Name)
	}
	submission, err := pick.ProgramOf(p, program, loose.Options{})
	if err != nil {
		return err
	}
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	if err := a.derive(ctx, []grade.Entry{{Problem: p}}, tools); err != nil {
		return err
	}
	show, clear := a.progress()
	defer clear()
	var last grade.Progress
	tools.Jobs, tools.Observe = f.jobs, func(progress grade.Progress) {
		last = progress
		show(progress)
	}
	result, err := mutate.Submission(ctx, p, submission, f.count, tools)
	clear()
	if err == nil || len(result.Results) > 0 {
		reports.Mutants(a.stdout, result, f.verbose, a.style())
	}
	if ctx.Err() != nil {
		return a.interrupted(fmt.Sprintf("%d of %s judged; nothing is kept", len(result.Results),
			figures.Plural(last.Total, "mutant")), "judge fewer with: "+
			a.again("--count", strconv.Itoa(max(len(result.Results), 1))))
	}
	failed := len(result.Failed) > 0 || result.Count(mutate.Failed) > 0
	found = result.Count(mutate.Survived) > 0 || len(result.Stale) > 0
	switch {
	case err == nil && failed:
		err = fmt.Errorf("the judge or a tool failed, as listed above; to see why, make the listed change, and judge "+
			"the listed test: %s", p.Command("run", result.Program+":TEST"))
	case !found:
		err = ended(ctx, err)
	}
	return exit.Decide(false, failed, found, err)
}
