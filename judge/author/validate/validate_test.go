package validate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// echo is a complete package; the tests change some of its files. Its validator accepts one line of limited length.
const echo = `
-- problem.yaml --
problem_format_version: 2025-09
name: Echo
uuid: 123e4567-e89b-42d3-a456-426614174000
license: cc0
rights_owner: Ann
limits: {time_limit: 1, validation_time: 20}
-- statement/problem.en.md --
Print the input.
-- input_validators/line/main.go --
package main
import ("bytes"; "io"; "os"; "strconv")
func main() {
	input, _ := io.ReadAll(os.Stdin)
	most, _ := strconv.Atoi(os.Args[1])
	switch {
	case bytes.IndexByte(input, '\n') != len(input)-1:
		os.Stderr.WriteString("not one line\nbut more or less\n")
		os.Exit(43)
	case len(input) > most+1:
		os.Exit(1)
	}
	os.Exit(42)
}
-- submissions/accepted/cat.c --
-- data/secret/test_group.yaml --
input_validator_args: ["3"]
-- data/secret/g/1.in --
abc
-- data/secret/g/1.ans --
abc
-- data/secret/g/2.in --
a
-- data/secret/g/2.ans --
a
`

// repeats has tests with equal inputs. The answers of g/2 and g/3 are equal, those of g/1 and g/4 differ, and g/5 is
// another test, because it has a file.
const repeats = `-- data/secret/g/3.in --
a
-- data/secret/g/3.ans --
a
-- data/secret/g/4.in --
abc
-- data/secret/g/4.ans --
xyz
-- data/secret/g/5.in --
abc
-- data/secret/g/5.ans --
other
-- data/secret/g/5.files/table.txt --
x
`

const interactive = `-- problem.yaml --
problem_format_version: 2025-09
type: TYPE
name: Echo
uuid: 123e4567-e89b-42d3-a456-426614174000
license: cc0
rights_owner: Ann
limits: {time_limit: 1, validation_time: 20}
-- output_validator/main.go --
package main
func main() {}
`

// load writes echo with changes; a file or folder with the content "removed" is left out.
func load(t *testing.T, changes string) *problem.Problem {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "echo")
	for _, f := range txtar.Parse([]byte(echo + changes)).Files {
		if path := filepath.Join(dir, f.Name); string(f.Data) == "removed\n" {
			judgetest.Check(t, os.RemoveAll(path))
		} else {
			judgetest.Write(t, path, string(f.Data))
		}
	}
	t.Chdir(dir)
	set, err := problem.Load(problem.Package("."), nil)
	judgetest.Check(t, err)
	return set.Problems[0]
}

func openCache(t *testing.T) *compile.Cache {
	t.Helper()
	cache, err := compile.OpenCache("", plain.Executor{})
	judgetest.Check(t, err)
	return cache
}

func TestProblem(t *testing.T) {
	cache := openCache(t)
	skeleton, err := scaffold.Skeleton("scoring", "")
	judgetest.Check(t, err)
	template := skeleton[slices.IndexFunc(skeleton, func(f whole.File) bool {
		return f.Path == "problem/statement/problem.en.md"
	})].Text
	for _, c := range []struct{ title, changes, want string }{
		{"nothing is wrong", "", ""},
		{"incomplete", `
-- problem.yaml --
problem_format_version: 2025-09
name: Echo
limits: {time_limit: 1}
-- statement/problem.en.md --
removed
-- submissions/accepted/cat.c --
removed
-- input_validators/ --
removed
-- data/secret/test_group.yaml --
removed
`, `
problem.yaml: no uuid; add one, for example from uuidgen: uuid: …
problem.yaml: no license; add license: unknown if there is none
statement: no statement; write problem.en.md there
input_validators: no input validator; write a program there that exits with 42 for a valid input
.: no solution; the format demands one that is accepted
`},
		{"languages and rights", `
-- problem.yaml --
problem_format_version: 2025-09
name: {en: Echo, de: Echo}
uuid: 123e4567-e89b-42d3-a456-426614174000
license: cc by
limits: {time_limit: 1}
-- statement/problem.pt-BR.tex --
`, `
problem.yaml: the license "cc by" needs an owner of the rights; add rights_owner, credits or source
problem.yaml: no name in the language of problem.pt-BR; add it: name: {pt-BR: …}
problem.yaml: a name in the language de, but no statement/problem.de.md; write it, or remove the name
`},
		{"a template's statement", "-- statement/problem.en.md --\n" + template, "statement/problem.en.md: still the " +
			"template; describe your problem\n"},
		{"invalid inputs", `
-- data/secret/g/1.in --
abcd
-- data/secret/g/2.in --
a
b
-- data/secret/g/2.ans --
a
b
-- data/secret/g/2.yaml --
input_validator_args: {line: ["9"]}
`, `
data/secret/g/1.in: rejected by line: exit status 1; it does not say why
data/secret/g/2.in: rejected by line: exit status 43; not one line
`},
		{"a validator that crashes", "-- data/secret/test_group.yaml --\ninput_validator_args: []\n",
			"data/secret/g/1.in: rejected by line: exit status 2; panic: runtime error: index out of range [1] with " +
				"length 1\n" +
				"data/secret/g/2.in: rejected by line: exit status 2; panic: runtime error: index out of range [1] " +
				"with length 1\n"},
		{"answers", `
-- data/secret/g/1.ans --
abc ` + `
-- data/secret/g/3.in --
a
-- data/secret/g/3.ans --
a
-- data/secret/g/3.yaml --
output_validator_args: [casesensitive]
`, `
data/secret/g/1.ans: line 1 ends with " "
data/secret/g/3.ans: cannot be checked: `}, {"inputs that are to be invalid", "-- data/invalid_input/two.in --\na\nb\n-- " +
			"data/invalid_input/test_group.yaml --\ninput_validator_args: [\"3\"]\n-- data/invalid_input/fine.in " +
			"--\na\n",
			"data/invalid_input/fine.in: accepted by every input validator, but it must be rejected\n"},
		{"outputs that show that the checker is right", `
-- data/valid_output/test_group.yaml --
input_validator_args: ["3"]
-- data/valid_output/1.in --
a
-- data/valid_output/1.ans --
a
-- data/valid_output/1.out --
A
-- data/valid_output/2.in --
a
-- data/valid_output/2.ans --
a
-- data/valid_output/2.out --
b
-- data/invalid_output/test_group.yaml --
input_validator_args: ["3"]
output_validator_args: [case_sensitive]
-- data/invalid_output/1.in --
a
-- data/invalid_output/1.ans --
a
-- data/invalid_output/1.out --
A
-- data/invalid_output/2.in --
a
-- data/invalid_output/2.ans --
a
-- data/invalid_output/2.out --
a
-- data/invalid_output/3.in --
abcd
-- data/invalid_output/3.ans --
a
-- data/secret/g/1.out --
abd
-- data/secret/g/2.out --
A
`, `
data/secret/g/1.out: the checker says WA, but it must be accepted: line 1, token 1: want abc, got abd
data/invalid_output/2.out: the checker says AC, but it must be rejected
data/invalid_output/3.in: rejected by line: exit status 1; it does not say why
data/invalid_output/3.in: no 3.out beside it; write it, or remove the input
data/valid_output/2.out: the checker says WA, but it must be accepted: line 1, token 1: want a, got b
`},
		{"sources are text, too, and the other files of a test", "-- submissions/accepted/crlf.c --\nint main(void) " +
			"{ }\r\n-- submissions/accepted/crlf.py --\nprint(1)\n-- input_validators/line/notes.txt --\n" +
			"\xff\n-- data/secret/g/1.hint --\nx\r\n", `
input_validators/line/notes.txt: is not UTF-8; save it as UTF-8
submissions/accepted/crlf.c: line 1 ends with a carriage return and a newline; the format demands newlines alone
data/secret/g/1.hint: line 1 ends with a carriage return and a newline; the format demands newlines alone
`},
		{"text files", `
-- statement/problem.en.md --
` + "Print\r\nit.\r\n-- statement/note.md --\n\ufeffa\n-- statement/latin.tex --\n\xe4\n" +
			"-- statement/invalid_x/a.md --\na\r\n-- data/invalid_input/test_group.yaml --\n" +
			"input_validator_args: [\"3\"]\n-- data/invalid_input/1.in --\na\r\nb\n", `
statement/invalid_x/a.md: line 1 ends with a carriage return and a newline; the format demands newlines alone
statement/latin.tex: is not UTF-8; save it as UTF-8
statement/note.md: begins with a byte-order mark; save it as UTF-8 without one
statement/problem.en.md: line 1 ends with a carriage return and a newline; the format demands newlines alone
`},
		{"recipes", `
-- generators/tests.yaml --
answer: cat
agree: generators/cat
groups: {g: {tests: {"1": line 3, "4": line 2}}}
`, `
generators/tests.yaml:3:35: there is no test secret/g/4; make it with: judge gen --package .
data/secret/g/2.in: no recipe makes this test; add one to generators/tests.yaml, or remove the test, or name its group there: by_hand: [GROUP]
`},
		{"recipes that cannot be read", "-- generators/tests.yaml --\nagree: cat\n",
			"generators/tests.yaml: cannot be read:\ngenerators/tests.yaml: no groups; add at least one: groups: " +
				"{easy: {tests: …}}; if all tests are made by hand, remove the file\n"},
		{"a checker that rejects", "-- output_validator/main.go --\npackage main\nimport \"os\"\nfunc main() { " +
			"os.Exit(43) }\n", `
data/secret/g/1.ans: the checker says WA for the answer itself: the checker rejects the output without a message
data/secret/g/2.ans: the checker says WA for the answer itself: the checker rejects the output without a message
`},
		{"maximum scores that do not add up", `
-- problem.yaml --
problem_format_version: 2025-09
type: scoring
name: Echo
uuid: 123e4567-e89b-42d3-a456-426614174000
license: cc0
rights_owner: Ann
limits: {time_limit: 1, validation_time: 20}
-- data/secret/g/test_group.yaml --
max_score: 90
`, "data/secret/test_group.yaml: the max_score of secret is 100, and those of its groups add up to 90; change one of them\n"},
		{"a checker that gives no score, or one that is not to have one", `
-- problem.yaml --
problem_format_version: 2025-09
type: scoring
name: Echo
uuid: 123e4567-e89b-42d3-a456-426614174000
license: cc0
rights_owner: Ann
limits: {time_limit: 1, validation_time: 20}
-- output_validator/main.go --
package main
import "os"
func main() {
	if len(os.Args) > 4 {
		os.WriteFile(os.Args[3] + "score.txt", []byte(os.Args[4]), 0o644)
	}
	os.Exit(42)
}
-- data/secret/test_group.yaml --
input_validator_args: ["3"]
max_score: unbounded
-- data/secret/g/test_group.yaml --
score_aggregation: sum
-- data/secret/g/1.yaml --
output_validator_args: ["1e-3"]
-- data/secret/h/test_group.yaml --
max_score: 5
-- data/secret/h/3.in --
a
-- data/secret/h/3.ans --
a
-- data/secret/h/3.yaml --
output_validator_args: ["5"]
`, `
data/secret/g/2.ans: cannot be checked: the checker wrote no score.txt, and this test has no maximum score to use instead
data/secret/h/3.ans: cannot be checked: the checker wrote score.txt, but this test's group has score_aggregation: pass-fail, so its tests have no score
`},
		{"a grammar", "-- input_validators/form.ctd --\nREGEX(\"[a-c]+\") NEWLINE\n" +
			"-- data/invalid_input/1.in --\nabd\n", ""},
		{"a grammar that an input does not fit", "-- input_validators/form.ctd --\nREGEX(\"[bc]+\") NEWLINE\n", `
data/secret/g/1.in: rejected by form.ctd: form.ctd:1:1: REGEX("[bc]+"): line 1, column 1 of the input: no match, got "abc\n"
data/secret/g/2.in: rejected by form.ctd: form.ctd:1:1: REGEX("[bc]+"): line 1, column 1 of the input: no match, got "a\n"
`},
		{"a grammar with a mistake", "-- input_validators/form.ctd --\nSTRING\n",
			"input_validators/form.ctd: does not compile: form.ctd:2:1: want (, got the end\n"},
		{"a checker that does not compile", "-- output_validator/main.go --\npackage main\nfunc main() { exit(43) }\n",
			"output_validator/main.go: does not compile: output_validator/main.go:2:15: undefined: exit"},
		{"inputs that are repeated, with answers that agree or not", repeats, `
data/secret/g/4.in: equal to the input of secret/g/1, but their answers differ: the checker says WA: line 1, token 1: want abc, got xyz
`},
		{"a checker that accepts both answers", repeats + "-- output_validator/main.go --\npackage main\nimport \"os\"\n" +
			"func main() { os.Exit(42) }\n", ""},
		{"an interactive problem, whose answers say how to answer", repeats + strings.Replace(interactive, "TYPE",
			"interactive", 1), ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			p := load(t, c.changes)
			r, err := Problem(t.Context(), cache, p, 2)
			judgetest.Check(t, err)
			var got strings.Builder
			for _, f := range r.Findings {
				if !strings.HasPrefix(f.Message, "the checker accepts ") { // TestTrial
					got.WriteString(f.String() + "\n")
				}
			}
			want := strings.TrimPrefix(c.want, "\n")
			if strings.HasSuffix(want, "\n") || want == "" {
				if diff := cmp.Diff(want, got.String()); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			} else if !strings.HasPrefix(got.String(), want) { // the rest comes from another package or program
				t.Errorf("got %s, want %s…", got.String(), want)
			}
			again := strings.HasPrefix(c.changes, repeats)
			if note := strings.Join(r.Notes, "\n"); again !=
				strings.HasPrefix(note, "secret/g/3 has the same input as secret/g/2") {
				t.Errorf("note: %q, findings: %v", note, r.Findings)
			}
			if len(r.Findings) == 0 && !again && (r.Inputs != 2 || r.Answers != 2 || r.Tests != 2) {
				t.Errorf("got %+v, want 2 of each", r)
			}
		})
	}
}

// Programs that cannot be built are skipped; the report counts those for which this machine lacks a compiler.
func TestSkipped(t *testing.T) {
	for _, test := range []struct {
		name    string
		missing int
		says    string
	}{
		{"old.viva", 0, "it needs VIVA, "},
		{"new.zig", 1, "no language of .zig: "},
		{"new.xyz", 1, "unknown language: "},
	} {
		p := load(t, "-- input_validators/"+test.name+" --\nSTRING\n-- data/invalid_input/test_group.yaml --\n"+
			"input_validator_args: [\"3\"]\n-- data/invalid_input/1.in --\na\n") // the missing one may reject it
		r, err := Problem(t.Context(), openCache(t), p, 2)
		judgetest.Check(t, err)
		if len(r.Skipped) != 1 || r.Unbuilt != 1 || r.Missing != test.missing || !strings.HasPrefix(r.Skipped[0],
			"input_validators/"+test.name+": "+test.says) || len(r.Findings) != 0 {
			t.Errorf("got %+v, want %s skipped", r, test.name)
		}
	}
}

func TestInterrupted(t *testing.T) {
	p := load(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Problem(ctx, openCache(t), p, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A mark removes the findings with its id. A mark without a finding is one, unless something was skipped.
func TestMark(t *testing.T) {
	marks := []problem.Mark{{ID: "bounds.n", Place: "judge.yaml:2:5"},
		{ID: "checker.accepts.nan", Place: "judge.yaml:3:5"}, {ID: "checker.accepts.leading-zeros"}}
	for _, skipped := range [][]string{nil, {"the answers"}} {
		r := Report{Skipped: skipped, Findings: []problem.Finding{
			{ID: "bounds.n.lowest", Place: "v", Message: "no test reaches the lowest n, 1; add one"},
			{ID: "checker.accepts.a-plus-sign", Place: "c", Message: "the checker accepts a plus sign (on 1)"},
			{ID: "checker.accepts.leading-zeros", Place: "c", Message: "the checker accepts leading zeros (on 1)"},
			{ID: "checker.accepts.more", Place: "c", Message: "the checker accepts more decimals (on 2)"},
			{ID: "bounds.nn", Place: "w", Message: "other"}}}
		r.Mark(marks)
		want := []problem.Finding{{ID: "checker.accepts.a-plus-sign, checker.accepts.more", Place: "c",
			Message: "the checker accepts a plus sign (on 1), more decimals (on 2); reject that, or mark it as " +
				"intended in judge.yaml (judge help findings)"},
			{ID: "bounds.nn", Place: "w", Message: "other"}}
		if skipped == nil {
			want = append(want, problem.Finding{ID: "intended.unused", Place: "judge.yaml:3:5",
				Message: "no finding has the id checker.accepts.nan; remove it"})
		}
		if diff := cmp.Diff(want, r.Findings); diff != "" {
			t.Error(diff)
		}
	}
}

// TestIDs: "judge help findings" lists the id of every finding.
func TestIDs(t *testing.T) {
	listed := judgetest.Read(t, "../../help/findings.txt")
	id := regexp.MustCompile(`\b(?:findingf?|find)\(\s*"([a-z_]+\.?[a-z_]*)`)
	files, err := filepath.Glob("*.go")
	judgetest.Check(t, err)
	found := 0
	for _, file := range append(files, "../../validate.go") {
		for _, m := range id.FindAllStringSubmatch(judgetest.Read(t, file), -1) {
			found++
			group, kind, _ := strings.Cut(m[1], ".")
			if !regexp.MustCompile(`\b` + group + `\.?[^;:()]*\b` + kind + `\b`).MatchString(listed) {
				t.Errorf("%s: judge help findings does not list %s", file, m[1])
			}
		}
	}
	if found < 30 {
		t.Errorf("%d ids are found", found)
	}
}
