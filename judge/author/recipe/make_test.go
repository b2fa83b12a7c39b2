package recipe

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// double is a problem whose answers are the numbers of the input times two. Its generator prints its argument. One of
// its solvers is wrong for 3. Its checker ignores blanks.
const double = `
-- problems/double/problem.yaml --
problem_format_version: 2025-09
name: Double
limits: {time_limit: 1}
-- problems/double/generators/echo/main.go --
package main
import "os"
func main() {
	if len(os.Args) != 2 {
		println("one number, please")
		os.Exit(1)
	}
	println("not part of the input")
	os.Stdout.WriteString(os.Args[1] + "\n")
}
-- problems/double/generators/wrong/main.go --
package main
import ("bufio"; "os"; "strconv")
func main() {
	line, _, _ := bufio.NewReader(os.Stdin).ReadLine()
	n, _ := strconv.Atoi(string(line))
	if n == 3 { n++ }
	os.Stdout.WriteString(strconv.Itoa(n+n) + "\n")
}
-- solutions/double/plus/main.go --
package main
import ("bufio"; "os"; "strconv")
func main() {
	line, _, _ := bufio.NewReader(os.Stdin).ReadLine()
	n, _ := strconv.Atoi(string(line))
	os.Stdout.WriteString(strconv.Itoa(n+n) + "\n")
}
-- solutions/double/blank/main.go --
package main
import ("bufio"; "os"; "strconv")
func main() {
	line, _, _ := bufio.NewReader(os.Stdin).ReadLine()
	n, _ := strconv.Atoi(string(line))
	os.Stdout.WriteString(" " + strconv.Itoa(n*2) + "\n")
}
-- problems/double/generators/tests.yaml --
answer: plus
agree: generators/wrong
groups:
  a:
    tests:
      "01": echo 1
      "02": echo 2
  b:
    tests:
      "01": echo 20
-- testdata/double/secret/b/test_group.yaml --
args: [-x]
-- testdata/double/secret/b/07.in --
old
-- testdata/double/secret/b/07.ans --
old
`

const checker = `
-- problems/double/output_validator/main.go --
package main
import ("bytes"; "io"; "os")
func main() {
	answer, _ := os.ReadFile(os.Args[2])
	output, _ := io.ReadAll(os.Stdin)
	if !bytes.Equal(bytes.TrimSpace(answer), bytes.TrimSpace(output)) {
		os.WriteFile(os.Args[3]+"judgemessage.txt", []byte("another number"), 0o666)
		os.Exit(43)
	}
	os.Exit(42)
}
`

// load writes an archive, makes its folder the working directory, and loads the problem's programs.
func load(t *testing.T, archive string) (*compile.Cache, *problem.Problem) {
	t.Helper()
	dir := t.TempDir()
	judgetest.Unpack(t, dir, archive)
	t.Chdir(dir)
	set, err := problem.LoadPrograms(problem.Tree("."), nil)
	judgetest.Check(t, err)
	cache, err := compile.OpenCache("", plain.Executor{})
	judgetest.Check(t, err)
	return cache, set.Problems[0]
}

// contents returns the files below testdata by their paths.
func contents(t *testing.T) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, "testdata/double/secret/")] = string(data)
		return err
	})
	judgetest.Check(t, err)
	return files
}

var made = map[string]string{
	"a/01.in": "1\n", "a/01.ans": "2\n", "a/02.in": "2\n", "a/02.ans": "4\n",
	"b/01.in": "20\n", "b/01.ans": "40\n", "b/test_group.yaml": "args: [-x]\n",
}

func TestMake(t *testing.T) {
	cache, p := load(t, double)
	for _, want := range [][]Counts{
		{{Group: "secret/a", Tests: 2, Changed: 2}, {Group: "secret/b", Tests: 1, Changed: 1, Removed: 1}},
		{{Group: "secret/a", Tests: 2}, {Group: "secret/b", Tests: 1}},
	} {
		got, err := Make(t.Context(), cache, p)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff(made, contents(t)); diff != "" {
			t.Fatalf("files (-want +got):\n%s", diff)
		}
	}
}

// TestAllOrNothing: if one group cannot be replaced, because it has a folder or because its folder cannot be moved, all
// groups stay.
func TestAllOrNothing(t *testing.T) {
	cache, p := load(t, double)
	judgetest.Write(t, "testdata/double/secret/b/01.files/table.txt", "")
	before := contents(t)
	if counts, err := Make(t.Context(), cache, p); err == nil || len(counts) > 0 {
		t.Errorf("got %v, %v", counts, err)
	}
	if diff := cmp.Diff(before, contents(t)); diff != "" {
		t.Errorf("files changed:\n%s", diff)
	}
	const secret = "testdata/double/secret/"
	judgetest.Write(t, "made/a/new.in", "")
	judgetest.Write(t, "made/c/new.in", "")
	err := swapAll([]swap{{secret + "a", "made/a"}, {secret + "c", "made/c"}, {secret + "b", "made/none"}})
	if err == nil {
		t.Error("a folder that is missing was moved")
	}
	if diff := cmp.Diff(before, contents(t)); diff != "" {
		t.Errorf("files changed:\n%s", diff)
	}
	if _, err := os.Stat(secret + "c"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of a new group stays: %v", err)
	}
}

func TestCheck(t *testing.T) {
	cache, p := load(t, double)
	if _, err := Make(t.Context(), cache, p); err != nil {
		t.Fatal(err)
	}
	if got, stale, err := Check(t.Context(), cache, p); err != nil || stale != nil || len(got) != 2 {
		t.Fatalf("got %v, %v, %v", got, stale, err)
	}
	const dir = "testdata/double/secret/b/"
	for _, c := range []struct{ file, content, want string }{
		{"01.ans", "40", `01.ans: differs from what the recipe makes`},
		{"01.in", "20\n20\n", `01.in: differs from what the recipe makes`},
		{"02.in", "", `02.in: has no recipe`},
		{"01.in", "removed", `01.in: missing, but it has a recipe`},
	} {
		judgetest.Write(t, dir+c.file, c.content)
		if c.content == "removed" {
			judgetest.Check(t, os.Remove(dir+c.file))
		}
		before := contents(t)
		_, stale, err := Check(t.Context(), cache, p)
		if err != nil || stale == nil || stale.String() != dir+c.want {
			t.Errorf("got %v, %v, want %s%s", stale, err, dir, c.want)
		}
		if diff := cmp.Diff(before, contents(t)); diff != "" {
			t.Errorf("Check changed files:\n%s", diff)
		}
		if _, err := Make(t.Context(), cache, p); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFailures(t *testing.T) {
	place := "problems/double/generators/tests.yaml:"
	for _, c := range []struct{ title, old, new, want, input string }{ // input is the one that is kept
		{"disagreement", "echo 20", "echo 3",
			place + `10:7: secret/b/01: plus and generators/wrong disagree: line 1, token 1: want 6, got 8`, "3\n"},
		{"blanks count without a checker", "agree: generators/wrong", "agree: blank",
			place + `6:7: secret/a/01: plus and blank disagree: line 1: want nothing, got a space`, "1\n"},
		{"generator fails", "echo 20", "echo 20 30",
			place + `10:7: secret/b/01: generators/echo 20 30: exit status 1: one number, please`, ""},
		{"no such generator", "echo 20", "ecko 20", place + `10:7: problems/double/generators/ecko: no such generator; did you mean echo?`,
			""},
		{"no such solution", "answer: plus", "answer: minus",
			place + `1:9: double has no solution minus; there are blank, plus (or write none)`, ""},
		{"the checker rejects", "echo 20", "echo 3\n" + checker,
			place + `10:7: secret/b/01: the checker says WA for the output of generators/wrong, with the answer of plus: another number`, "3\n"},
		{"the checker rejects what both print", "echo 20", "echo 20\n" + strings.Replace(checker, "!bytes", "bytes", 1),
			place + `6:7: secret/a/01: the checker says WA for the output of plus, with the answer of plus: another number`, "1\n"},
		{"the program that answers crashes", "answer: plus", "answer: generators/echo",
			place + `6:7: secret/a/01: generators/echo: exit status 1: one number, please`, "1\n"},
	} {
		t.Run(c.title, func(t *testing.T) {
			cache, p := load(t, strings.Replace(double, c.old, c.new, 1))
			before := contents(t)
			_, err := Make(t.Context(), cache, p)
			got, kept, disagree := strings.Cut(fmt.Sprint(err), "; the input is kept as ")
			if got != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if disagree {
				if input := judgetest.Read(t, kept); input != c.input {
					t.Errorf("the input that is kept is %q, want %q", input, c.input)
				}
				judgetest.Check(t, os.Remove(kept))
			} else if c.input != "" {
				t.Errorf("the input %q is not kept", c.input)
			}
			if diff := cmp.Diff(before, contents(t)); diff != "" {
				t.Errorf("files changed:\n%s", diff)
			}
		})
	}
}

// Two programs agree if the problem's checker accepts the output of one with that of the other as the answer.
func TestTolerance(t *testing.T) {
	archive := strings.Replace(double, "agree: generators/wrong", "agree: close", 1) + `
-- solutions/double/close/main.go --
package main
import ("bufio"; "os"; "strconv")
func main() {
	line, _, _ := bufio.NewReader(os.Stdin).ReadLine()
	n, _ := strconv.Atoi(string(line))
	os.Stdout.WriteString(strconv.Itoa(n+n) + ".0000001\n")
}
-- testdata/double/secret/test_group.yaml --
output_validator_args: [float_tolerance, `
	for tolerance, agree := range map[string]bool{"1e-6": true, "1e-9": false} {
		cache, p := load(t, archive+tolerance+"]\n")
		_, err := Make(t.Context(), cache, p)
		if (err == nil) != agree {
			t.Errorf("with a tolerance of %s: %v", tolerance, err)
		}
		if _, kept, disagree := strings.Cut(fmt.Sprint(err), "; the input is kept as "); disagree {
			judgetest.Check(t, os.Remove(kept))
		}
	}
}

// A failure leaves no new folders behind.
func TestFailureLeavesNothing(t *testing.T) {
	archive, _, _ := strings.Cut(double, "-- testdata")
	cache, p := load(t, strings.Replace(archive, "echo 20", "echo 3", 1))
	if _, err := Make(t.Context(), cache, p); err == nil {
		t.Error("programs that disagree made a test")
	}
	if _, err := os.Stat("testdata/double"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("testdata/double: %v", err)
	}
}

// A failure keeps a link to the folder of tests.
func TestFailureKeepsLink(t *testing.T) {
	archive, _, _ := strings.Cut(double, "-- testdata")
	cache, p := load(t, strings.Replace(archive, "echo 20", "echo 20 30", 1))
	judgetest.Write(t, "testdata/double/tests/a/01.in", "old\n")
	judgetest.Check(t, os.Symlink("tests", "testdata/double/secret"))
	if _, err := Make(t.Context(), cache, p); err == nil {
		t.Error("a generator that fails made a test")
	}
	if target, err := os.Readlink("testdata/double/secret"); err != nil || target != "tests" {
		t.Errorf("got %q, %v", target, err)
	}
}

// If the answer is not unique, the checker decides whether two programs agree. The second program is optional.
func TestChecker(t *testing.T) {
	for _, agree := range []string{"blank", "none"} {
		cache, p := load(t, strings.Replace(double, "agree: generators/wrong", "agree: "+agree, 1)+checker)
		if _, err := Make(t.Context(), cache, p); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(made, contents(t)); diff != "" {
			t.Errorf("agree: %s: files (-want +got):\n%s", agree, diff)
		}
	}
}

func TestInterrupted(t *testing.T) {
	cache, p := load(t, double)
	before := contents(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Make(ctx, cache, p); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(before, contents(t)); diff != "" {
		t.Errorf("files changed:\n%s", diff)
	}
}
