package submit

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

func TestJudged(t *testing.T) {
	p := &problem.Problem{
		Limits: problem.Limits{Time: time.Second, Memory: 64 << 20},
		Judge:  problem.OnlineJudge{Name: "POJ", Unverified: []string{"memory"}},
	}
	entry := grade.Entry{Problem: p, Tests: make([]problem.Test, 2)}
	test := func(name string, v problem.Verdict, cpu time.Duration, mib int64) grade.Test {
		return grade.Test{Name: name, Verdict: v, CPU: grade.Seconds(cpu), Memory: mib << 20}
	}
	doubtful := func(text string) bool { return strings.Contains(text, "(unverified)") }
	passed := func(name, text string) Check {
		return Check{Name: name, State: Passed, Result: text, Unverified: doubtful(text)}
	}
	failed := func(name, text string, details ...string) Check {
		return Check{Name: name, State: Failed, Result: text, Unverified: doubtful(text), Details: details}
	}
	idle := test("secret/2", problem.TLE, 10*time.Millisecond, 2)
	idle.Wall, idle.Message = grade.Seconds(2*time.Second), "wall-clock limit: stopped after 2s\nand more"
	for _, c := range []struct {
		name string
		s    grade.Submission
		want []Check
	}{
		{"well inside", grade.Submission{Verdict: problem.AC, Tests: []grade.Test{test("sample/1", problem.AC,
			500*time.Millisecond, 2), test("secret/2", problem.AC, 400*time.Millisecond, 32)}}, []Check{
			passed("tests", "accepted on all 2"), passed("time", "0.500s of 1s: 50%, on sample/1"),
			passed("memory", "32.0 of 64 MiB (unverified): 50%, on secret/2"),
		}},
		{"close to the limits", grade.Submission{Verdict: problem.AC, Tests: []grade.Test{test("sample/1", problem.AC,
			510*time.Millisecond, 2), test("secret/2", problem.AC, 0, 33)}}, []Check{
			passed("tests", "accepted on all 2"), failed("time", "0.510s of 1s: 51%, on sample/1; want at most 50%"),
			failed("memory", "33.0 of 64 MiB (unverified): 52%, on secret/2; want at most 50%"),
		}},
		{"idle", grade.Submission{Verdict: problem.TLE, Tests: []grade.Test{test("sample/1", problem.AC,
			100*time.Millisecond, 2), idle}}, []Check{
			failed("tests", "TLE: accepted on 1 of 2", "secret/2: TLE: wall-clock limit: stopped after 2s"),
			passed("time", "0.100s of 1s: 10%, on sample/1"),
			passed("memory", "2.0 of 64 MiB (unverified): 3%, on sample/1"),
		}},
		{"accepted, but for a permitted TLE that was left out", grade.Submission{Verdict: problem.AC,
			Tests: []grade.Test{test("sample/1", problem.AC, 0, 2), {Name: "secret/2", Message: "not run"}}}, []Check{
			failed("tests", "AC: accepted on 1 of 2"), passed("time", "0.000s of 1s: 0%, on sample/1"),
			passed("memory", "2.0 of 64 MiB (unverified): 3%, on sample/1"),
		}},
		{"does not compile", grade.Submission{Verdict: problem.CE, Message: "main.go:1: no\nmain.go:2: no"},
			[]Check{failed("tests", "CE", "main.go:1: no", "main.go:2: no")}},
		{"no compiler", grade.Submission{Message: "no C++ compiler"},
			[]Check{failed("tests", "not judged", "no C++ compiler")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, checkVerdict(entry, c.s)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The page of the problem is named even if its address does not follow from the id.
func TestPageOfFolder(t *testing.T) {
	const task = "https://atcoder.jp/contests/abc086/tasks/abc086_b"
	for _, c := range []struct{ page, judge, id, want string }{
		{task, "", "", task},
		{task, "atcoder", "abc086_b", task},
		{task, "", "abc086_a", "https://atcoder.jp/"},
		{task, "luogu", "P1001", "https://www.luogu.com.cn/problem/P1001"},
		{"", "atcoder", "abc086_b", "https://atcoder.jp/"},
		{"https://codeforces.com/contest/4/problem/A", "", "", "https://codeforces.com/contest/4/problem/A"},
		{"", "codeforces", "4A", "https://codeforces.com/problemset/submit"},
		{"", "", "", ""},
	} {
		folder := &loose.Folder{Page: c.page, Settings: problem.FolderSettings{Judge: c.judge, ID: c.id}}
		judge, unnamed, err := JudgeOf(folder, "")
		judgetest.Check(t, err)
		if judge.SubmitPage != c.want || (unnamed != "") != (c.want == "") {
			t.Errorf("%+v: %s", c, judge.SubmitPage)
		}
	}
}

func TestSize(t *testing.T) {
	for _, c := range []struct {
		judge problem.OnlineJudge
		bytes int
		want  Check
	}{
		{problem.OnlineJudge{Name: "A"}, 7, Check{Name: "size", State: Skipped,
			Result: "7 bytes with CRLF; no limit of A is known"}},
		{problem.OnlineJudge{Name: "B", Source: problem.SourceSize{Max: 7}, Unverified: []string{"source"}}, 7,
			Check{Name: "size", State: Passed, Result: "7 bytes with CRLF; B takes up to 7 (unverified)",
				Unverified: true}},
		{problem.OnlineJudge{Name: "B", Source: problem.SourceSize{Max: 7}}, 8, Check{Name: "size", State: Failed,
			Result: "8 bytes with CRLF; B takes up to 7"}},
		{problem.OnlineJudge{Name: "C", Source: problem.SourceSize{Min: 5, Max: 7}}, 4, Check{Name: "size", State: Failed,
			Result: "4 bytes with CRLF; C takes 5 to 7"}},
		{problem.OnlineJudge{Name: "D", Source: problem.SourceSize{Min: 5}}, 5, Check{Name: "size", State: Passed,
			Result: "5 bytes with CRLF; D takes 5 or more"}},
	} {
		if diff := cmp.Diff(c.want, checkSize(c.judge, make([]byte, c.bytes))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// Without a compiler, the check of the standard is skipped, with the reason.
func TestDialectWithoutCompiler(t *testing.T) {
	cache, err := compile.OpenCache(t.TempDir(), plain.Executor{})
	judgetest.Check(t, err)
	t.Setenv("PATH", t.TempDir())
	source := problem.Source{Name: "x", Dir: "x", Files: []string{"main.cpp"}}
	language, err := compile.LanguageOf(source)
	judgetest.Check(t, err)
	got, err := checkStandard(t.Context(), cache, language, source, nil)
	want := Check{Name: "standard", State: Skipped, Result: "no C++: g++ is not on the PATH; apt-get install g++"}
	judgetest.Check(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A Java program is compiled under the name that its online judge gives it, whatever its own name is.
func TestPasted(t *testing.T) {
	judge := problem.OnlineJudge{Key: "a", Name: "A", FileNames: map[string]string{"Java": "Main"}}
	const main = " { public static void main(String[] a) {} }\n"
	for _, c := range []struct {
		file, text string
		want       string
	}{
		{"a.java", "public class Main" + main, "a.java alone, with the main class that A requires"},
		{"a.java", "class Main" + main, "a.java alone, with the main class that A requires"},
		{"a.java", "class Node {}\npublic final class Main" + main, "a.java alone, with the main class that A requires"},
		{"a.java", "public class Solver" + main, "class must be Main, not Solver"},
		{"Main.java", "class Solver" + main, "class must be Main, not Solver"},
		{"Main.java", "public class Node {}\nclass Main" + main, "class must be Main, not Node"},
		{"Main.java", "package p;\npublic class Main" + main, "class must be Main, not p.Main"},
	} {
		source := problem.Source{Name: c.file, Files: []string{c.file}}
		language, err := compile.LanguageOf(source)
		judgetest.Check(t, err)
		two := problem.Source{Files: append(source.Files, "B.java")}
		if checkFile(judge, language, two, two.Files, nil).State != Failed {
			t.Error("two files are pasted")
		}
		got := checkFile(judge, language, source, source.Files, []byte(c.text))
		if !strings.HasSuffix(got.Result, c.want) || (got.State == Passed) != strings.Contains(c.want, "requires") {
			t.Errorf("%s: %s: got %s, %s", c.file, c.text, got.State, got.Result)
		}
	}
}
