package recipe

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

func read(text string) ([]Group, error) {
	doc, err := yaml.Parse("tests.yaml", []byte(text))
	if err != nil {
		return nil, err
	}
	groups, _, err := decode(doc)
	return groups, err
}

func TestDecode(t *testing.T) {
	got, err := read(`
answer: dlx
agree: backtrack
groups:
  small:
    tests:
      "02": grid -seed 2   -n 4
      01: grid
  hard:
    agree: generators/solver
    tests: {"01": grid -seed 7}
`)
	if err != nil {
		t.Fatal(err)
	}
	dlx := Reference{"dlx", "tests.yaml:2:9"}
	want := []Group{
		{Name: "hard", Folder: "secret/hard", Whole: "secret/hard", Answer: dlx,
			Agree: Reference{"generators/solver", "tests.yaml:10:12"}, Place: "tests.yaml:9:3",
			Tests: []Test{
				{Name: "01", Generator: "grid", Args: []string{"-seed", "7"}, Place: "tests.yaml:11:13"},
			}},
		{Name: "small", Folder: "secret/small", Whole: "secret/small", Answer: dlx,
			Agree: Reference{"backtrack", "tests.yaml:3:8"}, Place: "tests.yaml:5:3",
			Tests: []Test{
				{Name: "01", Generator: "grid", Args: []string{}, Place: "tests.yaml:8:7"},
				{Name: "02", Generator: "grid", Args: []string{"-seed", "2", "-n", "4"}, Place: "tests.yaml:7:7"},
			}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Each group may override whether it has answers.
func TestDecodeNone(t *testing.T) {
	for _, c := range []struct{ yaml, want string }{
		{"answer: none\ngroups: {a: {tests: {t: g}}}\n", `a by "" and ""`},
		{"answer: none\ngroups: {a: {tests: {t: g}}, b: {answer: x, agree: y, tests: {t: g}}}\n",
			`a by "" and "", b by "x" and "y"`},
		{"answer: x\nagree: y\ngroups: {a: {tests: {t: g}}, b: {answer: none, tests: {t: g}}}\n",
			`a by "x" and "y", b by "" and ""`},
		{"answer: x\nagree: none\ngroups: {a: {tests: {t: g}}, b: {agree: y, tests: {t: g}}}\n",
			`a by "x" and "", b by "x" and "y"`},
		{"answer: generators/none\nagree: y\ngroups: {a: {tests: {t: g}}}\n", `a by "generators/none" and "y"`},
	} {
		groups, err := read(c.yaml)
		if err != nil {
			t.Errorf("%s: %v", c.yaml, err)
		}
		var got []string
		for _, g := range groups {
			got = append(got, fmt.Sprintf("%s by %q and %q", g.Name, g.Answer.Name, g.Agree.Name))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.yaml, got, c.want)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct{ title, yaml, want string }{
		{"nothing", "", `tests.yaml: no groups; add at least one: groups: {easy: {tests: …}}; ` +
			"if all tests are made by hand, remove the file"},
		{"unknown keys", "answr: dlx\ngroups: {a: {test: {}}}\n", `
tests.yaml:1:1: unknown key "answr" (did you mean answer?)
tests.yaml:2:14: unknown key "test" (did you mean tests?)`},
		{"no tests", "groups: {a: {}}\n",
			`tests.yaml:1:10: group a has no tests; add one: tests: {"01": generator -seed 1}`},
		{"no agree", "answer: dlx\ngroups: {a: {tests: {b: c}}}\n",
			`tests.yaml:2:10: group a needs an answer and an agree; name two programs that share no code, ` +
				"write agree: none if there is no second program, or answer: none if the checker does not read the " +
				"answer"},
		{"nothing to agree with", "answer: none\ngroups: {a: {tests: {b: c}}, d: {agree: e, tests: {f: g}}}\n",
			`tests.yaml:2:41: "answer: none" means that there is no answer for e to agree with; remove agree, or name ` +
				"the program that prints the answers"},
		{"nothing at all to agree with", "answer: none\nagree: e\ngroups: {a: {tests: {b: c}}}\n",
			`tests.yaml:2:8: "answer: none" means that there is no answer for e to agree with; remove agree, or name ` +
				"the program that prints the answers"},
		{"one program twice", "answer: dlx\nagree: dlx\ngroups: {a: {tests: {b: c}}}\n",
			`tests.yaml:3:10: group a: dlx always agrees with itself; give another program as agree`},
		{"an empty value", "answer: dlx\nagree:\ngroups: {a: {tests: {b: c}}}\n",
			`tests.yaml:2:7: want a solution's name, generators/<name> or none, got nothing`},
		{"names", "answer: ../dlx\ngroups: {a/b: {tests: {c.d: e, test_group: e, f: '', g: ../e -n}}}\n", `
tests.yaml:1:9: "../dlx" is not a program; want a solution's name, generators/<name> or none
tests.yaml:2:24: "c.d" cannot name a test or a group; use letters, digits, _ and -
tests.yaml:2:32: "test_group" cannot name a test or a group; use letters, digits, _ and -
tests.yaml:2:50: want a generator and its arguments, got an empty string
tests.yaml:2:57: "../e" is not the name of a program in generators
tests.yaml:2:10: "a/b" cannot name a test or a group; use letters, digits, _ and -`},
		{"a test twice", "groups: {a: {tests: {\"1\": b, \"1\": c}}}\n",
			`tests.yaml:1:30: duplicate key "1", first at tests.yaml:1:22`},
		{"wrong types", "answer: [a]\ngroups: 3\n", `
tests.yaml:1:9: want a solution's name, generators/<name> or none, got a list
tests.yaml:2:9: want a map, got the number 3`},
	} {
		t.Run(c.title, func(t *testing.T) {
			_, err := read(c.yaml)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzDecode: decoding does not panic, every error names the file, and all names are those of files in one folder.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"answer: dlx\nagree: generators/s\ngroups:\n  a:\n    tests: {\"01\": g -n 1}\n",
		"groups: {a: {tests: {../b: c}}}\n", "groups: [a]\n", "groups: {a: *b}\n", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		groups, err := read(string(data))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "tests.yaml:") {
				t.Errorf("the error does not begin with the file: %q", err)
			}
			return
		}
		for _, g := range groups {
			for _, test := range g.Tests {
				if name := g.Name + test.Name + test.Generator; strings.ContainsAny(name, "/.\x00 ") {
					t.Errorf("%q was accepted", name)
				}
			}
		}
	})
}

// Generators may be in any language, in a file or a folder, or have scripts. One with testlib finds its header in the
// package, and takes its arguments as its seed.
func TestGeneratorsInManyLanguages(t *testing.T) {
	header := judgetest.Read(t, "../../testdata/testlib/testlib.h")
	for _, row := range []struct{ says, needs, name, files string }{
		{"Python", "python3", "numbers",
			"-- generators/numbers.py --\nimport sys\nprint(sum(map(int, sys.argv[1:])))\n"},
		{"Python by its whole name", "python3", "numbers.py", "-- generators/numbers.py --\nimport " +
			"sys\nprint(sum(map(int, sys.argv[1:])))\n"},
		{"a folder", "python3", "numbers", "-- generators/numbers/__main__.py --\nimport sys, " +
			"add\nprint(add.all(sys.argv[1:]))\n-- generators/numbers/add.py --\ndef all(words): return " +
			"sum(map(int, words))\n"},
		{"a script", "sh", "numbers", "-- generators/numbers/run --\n#!/bin/sh\necho $(($1 + $2))\n"},
		{"a script that makes one", "sh", "numbers", "-- generators/numbers/build --\n#!/bin/sh\nprintf " +
			"'#!/bin/sh\\necho $(($1 + $2))\\n' > run\nchmod +x run\n"},
		{"Java", "javac", "numbers", "-- generators/numbers.java --\nclass Main { public static void main(String[] " +
			"a) { System.out.println(Integer.parseInt(a[0]) + Integer.parseInt(a[1])); } }\n"},
		{"testlib", "g++", "numbers", "-- testlib.h --\n" + header + "-- generators/numbers.cpp --\n#include " +
			"\"testlib.h\"\nint main(int argc, char *argv[]) {\n    registerGen(argc, argv, 1);\n    int a = " +
			"rnd.next(3, 3);\n    printf(\"%d\\n\", a + atoi(argv[2]));\n}\n"},
	} {
		t.Run(row.says, func(t *testing.T) {
			judgetest.Need(t, row.needs)
			dir := filepath.Join(t.TempDir(), "sum")
			judgetest.Unpack(t, dir, row.files+`
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
limits: {time_limit: 2}
-- generators/README.txt --
-- generators/tests.yaml --
answer: same.sh
agree: also.sh
groups:
  few:
    tests: {five: `+row.name+` 3 2}
-- submissions/accepted/also.sh --
cat
-- submissions/accepted/same.sh --
cat
`)
			set, err := problem.LoadPrograms(problem.Package(dir), nil)
			judgetest.Check(t, err)
			cache, err := compile.OpenCache("", plain.Executor{})
			judgetest.Check(t, err)
			defer cache.Close()
			if _, err := Make(t.Context(), cache, set.Problems[0]); err != nil {
				t.Fatal(err)
			}
			if got := judgetest.Read(t, filepath.Join(dir, "data/secret/few/five.in")); got != "5\n" {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestSchema(t *testing.T) {
	judgetest.Golden(t, "../../read/schema/tests.json", yaml.Schema("tests.yaml",
		"the recipes from which the tests of a problem are made", func(doc yaml.Value) error { _, _, err := decode(doc); return err }))
}
