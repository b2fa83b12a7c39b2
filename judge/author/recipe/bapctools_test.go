package recipe

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// translated returns the recipes of a generators.yaml, a line each.
func translated(text string, p *problem.Problem) (string, error) {
	doc, err := yaml.Parse("generators.yaml", []byte(text))
	if err != nil {
		return "", err
	}
	groups, err := translate(p, doc)
	var b strings.Builder
	for _, g := range groups {
		for _, file := range slices.Sorted(maps.Keys(g.Settings)) {
			fmt.Fprintf(&b, "%s/%s: %q\n", g.Folder, file, g.Settings[file])
		}
		for _, t := range g.Tests {
			fmt.Fprintf(&b, "%s/%s:", g.Folder, t.Name)
			for _, part := range []struct{ name, value string }{{"run", strings.Join(append([]string{t.Generator},
				t.Args...), " ")}, {"in", t.Input}, {"copy", t.Copy}, {"ans", t.Answer}, {"by", g.Answer.Name}} {
				if part.value != "" {
					fmt.Fprintf(&b, " %s %q", part.name, part.value)
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String(), err
}

func TestTranslate(t *testing.T) {
	for _, c := range []struct{ title, yaml, want string }{
		{"texts", `data: {sample: {data: {"1": {in: 1 2, ans: "3"}, "2": {in: "4\n5\n", ans: "9\n"}}}}`, `
sample/1: in "1 2\n" ans "3\n"
sample/2: in "4\n5\n" ans "9\n"`},
		{"commands", "solution: /submissions/accepted/mine.py\ndata:\n  secret:\n    data:\n      b: tree.py 4  5\n" +
			"      a: {generate: dir -n 1}\n      c: |\n        tree.py\n        6\n", `
secret/a: run "dir -n 1" by "mine.py"
secret/b: run "tree.py 4 5" by "mine.py"
secret/c: run "tree.py 6" by "mine.py"`},
		{"copies", "data: {secret: {data: {a: {copy: manual/1}, b: manual/2.in, c: {copy: x, ans: y}}}}", `
secret/a: copy "manual/1"
secret/b: copy "manual/2"
secret/c: copy "x" ans "y\n"`},
		{"folders", `
data:
  secret:
    solution: /generators/brute
    data:
      small: {type: directory, data: {"1": {in: a}, deep: {solution: /submissions/accepted/c, data: {"1": {in: b}}}}}
      "1": {in: c}
  sample: {data: {"1": {in: d}}}
solution: /submissions/accepted/mine
version: 2025-12
`, `
sample/1: in "d\n" by "mine"
secret/small/deep/1: in "b\n" by "c"
secret/small/1: in "a\n" by "generators/brute"
secret/1: in "c\n" by "generators/brute"`},
		{"numbers", `
data:
  sample: {data: [{"": {in: a}}, {x: {in: b}}]}
  secret:
    data:
      late: {data: [{y: {in: c}}]}
      early: {data: [{"": {in: d, count: 3}}, {z: {in: e, count: 4}}]}
`, `
sample/01: in "a\n"
sample/02-x: in "b\n"
secret/early/03-1: in "d\n"
secret/early/04-2: in "d\n"
secret/early/05-3: in "d\n"
secret/early/06-z-1: in "e\n"
secret/early/07-z-2: in "e\n"
secret/early/08-z-3: in "e\n"
secret/early/09-z-4: in "e\n"
secret/late/10-y: in "c\n"`},
		// The seeds are those of BAPCtools: the last 31 bits of the SHA-512 of ":1gen 2 {seed}" and the like.
		{"seeds", `
data:
  secret:
    data:
      a: gen {seed} {name}
      b: gen -s={seed:2}
      c: {generate: " gen {count} {seed} ", count: 10}
`, `
secret/a: run "gen 1162141283 a"
secret/b: run "gen -s=311893160"
secret/c-01: run "gen 1 1422842169"
secret/c-02: run "gen 2 1064991799"
secret/c-03: run "gen 3 555148669"
secret/c-04: run "gen 4 523350457"
secret/c-05: run "gen 5 310690864"
secret/c-06: run "gen 6 572517955"
secret/c-07: run "gen 7 871143243"
secret/c-08: run "gen 8 541362373"
secret/c-09: run "gen 9 1231478356"
secret/c-10: run "gen 10 848192880"`},
		{"settings", `
data:
  secret:
    testdata.yaml: {range: 0 10}
    test_group.yaml:
      output_validator_args:
        - float_tolerance
        - 1e-6
      max_score: 30 # points
    data: {a: {in: x}}
`, `
secret/test_group.yaml: "output_validator_args:\n  - float_tolerance\n  - 1e-6\nmax_score: 30\n"
secret/testdata.yaml: "{range: 0 10}\n"
secret/a: in "x\n"`},
	} {
		t.Run(c.title, func(t *testing.T) {
			got, err := translated(c.yaml, &problem.Problem{})
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n")+"\n", got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	talks := &problem.Problem{}
	talks.Interactive = true
	for _, solution := range []string{"", "solution: /submissions/accepted/a\n"} {
		solution += "data: {secret: {data: {a: {data: {b: {in: x}}}}}}\n"
		doc, err := yaml.Parse("generators.yaml", []byte(solution))
		judgetest.Check(t, err)
		groups, err := translate(talks, doc)
		if err != nil || len(groups) != 2 || !groups[0].none() {
			t.Errorf("interactive, %q: got %v, %v", solution, groups, err)
		}
	}
}

func TestTranslateErrors(t *testing.T) {
	for _, c := range []struct{ title, yaml, want string }{
		{"nothing", "", `generators.yaml: no tests; add some: data: {secret: {data: {"01": generator 1}}}`},
		{"no folders", "data: {}\n",
			`generators.yaml:1:1: no tests; add some: data: {secret: {data: {"01": generator 1}}}`},
		{"other keys", `
visualizer: /visualizers/vis.py
random_salt: abc
generators: {tree: [tree.py]}
test_group.yaml: {}
data:
  invalid_input: {data: {a: {in: x}}}
  secret:
    include: [sample]
    data:
      a: {in: x, out: y}
      b: {generate: g, match: x, yaml: {}, solution: /submissions/accepted/a}
`, `
generators.yaml:2:1: unknown key "visualizer"
generators.yaml:3:1: unknown key "random_salt"
generators.yaml:4:1: unknown key "generators"
generators.yaml:5:1: unknown key "test_group.yaml"
generators.yaml:7:3: unknown folder "invalid_input"; want sample or secret
generators.yaml:9:5: unknown key "include"
generators.yaml:11:18: unknown key "out" (did you mean count?)
generators.yaml:12:24: unknown key "match"
generators.yaml:12:34: unknown key "yaml"
generators.yaml:12:44: unknown key "solution"`},
		{"no tests", "data: {sample: {}, secret: {test_group.yaml: {a: b}, data: {c: {data: {}}}}}\n",
			`generators.yaml:1:1: no tests; add some: data: {secret: {data: {"01": generator 1}}}`},
		{"tests at the top", "data: {sample: gen 1, x: gen}\n", `
generators.yaml:1:16: want a map, got the string "gen 1"
generators.yaml:1:23: unknown folder "x"; want sample or secret`},
		{"lists", "data: {secret: {data: [{a: g 1, b: g 2}, {c: {data: []}}, 3]}}\n", `
generators.yaml:1:25: want one test in each element of a list, and folders in a map
generators.yaml:1:33: want one test in each element of a list, and folders in a map
generators.yaml:1:43: want one test in each element of a list, and folders in a map
generators.yaml:1:59: want a map, got the number 3`},
		{"names", "data: {secret: {data: {a.b: {in: x}, '': {in: x}, ../c: {data: {}}}}}\n", `
generators.yaml:1:38: "" cannot name a test or a group; use letters, digits, _ and -
generators.yaml:1:51: "../c" cannot name a test or a group; use letters, digits, _ and -
generators.yaml:1:24: "a.b" cannot name a test or a group; use letters, digits, _ and -`},
		{"inputs", "data: {secret: {data: {a: , b: {ans: x}, c: 3, d: {in: 3}, e: {in: ''}, f: ' '}}}\n", `
generators.yaml:1:26: want a string, got nothing
generators.yaml:1:29: no input; add generate, copy or in
generators.yaml:1:45: want a string, got the number 3; write "3"
generators.yaml:1:56: want a string, got the number 3; write "3"
generators.yaml:1:68: want some text, got an empty string
generators.yaml:1:76: want some text, got an empty string`},
		{"commands", "data: {secret: {data: {a: \"g 'x y'\", b: 'g {{n}}', c: {generate: g, count: 101}, d: {generate: g, " +
			"count: 1..=3}}}}\n", `
generators.yaml:1:27: quotes, backslashes and constants are not supported in commands here
generators.yaml:1:41: quotes, backslashes and constants are not supported in commands here
generators.yaml:1:76: 101: give a number from 1 to 100
generators.yaml:1:106: want an integer, got the string "1..=3"`},
		{"settings", "data: {secret: {test_group.yaml: [], testdata.yaml: , data: {a: {in: x}}}}\n", `
generators.yaml:1:34: want a map, got a list
generators.yaml:1:52: want a map, got nothing`},
		{"aliases", "data: {secret: &a {data: {b: *a}}}\n",
			"generators.yaml: aliases are not supported in this file; write their values out"},
		{"kinds", "solution: [a]\ndata: [a]\n", `
generators.yaml:1:11: want a string, got a list
generators.yaml:2:8: want a map, got the string "a"`},
	} {
		t.Run(c.title, func(t *testing.T) {
			_, err := translated(c.yaml, &problem.Problem{})
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), fmt.Sprint(err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzTranslate: translating does not panic, every error names the file, and all names are those of files in the data
// folder.
func FuzzTranslate(f *testing.F) {
	for _, seed := range []string{
		"solution: /submissions/accepted/a\ndata: {secret: {test_group.yaml: {a: [1]}, data: [{a: g {seed} {name}}]}}\n",
		"data: {sample: {data: {a: {generate: g {count}, count: 3}, b: {data: {c: {copy: d, ans: e}}}}}}\n",
		"data: {secret: {data: [{'': ../a.in}]}}\n", "data: {secret: &a {data: {b: *a}}}\n", "data: [*b]\n", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := yaml.Parse("generators.yaml", data)
		if err != nil {
			return
		}
		groups, err := translate(&problem.Problem{}, doc)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "generators.yaml:") {
				t.Errorf("the error does not begin with the file: %q", err)
			}
			return
		}
		for _, g := range groups {
			for _, test := range g.Tests {
				name := g.Folder + "/" + test.Name
				if !strings.HasPrefix(name, "sample/") && !strings.HasPrefix(name, "secret/") ||
					strings.ContainsAny(name, ".\x00 ") {
					t.Errorf("%q was accepted", name)
				}
			}
		}
	})
}

// foreign is the problem double with BAPCtools' recipes instead of its own.
func foreign(recipes string) string {
	return strings.NewReplacer("tests.yaml --\nanswer: plus\nagree: generators/wrong\n", "generators.yaml --\n", `groups:
  a:
    tests:
      "01": echo 1
      "02": echo 2
  b:
    tests:
      "01": echo 20
`, recipes).Replace(double)
}

const foreignRecipes = `
solution: /submissions/accepted/plus
data:
  sample:
    data: {"1": {in: "5", ans: ten}}
  secret:
    test_group.yaml: {max_score: 100}
    data:
      "1": echo 7
      b:
        testdata.yaml: {range: 0 1}
        data: [{x: {copy: manual/x}}, {"": manual/y.in}, {z: {generate: "echo {count}", count: 2}}]
-- problems/double/generators/manual/x.in --
8
-- problems/double/generators/manual/x.ans --
by hand
-- problems/double/generators/manual/y.in --
9
-- testdata/double/secret/by-hand/1.in --
1
-- testdata/double/secret/0.in --
old
`

func TestMakeForeign(t *testing.T) {
	cache, p := load(t, foreign(foreignRecipes))
	before := contents(t)
	_, _, errCheck := Check(t.Context(), cache, p)
	_, err := Make(t.Context(), cache, p)
	const left = "testdata/double/secret/b: no recipe makes 07.ans, 07.in; list each in generators.yaml (copy: …), " +
		"or remove it"
	if fmt.Sprint(err) != left || fmt.Sprint(errCheck) != left {
		t.Errorf("got %v and %v, want %s", err, errCheck, left)
	}
	if diff := cmp.Diff(before, contents(t)); diff != "" {
		t.Fatalf("files changed:\n%s", diff)
	}
	for _, file := range []string{"b/07.ans", "b/07.in", "0.in", "by-hand"} {
		judgetest.Check(t, os.RemoveAll("testdata/double/secret/"+file))
	}
	want := map[string]string{
		"testdata/double/sample/1.in": "5\n", "testdata/double/sample/1.ans": "ten\n",
		"1.in": "7\n", "1.ans": "14\n", "test_group.yaml": "{max_score: 100}\n",
		"b/1-x.in": "8\n", "b/1-x.ans": "by hand\n", "b/2.in": "9\n", "b/2.ans": "18\n",
		"b/3-z-1.in": "1\n", "b/3-z-1.ans": "2\n", "b/4-z-2.in": "2\n", "b/4-z-2.ans": "4\n",
		"b/testdata.yaml": "{range: 0 1}\n", "b/test_group.yaml": "args: [-x]\n",
	}
	for _, counts := range [][]Counts{
		{{"sample", 1, 1, 0}, {"secret/b", 4, 4, 0}, {"secret", 1, 1, 0}},
		{{"sample", 1, 0, 0}, {"secret/b", 4, 0, 0}, {"secret", 1, 0, 0}},
	} {
		got, err := Make(t.Context(), cache, p)
		if diff := cmp.Diff(counts, got); diff != "" || err != nil {
			t.Fatalf("%v (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff(want, contents(t)); diff != "" {
			t.Fatalf("files (-want +got):\n%s", diff)
		}
	}
	if _, stale, err := Check(t.Context(), cache, p); err != nil || stale != nil {
		t.Errorf("got %v, %v", stale, err)
	}
	judgetest.Write(t, "testdata/double/secret/test_group.yaml", "max_score: 1\n")
	_, stale, err := Check(t.Context(), cache, p)
	if want := "testdata/double/secret/test_group.yaml: differs from what the recipe makes"; err != nil ||
		fmt.Sprint(stale) != want {
		t.Errorf("got %v, %v, want %s", stale, err, want)
	}
}

// Tests directly in secret must be listed even if all recipes are for groups. Folders without recipes are not touched.
func TestUnlisted(t *testing.T) {
	cache, p := load(t, foreign(`data: {secret: {data: {b: {data: {"07": {in: x, ans: y}}}}}}
-- testdata/double/secret/0.in --
old
-- testdata/double/sample/1.in --
1
`))
	_, err := Make(t.Context(), cache, p)
	if !strings.HasPrefix(fmt.Sprint(err), "testdata/double/secret: no recipe makes 0.in; list each") {
		t.Errorf("got %v", err)
	}
	judgetest.Check(t, os.Remove("testdata/double/secret/0.in"))
	if _, err := Make(t.Context(), cache, p); err != nil {
		t.Error(err)
	}
	if got := contents(t); got["b/07.in"] != "x\n" || got["testdata/double/sample/1.in"] != "1\n" {
		t.Errorf("got %v", got)
	}
}

// A failure changes no file.
func TestForeignFailures(t *testing.T) {
	const place = "problems/double/generators/generators.yaml:"
	for _, c := range []struct{ recipes, want string }{
		{"data: {secret: {data: {a: {in: x}}}}\n",
			"1:24: secret/a: no answer; add ans: TEXT or solution: /submissions/accepted/NAME"},
		{"data: {secret: {data: {a: {in: x, ans: y, count: 2}, a-1: {in: x, ans: y}}}}\n",
			"1:54: secret/a-1: another test has the same name"},
		{"data: {secret: {data: {a: {copy: ../../../../double}}}}\n",
			`1:24: "../../../../double" leads out of generators/`},
		{"data: {secret: {data: {a: /etc/hostname.in}}}\n", `1:24: "/etc/hostname" leads out of generators/`},
		{"data: {secret: {data: {a: none.in}}}\n", "1:24: secret/a: "},
		{"solution: /submissions/wrong_answer/x\ndata: {secret: {data: {a: ecko 1}}}\n",
			"1:11: double has no solution submissions/wrong_answer/x"},
	} {
		cache, p := load(t, foreign(c.recipes))
		judgetest.Check(t, os.RemoveAll("testdata/double/secret/b"))
		before := contents(t)
		_, err := Make(t.Context(), cache, p)
		if !strings.HasPrefix(fmt.Sprint(err), place+c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
		if diff := cmp.Diff(before, contents(t)); diff != "" {
			t.Errorf("files changed:\n%s", diff)
		}
	}
}
