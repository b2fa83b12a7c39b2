package export

import (
	"path/filepath"

	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Load loads problems. An error refuses only the problem that has it.
func Load(roots problem.Roots, want func(string) bool) (*problem.Set, error) {
	roots.Apart = roots.Package == ""
	return problem.Load(roots, want)
}

// Unexpected names the submissions of a problem that were unexpected when last judged, according to a folder of the
// cache.
func Unexpected(known string, p *problem.Problem) (names []string) {
	root := p.Dir
	if p.Strict() { // it is in a checkout
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
