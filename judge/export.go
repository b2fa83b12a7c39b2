package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/export"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
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

OUT is a ZIP file if one problem is named, and a folder for several, which then holds PROBLEM.zip of each. Files of those names
are replaced. What the other judge cannot be told is said on standard error, one line each; how to upload it is said last.

  domjudge   files at the top, domjudge-problem.ini and .timelimit, the statement as PDF, HTML or text, one checker,
             @EXPECTED_RESULTS@ in copies of the submissions whose folder does not say what is expected
  kattis     the format legacy, the only one that Kattis and its verifyproblem take: the statement as LaTeX
  2025-09    the format of today, with what a checkout spreads over three trees in one place

Submissions in languages that the judge does not take as it is installed are left out; --languages names more. Checkers and
validators that it does not build itself, such as those in Go, get a script called build.`,
		Example: `  judge export --to domjudge poj3074 poj3074.zip
  judge export --to domjudge --languages go spojnqueen hdu5046 contest
  judge export --to kattis --package DIR hello.zip`,
		Args: cobra.MinimumNArgs(1),
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
		Schema int `json:"schema"`
		committed
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
	paths, err := exportPaths(set, out)
	if err != nil {
		return err
	}
	rows, document := a.rows(flags.json), exportDocument{Schema: jsonSchema, committed: commit(ctx, flags.json,
		flags.pack), To: to, Packages: []exportedPackage{}, Upload: upload(to, paths)}
	for i, p := range set.Problems {
		if ctx.Err() != nil {
			return exitError{Status: statusInterrupted}
		}
		pack, err := export.Plan(p, to, export.Options{Languages: flags.languages})
		if err != nil {
			return err
		}
		notes := append(pack.Notes, nameNotes(to, paths[i])...)
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

// exportPaths are the files that the packages go to: out for one problem, or files in the folder out.
func exportPaths(set *problem.Set, out string) ([]string, error) {
	if archive.Is(out) && !selection.IsFolder(out) {
		if n := len(set.Problems); n != 1 {
			return nil, fmt.Errorf("%s: one file cannot hold %s; name one problem, or a folder", out,
				count(n, "problem"))
		}
		if dir := filepath.Dir(out); !selection.IsFolder(dir) {
			return nil, fmt.Errorf("%s: there is no folder %s; make it", out, dir)
		}
		return []string{out}, nil
	}
	if ext := filepath.Ext(out); ext != "" && !selection.IsFolder(out) {
		return nil, fmt.Errorf("%s: the last argument is where packages go: a file called .zip, or a folder", out)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return nil, err
	}
	var paths []string
	for _, p := range set.Problems {
		paths = append(paths, filepath.Join(out, p.Name+".zip"))
	}
	return paths, nil
}

// What judges take for the name of a package, which is that of its file.
var (
	domjudgeName = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9_-]*$`)
	packageName  = regexp.MustCompile(`^[a-z0-9]+$`)
)

// nameNotes warn of a file's name that the judge does not take for the problem's.
func nameNotes(to export.Target, path string) []string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	switch {
	case to == export.DOMjudge && !domjudgeName.MatchString(name):
		return []string{fmt.Sprintf("DOMjudge takes the file's name for the problem's external id, and of %q only "+
			"letters, digits, - and _; rename it", name)}
	case to != export.DOMjudge && !packageName.MatchString(name):
		return []string{fmt.Sprintf("the format wants a package's name, which is that of the file, to have "+
			"lowercase letters and digits only, not %q; rename it", name)}
	case to == export.DOMjudge && filepath.Ext(path) != ".zip":
		return []string{"DOMjudge takes files called .zip only; rename it"}
	}
	return nil
}

// upload says how the packages get to the judge.
func upload(to export.Target, paths []string) string {
	file := legible.Line(paths[0])
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	switch to {
	case export.DOMjudge:
		return fmt.Sprintf(`Upload it to a contest, as an administrator with a team, so that the submissions are judged, too; -F problem=%s replaces a problem:
  curl -u USER -F zip=@%s https://HOST/api/v4/contests/CONTEST/problems
or in the web interface: Jury, Problems, Import problem. The Judging verifier then says which submissions got what was expected.
`, name, file)
	case export.Kattis:
		return fmt.Sprintf(`Kattis takes packages from a git repository that its staff connects, a folder for each problem. Unpack it there and check it:
  unzip -d %s %s && verifyproblem %[1]s
then commit the folder and push it.
`, name, file)
	}
	return fmt.Sprintf("Give the file to a judge that reads the format 2025-09, or judge it here:\n  judge run "+
		"--package %s\n", file)
}
