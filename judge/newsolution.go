package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
)

// The solution that judge new begins from a template.

// newSolution adds a solution to a problem of this checkout.
func (a *app) newSolution(cmd *cobra.Command, f newFlags, name string) error {
	for _, flag := range []string{"title", "time-limit", "memory", "judge", "id", "type", "testlib"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: that is said of a problem, and %s is a solution; leave the flag out", flag, name)
		}
	}
	of, approach, _ := strings.Cut(name, "/")
	if err := scaffold.CheckApproach(approach); err != nil {
		return err
	}
	roots, err := pick.FindTree()
	if err != nil {
		return err
	}
	p, err := a.problem(cmd.Context(), "", of, problem.LoadPrograms)
	if err != nil {
		return err
	}
	template, err := template(f.from, p.Judge)
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

// template finds the template of that name, "" for the usual one.
func template(name string, judge problem.OnlineJudge) (scaffold.Template, error) {
	folder, err := scaffold.Templates()
	if err != nil {
		return scaffold.Template{}, err
	}
	found, err := scaffold.FindTemplate(folder, name, judge)
	if err != nil && name != "" {
		err = fmt.Errorf("--from %s: %w", name, err)
	}
	return found, err
}

// checkTemplate is an error if there is no template of that name. Of several in different languages, the online judge
// decides later.
func checkTemplate(name string) error {
	folder, err := scaffold.Templates()
	stem, _, _ := strings.Cut(name, ".")
	if err != nil || name == "" || slices.Contains(scaffold.TemplateNames(folder), stem) {
		return err
	}
	_, err = template(name, problem.OnlineJudge{})
	return err
}

// completeTemplates offers the templates to the shell.
func completeTemplates(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	folder, _ := scaffold.Templates()
	return append(scaffold.TemplateNames(folder), scaffold.Own()...), cobra.ShellCompDirectiveNoFileComp
}
