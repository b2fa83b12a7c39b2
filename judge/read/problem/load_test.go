package problem

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
	yaml "dlxjudge/judge/read/strictyaml"
)

// base is a small checkout without mistakes; the tests change some of its files.
const base = `
-- problems/judges.yaml --
poj: {name: POJ, url: http://poj.org/, whitespace: trailing}
-- problems/sum/problem.yaml --
problem_format_version: 2025-09
name: Sum
limits:
  time_limit: 1.5
  time_resolution: 0.5
  memory: 64
-- problems/sum/judge.yaml --
judge: poj
id: "1000"
url: http://poj.org/problem?id=1000
search: {bits: none}
-- problems/sum/submissions/submissions.yaml --
accepted/slow:
  secret/big: {permitted: [AC, TLE]}
-- problems/sum/submissions/wrong_answer/int32/main.go --
package main
-- solutions/sum/dlx/main.go --
package main
-- solutions/sum/dlx/main_test.go --
package main
-- solutions/sum/slow/main.c --
-- testdata/sum/sample/1.in --
1 2
-- testdata/sum/sample/1.ans --
3
-- testdata/sum/secret/test_group.yaml --
output_validator_args: [case_sensitive]
-- testdata/sum/secret/big/01.in --
-- testdata/sum/secret/big/01.ans --
-- testdata/sum/secret/small/01.in --
-- testdata/sum/secret/small/01.ans --
`

// checkout unpacks the base with changes.
func checkout(t *testing.T, changes string) {
	t.Helper()
	unpack(t, base, changes)
}

// unpack writes the files of txtar archives, each of which changes those before it, and makes their folder the working
// directory. A file whose content is "removed" is left out.
func unpack(t *testing.T, archives ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	files := make(map[string]string)
	for _, archive := range archives {
		for _, f := range txtar.Parse([]byte(archive)).Files {
			files[f.Name] = string(f.Data)
		}
	}
	for name, text := range files {
		if text != "removed\n" {
			judgetest.Write(t, name, text)
		}
	}
}

func TestLoadTree(t *testing.T) {
	checkout(t, `
-- problems/judges.yaml --
poj:
  name: POJ
  whitespace: trailing
  languages: [C, C++]
  c: gnu89
  cpp: c++98
  menu: {C++: G++}
  notes: {C: heed this}
  file_names: {Java: Main}
  submit: http://poj.org/submit?problem_id={id}
  source: {min_bytes: 50, max_bytes: 65536}
  unverified: [source, menu]
-- problems/sum/judge.yaml --
judge: poj
id: "1000"
url: http://poj.org/problem?id=1000
search: {bits: none}
unverified: [memory]
`)
	set, err := Load(Tree("."), nil)
	if err != nil {
		t.Fatal(err)
	}
	standards := map[string]string{"c": "gnu89", "cpp": "c++98"}
	test := func(name string, args ...string) Test {
		at := ""
		if len(args) > 0 {
			at = "testdata/sum/secret/test_group.yaml:1:24"
		}
		return Test{Name: name, Input: "testdata/sum/" + name + ".in", Answer: "testdata/sum/" + name + ".ans",
			CheckerArgs: args, CheckerArgsAt: at}
	}
	want := []*Problem{{
		Name: "sum", Settings: Settings{Format: "2025-09"},
		Dir: "problems/sum", DataDir: "testdata/sum", Search: map[string]string{"bits": "none"},
		About: About{Title: "Sum", Titles: map[string]string{"en": "Sum"}, Given: []GivenLimit{{"memory", 64}}},
		Limits: Limits{Time: 1500 * time.Millisecond, Resolution: 500 * time.Millisecond, Multipliers: Multipliers{2000,
			1500}, Memory: 64 << 20, Output: 8 << 20, Validation: DefaultValidation},
		Judge: OnlineJudge{Key: "poj", Name: "POJ", ID: "1000", URL: "http://poj.org/problem?id=1000",
			Whitespace: ForgiveTrailing, SubmitPage: "http://poj.org/submit?problem_id=1000",
			Languages: []string{"C", "C++"}, Standards: standards, FileNames: map[string]string{"Java": "Main"},
			Menu: map[string]string{"C++": "G++"}, Notes: map[string]string{"C": "heed this"},
			SendPage: "http://poj.org/problem?id=1000", Source: SourceSize{Min: 50, Max: 65536},
			Unverified: []string{"source", "menu", "memory"}},
		Tests: []Test{test("sample/1"), test("secret/big/01", "case_sensitive"), test("secret/small/01",
			"case_sensitive")},
		Submissions: []Submission{
			{
				Source: Source{Name: "dlx", Dir: "solutions/sum/dlx",
					Files: []string{"main.go"}, Standards: standards},
				Problem: "sum", Name: "dlx", Path: "accepted/dlx", Solution: true,
			},
			{
				Source: Source{Name: "slow", Dir: "solutions/sum/slow",
					Files: []string{"main.c"}, Standards: standards},
				Problem: "sum", Name: "slow", Path: "accepted/slow", Solution: true,
			},
			{
				Source: Source{Name: "int32", Dir: "problems/sum/submissions/wrong_answer/int32",
					Files: []string{"main.go"}, Standards: standards},
				Problem: "sum", Name: "wrong_answer/int32", Path: "wrong_answer/int32",
			},
		},
	}}
	got := set.Problems
	if len(got) == 1 {
		got[0].Expectations = nil // TestExpectations is about these
	}
	for i := range want[0].Submissions {
		want[0].Submissions[i].Beside = true
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Problem{})); diff != "" {
		t.Errorf("Load (-want +got):\n%s", diff)
	}
}

// A problem's own facts replace its judge's, and the replaced facts no longer count as unverified.
func TestOwnFacts(t *testing.T) {
	judge := OnlineJudge{
		Key: "spoj", Languages: []string{"C++", "Go"}, Menu: map[string]string{"Go": "Go 1"},
		Source: SourceSize{Min: 5, Max: 50000},

		Unverified: []string{"source", "menu", "Go"},
	}
	read := func(own string) OnlineJudge {
		doc, err := yaml.Parse("judge.yaml", []byte("judge: spoj\n"+own))
		judgetest.Check(t, err)
		var p Problem
		judgetest.Check(t, p.decodeJudge(doc, "judges.yaml", map[string]OnlineJudge{"spoj": judge}))
		return p.Judge
	}
	got := read("languages: [C++]\nsource: {max_bytes: 10000}\nunverified: [C++, memory]\n")
	want := OnlineJudge{
		Key: "spoj", Languages: []string{"C++"}, Menu: map[string]string{"Go": "Go 1"}, Source: SourceSize{Max: 10000},
		Unverified: []string{"menu", "C++", "memory"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(judge, read("")); diff != "" {
		t.Errorf("without facts of its own (-want +got):\n%s", diff)
	}
}

// TestEntry checks a language's name in the menu, and whether that name is certain.
func TestEntry(t *testing.T) {
	menu := map[string]string{"C++": "G++"}
	for _, c := range []struct {
		judge    OnlineJudge
		language string
		want     string
		known    bool
	}{
		{OnlineJudge{Menu: menu}, "C++", "G++", true},
		{OnlineJudge{Menu: menu, Unverified: []string{"source"}}, "C++", "G++", true},
		{OnlineJudge{Menu: menu, Unverified: []string{"menu"}}, "C++", "G++", false},
		{OnlineJudge{Menu: menu}, "C", "C", false},
		{OnlineJudge{}, "Go", "Go", false},
	} {
		if got, known := c.judge.Entry(c.language); got != c.want || known != c.known {
			t.Errorf("%v, %s: got %s, known: %v", c.judge, c.language, got, known)
		}
	}
}

func TestLoadPackage(t *testing.T) {
	checkout(t, `
-- sum/problem.yaml --
problem_format_version: 2025-09
type: [pass-fail]
name: {de: Summe, en: Sum}
uuid: 123e4567-e89b-42d3-a456-426614174000
license: cc by-sa
limits: {time_limit: 2, validation_time: 10, validation_memory: 512, validation_output: 4, compilation_time: 30, compilation_memory: 1024}
-- sum/output_validator/check.cpp --
-- sum/output_validator/check.h --
-- sum/input_validators/a.py --
-- sum/input_validators/b/main.go --
-- sum/data/secret/2.in --
-- sum/data/secret/2.ans --
-- sum/data/secret/2.yaml --
args: [-n, 3]
input_validator_args: {a.py: [--max, 1e6]}
hint: read it again
-- sum/data/secret/10.in --
-- sum/data/secret/10.ans --
-- sum/data/secret/test_group.yaml --
input_validator_args: [--max, 5]
output_validator_args: [float_tolerance, 1e-6]
-- sum/data/secret/notes --
-- sum/data/invalid_input/bad.in --
-- sum/submissions/accepted/sum.py --
-- sum/submissions/accepted/sum.cpp --
-- sum/submissions/wrong_answer/many/a.cc --
-- sum/submissions/wrong_answer/many/b.cc --
-- sum/submissions/wrong_answer/many/.hidden --
`)
	set, err := Load(Package("sum"), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := set.Problems[0]
	var names []string
	for _, s := range p.Submissions {
		names = append(names, s.Name+" = "+strings.Join(s.Files, "+"))
	}
	wantNames := []string{"accepted/sum.cpp = sum.cpp", "accepted/sum.py = sum.py", "wrong_answer/many = a.cc+b.cc"}
	if diff := cmp.Diff(wantNames, names); diff != "" {
		t.Errorf("submissions (-want +got):\n%s", diff)
	}
	wantTests := []Test{
		{
			Name: "secret/10", Input: "sum/data/secret/10.in", Answer: "sum/data/secret/10.ans",
			CheckerArgs:        []string{"float_tolerance", "1e-6"},
			CheckerArgsAt:      "sum/data/secret/test_group.yaml:2:24",
			InputValidatorArgs: map[string][]string{"a.py": {"--max", "5"}, "b": {"--max", "5"}},
		},
		{
			Name: "secret/2", Input: "sum/data/secret/2.in", Answer: "sum/data/secret/2.ans",
			Args:               []string{"-n", "3"},
			CheckerArgs:        []string{"float_tolerance", "1e-6"},
			CheckerArgsAt:      "sum/data/secret/test_group.yaml:2:24",
			InputValidatorArgs: map[string][]string{"a.py": {"--max", "1e6"}},
		},
	}
	if diff := cmp.Diff(wantTests, p.Tests); diff != "" {
		t.Errorf("tests (-want +got):\n%s", diff)
	}
	compilation := ToolLimits{Time: 30 * time.Second, Memory: 1 << 30}
	checker := []Source{{Name: "output_validator", Dir: "sum/output_validator", Files: []string{"check.cpp", "check.h"},
		Package: "sum", Compilation: compilation}}
	if diff := cmp.Diff(checker, p.Checkers); diff != "" {
		t.Errorf("checker (-want +got):\n%s", diff)
	}
	if p.Title != "Sum" || p.Name != "sum" || p.License != "cc by-sa" || p.Limits.Memory != 2<<30 {
		t.Errorf("metadata: got %+v", p)
	}
	const unread = "sum/data/secret/notes: not read: no test has such a file in the format 2025-09"
	if len(p.Warnings) != 1 || p.Warnings[0].Error() != unread {
		t.Errorf("warnings: got %v", p.Warnings)
	}
}

// TestSamplesAlone: a problem of a checkout can be judged on its samples.
func TestSamplesAlone(t *testing.T) {
	const none = `
-- problems/sum/submissions/submissions.yaml --
removed
-- problems/sum/judge.yaml --
removed
-- testdata/sum/secret/big/01.in --
removed
-- testdata/sum/secret/big/01.ans --
removed
-- testdata/sum/secret/small/01.in --
removed
-- testdata/sum/secret/small/01.ans --
removed
`
	folder := "-- testdata/sum/secret/test_group.yaml --\nremoved\n"
	blank := "-- testdata/sum/sample/1.in --\n-- testdata/sum/sample/1.ans --\n"
	for files, want := range map[string]string{
		none: "[]", none + folder: "[]",
		none + blank: "[testdata/sum/sample/1.in and 1.ans are empty; write the sample of the statement into them]",
	} {
		checkout(t, files)
		set, err := Load(Tree("."), nil)
		if err != nil {
			t.Fatal(err)
		}
		if p := set.Problems[0]; len(p.Tests) != 1 || p.Tests[0].Name != "sample/1" || fmt.Sprint(p.Warnings) != want {
			t.Errorf("%s\ntests %v, warnings %v, want %s", files, p.Tests, p.Warnings, want)
		}
	}
}

// A broken problem does no harm to one that is wanted.
func TestLoadWanted(t *testing.T) {
	checkout(t, "-- problems/broken/problem.yaml --\n:")
	for _, c := range []struct {
		want     func(string) bool
		problems int
		broken   bool
	}{
		{nil, 1, true},
		{func(name string) bool { return name == "sum" }, 1, false},
		{func(name string) bool { return name == "none" }, 0, false},
	} {
		set, err := Load(Tree("."), c.want)
		if len(set.Problems) != c.problems || (err != nil) != c.broken {
			t.Errorf("got %d problems and %v, want %d and an error: %v", len(set.Problems), err, c.problems, c.broken)
		}
	}
}

// A folder without problem.yaml still counts as a problem, and a message says that the file is missing. A folder of
// code shared by the problems' tests does not count.
func TestNames(t *testing.T) {
	checkout(t, "-- problems/unfinished/problem_test.go --\n-- problems/shared/shared.go --\n-- "+
		"problems/shared/shared_test.go --\n")
	names, err := Names(Tree("."))
	if diff := cmp.Diff([]string{"sum", "unfinished"}, names); diff != "" || err != nil {
		t.Errorf("Names: %v (-want +got):\n%s", err, diff)
	}
}

// The tests of a problem need not exist for those who make them.
func TestLoadPrograms(t *testing.T) {
	checkout(t, "-- testdata/sum/secret/big/01.ans --\nremoved\n-- problems/sum/generators/grid/main.go --\n-- "+
		"testdata/sum/secret/new/test_group.yaml --\nargs: [-x]")
	set, err := LoadPrograms(Tree("."), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := set.Problems[0]
	if len(p.Submissions) != 3 || p.Tests != nil {
		t.Errorf("got %d submissions and %d tests, want 3 and 0", len(p.Submissions), len(p.Tests))
	}
	test, err := p.Configure("secret/new/07")
	if diff := cmp.Diff([]string{"-x"}, test.Args); diff != "" || err != nil {
		t.Errorf("Configure: %v (-want +got):\n%s", err, diff)
	}
	if _, err := p.Generator("grid"); err != nil {
		t.Error(err)
	}
	if _, err := p.Generator("../grid"); err == nil {
		t.Error("a generator outside the folder was found")
	}
}

// wantErrors compares the lines of an error.
func wantErrors(t *testing.T, err error, want ...string) {
	t.Helper()
	var got []string
	if err != nil {
		got = strings.Split(err.Error(), "\n")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
}

// A header is needed even if an earlier file in its folder cannot be read, because a checker may include it.
func TestNeededHeaders(t *testing.T) {
	checkout(t, "-- problems/sum/lib/z.h --\n")
	judgetest.Check(t, os.Symlink("nothing", "problems/sum/lib/a.h"))
	set, err := Load(Tree("."), nil)
	judgetest.Check(t, err)
	files := Needed(set.Problems[0], nil)
	if !slices.ContainsFunc(files, func(f File) bool { return f.Name == "problems/sum/lib/z.h" }) {
		t.Errorf("no z.h in %v", files)
	}
}

// Section "Constants" of the format: which sequences are replaced by what.
func TestConstants(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, `
-- sum/problem.yaml --
problem_format_version: 2025-09
name: Sum {{n}}
limits: {time_limit: 1}
constants:
  n: 5000000
  half: 0.50
  word: yes
  k: {value: 7, tex: "5,000{,}000"}
-- sum/data/secret/g/1.in --
-- sum/data/secret/g/1.ans --
-- sum/data/secret/g/1.yaml --
args: ["{{n}}"]
-- sum/data/secret/g/test_group.yaml --
output_validator_args: [float_tolerance, {{half}}, "{{none}}"]
`)
	set, err := Load(Package(dir+"/sum"), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	for text, want := range map[string]string{
		"{{n}} {{n.value}} {{k}}/{{k.value}}/{{k.tex}}": "5000000 5000000 7/7/5,000{,}000",
		"{{half}}{{word}}":                     "0.50yes",
		"{{N}} {{n.tex}} {{ n }} {n} {{n}":     "{{N}} {{n.tex}} {{ n }} {n} {{n}",
		"int a[2][1] = {{0},{{{n}}}}; {{{n}}}": "int a[2][1] = {{0},{5000000}}; {5000000}",
	} {
		if got := string(p.Constants.Replace([]byte(text))); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	got := []any{p.Title, p.Tests[0].Args, p.Tests[0].CheckerArgs}
	want := []any{"Sum {{n}}", []string{"{{n}}"}, []string{"float_tolerance", "0.50", "{{none}}"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("they are replaced in test_group.yaml alone (-want +got):\n%s", diff)
	}
}

// TestJudgeOf: the pages of the project's own judges, as browsers show their addresses.
func TestJudgeOf(t *testing.T) {
	judges, err := Judges(Tree("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ address, judge, id string }{
		{"http://poj.org/problem?id=3074", "poj", "3074"},
		{"http://poj.org/problem?lang=zh-CN&id=3074", "poj", "3074"},
		{"https://www.POJ.org:443/problem?id=3074", "poj", "3074"},
		{"https://acm.hdu.edu.cn/showproblem.php?pid=5046", "hdu", "5046"},
		{"https://acm.hdu.edu.cn/contests/contest_showproblem.php?pid=1001&cid=1", "hdu", ""},
		{"https://www.spoj.com/problems/NQUEEN/", "spoj", "NQUEEN"},
		{"https://www.spoj.com/problems/classical/sort=1", "spoj", ""},
		{"https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537", "zoj", "91827367537"},
		{"https://codeforces.com/problemset/problem/954/G", "codeforces", ""},
		{"https://atcoder.jp/contests/abc086/tasks/abc086_a", "atcoder", ""},
		{"https://open.kattis.com/problems/hello", "kattis", "hello"},
		{"https://www.luogu.com.cn/problem/P1001", "luogu", "P1001"},
		{"https://cses.fi/problemset/task/1068", "cses", "1068"},
		{"http://poj.org.example.com/problem?id=1", "", ""},
		{"http://[::1", "", ""},
		{"", "", ""},
	} {
		judge, id, ok := JudgeOf(judges, c.address)
		if judge.Key != c.judge || id != c.id || ok != (c.judge != "") {
			t.Errorf("%s: judge %q, id %q, want %q and %q", c.address, judge.Key, id, c.judge, c.id)
		}
		if c.id != "" {
			if _, again, _ := JudgeOf(judges, judge.PageOf(id)); again != id {
				t.Errorf("%s: the page %s has the id %q", c.address, judge.PageOf(id), again)
			}
		}
	}
}
