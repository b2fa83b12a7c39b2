package export_test

import (
	"bytes"
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dlxjudge/judge/author/export"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

var every = flag.Bool("every-test", false, "judge what was exported on every test, which takes a quarter of an hour")

// ours are the project's own problems, so that problems added by a user do not matter.
var ours = []string{"hdu5046", "poj3074", "poj3076", "spojnqueen", "zoj3122"}

// TestRoundTrip exports the project's problems to each target, reads the packages, and judges every submission. The
// verdicts must be those of the submission in this checkout. To be quick, submissions run on few tests: wrong ones on
// the first test that rejects them, others on the smallest ones.
func TestRoundTrip(t *testing.T) {
	judgetest.Long(t, "it builds more than a hundred programs")
	set, err := problem.Load(problem.Tree("../../.."), func(name string) bool { return slices.Contains(ours, name) })
	judgetest.Check(t, err)
	if len(set.Problems) != len(ours) {
		t.Fatalf("%d problems, want %d", len(set.Problems), len(ours))
	}
	// kept, since filling a new one with Go's standard library takes many seconds
	if cache, err := os.UserCacheDir(); err == nil {
		t.Setenv("XDG_CACHE_HOME", filepath.Join(cache, "dlxjudge-tests"))
	}
	box, err := backend.Open(t.Context(), sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	defer box.Close()
	cache, err := compile.OpenCache("", box)
	judgetest.Check(t, err)
	defer cache.Close()
	judge := func(t *testing.T, entries []grade.Entry, first bool) map[string][]result {
		t.Helper()
		results, err := grade.Judge(t.Context(), entries, grade.Options{Jobs: 2, First: first, Sandbox: box,
			Cache: cache})
		judgetest.Check(t, err)
		return verdicts(t, results)
	}
	for _, p := range set.Problems {
		t.Run(p.Name, func(t *testing.T) {
			entries := quick(p)
			want := judge(t, entries, !*every)
			for i, e := range entries { // what was not needed to find the first refusal is not run again
				entries[i].Tests = slices.DeleteFunc(slices.Clone(e.Tests), func(test problem.Test) bool {
					return !slices.ContainsFunc(want[e.Submission.Name], func(r result) bool {
						return r.Test == test.Name
					})
				})
			}
			for _, to := range export.Targets {
				back, left := roundTrip(t, p, to)
				var rerun []grade.Entry
				expected := make(map[string][]result)
				for _, e := range entries {
					i := slices.IndexFunc(back.Submissions, func(s problem.Submission) bool {
						return same(t, s, e.Submission)
					})
					switch {
					case i >= 0:
						rerun = append(rerun, grade.Entry{Problem: back, Submission: back.Submissions[i],
							Tests: named(back, e.Tests)})
						expected[back.Submissions[i].Name] = want[e.Submission.Name]
					case !strings.Contains(left, e.Submission.Name):
						t.Errorf("%s: %s is neither there nor named as left out", to, e.Submission.Name)
					}
				}
				if len(rerun) != len(back.Submissions) {
					t.Errorf("%s: %d submissions are read back, and %d of them are this problem's", to,
						len(back.Submissions), len(rerun))
				}
				got := judge(t, rerun, false)
				for name := range expected {
					if diff := gocmp.Diff(likened(p, expected[name], got[name]), got[name]); diff != "" {
						t.Errorf("%s judges %s otherwise (-here +exported):\n%s", to, name, diff)
					}
				}
			}
		})
	}
}

// result is the verdict of a submission on a test.
type result struct {
	Test    string
	Verdict problem.Verdict
}

// verdicts returns the results of the tests that were run, by submission.
func verdicts(t *testing.T, results grade.Results) map[string][]result {
	t.Helper()
	all := make(map[string][]result)
	for _, s := range results.Submissions {
		if s.Verdict == problem.NotRun || s.Verdict == problem.JE || s.Verdict == problem.CE {
			t.Errorf("%s/%s: %s %s", s.Problem, s.Name, s.Verdict, s.Message)
		}
		for _, test := range s.Tests {
			if test.Verdict != problem.NotRun {
				all[s.Name] = append(all[s.Name], result{test.Name, test.Verdict})
			}
		}
	}
	return all
}

// likened returns the results that another judge must give to a submission with these results here. PE is WA there,
// also if this judge forgives whitespace at the end: the formats forgive all or none. With -every-test, a judge that
// does not know in which groups a program may be too slow need not run as many tests after the first TLE.
func likened(p *problem.Problem, here, exported []result) []result {
	spaced := slices.ContainsFunc(here, func(r result) bool { return r.Verdict == problem.PE })
	late := slices.ContainsFunc(exported, func(r result) bool { return r.Verdict == problem.TLE })
	var all []result
	for _, r := range here {
		i := slices.IndexFunc(exported, func(e result) bool { return e.Test == r.Test })
		switch {
		case i < 0 && late && *every:
			continue
		case r.Verdict == problem.PE:
			r.Verdict = problem.WA
		case i >= 0 && exported[i].Verdict == problem.WA && r.Verdict == problem.AC && spaced &&
			p.Judge.Whitespace == problem.ForgiveTrailing:
			r.Verdict = problem.WA
		}
		all = append(all, r)
	}
	return all
}

// quick returns the submissions of a problem, each with quick tests. Wrong ones have all tests; First runs some.
func quick(p *problem.Problem) []grade.Entry {
	var entries []grade.Entry
	for _, s := range p.Submissions {
		expected := p.Expects(s)
		tests := slices.Clone(p.Tests)
		if s.Solution && !*every {
			tests = slices.DeleteFunc(tests, func(t problem.Test) bool { return expected.Permits(t.Name, problem.TLE) })
			slices.SortStableFunc(tests, func(a, b problem.Test) int { return cmp.Compare(size(a), size(b)) })
			tests = tests[:2]
			slices.SortFunc(tests, func(a, b problem.Test) int { return strings.Compare(a.Name, b.Name) })
		}
		entries = append(entries, grade.Entry{Problem: p, Submission: s, Tests: tests})
	}
	return entries
}

func size(t problem.Test) int64 {
	info, err := os.Stat(t.Input)
	if err != nil {
		return 0
	}
	return info.Size()
}

// roundTrip exports a problem, and returns the problem read from that package, and the notes.
func roundTrip(t *testing.T, p *problem.Problem, to export.Target) (*problem.Problem, string) {
	t.Helper()
	pack, err := export.Plan(t.Context(), p, to)
	judgetest.Check(t, err)
	file := filepath.Join(t.TempDir(), p.Name+".zip")
	var b bytes.Buffer
	judgetest.Check(t, export.Write(&b, pack.Files))
	judgetest.Write(t, file, b.String())
	dir, _, err := archive.Unpack(t.Context(), file, t.TempDir())
	judgetest.Check(t, err)
	set, err := problem.Load(problem.Package(dir), nil)
	judgetest.Check(t, err)
	back := set.Problems[0]
	if len(back.Warnings) > 0 {
		t.Errorf("%s: read with warnings: %v", to, back.Warnings)
	}
	return back, strings.Join(slices.DeleteFunc(pack.Notes, func(note string) bool {
		return !strings.Contains(note, "left out")
	}), "\n")
}

// same reports whether a submission of a package is one of the checkout: it has the same name and the same first
// source, except for an added comment.
func same(t *testing.T, exported, own problem.Submission) bool {
	if exported.Source.Name != own.Source.Name {
		return false
	}
	a := judgetest.Read(t, filepath.Join(exported.Dir, exported.Files[0]))
	b := judgetest.Read(t, filepath.Join(own.Dir, own.Files[0]))
	rest, ok := strings.CutPrefix(a, b)
	return ok && (rest == "" || strings.HasPrefix(rest, "// @EXPECTED_RESULTS@: ") && strings.Count(rest, "\n") == 1)
}

// named returns the problem's tests with the names of these tests.
func named(p *problem.Problem, tests []problem.Test) []problem.Test {
	return slices.DeleteFunc(slices.Clone(p.Tests), func(t problem.Test) bool {
		return !slices.ContainsFunc(tests, func(o problem.Test) bool { return o.Name == t.Name })
	})
}

// The same problem makes the same bytes.
func TestSameBytes(t *testing.T) {
	set, err := problem.Load(problem.Tree("../../.."), func(name string) bool { return name == "poj3074" })
	judgetest.Check(t, err)
	var made [2]bytes.Buffer
	for i := range made {
		pack, err := export.Plan(t.Context(), set.Problems[0], export.Legacy)
		judgetest.Check(t, err)
		judgetest.Check(t, export.Write(&made[i], pack.Files))
	}
	if !bytes.Equal(made[0].Bytes(), made[1].Bytes()) {
		t.Error("two exports differ")
	}
}
