package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/usage"
)

// newFlags holds the flags of "judge new".
type newFlags struct {
	from, title, judge, id string
	kind                   string // the type of the example problem to begin with; "" for none
	time                   time.Duration
	memory                 float64 // the memory limit in MiB
}

func newNewCommand(a *app) *cobra.Command {
	var f newFlags
	cmd := &cobra.Command{
		Use:   "new [PROBLEM[/SOLUTION]]",
		Short: "Begin a problem, or one more solution of it, from a template",
		Long: `Write the files of a new problem into this checkout, ready for "judge run". An
empty folder becomes a checkout, unless a folder above it is one. All files are
written or none, and no existing file is changed. With --type, the problem is a
whole example with tests, in Python 3 or, with --from cpp or testlib, in C++.
"judge help templates" says what is written.

"judge new PROBLEM/SOLUTION" adds a solution to a problem of this checkout.`,
		Example: `  judge new sum
  judge new guess --type interactive
  judge new guess --type interactive --from cpp
  judge new sum/faster --from cpp
  judge new sum --title 'Sum of numbers' --time-limit 2 --memory 256 --from cpp
  judge new poj1000 --judge poj --id 1000
  judge new --judge hdu --id 5046 --time-limit 1.5 --memory 64`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && f.judge != "" && f.id != "" { // --judge and --id name the problem
				return nil
			}
			return usage.Args(1, 1, "name one problem, in lowercase letters and digits, or an online judge and the id "+
				"there with --judge and --id")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.newProblem(cmd, f, args)
		},
		ValidArgsFunction: completePatterns(new(string)),
	}
	f.time, f.memory = time.Second, 256
	flags := cmd.Flags()
	flags.StringVar(&f.from, "from", "", "begin the solution from the template `NAME`: "+
		strings.Join(scaffold.TemplateNames(), ", ")+"; with --type also testlib")
	flags.StringVar(&f.title, "title", "", "the problem's title (default: PROBLEM)")
	flags.Var(quantity.Seconds(&f.time, 0.001, 1e6), "time-limit", "the problem's time limit in `SECONDS`")
	flags.Var(quantity.Of(&f.memory, "MiB", "256", 1, 1<<20), "memory", "memory limit in `MIB`")
	flags.StringVar(&f.judge, "judge", "", "the online judge `KEY` of problems/judges.yaml, such as poj")
	flags.StringVar(&f.id, "id", "", "the problem's `ID` there")
	flags.StringVar(&f.kind, "type", "", "begin with a whole example problem of `TYPE`: "+
		strings.Join(scaffold.Types, ", "))
	cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions(scaffold.Types, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("from", cobra.FixedCompletions(append(scaffold.TemplateNames(), "testlib"),
		cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// newProblem writes a new problem's files and lists them.
func (a *app) newProblem(cmd *cobra.Command, f newFlags, args []string) (err error) {
	if len(args) > 0 {
		if of, _, both := strings.Cut(args[0], "/"); both && scaffold.CheckName(of) == nil {
			return a.newSolution(cmd, f.from, args[0])
		}
	}
	switch {
	case f.memory != math.Trunc(f.memory):
		return fmt.Errorf("--memory %g: give MiB as a whole number between 1 and %d", f.memory, 1<<20)
	case f.id != "" && f.judge == "":
		return fmt.Errorf("--id %s: also name the online judge, with --judge KEY", f.id)
	case f.kind != "" && f.judge != "":
		return errors.New("--type: an example problem belongs to no online judge; leave out --judge")
	}
	name := f.judge + scaffold.SafeName(f.id)
	if len(args) > 0 {
		name = args[0]
	}
	if err := scaffold.CheckName(name); err != nil {
		return err
	}
	spec := scaffold.Spec{
		Name: name, Title: f.title, ID: f.id, Type: f.kind,
		Time: f.time.Round(time.Millisecond), Memory: int64(f.memory) << 20,
	}
	// errors in flags are returned before an empty folder becomes a checkout
	if f.kind == "" {
		_, err = scaffold.FindTemplate(f.from, problem.OnlineJudge{})
	} else {
		spec.Skeleton, err = scaffold.Skeleton(f.kind, f.from)
	}
	if err != nil {
		return err
	}
	roots, fresh, err := a.checkout()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil && fresh {
			scaffold.RemoveCheckout(roots)
		}
	}()
	if f.judge != "" {
		if err := spec.OfJudge(roots, f.judge, cmd.Flags().Changed); err != nil {
			return err
		}
	}
	if f.kind == "" {
		template, err := scaffold.FindTemplate(f.from, spec.Judge)
		if err != nil {
			return err
		}
		spec.Skeleton = scaffold.Empty(template)
	}
	files, err := spec.Make(roots)
	if err != nil {
		return err
	}
	if f.kind != "" {
		if err := a.makeTests(cmd.Context(), name); err != nil {
			return errors.Join(err, spec.Remove(roots, files))
		}
	}
	if here, err := os.Getwd(); err == nil && fresh {
		a.say("made %s a checkout: problems/, testdata/ and solutions/", here)
	}
	for _, file := range files {
		fmt.Fprintln(a.stdout, file)
	}
	if f.kind == "" {
		a.say("write the sample into %s and .ans, then: judge run %s", filepath.Join(roots.Testdata, name, "sample",
			"1.in"), name)
	} else {
		a.say("its tests are made; now change its files, and run: judge run %s", name)
	}
	return nil
}

// newSolution adds a solution to a problem of this checkout.
func (a *app) newSolution(cmd *cobra.Command, from, name string) error {
	of, approach, _ := strings.Cut(name, "/")
	if err := scaffold.CheckApproach(approach); err != nil {
		return err
	}
	var unfit error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "from" {
			unfit = fmt.Errorf("--%s is for a problem, but %s is a solution; leave it out", flag.Name, name)
		}
	})
	roots, err := pick.FindTree()
	if err := errors.Join(unfit, err); err != nil {
		return err
	}
	p, err := a.problem(cmd.Context(), "", of, problem.LoadPrograms)
	if err != nil {
		return err
	}
	template, err := scaffold.FindTemplate(from, p.Judge)
	if err != nil {
		return err
	}
	file, err := scaffold.AddSolution(roots, p, approach, template)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, file)
	a.say("now: judge run %s/%s", of, approach)
	return nil
}

// makeTests makes the tests of a new problem.
func (a *app) makeTests(ctx context.Context, name string) error {
	p, err := a.problem(ctx, "", name, problem.LoadPrograms)
	if err != nil {
		return err
	}
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	if _, err := recipe.Make(ctx, tools.Cache, p); err != nil {
		return fmt.Errorf("nothing is written, because the tests of %s cannot be made: %w", name, err)
	}
	return nil
}

// checkout returns the roots of the checkout that contains the working directory. If there is none, and the working
// directory is empty, it makes that directory a checkout, and fresh is true.
func (a *app) checkout() (roots problem.Roots, fresh bool, err error) {
	if roots, err = pick.FindTree(); err != nil {
		roots, err = scaffold.NewCheckout(".")
		return roots, err == nil, err
	}
	if root := filepath.Dir(roots.Problems); root != "." {
		if root, err := filepath.Abs(root); err == nil {
			a.say("note: this folder is in the checkout %s, which is where the files go", root)
		}
	}
	return roots, false, nil
}
