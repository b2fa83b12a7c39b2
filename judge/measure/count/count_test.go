package count

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// hanoi moves n disks: it makes 2ⁿ⁺¹-1 calls, and 2ⁿ-1 of them move a disk.
var hanoi = map[string]string{
	"main.go": `package main

import "fmt"

type tower struct{ moves int }

func (t *tower) search(n int) {
	if n == 0 {
		return
	}
	t.search(n - 1)
	t.moves++
	t.search(n - 1)
}

func main() {
	var n int
	fmt.Scan(&n)
	t := &tower{}
	t.search(n)
	fmt.Println(t.moves)
}
`,
	"main.cpp": `#include <iostream>
#include <vector>
namespace {
struct Tower {
	std::vector<int> moves;
	void search(int n) {
		if (n == 0)
			return;
		search(n - 1);
		moves.push_back(n);
		search(n - 1);
	}
};
}
int main() {
	int n;
	std::cin >> n;
	Tower t;
	t.search(n);
	std::cout << t.moves.size() << "\n";
}
`,
}

// source writes a program and returns it.
func source(t *testing.T, file, text string) problem.Source {
	t.Helper()
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, file), text)
	return problem.Source{Name: "x", Dir: dir, Files: []string{file}}
}

func openCache(t *testing.T) *compile.Cache {
	t.Helper()
	cache, err := compile.OpenCache("", plain.Executor{})
	judgetest.Check(t, err)
	t.Cleanup(func() { cache.Close() })
	return cache
}

// counted builds a program, and skips the test if the compiler is missing.
func counted(t *testing.T, s problem.Source, search string) (*Executable, error) {
	t.Helper()
	p, err := Build(t.Context(), openCache(t), s, search)
	var missing *compile.MissingError
	if errors.As(err, &missing) {
		t.Skip(missing)
	}
	return p, err
}

// run runs a program on an input, and returns its counts and output.
func run(t *testing.T, p *Executable, input string, limit time.Duration) (Counts, string, error) {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	judgetest.Write(t, in, input)
	c, err := p.Run(t.Context(), problem.Test{Input: in}, out, limit)
	output, _ := os.ReadFile(out)
	return c, string(output), err
}

func TestCounts(t *testing.T) {
	for file, text := range hanoi {
		t.Run(file, func(t *testing.T) {
			p, err := counted(t, source(t, file, text), "search")
			judgetest.Check(t, err)
			three, output, err := run(t, p, "3\n", time.Minute)
			judgetest.Check(t, err)
			if output != "7\n" {
				t.Errorf("output %q, want 7: counting has changed it", output)
			}
			if !three.HasNodes || three.Nodes != 15 {
				t.Errorf("%+v, want 15 nodes", three)
			}
			// By hand: 15 calls reach the if, 8 return there, 7 execute three statements more, and main has five.
			if file == "main.go" && three.Statements != 15+8+3*7+5 {
				t.Errorf("%d statements, want 49", three.Statements)
			}
			if again, _, err := run(t, p, "3\n", time.Minute); err != nil || again != three {
				t.Errorf("again: %+v, %v, want %+v", again, err, three)
			}
			// gcc also counts the first line of a function, and some lines of main. So the test checks what one more
			// disk adds.
			four, _, err := run(t, p, "4\n", time.Minute)
			judgetest.Check(t, err)
			want := map[string]int64{"main.go": 16 + 8 + 3*8, "main.cpp": 2*16 + 8 + 3*8}[file]
			if got := four.Statements - three.Statements; got != want {
				t.Errorf("one disk more adds %d statements, want %d", got, want)
			}
		})
	}
}

func TestSearchByAnotherName(t *testing.T) {
	const text = `package main

import "fmt"

var calls = 0

func main() {
	WALK
	walk(9)
	fmt.Println(calls)
}
`
	for declared, names := range map[string]map[string]int64{
		"var walk func(n int)\n\twalk = func(n int) {\n\t\tcalls++\n\t\tif n > 0 {\n\t\t\twalk(n - 1)\n\t\t}\n\t}": {
			"walk": 10, "main": 1, "search": 0},
		"var unused, walk = 0, func(n int) {\n\t\tcalls += n + 1\n\t}\n\t_ = unused": {"walk": 1, "main": 1},
	} {
		s := source(t, "main.go", strings.Replace(text, "WALK", declared, 1))
		for name, want := range names {
			p, err := counted(t, s, name)
			judgetest.Check(t, err)
			got, output, err := run(t, p, "", time.Minute)
			if err != nil || output != "10\n" || got.Nodes != want || got.HasNodes != (want > 0) {
				t.Errorf("%s: %+v, output %q, %v; want %d nodes", name, got, output, err, want)
			}
		}
	}
}

func TestUnknown(t *testing.T) {
	endless := "package main\n\nfunc main() {\n\tfor {\n\t}\n}\n"
	failing := "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Exit(3)\n}\n"
	twice := "package main\n\ntype a struct{}\ntype b struct{}\n\nfunc (a) search() {}\nfunc (b) search() " +
		"{}\n\nfunc main() {}\n"
	for _, test := range []struct {
		name, text string
		limit      time.Duration
		want       string
	}{
		{"endless", endless, 100 * time.Millisecond, "counting stopped after 100ms (limit)"},
		{"failing", failing, time.Minute, "the program fails when run with counters: exit status 3"},
		{"twice", twice, time.Minute, "two functions have the name search, at "},
	} {
		p, err := counted(t, source(t, "main.go", test.text), "search")
		if err == nil {
			_, _, err = run(t, p, "", test.limit)
		}
		var unknown *UnknownError
		if !errors.As(err, &unknown) || !strings.HasPrefix(unknown.Reason, test.want) {
			t.Errorf("%s: got %v, want an *UnknownError %s", test.name, err, test.want)
		}
	}
}

// TestForged: forged counters do not make the judge fail, and cannot pass flags to the tool.
func TestForged(t *testing.T) {
	// Functions registered in this order run at exit after gcc's own, which writes the counters.
	const writes = `#include <stdio.h>
__attribute__((destructor(101))) static void forge(void) {
	const char *names[] = {NAMES};
	for (int i = 0; i < sizeof names / sizeof *names; i++) {
		FILE *f = fopen(names[i], "w");
		fputs("forged", f);
		fclose(f);
	}
}
static int search(int n) { return n ? 1 + search(n - 1) : 0; }
int main(void) { return search(10) - 10; }
`
	for names, reason := range map[string]string{
		`"--help.gcda", "@more.gcda", "other.gcda"`: "", // a flag, and a file of flags
		`"program-main.gcda", "main.gcda"`:          "gcov cannot read the counters",
	} {
		p, err := counted(t, source(t, "main.c", strings.Replace(writes, "NAMES", names, 1)), "search")
		judgetest.Check(t, err)
		c, _, err := run(t, p, "", time.Minute)
		var unknown *UnknownError
		if errors.As(err, &unknown) != (reason != "") || err == nil && c.Nodes != 11 ||
			err != nil && !strings.HasPrefix(err.Error(), reason) {
			t.Errorf("%s: %+v, %v", names, c, err)
		}
	}
}

// TestAdd: counters that a program forges may hold any number.
func TestAdd(t *testing.T) {
	for _, forged := range [][2]int64{{-1, 1}, {1, -1}, {1 << 40, 1 << 40}, {1, mostStatements}} {
		c := Counts{Statements: 1}
		if err := c.add(forged[0], forged[1]); err == nil {
			t.Errorf("%v is counted as %d", forged, c.Statements)
		}
	}
}

// TestWrap: a run long enough for a counter to wrap is refused, whatever its limit.
func TestWrap(t *testing.T) {
	p, err := counted(t, source(t, "main.go", hanoi["main.go"]), "search")
	judgetest.Check(t, err)
	p.counters.longest = time.Millisecond
	var unknown *UnknownError
	if c, _, err := run(t, p, "22\n", time.Hour); !errors.As(err, &unknown) || !strings.Contains(unknown.Reason,
		"counter overflow") {
		t.Errorf("got %+v, %v", c, err)
	}
	if longest := wraps(); longest < 100*time.Millisecond || longest > time.Minute {
		t.Errorf("Go's counters could wrap after %v, which is implausible", longest)
	}
}

func TestSearch(t *testing.T) {
	p := &problem.Problem{Search: map[string]string{"bits": "none", "links": "place"}}
	for approach, want := range map[string]string{"dlx": "search", "bits": "", "links": "place"} {
		if got := Search(p, approach); got != want {
			t.Errorf("%s: got %q, want %q", approach, got, want)
		}
	}
}

// TestFilesOfTests: a counting run has the files of its test in its working folder.
func TestFilesOfTests(t *testing.T) {
	e, err := counted(t, source(t, "main.c", `#include <stdio.h>
static void search(int n) { if (n > 0) search(n - 1); }
int main(void) {
	int n;
	FILE *f = fopen("sub/n.txt", "r");
	return !f || fscanf(f, "%d", &n) != 1 ? 1 : (search(n), 0);
}
`), "search")
	judgetest.Check(t, err)
	dir := t.TempDir()
	judgetest.Unpack(t, dir, "-- 1.in --\n-- n --\n6\n")
	test := problem.Test{Input: filepath.Join(dir, "1.in"), Files: []problem.File{{Name: "sub/n.txt",
		Path: filepath.Join(dir, "n")}}}
	counts, err := e.Run(t.Context(), test, filepath.Join(t.TempDir(), "output"), time.Minute)
	if err != nil || counts.Nodes != 7 {
		t.Errorf("%v nodes, %v, want 7", counts.Nodes, err)
	}
}

// TestGcovSum: only lines of the program's own sources count. Two functions called search are an error.
func TestGcovSum(t *testing.T) {
	g := &gcov{search: "search", sources: []string{"main.c"}}
	const lines = `{"files": [{"file": "main.c", "lines": [{"count": 2}, {"count": 3}], "functions": [%s]},
		{"file": "stdio.h", "lines": [{"count": 7}]}]}`
	const one = `{"demangled_name": "Solver::search(int)", "execution_count": 4}`
	got, err := g.sum(fmt.Appendf(nil, lines, one))
	if err != nil || got.Statements != 5 || got.Nodes != 4 || !got.HasNodes {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := g.sum(fmt.Appendf(nil, lines, one+","+one)); err == nil ||
		err.Error() != "2 functions have the name search; rename all but one" {
		t.Errorf("two functions: %v", err)
	}
}

// FuzzGcov: any output of gcov gives counts or an error.
func FuzzGcov(f *testing.F) {
	f.Add([]byte(`{"files": [{"file": "main.c", "lines": [{"count": 7}], "functions": [{"demangled_name": "T::search<int>(int)", "execution_count": 3}]}]}`))
	f.Add([]byte(`{"files": [{"file": "./main.c", "functions": [{"demangled_name": "search"}, {"demangled_name": "search(a)"}]}]}{}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		g := &gcov{search: "search", sources: []string{"main.c"}}
		if c, err := g.sum(text); err == nil && c.HasNodes && !bytes.Contains(text, []byte("main.c")) &&
			!bytes.Contains(text, []byte(`\`)) {
			t.Errorf("%+v of another file", c)
		}
	})
}
