package mutate

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
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// planted returns the changed lines of a program's mutants.
func planted(t *testing.T, file, text string) []string {
	t.Helper()
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, file), text)
	mutants, err := Plant(problem.Source{Name: "p", Dir: dir, Files: []string{file}})
	judgetest.Check(t, err)
	var all []string
	for _, m := range mutants {
		all = append(all, fmt.Sprintf("%d: %s", m.Line, m.After))
		if strings.Count(string(m.contents), "\n") != strings.Count(text, "\n") || string(m.contents) == text {
			t.Errorf("%q is not a mutant of %q", m.contents, text)
		}
	}
	return all
}

func TestPlantGo(t *testing.T) {
	got := planted(t, "main.go", `package main

import "fmt"

func main() {
	for i := 0; i < 10; i++ {
		if a[i] && !b {
			fmt.Println("x" + s)
		}
		if ok {
			return fmt.Errorf("%d", i+1)
		}
	}
}
`)
	want := []string{
		"6: for i := 1; i < 10; i++ {", "6: for i := 0; i <= 10; i++ {", "6: for i := 0; i > 10; i++ {",
		"6: for i := 0; i < 11; i++ {", "6: for i := 0; i < 9; i++ {", "6: for i := 0; i < 10; i-- {",
		"7: if !(a[i] && !b) {", "7: if a[i] || !b {", "7: if a[i] && b {",
		"10: if !(ok) {",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPlantC(t *testing.T) {
	got := planted(t, "main.cpp", `#include <vector> // a < b
#define N 5
int f(int *p, unsigned n) { /* n + 1 */
  std::vector<int> v;
  for (unsigned i = 0; i < n && !p[i]; ++i) v.push_back('<');
  return n >= 2 ? *p * 3u : -1; // "x < y"
}
double g(bool a, bool b) { return a and not b ? 1e-6 : 0x1p-3 + .5e+2 + 1.5f + 1'000'000; }
`)
	want := []string{
		"5: for (unsigned i = 1; i < n && !p[i]; ++i) v.push_back('<');",
		"5: for (unsigned i = 0; i <= n && !p[i]; ++i) v.push_back('<');",
		"5: for (unsigned i = 0; i > n && !p[i]; ++i) v.push_back('<');",
		"5: for (unsigned i = 0; i < n || !p[i]; ++i) v.push_back('<');",
		"5: for (unsigned i = 0; i < n && p[i]; ++i) v.push_back('<');",
		"5: for (unsigned i = 0; i < n && !p[i]; --i) v.push_back('<');",
		`6: return n > 2 ? *p * 3u : -1; // "x < y"`,
		`6: return n <= 2 ? *p * 3u : -1; // "x < y"`,
		`6: return n >= 3 ? *p * 3u : -1; // "x < y"`,
		`6: return n >= 1 ? *p * 3u : -1; // "x < y"`,
		`6: return n >= 2 ? *p / 3u : -1; // "x < y"`,
		`6: return n >= 2 ? *p * 4u : -1; // "x < y"`,
		`6: return n >= 2 ? *p * 2u : -1; // "x < y"`,
		`6: return n >= 2 ? *p * 3u : -2; // "x < y"`,
		`6: return n >= 2 ? *p * 3u : -0; // "x < y"`,
		"8: double g(bool a, bool b) { return a or not b ? 1e-6 : 0x1p-3 + .5e+2 + 1.5f + 1'000'000; }",
		"8: double g(bool a, bool b) { return a and  b ? 1e-6 : 0x1p-3 + .5e+2 + 1.5f + 1'000'000; }",
		"8: double g(bool a, bool b) { return a and not b ? 1e-6 : 0x1p-3 - .5e+2 + 1.5f + 1'000'000; }",
		"8: double g(bool a, bool b) { return a and not b ? 1e-6 : 0x1p-3 + .5e+2 - 1.5f + 1'000'000; }",
		"8: double g(bool a, bool b) { return a and not b ? 1e-6 : 0x1p-3 + .5e+2 + 1.5f - 1'000'000; }",
		"8: double g(bool a, bool b) { return a and not b ? 1e-6 : 0x1p-3 + .5e+2 + 1.5f + 1000001; }",
		"8: double g(bool a, bool b) { return a and not b ? 1e-6 : 0x1p-3 + .5e+2 + 1.5f + 999999; }",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPlantErrors(t *testing.T) {
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, "main.go"), "package main\nfunc {")
	judgetest.Write(t, filepath.Join(dir, "main.py"), "print(1 + 2)\n")
	judgetest.Write(t, filepath.Join(dir, "empty.c"), "int main(void) {}\n")
	for file, want := range map[string]string{
		"main.go": "main.go: 2:6: expected 'IDENT', found '{'",
		"main.py": "/main.py: no place for a fault was found; mutants change",
		"empty.c": "/empty.c: no place for a fault was found",
	} {
		_, err := Plant(problem.Source{Name: "p", Dir: dir, Files: []string{file}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}

// A name has the line of a fault, and the changed operator.
func TestNames(t *testing.T) {
	for file, c := range map[string]struct{ text, want string }{
		"main.go": {`package main

const size, most = 9, 10

func main() {
	if ok {
		a = b<c && !d<e
	}
}
`, `main.go:3 9 → 10, main.go:3 9 → 8, main.go:3 10 → 11, main.go:3 10 → 9, main.go:6 if → if not,
main.go:7 1st < → <=, main.go:7 1st < → >, main.go:7 && → ||, main.go:7 ! → nothing, main.go:7 2nd < → <=,
main.go:7 2nd < → >`},
		"a.cpp": {`enum { one = 1, two };
int main(void) { struct Point p = {0, 0}; return p.x; }
`, `a.cpp:1 1 → 2, a.cpp:1 1 → 0, a.cpp:2 1st 0 → 1, a.cpp:2 2nd 0 → 1`},
	} {
		dir := t.TempDir()
		judgetest.Write(t, filepath.Join(dir, file), c.text)
		mutants, err := Plant(problem.Source{Name: "p", Dir: dir, Files: []string{file}})
		judgetest.Check(t, err)
		var got []string
		for _, m := range mutants {
			got = append(got, m.Name)
		}
		want := strings.Split(strings.ReplaceAll(c.want, ",\n", ", "), ", ")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

func TestMarks(t *testing.T) {
	doc, err := yaml.Parse("mutants.yaml",
		[]byte("dlx:\n  they are equal: [main.go:5 < → <=,\n    main.go:6 2nd 1 → 2]\n"))
	judgetest.Check(t, err)
	got, err := decode(doc)
	want := []Mark{{"dlx", "main.go:5 < → <=", "they are equal", "mutants.yaml:2:20"},
		{"dlx", "main.go:6 2nd 1 → 2", "they are equal", "mutants.yaml:3:5"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"dlx: {because: a}\n": "mutants.yaml:1:16: want a list, got the string \"a\"",
		"dlx: {\"\": [a]}\n":  "mutants.yaml:1:7: say why no test can catch these mutants",
		"dlx: [{line: a}]\n": "mutants.yaml:1:6: put a reason before each list of mutants, " +
			"such as: the table becomes larger than needed: [main.go:12 50 → 51]",
	} {
		doc, err := yaml.Parse("mutants.yaml", []byte(text))
		if err == nil {
			_, err = decode(doc)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if marks, err := Marks(&problem.Problem{Dir: t.TempDir()}); marks != nil || err != nil {
		t.Errorf("without a file: %v, %v", marks, err)
	}
}

// A mark is for a mutant that survives. It is stale if there is no such mutant, or if the mutant does not survive.
func TestMarked(t *testing.T) {
	all := []Mutant{{Name: "a.c:1 < → <="}, {Name: "a.c:1 < → >"}, {Name: "a.c:2 < → <="}, {Name: "a.c:3 1 → 2"},
		{Name: "a.c:4 1 → 2"}}
	results := []Result{{Mutant: all[0], State: Survived}, {Mutant: all[1], State: Survived},
		{Mutant: all[2], State: Caught, By: "sample/1: WA"}, {Mutant: all[3], State: Broken}}
	marks := []Mark{
		{Program: "p", Mutant: "a.c:1 < → <=", Reason: "r", Place: "1"},
		{Program: "p", Mutant: "a.c:2 < → <=", Place: "2"},
		{Program: "p", Mutant: "a.c:3 1 → 2", Place: "3"},
		{Program: "p", Mutant: "a.c:4 1 → 2", Place: "4"}, // not judged, in a sample
		{Program: "p", Mutant: "a.c:5 1 → 0", Place: "5"},
	}
	want := []problem.Finding{
		{Place: "2", Message: "this mutant is caught (sample/1: WA); remove the mark"},
		{Place: "3", Message: "this mutant is broken; remove the mark"},
		{Place: "5", Message: `no mutant of p is called "a.c:5 1 → 0"; correct the mark, or remove it`},
	}
	if diff := cmp.Diff(want, applyMarks(results, all, marks)); diff != "" {
		t.Errorf("stale (-want +got):\n%s", diff)
	}
	var states []State
	for _, r := range results {
		states = append(states, r.State)
	}
	if diff := cmp.Diff([]State{Marked, Survived, Caught, Broken}, states); diff != "" ||
		results[0].Mark.Reason != "r" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Every mark of this project's problems fits a mutant of its program.
func TestOurMarks(t *testing.T) {
	set, err := problem.LoadPrograms(problem.Tree("../../.."), nil)
	judgetest.Check(t, err)
	found := 0
	for _, p := range set.Problems {
		marks, err := Marks(p)
		judgetest.Check(t, err)
		if len(marks) == 0 {
			continue
		}
		for _, s := range append(p.Checkers, sources(p)...) {
			var own []Mark
			for _, m := range marks {
				if m.Program == s.Name {
					own = append(own, m)
				}
			}
			if len(own) == 0 {
				continue
			}
			found += len(own)
			all, err := Plant(s)
			judgetest.Check(t, err)
			for _, stale := range applyMarks(nil, all, own) {
				t.Error(stale)
			}
		}
	}
	if found == 0 {
		t.Error("no marks found")
	}
}

func sources(p *problem.Problem) []problem.Source {
	var all []problem.Source
	for _, s := range p.Submissions {
		if s.Solution {
			source := s.Source
			source.Name = s.Name
			all = append(all, source)
		}
	}
	return all
}

// TestJudgedInterrupted: an interrupted run returns the mutants judged so far.
func TestJudgedInterrupted(t *testing.T) {
	box, err := backend.Open(t.Context(), sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	defer box.Close()
	dir := t.TempDir()
	judgetest.Write(t, dir+"/a.c", "int main() { return 1 < 2 && 3 < 4; }\n")
	source := problem.Source{Dir: dir, Files: []string{"a.c"}, Name: "a.c"}
	all, err := Plant(source)
	judgetest.Check(t, err)
	if len(all) < 4 {
		t.Fatalf("only %d mutants", len(all))
	}
	nothing := func(context.Context, sandbox.Worker, problem.Source, *compile.Cache, string) (State, string, error) {
		return Survived, "", nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	o := grade.Options{Jobs: 1, Sandbox: box, Observe: func(p grade.Progress) {
		if p.Done == 2 {
			cancel()
		}
	}}
	results, err := judge(ctx, o, source, all, nothing)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if r := (Report{Results: results}); len(results) != 2 || r.Count(Survived) != 2 {
		t.Errorf("%d results, %d of them survive; want 2", len(results), r.Count(Survived))
	}
}

func TestSchema(t *testing.T) {
	judgetest.Golden(t, "../../read/schema/mutants.json", yaml.Schema("mutants.yaml",
		"the mutants of a problem that no test can catch, and why", yaml.Only(decode)))
}
