package loose

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// lay writes empty files into a new working folder.
func lay(t *testing.T, files string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range strings.Fields(files) {
		judgetest.Write(t, name, "")
	}
}

// TestFind: the usual names of tests, and which files become tests of a.go.
func TestFind(t *testing.T) {
	for _, c := range []struct{ name, files, want, notes string }{
		{name: "the judge's own names", files: "1.in 1.ans 2.in 2.ans 10.in 10.ans",
			want: "1 = 1.in 1.ans; 2 = 2.in 2.ans; 10 = 10.in 10.ans"},
		{name: "answers called .out", files: "1.in 1.out", want: "1 = 1.in 1.out"},
		{name: "samples", files: "sample-1.in sample-1.out sample-2.in sample-2.out",
			want: "sample-1 = sample-1.in sample-1.out; sample-2 = sample-2.in sample-2.out"},
		{name: "one pair", files: "input.txt output.txt", want: "input = input.txt output.txt"},
		{name: "numbered words", files: "input1.txt output1.txt input2.txt output2.txt",
			want: "input1 = input1.txt output1.txt; input2 = input2.txt output2.txt"},
		{name: "short words", files: "in1.txt out1.txt", want: "in1 = in1.txt out1.txt"},
		{name: "without an extension", files: "in out", want: "in = in out"},
		{name: "words in the middle", files: "test.in.1 test.out.1 sample_input_2.txt sample_output_2.txt",
			want: "sample_input_2 = sample_input_2.txt sample_output_2.txt; test.in.1 = test.in.1 test.out.1"},
		{name: "capitals", files: "sampleInput1.txt sampleOutput1.txt",
			want: "sampleInput1 = sampleInput1.txt sampleOutput1.txt"},
		{name: "two extensions", files: "1.in.txt 1.out.txt", want: "1.in = 1.in.txt 1.out.txt"},
		{name: "extensions with a number", files: "race.in1 race.out1", want: "race.in1 = race.in1 race.out1"},
		{name: "Polygon", files: "01 01.a 02 02.a 03", want: "01 = 01 01.a; 02 = 02 02.a"},
		{name: "two folders", files: "in/1.txt out/1.txt in/2.txt",
			want: "in/1 = in/1.txt out/1.txt; in/2 = in/2.txt -"},
		{name: "two folders below", files: "tests/input/a01 tests/output/a01",
			want: "tests/input/a01 = tests/input/a01 tests/output/a01"},
		{name: "words in two folders", files: "input/input1.txt output/output1.txt",
			want: "input/input1 = input/input1.txt output/output1.txt"},
		{name: "folders", files: "tests/1.in tests/1.ans samples/1.in samples/1.out tests/big/1.in tests/big/1.ans",
			want: "samples/1 = samples/1.in samples/1.out; tests/1 = tests/1.in tests/1.ans; tests/big/1 = " +
				"tests/big/1.in tests/big/1.ans"},
		{name: "a package", files: "data/sample/1.in data/sample/1.ans data/secret/1.in data/secret/1.ans",
			want: "data/sample/1 = data/sample/1.in data/sample/1.ans; data/secret/1 = data/secret/1.in " +
				"data/secret/1.ans"},
		{name: "other folders", files: "1.in 1.ans other/2.in other/2.ans .git/3.in", want: "1 = 1.in 1.ans"},
		{name: "no answer", files: "1.in", want: "1 = 1.in -"},
		{name: "what the program printed", files: "1.in 1.ans 1.out", want: "1 = 1.in 1.ans",
			notes: "1.out is left out: 1.ans is the answer"},
		{name: "no input", files: "1.in 1.ans 2.ans", want: "1 = 1.in 1.ans",
			notes: "2.ans is left out: there is no input for it"},
		{name: "files that are not tests", files: "1.in 1.ans a.out notes.txt main in.go out.c plan.md a.exe",
			want: "1 = 1.in 1.ans"},
		{name: "of two programs", files: "b.go a1.in a1.ans b1.in b1.ans", want: "a1 = a1.in a1.ans",
			notes: "b1.in is left out: by its name, it is not a test of a.go"},
		{name: "for both programs", files: "b.go 1.in 1.ans", want: "1 = 1.in 1.ans"},
		{name: "of the other program", files: "b.go b1.in b1.ans", want: "b1 = b1.in b1.ans"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lay(t, "a.go "+c.files)
			tests, err := Find(problem.Source{Name: "a.go", Dir: "."}, "")
			judgetest.Check(t, err)
			if diff := cmp.Diff(c.want, shown(tests)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.notes, strings.Join(tests.Notes, "; ")); diff != "" {
				t.Error(diff)
			}
			for _, test := range tests.Tests {
				findsAnswer(t, test)
			}
		})
	}
}

// findsAnswer removes a test's answer, writes an empty file to its AnswerPath, and checks that Find takes this file as
// the answer, and changes nothing else.
func findsAnswer(t *testing.T, test problem.Test) {
	t.Helper()
	if test.Answer != "" {
		judgetest.Check(t, os.Remove(test.Answer))
		defer judgetest.Write(t, test.Answer, "")
	}
	source := problem.Source{Name: "a.go", Dir: "."}
	without, err := Find(source, "")
	i := slices.IndexFunc(without.Tests, func(t problem.Test) bool { return t.Input == test.Input && t.Answer == "" })
	if i < 0 {
		return // 01 is no input without 01.a, and 1.out takes the place of 1.ans
	}
	judgetest.Check(t, err)
	path := without.AnswerPath(without.Tests[i])
	judgetest.Write(t, path, "")
	with, err := Find(source, "")
	judgetest.Check(t, err)
	without.Tests[i].Answer = path
	if diff := cmp.Diff(shown(without), shown(with)); path == "" || diff != "" {
		t.Errorf("%s: the answer in %q: %s", test.Input, path, diff)
	}
	if diff := cmp.Diff(without.Notes, with.Notes); diff != "" {
		t.Errorf("%s: the answer in %q: %s", test.Input, path, diff)
	}
	judgetest.Check(t, os.Remove(path))
}

// TestAnswerPath: an answer is named as the other answers are, or as usual. The first file is the input.
func TestAnswerPath(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{"3.in", "3.ans"},
		{"3.in 1.in 1.out", "3.out"},
		{"3.in 01 01.a", "3.a"},
		{"3.INP", "3.ans"},
		{"in/2.txt in/1.txt out/1.txt", "out/2.txt"},
		{"in/2.in in/1.txt out/1.txt", "out/2.txt"},
		{"in/2.in in/1.in out/1.out", "out/2.out"},
		{"in/in2.txt in/in1.txt out/out1.txt", "out/out2.txt"},
		{"in/out2.txt", "out/out2.ans"},
		{"input/input01.txt output/a.txt", "output/output01.txt"},
		{"tests/input/2.txt", "tests/output/2.txt"},
		{"tests/input/2.txt tests/input/1.txt tests/expected/1.ans", "tests/expected/2.ans"},
		{"tests.in/2.txt", "tests.ans/2.txt"},
		{"input3.txt output1.txt", "output3.txt"},
		{"input3.txt input1.txt answer1.txt", "answer3.txt"},
		{"input3.txt 1.in 1.out", "output3.txt"},
		{"input.txt", "output.txt"},
		{"in.txt", "out.txt"},
		{"in1", "out1"},
		{"inp1.txt", "ans1.txt"},
		{"sampleInput1.txt", "sampleOutput1.txt"},
		{"sampleInp1.txt", "sampleAns1.txt"},
		{"input01", "output01"},
		{"sample_input_2.txt", "sample_output_2.txt"},
		{"test_1_input.txt", "test_1_output.txt"},
		{"test.in.2 test.in.1 test.ans.1", "test.ans.2"},
		{"samples/1/input.txt samples/2/input.txt samples/2/answer.txt", "samples/1/answer.txt"},
		{"tests/1/in", "tests/1/out"},
		{"samples/2.in 1.in 1.out samples/1.in samples/1.ans", "samples/2.ans"},
	} {
		lay(t, "a.go "+c.files)
		tests, err := Find(problem.Source{Name: "a.go", Dir: "."}, "")
		judgetest.Check(t, err)
		open := problem.Test{Input: strings.Fields(c.files)[0]}
		if got := tests.AnswerPath(open); got != c.want {
			t.Errorf("%s: %q, want %q", c.files, got, c.want)
		}
		findsAnswer(t, open)
	}
}

// shown formats tests as a line: "1 = 1.in 1.ans; 2 = 2.in -".
func shown(tests Tests) string {
	var lines []string
	for _, t := range tests.Tests {
		answer := t.Answer
		if answer == "" {
			answer = "-"
		}
		lines = append(lines, t.Name+" = "+t.Input+" "+answer)
	}
	return strings.Join(lines, "; ")
}

// TestFindErrors: ambiguous files are errors.
func TestFindErrors(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{"a.go", "no tests in .: put an input and its answer there, such as 1.in and 1.ans, or name their folder: " +
			"judge test --tests DIR"},
		{"a.go other/1.in other/1.ans", "no tests in .: put"},
		{"a.go 1.in 1.input 1.ans", "1.in and 1.input: two inputs of one test; rename one"},
		{"a.go in/1.txt in/1.dat out/1.txt", "in/1.dat and in/1.txt: two inputs of one test; rename one"},
		{"a.go in/1.txt out/1.txt out/1.dat", "in/1.txt: out/1.dat and out/1.txt may both be its answer; rename one"},
		{"a.go in/1.txt out/1.txt expected/1.txt", "in/1.txt: expected/1.txt and out/1.txt may both be its answer; rename one"},
		{"a.go tests/1/2/3/4/5/1.in", "tests/1/2/3/4: the search ends 4 folders deep; name the folder of the tests: judge " +
			"test --tests DIR"},
	} {
		lay(t, c.files)
		if _, err := Find(problem.Source{Name: "a.go", Dir: "."}, ""); err == nil || !strings.HasPrefix(err.Error(),
			c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.files, err, c.want)
		}
	}
}

// TestFindIn: in a named folder, all folders below hold tests, and those of all programs count.
func TestFindIn(t *testing.T) {
	lay(t, "a.go b.go 1.in cases/x/b1.in cases/x/b1.ans")
	tests, err := Find(problem.Source{Name: "a.go", Dir: "."}, "cases")
	judgetest.Check(t, err)
	if diff := cmp.Diff("x/b1 = cases/x/b1.in cases/x/b1.ans", shown(tests)); diff != "" {
		t.Error(diff)
	}
}

func TestProgram(t *testing.T) {
	lay(t, "one/a.go one/1.in one/a.h one/B.PY two/a.go two/b.py none/1.in")
	judgetest.Write(t, "one/b.cpp", "#include <stdio.h>\n  # include \"x.h\"\n#include \"../two/y.h\"\n#include "+
		"\"none.h\"\n")
	judgetest.Write(t, "one/x.h", "#include \"z.hpp\"\n#include \"x.h\"\n")
	judgetest.Write(t, "one/z.hpp", "#include \"b.cpp\"\n")
	judgetest.Write(t, "two/y.h", "")
	source, err := Program("one/b.cpp")
	judgetest.Check(t, err)
	if diff := cmp.Diff(problem.Source{Name: "b.cpp", Dir: "one", Files: []string{"b.cpp", "x.h", "z.hpp"}},
		source); diff != "" {
		t.Error(diff)
	}
	for path, want := range map[string]string{
		"nowhere":  "nowhere: no such file or folder; name a program, such as a.cpp, or the folder that it is in",
		"one/1.in": "one/1.in: its extension is not that of a known language",
		"one/B.PY": "B.PY: no language has the extension .PY; for Python 3, rename it to B.py",
		"none":     "none: no program in it; write one, such as none/a.cpp",
		"one":      "one: 2 programs in it (a.go, b.cpp); name one, such as one/a.go",
	} {
		if _, err := Program(path); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

func TestNatural(t *testing.T) {
	want := []string{"", "1", "01", "2", "10", "100", "a", "a1b2", "a1b10", "a02", "b"}
	got := slices.Clone(want)
	slices.Sort(got)
	slices.SortFunc(got, natural)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzRead: no name is both an input and an answer, each input can have an answer, and natural is a total order.
func FuzzRead(f *testing.F) {
	f.Add("1.in", "1.ans")
	f.Add("input1.txt", "output01.txt")
	f.Fuzz(func(t *testing.T, a, b string) {
		if read(a).kind == input && read(a).key == "" {
			t.Errorf("%q is an input of no test", a)
		}
		if p := read(a); p.kind == input && !strings.ContainsAny(a, "/\x00") {
			if got := p.name(p.mark); got != a {
				t.Errorf("%q becomes %q", a, got)
			}
			if !slices.ContainsFunc(answerMarks(p.mark), func(mark string) bool {
				q := read(p.name(mark))
				return q.kind == answer && q.key == p.key
			}) {
				t.Errorf("%q can have no answer", a)
			}
		}
		if one, other := natural(a, b), natural(b, a); (one < 0) != (other > 0) || (one == 0) != (a == b) {
			t.Errorf("%q and %q: %d and %d", a, b, one, other)
		}
	})
}

// TestMatters: which saved files may change a verdict.
func TestMatters(t *testing.T) {
	for path, want := range map[string]bool{
		"a.cpp": true, "dir/check.py": true, "lib.h": true, "tests/1.in": true, "1.ans": true, "input.txt": true, "01": true,
		"a": false, "a.o": false, "notes.md": false, "log.bin": false,
	} {
		if got := Matters(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
