package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// The problem and the approaches that judge compare is given.

// pickOne picks solutions of one problem, all of them if none is named. In approaches it writes their whole names.
func (a *app) pickOne(ctx context.Context, pack, name string, approaches []string) (*pick.Picked, error) {
	if strings.ContainsAny(name, "/:*?[") {
		words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("/:*?[]", r) })
		return nil, fmt.Errorf("%q is not a problem's name; write it as: judge compare%s", name,
			legible.Words(words[:min(len(words), 2)]...))
	}
	s, err := a.picker.Pick(ctx, pack, []string{name}, problem.Load)
	if err != nil || len(approaches) == 0 {
		return s, err
	}
	var solutions []problem.Submission
	var names []string
	for _, submission := range s.Set.Problems[0].Submissions {
		if submission.Solution {
			solutions, names = append(solutions, submission), append(names, submission.Name)
		}
	}
	s.Patterns = nil
	for i, approach := range approaches {
		solution, err := problem.Named(solutions, approach)
		if err == nil && solution == nil {
			err = fmt.Errorf("no solution %q of %s%s", approach, name, strictyaml.Instead(approach, names))
		}
		if err != nil {
			return nil, err
		}
		approaches[i] = solution.Name
		pattern, err := pick.ParsePattern(name + "/" + pick.Literal(solution.Name))
		if err != nil {
			return nil, err
		}
		s.Patterns = append(s.Patterns, pattern)
	}
	return s, nil
}

// onlyProblem is the problem of a package, or of a folder of packages the one that the first argument names, and the
// arguments that name approaches.
func (a *app) onlyProblem(ctx context.Context, pack string, args []string) (name string, approaches []string,
	err error) {
	roots, _, err := a.picker.RootsOf(ctx, pack)
	if err != nil {
		return "", nil, err
	}
	names, err := problem.Names(roots)
	switch {
	case err != nil:
		return "", nil, err
	case !roots.Several():
		return names[0], args, nil
	case len(args) == 0 || !slices.Contains(names, args[0]):
		return "", nil, fmt.Errorf("%s holds several packages; name one of them first: %s", pack,
			strings.Join(names, ", "))
	}
	return args[0], args[1:], nil
}

// completeApproaches offers problems, and then the solutions of the given one.
func completeApproaches(pack string, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if pack != "" {
		if roots, err := problem.Packages(pack); err == nil && !roots.Several() {
			args, _ = problem.Names(roots)
		}
	}
	if len(args) == 0 {
		return patterns(pack, typed), cobra.ShellCompDirectiveNoFileComp
	}
	return submissions(pack, args[0], typed), cobra.ShellCompDirectiveNoFileComp
}
