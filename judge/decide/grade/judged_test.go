package grade

import (
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
)

// optionsWith returns options with the named sandbox, "" for the best.
func optionsWith(t *testing.T, name string) Options {
	box, err := backend.Open(t.Context(), sandbox.Options{Backend: name, Scratch: t.TempDir()})
	judgetest.Check(t, err)
	t.Cleanup(func() { box.Close() })
	cache, err := compile.OpenCache("", box)
	judgetest.Check(t, err)
	t.Cleanup(func() { cache.Close() })
	return Options{Jobs: 2, Sandbox: box, Cache: cache}
}

// everything returns every submission of a package with all its tests.
func everything(t *testing.T, dir string) (entries []Entry) {
	set, err := problem.Load(problem.Package(dir), nil)
	judgetest.Check(t, err)
	for _, p := range set.Problems {
		for _, s := range p.Submissions {
			entries = append(entries, Entry{Problem: p, Submission: s, Tests: p.Tests})
		}
	}
	return entries
}
