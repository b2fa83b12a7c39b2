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
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/usage"
)

// exportFlags holds the flags of "judge export".
type exportFlags struct{ to, pack string }

func newExportCommand(a *app) *cobra.Command {
	var flags exportFlags
	cmd := &cobra.Command{
		Use:   "export --to TARGET [PROBLEM...] OUT",
		Short: "Make packages for DOMjudge, Kattis, or any judge of format 2025-09",
		Long: `Make ZIP files that another judge installs, one for each PROBLEM (default: every
problem of this checkout). OUT is a ZIP file if you name one problem, and a
folder for several. TARGET is legacy, which DOMjudge and Kattis read, or
2025-09. What TARGET cannot express is listed on standard error.
"judge help exporting" says what is converted.

If a problem cannot be exported, the other problems still are, and the exit
status is 1.`,
		Example: `  judge export --to legacy poj3074 poj3074.zip
  judge export --to legacy spojnqueen hdu5046 contest
  judge export --to 2025-09 --package DIR hello.zip`,
		Args: usage.Args(1, usage.Any, "name the problems, and last the file or folder to make"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.export(cmd.Context(), flags,
				args)
		},
		ValidArgsFunction: completePatterns(&flags.pack),
	}
	cmd.Flags().StringVar(&flags.to, "to", "", "the format to make packages in: legacy or 2025-09")
	cmd.Flags().StringVar(&flags.pack, "package", "", "export "+anyPackage)
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions([]string{string(export.Legacy),
		string(export.Standard)}, cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// export writes a package of each problem. If a problem cannot be exported, it still exports the others.
func (a *app) export(ctx context.Context, flags exportFlags, args []string) error {
	to := export.Target(flags.to)
	if !slices.Contains(export.Targets, to) {
		return fmt.Errorf("--to %q: say --to legacy, which DOMjudge and Kattis read, or --to 2025-09", flags.to)
	}
	out, args := args[len(args)-1], args[:len(args)-1]
	set, err := a.picker.PickProblems(ctx, flags.pack, args, export.Load)
	if err != nil {
		return err
	}
	paths, err := export.Paths(set, out)
	if err != nil {
		return err
	}
	asked := len(set.Problems) + len(set.Refused)
	refused := set.Refused // these problems were reported when they were read
	a.picker.Refused = nil
	written, known := "", ""
	if cache, err := compile.OpenCache("", nil); err == nil {
		known, _ = cache.Folder("failed") // without this folder, no failures are known
		cache.Close()
	}
	for i, p := range set.Problems {
		if ctx.Err() != nil {
			done := fmt.Sprintf("%d of %s written", i-len(refused), figures.Plural(len(set.Problems), "package"))
			return a.interrupted(done, "")
		}
		pack, err := export.Plan(ctx, p, to)
		if err != nil {
			p.Refused = err
			refused = append(refused, p)
			if asked > 1 {
				a.say("%s cannot be exported: %v", p.Name, err)
			}
			continue
		}
		if err := whole.Write(paths[i], func(w io.Writer) error { return export.Write(w, pack.Files) }); err != nil {
			return err // the output file is at fault, not the problem
		}
		for _, note := range append(pack.Notes, export.NameNotes(paths[i])...) {
			a.say("note: %s: %s", p.Name, note)
		}
		if names := export.Unexpected(known, p); names != nil {
			a.say("warning: %s: not as expected when last judged: %s; judge run says why", p.Name, strings.Join(names,
				", "))
		}
		fmt.Fprintf(a.stdout, "%s: %s, %s\n", legible.Line(paths[i]), figures.Plural(pack.Tests, "test"),
			figures.Plural(pack.Submissions, "submission"))
		written = cmp.Or(written, paths[i])
	}
	if written != "" {
		fmt.Fprint(a.stdout, "\n", export.Upload(to, written))
	}
	return notExported(refused, asked)
}

// notExported returns an error that names each problem that was not exported. If all were exported, it returns nil.
func notExported(refused []*problem.Problem, asked int) error {
	var lines []string
	for _, p := range refused {
		reason := strings.ReplaceAll(p.Refused.Error(), "\n", "; ")
		lines = append(lines, fmt.Sprintf("%s cannot be exported: %s", p.Name, reason))
	}
	switch {
	case len(lines) == 0:
		return nil
	case asked > 1:
		lines = append([]string{fmt.Sprintf("%d of %s not written:", len(refused), figures.Plural(asked, "package"))},
			lines...)
	}
	return exitError{Status: statusUnexpected, Err: errors.New(strings.Join(lines, "\n"))}
}
