package mutate

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// planted are the mutants of a program: its lines as they become.
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
			t.Errorf("%q is no mutant of %q", m.contents, text)
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
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPlantErrors(t *testing.T) {
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, "main.go"), "package main\nfunc {")
	judgetest.Write(t, filepath.Join(dir, "main.py"), "print(1 + 2)\n")
	for file, want := range map[string]string{
		"main.go": "main.go: 2:6: expected 'IDENT', found '{'",
		"main.py": "no place for a fault is known in it; mutants are made of programs in Go, C and C++",
	} {
		_, err := Plant(problem.Source{Name: "p", Dir: dir, Files: []string{file}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}

func TestMarks(t *testing.T) {
	doc, err := yaml.Parse("mutants.yaml",
		[]byte("dlx:\n  - {line: \"a < b\", becomes: \"a <= b\", why: they differ}\n"))
	judgetest.Check(t, err)
	got, err := decode(doc)
	want := []Mark{{Program: "dlx", Line: "a < b", Becomes: "a <= b", Reason: "they differ", Place: "mutants.yaml:2:5"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"dlx: [{line: a, becomes: b}]\n":       "mutants.yaml:1:7: a mark needs line, becomes and why",
		"dlx: [{line: a, turns: b, why: c}]\n": `mutants.yaml:1:17: unknown key "turns"`,
		"dlx: {line: a}\n":                     "mutants.yaml:1:6: want a list, got a map",
	} {
		doc, err := yaml.Parse("mutants.yaml", []byte(text))
		if err == nil {
			_, err = decode(doc)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want[:min(len(want), 40)]) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if marks, err := Marks(&problem.Problem{Dir: t.TempDir()}); marks != nil || err != nil {
		t.Errorf("without a file: %v, %v", marks, err)
	}
}

// A mark holds for a mutant that survives. It is stale if there is no such mutant, or if a test catches it.
func TestMarked(t *testing.T) {
	m := func(before, after string) Mutant {
		return Mutant{Line: 1, Behind: before + "0", Before: before, After: after}
	}
	all := []Mutant{m("a", "b"), m("a", "c"), m("d", "e"), m("f", "g")}
	results := []Result{
		{Mutant: all[0], State: Survived}, {Mutant: all[1], State: Survived}, {Mutant: all[2], State: Caught,
			By: "sample/1: WA"},
	}
	marks := []Mark{
		{Program: "p", Line: "a", Becomes: "b", Reason: "r", Place: "1"},
		{Program: "p", Line: "d", Becomes: "e", Place: "2"},
		{Program: "p", Line: "d", Becomes: "x", Place: "3"},
		{Program: "p", Line: "f", Becomes: "g", Place: "4"}, // not judged, in a sample
		{Program: "p", Behind: "a0", Line: "a", Becomes: "b", Reason: "r", Place: "5"},
		{Program: "p", Behind: "b0", Line: "a", Becomes: "b", Reason: "r", Place: "6"},
	}
	var stale []string
	for _, s := range marked(results, all, marks) {
		stale = append(stale, s.String())
	}
	wantStale := []string{
		"2: the mutant of line 1 is marked, and it is caught (sample/1: WA); remove the mark",
		`3: no mutant of p makes this line "x" of "d"; remove the mark, or follow the program`,
		`6: no mutant of p makes this line "b" of "a" behind "b0"; remove the mark, or follow the program`,
	}
	if diff := cmp.Diff(wantStale, stale); diff != "" {
		t.Errorf("stale (-want +got):\n%s", diff)
	}
	var states []State
	for _, r := range results {
		states = append(states, r.State)
	}
	if diff := cmp.Diff([]State{Marked, Survived, Caught}, states); diff != "" || results[0].Mark.Reason != "r" {
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
			for _, stale := range marked(nil, all, own) {
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

// FuzzChanges: whatever a program is, its mutants differ from it in one place, and say rightly where. Lines are not
// joined.
func FuzzChanges(f *testing.F) {
	f.Add("a.c", []byte("#define N 10 // <\nint main(void) { for (int i = 0; i < N && !x[i]; i++) s += 'a' * i / "+
		"2ull; return \"<\"[0] - -1; }\n"))
	f.Add("a.cc", []byte("vector<pair<int, int>> a; /* 1 + 1 */ auto b = c<<2 | ~d&e; \"\\\n\" + '\\'' - "+
		"9223372036854775807"))
	f.Add("a.go", []byte("package main\n\nfunc main() {\n\tfor i := 0; i < 0x10; i++ {\n\t\tif a[i] && !b || -c == "+
		"1_000 {\n\t\t\tcontinue\n\t\t}\n\t}\n}\n"))
	f.Add("a.go", []byte("package a\r\n//line b.go:100\r\nvar c = 9223372036854775807 &^ `\r\n` + 'a'\r\n"))
	f.Fuzz(func(t *testing.T, file string, text []byte) {
		changes, err := changesOf(file, text)
		if err != nil {
			return
		}
		for _, c := range changes {
			if c.from < 0 || c.from >= c.to || c.to > len(text) {
				t.Fatalf("a change from %d to %d in %d bytes", c.from, c.to, len(text))
			}
			m := mutant(file, text, c)
			if m.Was == m.Is || string(text[c.from:c.to]) != m.Was {
				t.Errorf("%q becomes %q", m.Was, m.Is)
			}
			if strings.Count(string(m.contents), "\n") != strings.Count(string(text), "\n") {
				t.Errorf("%q has other lines than %q", m.contents, text)
			}
			if lines := strings.Split(string(text), "\n"); !strings.Contains(lines[m.Line-1], m.Before) ||
				len(m.Was) > len(m.Before)+2 {
				t.Errorf("line %d is said to be %q", m.Line, m.Before)
			}
		}
	})
}

// FuzzMarks: every error names the file, and what is read is complete.
func FuzzMarks(f *testing.F) {
	f.Add([]byte("backtrack:\n  - {behind: \"if found {\", line: break, becomes: continue, why: all that follow are " +
		"found}\n"))
	f.Add([]byte("a: [{line: b}]\nc: *d\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := yaml.Parse("mutants.yaml", text)
		var marks []Mark
		if err == nil {
			marks, err = decode(doc)
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), "mutants.yaml:") {
				t.Errorf("the error does not begin with the file: %v", err)
			}
			return
		}
		for _, m := range marks {
			if m.Line == "" || m.Becomes == "" || m.Reason == "" || m.Place == "" {
				t.Errorf("%+v was read", m)
			}
		}
	})
}
