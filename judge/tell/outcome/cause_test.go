package outcome

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// TestCause: a hint names the cause of a failure only if the program's text and its output agree on it.
func TestCause(t *testing.T) {
	large := strings.Repeat("1 2 3\n", 200_000)
	for _, row := range []struct {
		title, file, source, input, output string
		verdict                            problem.Verdict
		want                               string
	}{
		{"C++ that redirects", "a.cpp", `freopen("cow.in", "r", stdin); freopen("cow.out", "w", stdout);`, "1\n", "",
			problem.WA, "the program opens cow.in; if it must use files, write into judge.yaml: input_file: cow.in, " +
				"and output_file: cow.out"},
		{"streams", "a.cpp", `ifstream in("cow.in"); ofstream out{"cow.out"};`, "1\n", "", problem.WA,
			"input_file: cow.in, and output_file: cow.out"},
		{"C", "a.c", `FILE *f = fopen("cow.in", "r"); fscanf(f, "%d", &n);`, "1\n", "", problem.RTE, "input_file: cow.in"},
		{"Python", "a.py", "n = int(open('cow.in').read())\nprint(n, file=open('cow.out', 'w'))", "1\n", "", problem.RTE,
			"input_file: cow.in, and output_file: cow.out"},
		{"Java", "A.java", `new Scanner(new File("cow.in")); new PrintWriter("cow.out")`, "1\n", "", problem.RTE,
			"input_file: cow.in, and output_file: cow.out"},
		{"Go", "a.go", `in, _ := os.Open("cow.in")`, "1\n", "", problem.RTE, "input_file: cow.in"},
		{"an output of its own", "a.cpp", `freopen("cow.in", "r", stdin);`, "1\n", "3\n", problem.WA, ""},
		{"no file", "a.cpp", `int main() {}`, "1\n", "", problem.WA, ""},
		{"line ends", "a.py", "print(input())", "ab\r\n", "ab\r\n", problem.WA, "strip it"},
		{"line ends of the input only", "a.py", "print(input())", "ab\r\n", "ab\n", problem.WA, ""},
		{"cin", "a.cpp", "int main() { while (std::cin >> x); }", large, "", problem.TLE, "ios::sync_with_stdio(false)"},
		{"fast cin", "a.cpp", "ios::sync_with_stdio(false); while (cin >> x);", large, "", problem.TLE, ""},
		{"scanf", "a.cpp", `while (scanf("%d", &x) == 1);`, large, "", problem.TLE, ""},
		{"a small input", "a.cpp", "while (cin >> x);", "1\n", "", problem.TLE, ""},
		{"input in a loop", "a.py", "for _ in range(n):\n    x = input()\n", large, "", problem.TLE, "sys.stdin.readline"},
		{"input in a comprehension", "a.py", "a = [input() for _ in range(n)]", large, "", problem.TLE, "sys.stdin"},
		{"input once", "a.py", "n = int(input())\nwhile True: pass\n", large, "", problem.TLE, ""},
	} {
		dir := t.TempDir()
		judgetest.Write(t, filepath.Join(dir, row.file), row.source)
		in, out := filepath.Join(dir, "1.in"), filepath.Join(dir, "1.printed")
		judgetest.Write(t, in, row.input)
		judgetest.Check(t, os.WriteFile(out, []byte(row.output), 0o600))
		outputs := &loose.Outputs{}
		if row.verdict == problem.WA {
			_, err := outputs.Around(wrong{}).Check(t.Context(), check.Files{Input: in, Answer: in, Output: out})
			judgetest.Check(t, err)
		}
		source := problem.Source{Dir: dir, Files: []string{row.file}}
		if _, err := compile.LanguageOf(source); err != nil {
			t.Fatal(err)
		}
		f := Folder{Folder: &loose.Folder{Program: source}, Outputs: outputs}
		got := f.Cause(problem.Test{Input: in}, grade.Test{Verdict: row.verdict})
		if !strings.Contains(got, row.want) || (got == "") != (row.want == "") {
			t.Errorf("%s: got %q, want %q", row.title, got, row.want)
		}
	}
}

// wrong is a checker that accepts nothing.
type wrong struct{}

func (wrong) Check(context.Context, check.Files) (check.Result, error) {
	return check.Result{Verdict: problem.WA}, nil
}
