package failures

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// TestLearn judges a submission several times and checks what judge run --failed selects after each run.
func TestLearn(t *testing.T) {
	p := &problem.Problem{Name: "sum", Tests: []problem.Test{{Name: "0"}, {Name: "1"}, {Name: "2"}}}
	all := grade.Entry{Problem: p, Submission: problem.Submission{Name: "a.cpp"}, Tests: p.Tests}
	one := all
	one.Tests = p.Tests[1:2]
	ac, wa, none := problem.AC, problem.WA, problem.NotRun
	folder, f := t.TempDir(), Failures{}
	for _, step := range []struct {
		what     string
		entry    grade.Entry
		verdicts []problem.Verdict // of its tests
		expected []bool
		whole    problem.Verdict
		asWhole  bool     // the submission as a whole is as expected
		want     []string // the tests that failed then
	}{
		{"all as expected", all, []problem.Verdict{ac, ac, ac}, []bool{true, true, true}, ac, true, nil},
		{"a test fails", all, []problem.Verdict{ac, wa, ac}, []bool{true, false, true}, wa, false, []string{"1"}},
		{"another as well", all, []problem.Verdict{ac, wa, wa}, []bool{true, false, false}, wa, false,
			[]string{"1", "2"}},
		{"the first is fixed", one, []problem.Verdict{ac}, []bool{true}, ac, true, []string{"2"}},
		{"it does not compile", all, nil, nil, problem.CE, false, []string{"0", "1", "2"}},
		{"one test does not say that the rest is fixed", one, []problem.Verdict{ac}, []bool{true}, ac, true,
			[]string{"0", "1", "2"}},
		{"nor does a run of nothing", all, []problem.Verdict{none, none, none}, []bool{true, true, true}, none, true,
			[]string{"0", "1", "2"}},
		{"all is fixed", all, []problem.Verdict{ac, ac, ac}, []bool{true, true, true}, ac, true, nil},
	} {
		f = Read(folder, "checkout")
		s := grade.Submission{Problem: p.Name, Name: "a.cpp", Verdict: step.whole, Expected: step.asWhole}
		for i, verdict := range step.verdicts {
			s.Tests = append(s.Tests, grade.Test{Name: step.entry.Tests[i].Name, Verdict: verdict,
				Expected: step.expected[i]})
		}
		f.Learn([]grade.Entry{step.entry}, grade.Results{Submissions: []grade.Submission{s}})
		f.Save()
		var got []string
		for _, e := range Read(folder, "checkout").Of([]grade.Entry{all}) {
			for _, test := range e.Tests {
				got = append(got, test.Name)
			}
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.what, diff)
		}
	}
}
