package pick

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// twoProblems returns a set with one wrong program and two groups of tests per problem.
func twoProblems() *problem.Set {
	set := &problem.Set{}
	for _, name := range []string{"airport", "queens"} {
		p := &problem.Problem{Name: name}
		for _, test := range []string{"sample/1", "secret/easy/1", "secret/easy/2", "secret/hard/1"} {
			p.Tests = append(p.Tests, problem.Test{Name: test})
		}
		for _, s := range []string{"backtrack", "dlx", "wrong_answer/int32"} {
			p.Submissions = append(p.Submissions, problem.Submission{Problem: name, Name: s})
		}
		set.Problems = append(set.Problems, p)
	}
	return set
}

func TestSelect(t *testing.T) {
	all := []string{"sample/1", "secret/easy/1", "secret/easy/2", "secret/hard/1"}
	tests := []struct {
		patterns []string
		want     map[string][]string // submission → tests
	}{
		{nil, map[string][]string{
			"airport/backtrack": all, "airport/dlx": all, "airport/wrong_answer/int32": all,
			"queens/backtrack": all, "queens/dlx": all, "queens/wrong_answer/int32": all,
		}},
		{[]string{"queens/dlx"}, map[string][]string{"queens/dlx": all}},
		{[]string{"*/dlx:sample"}, map[string][]string{"airport/dlx": {"sample/1"}, "queens/dlx": {"sample/1"}}},
		{[]string{"airport/wrong_answer"}, map[string][]string{"airport/wrong_answer/int32": all}},
		{[]string{"queens/d*:secret/easy/2", "queens/dlx:secret/hard"},
			map[string][]string{"queens/dlx": {"secret/easy/2", "secret/hard/1"}}},
		{[]string{"queens:secret/*/1"}, map[string][]string{
			"queens/backtrack":          {"secret/easy/1", "secret/hard/1"},
			"queens/dlx":                {"secret/easy/1", "secret/hard/1"},
			"queens/wrong_answer/int32": {"secret/easy/1", "secret/hard/1"},
		}},
	}
	for _, test := range tests {
		var patterns []Pattern
		for _, text := range test.patterns {
			p, err := ParsePattern(text)
			judgetest.Check(t, err)
			patterns = append(patterns, p)
		}
		entries, err := Select(twoProblems(), patterns)
		if err != nil {
			t.Fatalf("%q: %v", test.patterns, err)
		}
		got := map[string][]string{}
		for _, e := range entries {
			name := e.Problem.Name + "/" + e.Submission.Name
			for _, test := range e.Tests {
				got[name] = append(got[name], test.Name)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.patterns, diff)
		}
	}
}

func TestSelectNothing(t *testing.T) {
	for text, want := range map[string]string{
		"tsp":                    `no problem "tsp"; there are airport, queens`,
		"queens/dxl":             `no submission "dxl" of queens; did you mean dlx?`,
		"queens/nosuch":          `no submission "nosuch" of queens; there are backtrack, dlx, wrong_answer/int32`,
		"queens/dlx:hard":        `no test "hard" of queens/dlx; did you mean secret/hard?`,
		"queens/dlx:secret/hrad": `no test "secret/hrad" of queens/dlx; did you mean secret/hard?`,
	} {
		p, err := ParsePattern(text)
		judgetest.Check(t, err)
		if _, err := Select(twoProblems(), []Pattern{p}); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestSelectWithoutSubmissions: the message for a new problem without a solution.
func TestSelectWithoutSubmissions(t *testing.T) {
	set := &problem.Set{Problems: []*problem.Problem{{Name: "sum", Tests: []problem.Test{{Name: "sample/1"}}}}}
	want := "nothing to judge; sum has no submission; write one, such as solutions/sum/mine/main.go, or " +
		"submissions/accepted/mine.go in a package"
	if _, err := Select(set, nil); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	want = "nothing to judge; there are no problems"
	if _, err := Select(&problem.Set{}, nil); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestShortPattern(t *testing.T) {
	set := twoProblems()
	for i, names := range [][]string{{"wrong_answer/off.py", "wrong_answer/v1.2"}, {"wrong_answer/off"}} {
		for _, name := range names {
			p := set.Problems[i]
			p.Submissions = append(p.Submissions, problem.Submission{Problem: p.Name, Name: name})
		}
	}
	for text, want := range map[string][]string{
		"airport/wrong_answer/off":  {"wrong_answer/off.py"},
		"*/wrong_answer/off":        {"wrong_answer/off"}, // it matches one as written
		"airport/wrong_answer/v1.2": {"wrong_answer/v1.2"},
		"airport/wrong_answer/o?f":  {"wrong_answer/off.py"},
	} {
		pattern, err := ParsePattern(text)
		judgetest.Check(t, err)
		entries, err := Select(set, []Pattern{pattern.Short(set)})
		judgetest.Check(t, err)
		var got []string
		for _, e := range entries {
			got = append(got, e.Submission.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
