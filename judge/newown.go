package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/tell/usage"
)

// ownProblem is the name of the project's own problem that judge new is to write, "" if it is to do something else:
// --from names a problem if it is given alone, or if there is no such template.
func ownProblem(f newFlags, args []string) string {
	alone := len(args) == 0 && f.judge == "" && f.kind == ""
	if alone || slices.Contains(scaffold.Own(), f.from) && checkTemplate(f.from) != nil {
		return f.from
	}
	return ""
}

// newOwn writes one of the project's own problems into this checkout.
func (a *app) newOwn(cmd *cobra.Command, f newFlags, name string, args []string) error {
	own := scaffold.Own()
	if !slices.Contains(own, name) {
		folder, err := scaffold.Templates()
		if err != nil {
			return err
		}
		if slices.Contains(scaffold.TemplateNames(folder), name) {
			return fmt.Errorf("--from %s: that is a template; of which problem is the solution? name it: judge new "+
				"PROBLEM --from %[1]s", name)
		}
		return fmt.Errorf("--from %s: no problem of that name comes with the judge%s", name,
			strictyaml.Instead(name, own))
	}
	if len(args) > 0 && args[0] != name {
		return fmt.Errorf("--from %s: a problem that comes with the judge keeps its name: judge new --from %[1]s", name)
	}
	for _, flag := range []string{"title", "time-limit", "memory", "judge", "id", "type", "testlib"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: %s has its own; leave the flag out", flag, name)
		}
	}
	roots, err := a.checkout()
	if err != nil {
		return err
	}
	files, err := scaffold.MakeOwn(roots, name)
	if err != nil {
		return err
	}
	for _, file := range files {
		fmt.Fprintln(a.stdout, file)
	}
	a.say("now: judge run %s", name)
	return nil
}

// bareFrom completes what is said of --from without a value.
func bareFrom(cmd *cobra.Command, err error) error {
	var bare *pflag.ValueRequiredError
	if errors.As(err, &bare) && bare.GetFlag().Name == "from" {
		folder, _ := scaffold.Templates() // without one there are those that come with the judge
		return fmt.Errorf("--from needs a value behind it: one of the problems that come with the judge, %s; or, with "+
			"the name of a new problem, a template: %s", strings.Join(scaffold.Own(), ", "),
			strings.Join(scaffold.TemplateNames(folder), ", "))
	}
	return usage.FlagError(cmd, err)
}
