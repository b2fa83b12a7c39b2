package problem

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// permitted lists, for each submission and test, the verdicts that are permitted there.
func permitted(p *Problem) string {
	var out strings.Builder
	for _, s := range p.Submissions {
		expected := p.Expects(s)
		for _, t := range p.Tests {
			var verdicts []string
			for _, v := range []Verdict{AC, PE, WA, TLE, MLE, OLE, RTE, CE, JE} {
				if expected.Permits(t.Name, v) {
					verdicts = append(verdicts, string(v))
				}
			}
			fmt.Fprintf(&out, "%s %s: %s\n", s.Name, t.Name, strings.Join(verdicts, " "))
		}
	}
	return out.String()
}

func TestPermits(t *testing.T) {
	const all = "AC PE WA TLE MLE OLE RTE"
	for _, c := range []struct{ title, yaml, want string }{
		{"a solution yields where submissions.yaml says otherwise",
			"accepted/slow: {secret/big: {permitted: [AC, TLE]}}", `
dlx sample/1: AC
dlx secret/big/01: AC
dlx secret/small/01: AC
slow sample/1: AC
slow secret/big/01: AC TLE OLE
slow secret/small/01: AC
wrong_answer/int32 sample/1: AC PE WA
wrong_answer/int32 secret/big/01: AC PE WA
wrong_answer/int32 secret/small/01: AC PE WA
`},
		{"a directory's default is overwritten, a pattern adds to it", `
accepted: {permitted: [AC, PE]}
wrong_answer: {permitted: [AC, RTE, WA]}
wrong_answer/*: {secret/*: {permitted: [AC, WA, TLE]}}
`, `
dlx sample/1: AC PE
dlx secret/big/01: AC PE
dlx secret/small/01: AC PE
slow sample/1: AC PE
slow secret/big/01: AC PE
slow secret/small/01: AC PE
wrong_answer/int32 sample/1: AC PE WA MLE OLE RTE
wrong_answer/int32 secret/big/01: AC PE WA OLE
wrong_answer/int32 secret/small/01: AC PE WA OLE
`},
		{"our own verdicts, braces and single tests", `
"{wrong_answer/int32,accepted/slow}":
  secret/{big/*,none}: {permitted: [MLE, AC]}
  sample/1: {use_for_time_limit: lower}
`, `
dlx sample/1: AC
dlx secret/big/01: AC
dlx secret/small/01: AC
slow sample/1: AC PE WA MLE OLE RTE
slow secret/big/01: AC MLE
slow secret/small/01: AC
wrong_answer/int32 sample/1: AC PE WA
wrong_answer/int32 secret/big/01: AC
wrong_answer/int32 secret/small/01: AC PE WA
`},
	} {
		t.Run(c.title, func(t *testing.T) {
			checkout(t, "-- problems/sum/submissions/submissions.yaml --\n"+c.yaml)
			set, err := Load(Tree("."), nil)
			judgetest.Check(t, err)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), permitted(set.Problems[0])); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}

	t.Run("a package's defaults do not yield, and rejected permits all", func(t *testing.T) {
		checkout(t, `
-- p/problem.yaml --
problem_format_version: 2025-09
name: P
limits: {time_limit: 1}
-- p/data/secret/1.in --
-- p/data/secret/1.ans --
-- p/submissions/accepted/a.c --
-- p/submissions/rejected/b.c --
-- p/submissions/own/c.c --
-- p/submissions/submissions.yaml --
accepted/a.c: {permitted: [AC, TLE]}
own/*.{c,cpp}: {message: x}
`)
		set, err := Load(Package("p"), nil)
		judgetest.Check(t, err)
		want := "accepted/a.c secret/1: AC\nown/c.c secret/1: " + all + "\nrejected/b.c secret/1: " + all + "\n"
		if diff := cmp.Diff(want, permitted(set.Problems[0])); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestUnmet(t *testing.T) {
	checkout(t, `
-- problems/sum/submissions/time_limit_exceeded/slow/main.go --
-- problems/sum/submissions/brute_force/slow/main.go --
-- problems/sum/submissions/presentation_error/blank/main.go --
-- problems/sum/submissions/rejected/any/main.go --
-- problems/sum/submissions/submissions.yaml --
wrong_answer/int32:
  message: overflow
  secret/big: {required: [WA]}
`)
	set, err := Load(Tree("."), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	submissions := make(map[string]Submission)
	for _, s := range p.Submissions {
		submissions[s.Name] = s
	}
	const (
		noMessage = `no judgemessage.txt of a test contains "overflow", which is required (problems/sum/submissions/submissions.yaml:1:1)`
		notBig    = `no test of secret/big has the verdict WA that is required (problems/sum/submissions/submissions.yaml:3:3)`
	)
	for _, c := range []struct {
		submission         string
		sample, big, small Verdict
		message            string
		want               string
	}{
		{"dlx", AC, AC, AC, "", ""},
		{"wrong_answer/int32", AC, WA, AC, "overflow", ""},
		{"wrong_answer/int32", AC, PE, AC, "overflow", ""},
		{"wrong_answer/int32", AC, WA, AC, "Overflow", noMessage},
		{"wrong_answer/int32", WA, AC, AC, "overflow", notBig},
		{"wrong_answer/int32", AC, AC, AC, "overflow", "no test has the verdict WA that is required (the format's " +
			"default for wrong_answer)"},
		{"wrong_answer/int32", AC, NotRun, AC, "", ""},
		{"wrong_answer/int32", WA, AC, NotRun, "", notBig},
		{"time_limit_exceeded/slow", AC, AC, AC, "", "no test has the verdict TLE that is required (the format's " +
			"default for time_limit_exceeded)"},
		{"time_limit_exceeded/slow", AC, OLE, AC, "", ""},
		{"time_limit_exceeded/slow", AC, RTE, AC, "", "no test has the verdict TLE that is required (the format's " +
			"default for time_limit_exceeded)"},
		{"brute_force/slow", AC, MLE, AC, "", ""},
		{"brute_force/slow", AC, AC, AC, "", "no test has the verdict RTE or TLE that is required (the format's " +
			"default for brute_force)"},
		{"presentation_error/blank", AC, PE, AC, "", ""},
		{"presentation_error/blank", AC, WA, AC, "", "no test has the verdict PE that is required (the format's " +
			"default for presentation_error)"},
		{"rejected/any", AC, OLE, AC, "", ""},
		{"rejected/any", AC, AC, AC, "", "no test has the verdict RTE or TLE or WA that is required (the format's " +
			"default for rejected)"},
	} {
		verdicts := map[string]Verdict{"sample/1": c.sample, "secret/big/01": c.big, "secret/small/01": c.small}
		messages := map[string][]string{"secret/big/01": {c.message}}
		got := p.Expects(submissions[c.submission]).Unmet(verdicts, messages)
		if got != c.want {
			t.Errorf("%s, %v: got %q, want %q", c.submission, verdicts, got, c.want)
		}
	}
}

// What was not run is as expected; a program that cannot be built, or a checker that fails, never is.
func TestPermitsNoVerdict(t *testing.T) {
	var anything Expected
	for v, want := range map[Verdict]bool{NotRun: true, AC: true, CE: false, JE: false} {
		if got := anything.Permits("sample/1", v); got != want {
			t.Errorf("Permits(%q) = %v", v, got)
		}
	}
}
