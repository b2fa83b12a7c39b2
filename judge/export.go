package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/export"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/usage"
)

// exportFlags are the flags of judge export.
type exportFlags struct {
	to, pack  string
	languages []string
}

func newExportCommand(a *app) *cobra.Command {
	var flags exportFlags
	var names []string
	for _, t := range export.Targets {
		names = append(names, string(t))
	}
	cmd := &cobra.Command{
		Use:   "export --to TARGET [PROBLEM...] OUT",
		Short: "Make packages for DOMjudge, Kattis, or a judge of the format 2025-09",
		Long: `Make ZIP files that another judge installs, one for each PROBLEM (default: all of this checkout).

OUT is a ZIP file if one problem is named, and a folder for several, which then holds PROBLEM.zip of
each. The file's name without .zip becomes the problem's name at the other judge. Files of those names
are replaced. What the other format cannot express is listed on
standard error, one line each. The last lines say how to upload the packages. A problem that cannot be
exported does not keep the others from it: it is named again at the end, and the status is 1.

  domjudge   files at the top, domjudge-problem.ini and .timelimit, the statement as PDF, HTML or text, one checker,
             @EXPECTED_RESULTS@ in copies of the submissions whose folder does not say what is expected;
             points for a DOMjudge that has scoring problems
  kattis     the format legacy, the only one that Kattis and its verifyproblem take: the statement as LaTeX,
             points as testdata.yaml, nothing multi-pass
  2025-09    the format of today, with what a checkout spreads over three trees in one place

Every program has the same points there as here. If the other format cannot compute them, the problem
is refused. A group that requires others has copies of their tests where there is no require_pass; the
input validators must accept them with the arguments of that group. Kattis takes a wrong program of a
problem with points if submissions.yaml says its score, such as wrong_answer/*: {score: 0}.

Submissions in languages that the judge does not take as it is installed are left out; --languages
names more. Checkers and validators that it does not build itself, such as those in Go, get a script
called build. judge.yaml, mutants.yaml and audit.yaml are of this judge alone, and in no package.`,
		Example: `  judge export --to domjudge poj3074 poj3074.zip
  judge export --to domjudge --languages go spojnqueen hdu5046 contest
  judge export --to kattis --package DIR hello.zip`,
		Args: usage.Args(1, usage.Any, "name the problems, and last the file or folder to make"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.export(cmd.Context(), flags, args) },
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			offers, _ := completeProblems(cmd, args, typed)
			return offers, cobra.ShellCompDirectiveDefault // OUT is a file
		},
	}
	cmd.Flags().StringVar(&flags.to, "to", "", "what to make packages for: "+strings.Join(names, ", "))
	cmd.Flags().StringVar(&flags.pack, "package", "", "export "+anyPackage)
	cmd.Flags().StringSliceVar(&flags.languages, "languages", nil,
		"`EXTENSIONS` of languages that the judge takes besides its usual ones: go,ts")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(names,
		cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// export writes a package of each problem. One that cannot be exported does not keep the others from it.
func (a *app) export(ctx context.Context, flags exportFlags, args []string) error {
	to := export.Target(flags.to)
	if !slices.Contains(export.Targets, to) {
		return fmt.Errorf("--to %q: give one of domjudge, kattis, 2025-09", flags.to)
	}
	for i, extension := range flags.languages {
		flags.languages[i] = strings.TrimPrefix(extension, ".")
	}
	out, args := args[len(args)-1], args[:len(args)-1]
	set, err := a.picker.PickProblems(ctx, flags.pack, args, apart)
	if err != nil {
		return err
	}
	paths, err := export.Paths(set, out)
	if err != nil {
		return err
	}
	asked := len(set.Problems) + len(set.Refused)
	refused := slices.Clone(set.Refused) // which was said when they were read
	written := ""                        // the first package
	done := 0
	a.picker.Refused = nil
	for i, p := range set.Problems {
		pack, why, err := a.plan(ctx, p, to, flags.languages)
		switch {
		case ctx.Err() != nil:
			return a.interrupted(fmt.Sprintf("%d of %s written", done, count(len(set.Problems),
				"package")), "start again with: "+a.again("", ""))
		case err != nil:
			return err
		case why != nil:
			refused = append(refused, &problem.Problem{Name: p.Name, Refused: why})
			if asked > 1 {
				a.say("%s cannot be exported: %v", p.Name, why)
			}
			continue
		}
		if err := a.exportOne(p, to, paths[i], pack); err != nil {
			return err // the place is why, and not the problem
		}
		done, written = done+1, cmp.Or(written, paths[i])
		fmt.Fprintf(a.stdout, "%s: %s, %s\n", legible.Line(paths[i]), count(pack.Tests, "test"),
			count(pack.Submissions, "submission"))
	}
	if written != "" {
		fmt.Fprint(a.stdout, "\n", export.Upload(to, written))
	}
	return notExported(refused, asked)
}

// plan says what goes into the package of a problem, or why there is none.
func (a *app) plan(ctx context.Context, p *problem.Problem, to export.Target, languages []string) (pack export.Package,
	refused, err error) {
	pack, refused = export.Plan(p, to, export.Options{Languages: languages})
	if refused != nil || len(pack.Copies) == 0 {
		return pack, refused, nil
	}
	tools, close, err := a.open("")
	if err != nil {
		return pack, nil, err
	}
	defer close()
	lines, err := export.Invalid(ctx, tools.Cache, p, pack.Copies)
	var broken *compile.CompileError
	var missing *compile.MissingError
	switch {
	case errors.As(err, &broken) || errors.As(err, &missing):
		why, _, _ := strings.Cut(err.Error(), ":\n") // what the compiler says is no part of the note
		pack.Notes = append(pack.Notes, fmt.Sprintf("whether its input validators accept the copies of tests with the "+
			"arguments of the groups that they are put into is not known: %s; look where it can be built: judge "+
			"validate --package FILE", legible.Line(why)))
		return pack, nil, nil
	case err != nil:
		return pack, nil, judgeFailed(err)
	case len(lines) > 0:
		refused = errors.New(strings.Join(lines, "\n"))
	}
	return pack, refused, nil
}

// exportOne writes the package of one problem, and says what the other format cannot express.
func (a *app) exportOne(p *problem.Problem, to export.Target, path string, pack export.Package) error {
	notes := append(pack.Notes, export.NameNotes(to, path)...)
	if err := whole.Write(path, func(w io.Writer) error { return export.Write(w, pack.Files) }); err != nil {
		return err
	}
	for _, note := range notes {
		a.say("note: %s: %s", p.Name, note)
	}
	return nil
}

// notExported names each problem that there is no package of; nil if there is none.
func notExported(refused []*problem.Problem, asked int) error {
	var lines []string
	for _, r := range refused {
		lines = append(lines, fmt.Sprintf("%s cannot be exported: %s", r.Name,
			strings.ReplaceAll(r.Refused.Error(), "\n", "; ")))
	}
	switch {
	case len(lines) == 0:
		return nil
	case asked > 1:
		lines = append([]string{fmt.Sprintf("%d of %s not written:", len(refused), count(asked, "package"))}, lines...)
	}
	return exitError{Status: statusUnexpected, Err: errors.New(strings.Join(lines, "\n"))}
}

// apart loads problems of which some may be wrong. Those of a checkout are then read one by one, and what is wrong with
// one of them refuses that one alone.
func apart(roots problem.Roots, want func(string) bool) (*problem.Set, error) {
	set, err := problem.Load(roots, want)
	if err == nil || roots.Package != "" {
		return set, err
	}
	names, namesErr := problem.Names(roots)
	if namesErr != nil {
		return set, err
	}
	found := new(problem.Set)
	for _, name := range names {
		if want != nil && !want(name) {
			continue
		}
		one, err := problem.Load(roots, func(other string) bool { return other == name })
		if err != nil {
			found.Refused = append(found.Refused, &problem.Problem{Name: name, Refused: err})
		} else {
			found.Problems = append(found.Problems, one.Problems...)
		}
	}
	if len(found.Problems) == 0 {
		return set, err
	}
	return found, nil
}
