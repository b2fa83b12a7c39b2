package recipe

import (
	"path/filepath"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

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
