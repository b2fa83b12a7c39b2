package main

import (
	"fmt"
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
	template, err := scaffold.FindTemplate(f.from, p.Judge)
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
