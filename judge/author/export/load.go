package export

import (
	"path/filepath"

	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Load loads problems, some of which may be broken. It reads those of a checkout one by one, so that an error refuses
// only the problem that has it.
func Load(roots problem.Roots, want func(string) bool) (*problem.Set, error) {
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

// Unexpected names the submissions of a problem that were unexpected when last judged, according to a folder of the
// cache.
func Unexpected(known string, p *problem.Problem) (names []string) {
	root := p.Dir
	if filepath.Join(p.Dir, "data") != filepath.Clean(p.DataDir) { // the problem is in a checkout
		root = filepath.Dir(filepath.Dir(p.Dir))
	}
	var entries []grade.Entry
	for _, s := range p.Submissions {
		entries = append(entries, grade.Entry{Problem: p, Submission: s, Tests: p.Tests})
	}
	for _, e := range failures.Read(known, root).Of(entries) {
		names = append(names, e.Submission.Name)
	}
	return names
}
