package export

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// TestKeptExpectations exports a checkout whose submissions.yaml says all that there is to say: of submissions that
// keep their place, of solutions that go to another folder, and of tests that one folder holds and that differ. What is
// expected of each submission is the same in the package.
func TestKeptExpectations(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, `
-- problems/kept/problem.yaml --
problem_format_version: 2025-09
name: Kept
uuid: 7a7f9c0e-2f63-4c4f-9d55-0d2b2f3b8e18
limits: {time_limit: 1}
-- problems/kept/output_validator/check.py --
exit(42)
-- problems/kept/submissions/submissions.yaml --
# Lost: this line.
accepted/late: {permitted: [AC, TLE], use_for_time_limit: false, authors: Ann, model_solution: true}
accepted/some:
  secret/a: {permitted: [AC, TLE], required: [TLE], message: too slow}
  secret/b/01: {permitted: [AC, RTE]}
accepted/told: {message: because, language: python3, authors: [Bob, Cid]}
wrong_answer: {use_for_time_limit: false}
wrong_answer/{one,two}.py:
  message: a word is missing
  secret/a: {required: [WA], use_for_time_limit: false}
  secret/b: {permitted: [AC, PE]}
other/any.py: {permitted: [AC, OLE, RTE], required: [OLE, MLE], entrypoint: any.py}
nowhere: {permitted: [AC]}
-- problems/kept/submissions/wrong_answer/one.py --
-- problems/kept/submissions/wrong_answer/two.py --
-- problems/kept/submissions/other/any.py --
-- problems/kept/submissions/presentation_error/spaced.py --
-- solutions/kept/plain/main.py --
-- solutions/kept/told/main.py --
-- solutions/kept/late/main.py --
-- solutions/kept/some/main.py --
-- testdata/kept/secret/a/01.in --
-- testdata/kept/secret/a/01.ans --
-- testdata/kept/secret/b/01.in --
-- testdata/kept/secret/b/01.ans --
-- testdata/kept/secret/b/02.in --
-- testdata/kept/secret/b/02.ans --
-- testdata/kept/secret/03.in --
-- testdata/kept/secret/03.ans --
`)
	set, err := problem.Load(problem.Tree(dir), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	pack, err := Plan(p, Standard, Options{})
	judgetest.Check(t, err)
	file := filepath.Join(dir, "kept.zip")
	zipped(t, file, pack.Files)
	unpacked, err := archive.Unpack(t.Context(), file, t.TempDir())
	judgetest.Check(t, err)
	set, err = problem.Load(problem.Package(unpacked), nil)
	judgetest.Check(t, err)
	back := set.Problems[0]
	if len(back.Warnings) > 0 || len(back.Submissions) != len(p.Submissions) {
		t.Errorf("%d submissions of %d, warnings %v", len(back.Submissions), len(p.Submissions), back.Warnings)
	}
	type said struct {
		Permitted, Messages, Unmet []string
		Language, Entry            string
	}
	called := map[problem.Verdict][]problem.Verdict{problem.AC: {problem.AC}, problem.TLE: {problem.TLE},
		problem.WA: {problem.WA, problem.PE}, problem.RTE: {problem.RTE, problem.MLE, problem.OLE}}
	of := func(p *problem.Problem, s problem.Submission) said {
		e := p.Expects(s)
		all := said{Messages: e.Messages(), Language: s.Language, Entry: s.Entrypoint}
		slices.Sort(all.Messages)
		for _, test := range p.Tests {
			for _, v := range []problem.Verdict{problem.AC, problem.WA, problem.TLE, problem.RTE} {
				if e.Permits(test.Name, v) || v == problem.WA && e.Permits(test.Name, problem.PE) {
					all.Permitted = append(all.Permitted, test.Name+" "+string(v))
				}
				// what is missing if only this test gets this verdict, or one that the format calls so
				unmet := ""
				for _, own := range called[v] {
					verdicts := make(map[string]problem.Verdict)
					for _, o := range p.Tests {
						verdicts[o.Name] = problem.AC
					}
					verdicts[test.Name] = own
					unmet, _, _ = strings.Cut(e.Unmet(verdicts, map[string][]string{test.Name: e.Messages()}), " (")
					if unmet == "" {
						break
					}
				}
				unmet = strings.NewReplacer("PE", "WA", "OLE or MLE", "RTE").Replace(unmet)
				all.Unmet = append(all.Unmet, unmet)
			}
		}
		return all
	}
	for _, s := range p.Submissions {
		i := slices.IndexFunc(back.Submissions, func(o problem.Submission) bool {
			return filepath.Base(o.Path) == filepath.Base(s.Path)
		})
		if i < 0 {
			t.Errorf("%s is missing", s.Name)
			continue
		}
		if diff := cmp.Diff(of(p, s), of(back, back.Submissions[i])); diff != "" {
			t.Errorf("%s, exported as %s (-here +exported):\n%s", s.Path, back.Submissions[i].Path, diff)
		}
	}
	text := judgetest.Read(t, filepath.Join(unpacked, "submissions", "submissions.yaml"))
	for _, want := range []string{"authors: Ann", "model_solution: true", "use_for_time_limit: false", "- Cid"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if !slices.Contains(pack.Notes, "submissions.yaml says WA for PE, and RTE for MLE and OLE, which the format does "+
		"not know") {
		t.Errorf("notes %q", pack.Notes)
	}
	if testing.Verbose() {
		t.Logf("%s\n%s", text, strings.Join(pack.Notes, "\n"))
	}
}
