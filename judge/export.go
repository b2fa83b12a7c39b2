package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/export"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/usage"
)

// exportFlags are the flags of judge export.
type exportFlags struct {
	to, pack  string
	json      string
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
each. Files of those names are replaced. What the other format cannot express is listed on
standard error, one line each. The last lines say how to upload the packages.

  domjudge   files at the top, domjudge-problem.ini and .timelimit, the statement as PDF, HTML or text, one checker,
             @EXPECTED_RESULTS@ in copies of the submissions whose folder does not say what is expected
  kattis     the format legacy, the only one that Kattis and its verifyproblem take: the statement as LaTeX
  2025-09    the format of today, with what a checkout spreads over three trees in one place

Submissions in languages that the judge does not take as it is installed are left out; --languages
names more. Checkers and validators that it does not build itself, such as those in Go, get a script
called build.`,
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
	addJSON(cmd, &flags.json)
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(names,
		cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// The document of judge export.
type (
	exportDocument struct {
		heading
		To       export.Target     `json:"to"`
		Packages []exportedPackage `json:"packages"`
		Upload   string            `json:"upload"` // how, in words
	}
	exportedPackage struct {
		Problem     string   `json:"problem"`
		File        string   `json:"file"`
		Tests       int      `json:"tests"`
		Submissions int      `json:"submissions"`
		Notes       []string `json:"notes"`
	}
)

// export writes a package of each problem.
func (a *app) export(ctx context.Context, flags exportFlags, args []string) error {
	to := export.Target(flags.to)
	if !slices.Contains(export.Targets, to) {
		return fmt.Errorf("--to %q: give one of domjudge, kattis, 2025-09", flags.to)
	}
	for i, extension := range flags.languages {
		flags.languages[i] = strings.TrimPrefix(extension, ".")
	}
	out, args := args[len(args)-1], args[:len(args)-1]
	set, err := a.picker.PickProblems(ctx, flags.pack, args, problem.Load)
	if err != nil {
		return err
	}
	paths, err := export.Paths(set, out)
	if err != nil {
		return err
	}
	rows, document := a.rows(flags.json), exportDocument{heading: headingOf(ctx, flags.json,
		flags.pack), To: to, Packages: []exportedPackage{}, Upload: export.Upload(to, paths)}
	for i, p := range set.Problems {
		if ctx.Err() != nil {
			return a.interrupted(fmt.Sprintf("%d of %s written", i, count(len(set.Problems), "package")),
				"start again with: "+a.again("", ""))
		}
		pack, err := export.Plan(p, to, export.Options{Languages: flags.languages})
		if err != nil {
			return err
		}
		notes := append(pack.Notes, export.NameNotes(to, paths[i])...)
		for _, note := range notes {
			a.say("note: %s: %s", p.Name, note)
		}
		if err := whole.Write(paths[i], func(w io.Writer) error { return export.Write(w, pack.Files) }); err != nil {
			return err
		}
		document.Packages = append(document.Packages, exportedPackage{p.Name, paths[i], pack.Tests, pack.Submissions,
			append([]string{}, notes...)})
		fmt.Fprintf(rows, "%s: %s, %s\n", legible.Line(paths[i]), count(pack.Tests, "test"), count(pack.Submissions,
			"submission"))
	}
	fmt.Fprint(rows, "\n", document.Upload)
	return a.writeDocument(flags.json, document)
}
