package validate

import (
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// A validator with testlib ends with status 0 for a valid input, and gets the test's set and group. If its testlib.h
// follows the package format, it ends with 42.
func TestTestlib(t *testing.T) {
	judgetest.Need(t, "g++")
	const pack = `
-- problem.yaml --
problem_format_version: 2025-09
name: Five
limits: {time_limit: 2}
-- data/sample/1.in --
5
-- data/sample/1.ans --
-- data/secret/few/1.in --
5
-- data/secret/few/1.ans --
-- data/secret/few/test_group.yaml --
-- data/secret/many/1.in --
50
-- data/secret/many/1.ans --
-- data/secret/many/test_group.yaml --
-- data/invalid_input/1.in --
5 5
-- input_validators/number.cpp --
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    inf.readInt(1, validator.group() == "many" || validator.testset() == "sample" ? 100 : 4);
    inf.readEoln();
    inf.readEof();
}
`
	header := judgetest.Read(t, "../../testdata/testlib/testlib.h")
	cache, err := compile.OpenCache("", plain.Executor{})
	judgetest.Check(t, err)
	defer cache.Close()
	for _, row := range []struct{ says, header, want string }{
		{"as it is", header, "secret/few/1.in: rejected by number.cpp: exit status 3; FAIL 5 is out of range\n"},
		{"following the format", "#define PACKAGE_FORMAT\n" + header,
			"sample/1.in: rejected by number.cpp: exit status 3; FAIL 5 is out of range\n" +
				"secret/few/1.in: rejected by number.cpp: exit status 3; FAIL 5 is out of range\n" +
				"secret/many/1.in: rejected by number.cpp: exit status 3; FAIL 50 is out of range\n"},
	} {
		t.Run(row.says, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "five")
			judgetest.Unpack(t, dir, pack+"-- testlib.h --\n"+row.header)
			set, err := problem.Load(problem.Package(dir), nil)
			judgetest.Check(t, err)
			report, err := Problem(t.Context(), cache, set.Problems[0], 2)
			judgetest.Check(t, err)
			got := ""
			for _, f := range report.Findings {
				if place, ok := strings.CutPrefix(f.String(), filepath.Join(dir, "data")+"/"); ok {
					got += place + "\n"
				}
			}
			if got != row.want {
				t.Errorf("got\n%swant\n%s", got, row.want)
			}
		})
	}
}
