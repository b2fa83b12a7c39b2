package loose

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
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

// TestFind: which files become tests of a.go.
func TestFind(t *testing.T) {
	for _, c := range []struct{ name, files, want, notes string }{
		// names that tools write
		{"Kattis", "A-0001.in A-0001.ans", "A-0001 = A-0001.in A-0001.ans", ""},
		{"CSES, DMOJ, CMS, new USACO", "1.in 1.out 2.in 2.out 10.in 10.out", "1 = 1.in 1.out; 2 = 2.in 2.out; 10 = 10.in " +
			"10.out", ""},
		{"oj", "test/sample-1.in test/sample-1.out", "test/sample-1 = test/sample-1.in test/sample-1.out", ""},
		{"Codeforces, with cf-tool", "in1.txt ans1.txt", "in1 = in1.txt ans1.txt", ""},
		{"AtCoder, with atcoder-tools", "in_1.txt out_1.txt", "in_1 = in_1.txt out_1.txt", ""},
		{"AtCoder, from its archive", "in/sample_01.txt out/sample_01.txt in/b02 out/b02",
			"in/b02 = in/b02 out/b02; in/sample_01 = in/sample_01.txt out/sample_01.txt", ""},
		{"Library Checker", "in/example_00.in out/example_00.out", "in/example_00 = in/example_00.in out/example_00.out", ""},
		{"JOI", "in/01-01.txt out/01-01.txt", "in/01-01 = in/01-01.txt out/01-01.txt", ""},
		{"JOI, older", "2010-yo-t1-in1.txt 2010-yo-t1-out1.txt", "2010-yo-t1-in1 = 2010-yo-t1-in1.txt " +
			"2010-yo-t1-out1.txt", ""},
		{"COCI", "aladin.in.1a aladin.out.1a", "aladin.in.1a = aladin.in.1a aladin.out.1a", ""},
		{"COCI, dummies", "a.dummy.in.1 a.dummy.out.1", "a.dummy.in.1 = a.dummy.in.1 a.dummy.out.1", ""},
		{"HackerRank", "a-testcases/input/input00.txt a-testcases/output/output00.txt", "a-testcases/input/input00 = " +
			"a-testcases/input/input00.txt a-testcases/output/output00.txt", ""},
		{"HackerRank, by the problem", "big-sum-testcases/input/1.txt big-sum-testcases/output/1.txt", "big-sum-testcases/" +
			"input/1 = big-sum-testcases/input/1.txt big-sum-testcases/output/1.txt", ""},
		{"USACO, older", "I.1 O.1", "I.1 = I.1 O.1", ""},
		{"competitest", "a_input0.txt a_output0.txt", "a_input0 = a_input0.txt a_output0.txt", ""},
		{"cpbooster", "a.in1 a.ans1 a.out1", "a.in1 = a.in1 a.ans1", "a.out1 is left out: a.ans1 is the answer"},
		{"Polygon", "01 01.a tests/02 tests/02.a 03", "01 = 01 01.a; tests/02 = tests/02 tests/02.a", ""},
		{"Themis", "Test01/A.INP Test01/A.OUT", "Test01/A.INP = Test01/A.INP Test01/A.OUT", ""},
		{"a package", "data/sample/1.in data/sample/1.ans data/secret/1.in data/secret/1.ans",
			"data/sample/1 = data/sample/1.in data/sample/1.ans; data/secret/1 = data/secret/1.in " +
				"data/secret/1.ans", ""},
		// other usual names
		{"one pair", "input.txt output.txt", "input = input.txt output.txt", ""},
		{"numbered words", "input1.txt output1.txt input2.txt output2.txt",
			"input1 = input1.txt output1.txt; input2 = input2.txt output2.txt", ""},
		{"without an extension", "in out", "in = in out", ""},
		{"words at the end", "sample_input_2.txt sample_output_2.txt a-input a-expected", "a-input = a-input a-expected; " +
			"sample_input_2 = sample_input_2.txt sample_output_2.txt", ""},
		{"capitals", "sampleInput1.txt sampleOutput1.txt Input Output",
			"Input = Input Output; sampleInput1 = sampleInput1.txt sampleOutput1.txt", ""},
		{"two extensions", "1.in.txt 1.out.txt", "1.in = 1.in.txt 1.out.txt", ""},
		{"rarer extensions", "1.in 1.ok 2.in 2.res 3.in 3.exp 4.in 4.sol", "1 = 1.in 1.ok; 2 = 2.in 2.res; 3 = 3.in 3.exp; " +
			"4 = 4.in 4.sol", ""},
		{"answers in a folder", "1.in answers/1.txt 2.in expected/2.ans", "1 = 1.in answers/1.txt; 2 = 2.in expected/2.ans", ""},
		{"two folders", "in/1.txt out/1.txt in/2.txt", "in/1 = in/1.txt out/1.txt; in/2 = in/2.txt -", ""},
		{"two folders below", "tests/input/a01 tests/output/a01",
			"tests/input/a01 = tests/input/a01 tests/output/a01", ""},
		{"a folder for each test", "test1/input.txt test1/output.txt 02/in 02/out case_3/1.in case_3/1.ans 4/b.go 4/in 4/out " +
			"testcase5/in testcase5/out t_6/input.txt t_6/output.txt abc7/in p1/in t8/b.go t8/in", "02/in = 02/in 02/out; " +
			"case_3/1 = case_3/1.in case_3/1.ans; t_6/input = t_6/input.txt t_6/output.txt; test1/input = test1/input.txt test1/output.txt; " +
			"testcase5/in = testcase5/in testcase5/out", ""},
		{"folders", "tests/1.in tests/1.ans samples/1.in samples/1.out tests/big/1.in tests/big/1.ans",
			"samples/1 = samples/1.in samples/1.out; tests/1 = tests/1.in tests/1.ans; tests/big/1 = " +
				"tests/big/1.in tests/big/1.ans", ""},
		{"too deep", "data/1/2/3/1.in data/1/2/3/4/1.in", "data/1/2/3/1 = data/1/2/3/1.in -",
			"data/1/2/3/4 is left out: it is more than 4 folders deep"},
		// what is left out
		{"no answer", "1.in", "1 = 1.in -", ""},
		{"other extensions", "1.in 1.ref 2.txt a.in a.h 3.in 3.ans", "1 = 1.in -; 3 = 3.in 3.ans; a = a.in -",
			"1.ref is left out: its name does not fit an answer to 1.in"},
		{"other folders", "1.in 1.ans other/2.in other/2.ans .git/3.in", "1 = 1.in 1.ans", ""},
		{"what the program printed", "1.in 1.ans 1.out 2.in 2.ok 2.out in.txt out.txt expected.txt",
			"1 = 1.in 1.ans; 2 = 2.in 2.ok; in = in.txt expected.txt", "1.out is left out: 1.ans is the answer; 2.out is " +
				"left out: 2.ok is the answer; out.txt is left out: expected.txt is the answer"},
		{"the case of letters", "A.in a.ans", "A = A.in -", "a.ans is left out: there is no input for it"},
		{"a stale output", "input.txt output.txt expected_output.txt", "input = input.txt expected_output.txt",
			"output.txt is left out: expected_output.txt is the answer"},
		{"two answers", "in/1.txt out/1.txt expected/1.txt out/1.dat", "in/1 = in/1.txt expected/1.txt",
			"out/1.dat is left out: there is no input for it; out/1.txt is left out: expected/1.txt is the answer"},
		{"no input", "1.in 1.ans 2.ans", "1 = 1.in 1.ans", "2.ans is left out: there is no input for it"},
		{"files that are not tests", "1.in 1.ans a.out notes.txt main in.go out.c plan.md a.exe libx.a sol.txt " +
			"input-format.txt output-format.txt todo-in-progress.txt sign-in.txt input_validators/README.md in/README.md",
			"1 = 1.in 1.ans", ""},
		// several programs
		{"of two programs", "b.go a1.in a1.ans b1.in b1.ans", "a1 = a1.in a1.ans",
			"b1.in is left out: by its name, it is not a test of a.go"},
		{"of two programs, in a folder", "b.go tests/a1.in tests/b1.in", "tests/a1 = tests/a1.in -",
			"tests/b1.in is left out: by its name, it is not a test of a.go"},
		{"folders of two programs", "b.go samples/a/1.in samples/b/1.in a-tests/2.in b-tests/3.in b/4.in",
			"a-tests/2 = a-tests/2.in -; samples/a/1 = samples/a/1.in -",
			"b-tests/3.in and 1 more are left out: by their names, they are not tests of a.go"},
		{"in capitals", "B.go A1.in A1.ans samples/A/1.in samples/b/1.in B1.in", "A1 = A1.in A1.ans; samples/A/1 = samples/A/1.in -",
			"B1.in and 1 more are left out: by their names, they are not tests of a.go"},
		{"for both programs", "b.go 1.in 1.ans b2.in", "1 = 1.in 1.ans",
			"b2.in is left out: by its name, it is not a test of a.go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lay(t, "a.go "+c.files)
			tests, err := Find(t.Context(), problem.Source{Name: "a.go", Dir: "."}, "")
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
	without, err := Find(t.Context(), source, "")
	i := slices.IndexFunc(without.Tests, func(t problem.Test) bool { return t.Input == test.Input && t.Answer == "" })
	if i < 0 {
		return // 01 is not an input without 01.a, and 1.out takes the place of 1.ans
	}
	judgetest.Check(t, err)
	path := without.AnswerPath(without.Tests[i])
	judgetest.Write(t, path, "")
	with, err := Find(t.Context(), source, "")
	judgetest.Check(t, err)
	without.Tests[i].Answer = path
	if diff := cmp.Diff(shown(without), shown(with)); path == "" || diff != "" {
		t.Errorf("%s: the answer in %q: %s", test.Input, path, diff)
	}
	notes := slices.DeleteFunc(without.Notes, func(note string) bool { return strings.HasSuffix(note, " "+test.Input) })
	if diff := cmp.Diff(strings.Join(notes, "; "), strings.Join(with.Notes, "; ")); diff != "" {
		t.Errorf("%s: the answer in %q: %s", test.Input, path, diff)
	}
	judgetest.Check(t, os.Remove(path))
}

// TestAnswerPath: an answer is named as the other answers are, or as usual. The first file is the input.
func TestAnswerPath(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{"3.in", "3.ans"},
		{"3.in 1.in 1.out", "3.out"},
		{"3.in 01 01.a", "3.ans"},
		{"2.in 1.in answers/1.txt", "answers/2.txt"},
		{"3.INP", "3.ans"},
		{"in/2.txt in/1.txt out/1.txt", "out/2.txt"},
		{"in/2.in in/1.txt out/1.txt", "out/2.out"},
		{"in/2.in in/1.in out/1.out", "out/2.out"},
		{"in/in2.txt in/in1.txt out/out1.txt", "out/out2.txt"},
		{"in/out2.txt", "out/out2.txt"},
		{"input/input01.txt output/a.txt", "output/output01.txt"},
		{"tests/input/2.txt", "tests/output/2.txt"},
		{"tests/input/2.txt tests/input/1.txt tests/expected/1.ans", "tests/expected/2.ans"},
		{"input3.txt output1.txt", "output3.txt"},
		{"input3.txt input1.txt answer1.txt", "answer3.txt"},
		{"input3.txt 1.in 1.out", "output3.txt"},
		{"input.txt", "output.txt"},
		{"in.txt", "out.txt"},
		{"in1", "out1"},
		{"inp1.txt", "out1.txt"},
		{"sampleInput1.txt", "sampleOutput1.txt"},
		{"input01", "output01"},
		{"sample_input_2.txt", "sample_output_2.txt"},
		{"test_1_input.txt", "test_1_output.txt"},
		{"test.in.2 test.in.1 test.ans.1", "test.ans.2"},
		{"samples/1/input.txt samples/2/input.txt samples/2/answer.txt", "samples/1/answer.txt"},
		{"tests/1/in", "tests/1/out"},
		{"tests/1/input.txt tests/2/in tests/2/out", "tests/1/output.txt"},
		{"samples/2.in 1.in 1.out samples/1.in samples/1.ans", "samples/2.ans"},
	} {
		lay(t, "a.go "+c.files)
		tests, err := Find(t.Context(), problem.Source{Name: "a.go", Dir: "."}, "")
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
		{"a.go in/1.txt in/1.dat out/1.txt", "in/1.txt and in/1.dat: two inputs of one test; rename one"},
		{"a.go 1.in.txt 1.inp.txt 1.out.txt", "1.in.txt and 1.inp.txt: two inputs of one test; rename one"},
		{"a.go 1.in 1.ans 1.ANS", "1.in: 1.ANS and 1.ans may both be its answer; rename one"},
		{"a.go b.go b1.in x/1.in", "no tests of a.go: b1.in belongs to b.go; add a test such as a1.in and a1.ans, or name"},
	} {
		lay(t, c.files)
		if _, err := Find(t.Context(), problem.Source{Name: "a.go", Dir: "."}, ""); err == nil ||
			!strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.files, err, c.want)
		}
	}
}

// TestCompiled: what a compiler made is not part of a test, whatever its name is.
func TestCompiled(t *testing.T) {
	windows := "MZ" + strings.Repeat("\x00", 58) + "\x40\x00\x00\x00PE\x00\x00"
	for text, want := range map[string]bool{
		"\x7fELF\x02": true, "\xcf\xfa\xed\xfe": true, "\xca\xfe\xba\xbe": true, "\xca\xfe\xba\xbf": true,
		"\xa7\x0d\r\n\x00\x00\x00\x00\x01\x02\x03\x04\x05\x06\x07\x08": true, windows: true, "!<arch>\nx": true,
		"": false, "MZ": false, "MZ" + strings.Repeat("x", 100): false, "10\r\n1 2 3 4 5 6 7 8\r\n": false, "ELF": false,
	} {
		lay(t, "a.go 1.in")
		for _, name := range []string{"1.out", "2.in", "3", "3.a"} {
			judgetest.Write(t, name, text)
		}
		tests, err := Find(t.Context(), problem.Source{Name: "a.go", Dir: "."}, "")
		judgetest.Check(t, err)
		if got := shown(tests) == "1 = 1.in -" && tests.Notes == nil; got != want {
			t.Errorf("%q: %v, %v", text, shown(tests), tests.Notes)
		}
	}
}

// TestFindInterrupted: an interrupt ends a search, and what strangers packed into a folder does not make it long.
func TestFindInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	judgetest.Write(t, "a.go", "")
	for i := range 6000 {
		judgetest.Check(t, os.Mkdir(fmt.Sprintf("out%d", i), 0o755))
	}
	judgetest.Write(t, "in/1.txt", "")
	judgetest.Write(t, ".cph/x.prob", "{}")
	source := problem.Source{Name: "a.go", Dir: "."}
	if tests, err := Find(t.Context(), source, ""); err != nil || len(tests.Tests) != 1 {
		t.Errorf("%v, %v", tests.Tests, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Find(ctx, source, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, _, err := probOf(ctx, source, true); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestFindIn: in a named folder, all folders below hold tests, and those of all programs count.
func TestFindIn(t *testing.T) {
	lay(t, "a.go b.go 1.in cases/x/b1.in cases/x/b1.ans")
	tests, err := Find(t.Context(), problem.Source{Name: "a.go", Dir: "."}, "cases")
	judgetest.Check(t, err)
	if diff := cmp.Diff("x/b1 = cases/x/b1.in cases/x/b1.ans", shown(tests)); diff != "" {
		t.Error(diff)
	}
}

func TestSourceAt(t *testing.T) {
	lay(t, "one/a.go one/b.cpp one/1.in one/a.h one/B.PY two/a.go two/b.py none/1.in "+
		"many/a.c many/b.c many/c.c many/d.c many/e.c many/f.c many/g.c many/h.c")
	source, err := SourceAt("one/b.cpp")
	judgetest.Check(t, err)
	if diff := cmp.Diff(problem.Source{Name: "b.cpp", Dir: "one", Files: []string{"b.cpp"}, Beside: true},
		source); diff != "" {
		t.Error(diff)
	}
	for path, want := range map[string]string{
		"nowhere":  "nowhere: no such file or folder; name a program, such as a.cpp, or the folder that it is in",
		"one/1.in": "one/1.in: no known language has its extension",
		"one/B.PY": "B.PY: no language has the extension .PY; for Python 3, rename it to B.py",
		"none":     "none: no program in it; write one, such as none/a.cpp",
		"one":      "one: 2 programs in it (a.go, b.cpp); name one, such as one/a.go",
		"many":     "many: 8 programs in it (a.c, b.c, c.c, d.c, e.c, f.c and 2 more); name one, such as many/a.c",
	} {
		if _, err := SourceAt(path); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// TestLanguage: a flag, judge.yaml or the first line decides which language a program is in, in this order.
func TestLanguage(t *testing.T) {
	for _, c := range []struct{ file, text, yaml, flag, want string }{
		{"a.py", "", "", "", ""},
		{"a.py", "", "language: pypy3\n", "", "pypy3"},
		{"a.py", "", "language: python2\n", "pypy3", "pypy3"},
		{"a.py", "#!/usr/bin/env pypy3\n", "", "", "pypy3"},
		{"a.py", "#! /opt/pypy3.10/bin/pypy -O\n", "", "", "pypy3"},
		{"a.py", "#!/usr/bin/pypy2\n", "", "", "python2"},
		{"a.py", "#!/usr/bin/env pypy3\n", "language: python3\n", "", "python3"},
		{"a.py", "#!/usr/bin/env python3\n# not pypy3\n", "", "", ""},
		{"a.cpp", "", "language: pypy3\n", "", ""},
		{"a.c", "", "", "cpp", "cpp"},
		{"a.py", "", "language: pipy3\n", "", "judge.yaml: language: \"pipy3\" is not the code of a language (did you " +
			"mean pypy3?); list them with: judge doctor"},
		{"a.py", "", "", "script", "--language: \"script\" is not the code of a language"},
	} {
		lay(t, "1.in 1.ans")
		judgetest.Write(t, c.file, c.text)
		judgetest.Write(t, "judge.yaml", c.yaml)
		f, err := Open(t.Context(), c.file, Options{Language: c.flag})
		if err != nil {
			if !strings.HasPrefix(err.Error(), c.want) || c.want == "" {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		if got := f.Problem.Submissions[0].Language; got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// TestHelp: "judge help folders" shows the table of pairs.
func TestHelp(t *testing.T) {
	text := judgetest.Read(t, "../../help/folders.txt")
	var shown []pair
	for _, found := range regexp.MustCompile(`(\S+) → (\S+)`).FindAllStringSubmatch(text, -1) {
		shown = append(shown, pair{in: found[1], answer: found[2]})
	}
	var want []pair
	for _, p := range pairs {
		want = append(want, pair{in: p.in, answer: p.answer})
	}
	if diff := cmp.Diff(want, shown, cmp.AllowUnexported(pair{})); diff != "" {
		t.Error(diff)
	}
	for _, word := range slices.Concat(inputWords[:3], answerEndings) {
		if !strings.HasSuffix(word, "s") && word != "expected-output" && !regexp.MustCompile(`\b`+word+`\b`).MatchString(text) {
			t.Errorf("the word %s is missing", word)
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

// FuzzNames: no name is an input and its own answer, a new answer matches, and natural is a total order.
func FuzzNames(f *testing.F) {
	f.Add("in/1.in", "1.ans")
	f.Add("input1.txt", "tests/output01.txt")
	f.Fuzz(func(t *testing.T, a, b string) {
		for i, p := range pairs {
			captures, words, is := forms[input][i].match(a)
			if !is {
				continue
			}
			out := forms[answer][i]
			for _, path := range append(out.paths(captures, nil), out.paths(captures, out.usual(words))...) {
				if got, _, is := out.match(path); path == a || !is || !slices.Equal(got, captures) {
					t.Errorf("%v: the answer to %q is %q, but %q is not %q", p, a, path, got, captures)
				}
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
