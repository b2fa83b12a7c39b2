package sampling

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

// Selected are the solutions that are named, with what they are measured on: the workloads of their problem that are
// named, and the tests that are; its workloads, or if it has none its tests, where a pattern names neither.
func Selected(s *pick.Picked) ([]Entry, error) {
	sets := make(map[string]*workload.Set)
	problems := make(map[string]*problem.Problem)
	shown := &problem.Set{} // the problems with their workloads among the tests, to be selected by name
	for _, p := range s.Set.Problems {
		set, err := workload.Read(p)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		view := *p
		if err == nil {
			sets[p.Name] = set
			view.Tests = slices.Clone(p.Tests)
			for _, in := range set.Workloads {
				view.Tests = append(view.Tests, problem.Test{Name: in.Name})
			}
		}
		problems[p.Name] = p
		shown.Problems = append(shown.Problems, &view)
	}
	selected, err := pick.Select(shown, s.Patterns)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, e := range selected {
		if !e.Submission.Solution {
			continue
		}
		if p := problems[e.Problem.Name]; p.Talks() {
			return nil, fmt.Errorf("%s is %s, and a run of a solution cannot be timed without the judge's part in it; "+
				"see the times of its tests with: judge run -v", p.Name, p.Kind())
		}
		one := Entry{Entry: grade.Entry{Problem: problems[e.Problem.Name], Submission: e.Submission},
			Set: sets[e.Problem.Name]}
		hasWorkloads := one.Set != nil && len(one.Set.Workloads) > 0
		for _, t := range e.Tests {
			i := -1
			if hasWorkloads {
				i = slices.IndexFunc(one.Set.Workloads, func(in workload.Input) bool { return in.Name == t.Name })
			}
			named := slices.ContainsFunc(s.Patterns, func(p pick.Pattern) bool {
				return p.NamesTest(e.Problem.Name, e.Submission.Name, t.Name)
			})
			switch {
			case i >= 0:
				one.Inputs = append(one.Inputs, one.Set.Workloads[i])
			case named || !hasWorkloads:
				one.Tests = append(one.Tests, t)
			}
		}
		if len(one.Inputs)+len(one.Tests) > 0 {
			entries = append(entries, one)
		}
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("%s is wrong on purpose: only solutions are measured", selected[0].Problem.Name+"/"+
			selected[0].Submission.Name)
	}
	return entries, nil
}
