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
	judgetest.Write(t, filepath.Join(dir, "empty.c"), "int main(void) {}\n")
	for file, want := range map[string]string{
		"main.go": "main.go: 2:6: expected 'IDENT', found '{'",
		"main.py": "/main.py is in Python 3, in which no fault is planted; mutants are made of programs in Go, C and C++",
		"empty.c": "/empty.c: no place for a fault is known in it",
	} {
		_, err := Plant(problem.Source{Name: "p", Dir: dir, Files: []string{file}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}

// A name says in which function a fault is, and which of its operators it changes.
func TestNames(t *testing.T) {
	for file, c := range map[string]struct{ text, want string }{
		"main.go": {`package main

const size, most = 9, 10

type board struct{ row [size + 1]int }

func (b *board) search(n int) bool { return n < 1 || !b.row(-n) }

func (l list[T]) next() { func() { l.n++ }() }

func main() {
	if ok {
		a = b<c && d<e
	}
}
`, `3 size 9 → 10, 3 size 9 → 8, 3 size 10 → 11, 3 size 10 → 9, 5 board + → -, 5 board 1 → 2, 5 board 1 → 0,
7 board.search < → <=, 7 board.search < → >, 7 board.search 1 → 2, 7 board.search 1 → 0, 7 board.search || → &&,
7 board.search ! → nothing, 7 board.search - → nothing, 9 list.next ++ → --, 12 main if → if not,
13 main 1st < → <=, 13 main 1st < → >, 13 main && → ||, 13 main 2nd < → <=, 13 main 2nd < → >`},
		"main.cpp": {`#include <vector>
namespace { const unsigned size = 3; }
struct Point { int x, y; };
class Board : public Base {
public:
  static int row[size + 2];
  bool operator<(const Board &b) const { return n < b.n; }
  Board() : n(4), m{5} {}
private:
  std::vector<int> find(int k) { for (;;) { k++; } }
};
enum { one = 1, two };
int values[] = {6, 7}, more[] = {8};
template <class T> void Board::show(T a) { if (a && !b) ++a; }
int main(void) { struct Point p = {0, 0}; return p.x; }
`, `2 size 3 → 4, 2 size 3 → 2, 6 Board::row + → -, 6 Board::row 2 → 3, 6 Board::row 2 → 1,
7 Board::operator & → |, 7 Board::operator < → <=, 7 Board::operator < → >, 8 Board::Board 4 → 5, 8 Board::Board 4 → 3,
8 Board::Board 5 → 6, 8 Board::Board 5 → 4, 10 Board::find ++ → --, 12 enum 1 → 2, 12 enum 1 → 0,
13 values 6 → 7, 13 values 6 → 5, 13 values 7 → 8, 13 values 7 → 6, 13 more 8 → 9, 13 more 8 → 7,
14 Board::show && → ||, 14 Board::show ! → nothing, 14 Board::show ++ → --, 15 main 1st 0 → 1, 15 main 2nd 0 → 1`},
	} {
		dir := t.TempDir()
		judgetest.Write(t, filepath.Join(dir, file), c.text)
		mutants, err := Plant(problem.Source{Name: "p", Dir: dir, Files: []string{file}})
		judgetest.Check(t, err)
		var got []string
		for _, m := range mutants {
			got = append(got, fmt.Sprint(m.Line, " ", m.Name))
		}
		want := strings.Split(strings.ReplaceAll(c.want, ",\n", ", "), ", ")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

func TestMarks(t *testing.T) {
	doc, err := yaml.Parse("mutants.yaml", []byte("dlx:\n  they are equal: [search < → <=,\n    main 2nd 1 → 2]\n"))
	judgetest.Check(t, err)
	got, err := decode(doc)
	want := []Mark{{"dlx", "search < → <=", "they are equal", "mutants.yaml:2:20"},
		{"dlx", "main 2nd 1 → 2", "they are equal", "mutants.yaml:3:5"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"dlx: {because: a}\n": "mutants.yaml:1:16: want a list, got the string \"a\"",
		"dlx: {\"\": [a]}\n":  "mutants.yaml:1:7: say why no test can catch these mutants",
		"dlx: [{line: a}]\n": "mutants.yaml:1:6: give reasons, each with its mutants as judge mutants names them, " +
			"such as: the table becomes larger than needed: [main 50 → 51]",
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

// A mark holds for a mutant that survives. It is stale if there is no such mutant, or if a test catches it.
func TestMarked(t *testing.T) {
	m := func(in, which, was, is string, line int) Mutant {
		return Mutant{Line: line, Name: strings.TrimSpace(in + " " + which + was + " → " + is),
			change: change{in: in, was: was, is: is}}
	}
	all := []Mutant{m("main", "1st ", "<", "<=", 1), m("main", "1st ", "<", ">", 1), m("main", "2nd ", "<", "<=", 2),
		m("main", "", "1", "2", 3), m("run", "", "1", "2", 4)}
	results := []Result{
		{Mutant: all[0], State: Survived}, {Mutant: all[1], State: Survived}, {Mutant: all[2], State: Caught,
			By: "sample/1: WA"},
	}
	marks := []Mark{
		{Program: "p", Mutant: "main 1st < → <=", Reason: "r", Place: "1"},
		{Program: "p", Mutant: "main 2nd < → <=", Place: "2"},
		{Program: "p", Mutant: "main < → <=", Place: "3"},
		{Program: "p", Mutant: "main 1 → 2", Place: "4"}, // not judged, in a sample
		{Program: "p", Mutant: "main 1 → 0", Place: "5"},
		{Program: "p", Mutant: "main + → -", Place: "6"},
		{Program: "p", Mutant: "ruin + → -", Place: "7"},
	}
	var stale []string
	for _, s := range marked(results, all, marks) {
		stale = append(stale, s.String())
	}
	wantStale := []string{
		"2: the mutant of line 2 is marked, and it is caught (sample/1: WA); remove the mark",
		`3: no mutant of p is called "main < → <=", so correct the mark or remove it; did you mean main 1st < → <= ` +
			`or main 2nd < → <=?`,
		`5: no mutant of p is called "main 1 → 0", so correct the mark or remove it; did you mean main 1 → 2?`,
		`6: no mutant of p is called "main + → -", so correct the mark or remove it; did you mean main 1 → 2?`,
		`7: no mutant of p is called "ruin + → -", so correct the mark or remove it; there is none in ruin ` +
			`(did you mean run?)`,
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
	f.Add("a.cpp", []byte("namespace { class A : B { public: int f(); } } } int A::f() { return 1 < 2; } struct {"))
	f.Add("a.go", []byte("package a\r\n//line b.go:100\r\nvar c = 9223372036854775807 &^ `\r\n` + 'a'\r\n"))
	f.Fuzz(func(t *testing.T, file string, text []byte) {
		changes, err := changesOf(file, text)
		if err != nil {
			return
		}
		var all []Mutant
		for _, c := range changes {
			if c.from < 0 || c.from >= c.to || c.to > len(text) {
				t.Fatalf("a change from %d to %d in %d bytes", c.from, c.to, len(text))
			}
			m := mutant(file, text, c)
			all = append(all, m)
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
		nameAll(all)
		names := make(map[string]bool)
		for _, m := range all {
			if names[m.Name] {
				t.Errorf("two mutants are called %q", m.Name)
			}
			names[m.Name] = true
		}
	})
}

// FuzzMarks: every error names the file, and what is read is complete.
func FuzzMarks(f *testing.F) {
	f.Add([]byte("backtrack:\n  all that follow are found: [search break → continue, main 2nd > → >=]\n"))
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
			if m.Program == "" || m.Reason == "" || m.Place == "" {
				t.Errorf("%+v was read", m)
			}
		}
	})
}
