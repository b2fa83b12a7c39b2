package sampling

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// TestInputs: instructions are counted on the inputs with the most statements, within bounds.
func TestInputs(t *testing.T) {
	program := record.Program{Problem: "p", Solution: "dlx"}
	halve := func(_ context.Context, _ grade.Entry, t problem.Test, share float64) (problem.Test, error) {
		if !strings.HasPrefix(t.Name, "workload/") {
			return problem.Test{}, errWhole
		}
		return problem.Test{Name: fmt.Sprintf("%s × %.2f", t.Name, share)}, nil
	}
	for _, test := range []struct {
		name       string
		statements map[string]float64 // of both sides; by test
		base       map[string]float64 // where the base differs; 0 for unknown
		shorten    func(context.Context, grade.Entry, problem.Test, float64) (problem.Test, error)
		want       []string
	}{
		{name: "the most first, and what is too much left out", statements: map[string]float64{"a": 1e6, "b": 40e6,
			"c": 20e6, "d": 5e6, "e": 60e6}, want: []string{"b", "d", "a"}},
		{name: "six", statements: map[string]float64{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7},
			want: []string{"g", "f", "e", "d", "c", "b"}},
		{name: "unknown", statements: map[string]float64{"a": 1e6, "b": 2e6}, base: map[string]float64{"b": 0},
			want: []string{"a"}},
		{name: "the slower side counts", statements: map[string]float64{"a": 1e6, "b": 2e6},
			base: map[string]float64{"b": 51e6}, want: []string{"a"}},
		{
			name: "workloads cut", statements: map[string]float64{"workload/hard/4000": 250e6,
				"workload/easy/4000": 1e6}, shorten: halve,
			want: []string{"workload/hard/4000 × 0.10", "workload/easy/4000"},
		},
		{name: "tests whole", statements: map[string]float64{"secret/a/1": 250e6, "secret/a/2": 1e6}, shorten: halve,
			want: []string{"secret/a/2"}},
		{name: "nothing"},
	} {
		p := &preparation{shorten: test.shorten, statements: [Sides]map[record.Key]float64{{}, {}}}
		e := grade.Entry{Problem: &problem.Problem{Name: "p"}, Submission: problem.Submission{Name: "dlx"}}
		for name, n := range test.statements {
			e.Tests = append(e.Tests, problem.Test{Name: name})
			p.statements[Now][program.On(name)] = n
			other, differs := test.base[name]
			switch {
			case !differs:
				p.statements[Base][program.On(name)] = n
			case other > 0:
				p.statements[Base][program.On(name)] = other
			}
		}
		picked, err := p.inputs(t.Context(), e)
		judgetest.Check(t, err)
		var got []string
		for _, in := range picked {
			got = append(got, in.Name)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// looping is a program that computes for a while, and for more of it by percent.
func looping(t *testing.T, percent int) problem.Submission {
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, "main.go"), fmt.Sprintf(`package main

var sum int

func main() {
	for i := 0; i < 10*(100000+%d*1000); i++ {
		sum += i * i
	}
}
`, percent))
	return problem.Submission{Name: "dlx", Source: problem.Source{Name: "dlx", Dir: dir, Files: []string{"main.go"}}}
}

// TestInstructions: both sides are counted in each of five runs, and not at all where they are the same file.
func TestInstructions(t *testing.T) {
	programs := sandbox.Uncontained()
	var missing *count.NoValgrindError
	if _, err := count.OpenValgrind(t.Context(), programs); errors.As(err, &missing) {
		t.Skip(missing)
	}
	cache, err := compile.OpenCache("", programs)
	judgetest.Check(t, err)
	defer cache.Close()
	input := filepath.Join(t.TempDir(), "1.in")
	judgetest.Write(t, input, "")
	for _, percent := range []int{0, 10} {
		p := &preparation{Options: Options{Grade: grade.Options{Cache: cache}, Jobs: 2, Scratch: t.TempDir()},
			plan: &Plan{}}
		key := record.Key{Problem: "p", Solution: "dlx", Test: "sample/1"}
		for side, s := range [Sides]problem.Submission{looping(t, percent), looping(t, 0)} {
			e := grade.Entry{Problem: &problem.Problem{Name: "p"}, Submission: s,
				Tests: []problem.Test{{Name: "sample/1", Input: input}}}
			p.counted = append(p.counted, counted{Side(side), e})
			p.Against = []Entry{{Entry: e}}
			p.statements[side] = map[record.Key]float64{key: 2e6}
		}
		judgetest.Check(t, p.instructions(t.Context()))
		want := 5
		if percent == 0 {
			want = 0
		}
		now, base := p.plan.Known[Now], p.plan.Known[Base]
		if len(now) != want || len(base) != want || len(p.plan.Notes) > 0 {
			t.Fatalf("%d%% more: %d and %d samples, want %d of each; notes %q", percent, len(now), len(base), want,
				p.plan.Notes)
		}
		for i := range now {
			if n, m := now[i].Values[record.Instructions], base[i].Values[record.Instructions]; n < 1.03*m ||
				now[i].Key != key {
				t.Errorf("run %d: %.0f instructions of %+v, and of the other commit %.0f; want 10%% more of the loop's",
					i, n, now[i].Key, m)
			}
		}
	}
}

// TestNoValgrind: without valgrind there are statements, and a note.
func TestNoValgrind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	cache, err := compile.OpenCache(t.TempDir(), sandbox.Uncontained())
	judgetest.Check(t, err)
	defer cache.Close()
	p := &preparation{Options: Options{Grade: grade.Options{Cache: cache}, Against: make([]Entry, 1)}, plan: &Plan{}}
	judgetest.Check(t, p.instructions(t.Context()))
	want := []string{"statements are counted in place of instructions: valgrind is not on the PATH; install it, for " +
		"example with: apt-get install valgrind"}
	if diff := cmp.Diff(want, p.plan.Notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
