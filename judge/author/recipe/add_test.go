package recipe

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

const someRecipes = `# comment
answer: plus
agree: times
groups:
  a: # of a
    tests:
      "01": echo 1
      "02": # of 02
        input: |
          5

          6
  # of b
  b:
    tests: {"01": echo 20}
`

func TestInsert(t *testing.T) {
	p := &problem.Problem{Dir: "p", DataDir: t.TempDir()}
	groups, err := parse(p, []byte(someRecipes))
	judgetest.Check(t, err)
	tests := []struct {
		name, group, agree string
		test               Test
		want               string // lines that are new
	}{
		{"a command in a group", "a", "", Test{Name: "03", Generator: "echo", Args: []string{"7", "-x"}}, `
      # why
      "03": echo 7 -x`},
		{"an input in a group", "a", "", Test{Name: "03", Input: "1 2\n3\n"}, `
      # why
      "03":
        input: |
          1 2
          3`},
		{"a new group", "new", "", Test{Name: "01", Input: "1\n"}, `
  new:
    tests:
      # why
      "01":
        input: |
          1`},
		{"another program agrees", "new", "generators/solver", Test{Name: "01", Generator: "echo"}, `
  new:
    agree: generators/solver
    tests:
      # why
      "01": echo`},
		{"an input that is no plain lines", "new", "", Test{Name: "01", Input: " 1\t\n\nä\u0001\"x"}, `
  new:
    tests:
      # why
      "01": {input: " 1\t\n\nä\u0001\"x"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, group, err := insert(p, []byte(someRecipes), groups, Addition{Group: test.group, Test: test.test,
				Comment: "why"}, test.agree)
			judgetest.Check(t, err)
			var added []string
			old := strings.Split(someRecipes, "\n")
			for line := range strings.SplitSeq(string(got), "\n") {
				if len(old) > 0 && line == old[0] {
					old = old[1:]
				} else {
					added = append(added, line)
				}
			}
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), strings.Join(added, "\n")); diff != "" ||
				len(old) > 0 {
				t.Errorf("%d old lines are gone (-want +got):\n%s\n%s", len(old), diff, got)
			}
			if group.Name != test.group || test.agree != "" && group.Agree != test.agree {
				t.Errorf("group %+v", group)
			}
		})
	}
}

// Where the file's form leaves no place, it stays as it is, and the error has what to write.
func TestInsertRefuses(t *testing.T) {
	p := &problem.Problem{Dir: "p", DataDir: t.TempDir()}
	for name, text := range map[string]string{
		"tests on one line":  someRecipes,
		"a key behind":       "groups:\n  b:\n    tests: {\"01\": echo 1}\nanswer: plus\nagree: times\n",
		"groups on one line": "answer: plus\nagree: times\ngroups: {b: {tests: {\"01\": echo 1}}}\n",
	} {
		groups, err := parse(p, []byte(text))
		judgetest.Check(t, err)
		_, _, err = insert(p, []byte(text), groups, Addition{Group: "b", Test: Test{Name: "02", Input: "1\n"}}, "")
		if err == nil || !strings.HasPrefix(err.Error(), filepath.Join("p", "generators", "tests.yaml")+
			": its form leaves no place for a test; add it by hand to the group b:\n") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestDecodeInputs(t *testing.T) {
	groups, err := read("answer: a\nagree: b\ngroups:\n  c:\n    tests:\n      \"1\": {input: \"1\\n\"}\n      " +
		"\"2\":\n        input: |\n          3\n          4\n")
	judgetest.Check(t, err)
	want := []Test{{Name: "1", Input: "1\n", Place: "tests.yaml:6:7"}, {Name: "2", Input: "3\n4\n",
		Place: "tests.yaml:7:7"}}
	if diff := cmp.Diff(want, groups[0].Tests); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := read("answer: a\nagree: b\ngroups: {c: {tests: {\"1\": {input: \"\"}}}}\n"); err == nil ||
		!strings.Contains(err.Error(), "want an input, got none") {
		t.Errorf("an empty input: %v", err)
	}
}

// A test is added with its files. If two programs disagree on it, nothing changes.
func TestAdd(t *testing.T) {
	cache, p := load(t, double)
	before := contents(t)
	_, err := Add(t.Context(), cache, p, Addition{Group: "stress", Test: Test{Input: "3\n"}})
	if err == nil || !strings.Contains(err.Error(), "plus and generators/wrong disagree") {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(before, contents(t)); diff != "" {
		t.Errorf("a test that cannot be made changes files (-before +after):\n%s", diff)
	}
	name, err := Add(t.Context(), cache, p, Addition{Group: "stress", Test: Test{Input: "4\n"}})
	judgetest.Check(t, err)
	if name != "secret/stress/01" {
		t.Errorf("it is called %s", name)
	}
	if _, err := Make(t.Context(), cache, p); err != nil {
		t.Error(err)
	}
	for file, want := range map[string]string{"01.in": "4\n", "01.ans": "8\n"} {
		if got := judgetest.Read(t, filepath.Join(p.DataDir, "secret", "stress", file)); got != want {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}
}

// FuzzInsert: wherever a test is added, the recipes read as before and with it; else the error says what to write.
func FuzzInsert(f *testing.F) {
	f.Add([]byte(someRecipes), "a", "1 2\n3\n")
	f.Add([]byte(someRecipes), "new", " 1\t\n\n\u00e4\u0001\"x")
	f.Add([]byte("answer: plus\nagree: times\ngroups: {b: {tests: {\"01\": echo 1}}}\n"), "b", "")
	f.Add([]byte("answer: p\ragree: t\rgroups:\r  b:\r    tests:\r      \"01\": echo 1\r"), "b", "7\n")
	p := &problem.Problem{Dir: "p", DataDir: f.TempDir()}
	f.Fuzz(func(t *testing.T, text []byte, group, input string) {
		groups, err := parse(p, text)
		if err != nil || !nameForm.MatchString(group) {
			return
		}
		add := Addition{Group: group, Test: Test{Name: freeName(p, groups, group), Input: input, Generator: "echo"},
			Comment: "why"}
		if input != "" {
			add.Test.Generator = ""
		}
		changed, _, err := insert(p, text, groups, add, "")
		if err != nil {
			if !strings.HasPrefix(err.Error(), File(p)+": its form leaves no place for a test") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		after, err := parse(p, changed)
		if err != nil || !same(groups, after, add) {
			t.Errorf("%q became %q: %v", text, changed, err)
		}
	})
}

// same reports whether the groups after a change are those before and the new test.
func same(before, after []Group, add Addition) bool {
	var found bool
	plain := func(groups []Group, drop bool) []Group {
		var all []Group
		for _, g := range groups {
			g.Place = ""
			g.Tests = slices.Clone(g.Tests)
			for i := range g.Tests {
				g.Tests[i].Place = ""
			}
			if drop && g.Name == add.Group {
				n := len(g.Tests)
				g.Tests = slices.DeleteFunc(g.Tests, func(t Test) bool {
					return t.Name == add.Test.Name && t.Generator == add.Test.Generator &&
						slices.Equal(t.Args, add.Test.Args) && t.Input == add.Test.Input
				})
				found = len(g.Tests) == n-1
			}
			if len(g.Tests) > 0 {
				all = append(all, g)
			}
		}
		return all
	}
	return reflect.DeepEqual(plain(before, false), plain(after, true)) && found
}
