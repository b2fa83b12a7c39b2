package validate

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// If a name has several bounds, the widest counts: narrower ones are those of a group, or depend on other numbers.
func TestReached(t *testing.T) {
	for _, row := range []struct {
		says     string
		outputs  []string
		overview []string
		want     []string
	}{
		{"both reached, by different tests", []string{"bound n 1 1 10\n", "bound n 1 10 10\n"}, nil, nil},
		{"one not", []string{"bound n 1 1 10\nbound n 1 9 10\nhello\n"}, nil, []string{"no test reaches the highest " +
			"n, 10"}},
		{"narrower in a group", []string{"bound n 1 1 10\nbound n 1 10 10\nbound n 1 99 1000\n"}, nil,
			[]string{"no test reaches the highest n, 1000"}},
		{"wider than before", []string{"bound n 5 5 10\nbound n 5 10 10\nbound n -5 0 10\n"}, nil,
			[]string{"no test reaches the lowest n, -5"}},
		{"no bound", []string{"bound n ? 5 5\nbound m 5 5 ?\n"}, nil, nil},
		{"real numbers", []string{"bound x 0.0 0 1e3\nbound x 0 1000.0 1000\n"}, nil, nil},
		{"large numbers that differ by one", []string{"bound x 0 9223372036854775807 9223372036854775808\n" +
			"bound x 0 0 1\n"}, nil, []string{"no test reaches the highest x, 9223372036854775808"}},
		{"testlib", nil, []string{"\"n\": min-value-hit\nconstant-bounds \"n\": 1 10\n",
			"\"n\": max-value-hit\nconstant-bounds \"n\": 1 10\n"}, nil},
		{"testlib, not reached", nil, []string{"\"n\": min-value-hit\n\"m\":\nconstant-bounds \"n\": 1 10\n" +
			"feature \"tree\": hit\nfeature \"path\":\n", "feature \"path\": hit\nfeature \"star\":\n"},
			[]string{"no test has the feature star", "no test reaches the lowest m, which depends on other numbers",
				"no test reaches the highest m, which depends on other numbers", "no test reaches the highest n, 10"}},
		{"testlib, a bound that varies in one test", nil, []string{"\"k\": min-value-hit max-value-hit\n",
			"\"k\":\nconstant-bounds \"k\": 1 10\n"}, nil},
		{"testlib, no bound on one side", nil, []string{"\"k\":\nconstant-bounds \"k\": ? 10\n"},
			[]string{"no test reaches the highest k, 10"}},
	} {
		t.Run(row.says, func(t *testing.T) {
			r := make(reached)
			for _, text := range row.outputs {
				if wrong := r.lines([]byte(text)); wrong != "" {
					t.Error(wrong)
				}
			}
			for _, text := range row.overview {
				if wrong := r.overview([]byte(text)); wrong != "" {
					t.Error(wrong)
				}
			}
			var missed []string
			for _, f := range r.missed() {
				missed = append(missed, f.Message)
			}
			if diff := cmp.Diff(row.want, missed); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReachedWrong(t *testing.T) {
	for text, want := range map[string]string{
		"bound n 1 2\n":                                        "is not of the form",
		"bound n 1 two 3\n":                                    "must be numbers",
		"bound n 1 ? 3\n":                                      "must be numbers",
		"bound n 1 NaN 3\n":                                    "must be numbers",
		"bound n 1 1e999999999 3\n":                            "must be numbers",
		"bound n 1 " + strings.Repeat("9", 50) + " 3\n":        "must be numbers",
		"bound " + strings.Repeat("n", 101) + " 1 2 3\n":       "longer than",
		strings.Repeat("bound", 3) + " n\n":                    "",
		"boundary 1 2 3\n":                                     "",
		"bound\x00n 1 2 3\n\xff\xfe\nbound n 1 1 1\n\n\n \t\n": "",
	} {
		if wrong := make(reached).lines([]byte(text)); want == "" && wrong != "" || !strings.Contains(wrong, want) {
			t.Errorf("%q: %q, want %q", text, wrong, want)
		}
	}
	var many strings.Builder
	for i := range maxNames + 1 {
		many.WriteString("bound n" + strings.Repeat("x", i%50) + string(rune('a'+i/50)) + " 1 2 3\n")
	}
	r := make(reached)
	if wrong := r.lines([]byte(many.String())); !strings.Contains(wrong, "more than") || len(r) != maxNames {
		t.Errorf("%q, %d names", wrong, len(r))
	}
}

// Validators may print anything. There are at most two findings for each name, and a number equal to its bound reaches
// it.
func FuzzBounds(f *testing.F) {
	f.Add("bound n 1 5 10\nbound n 1 1 1e1\n", "")
	f.Add("bound x -0.0 0 ?\n", "\"n\": min-value-hit max-value-hit\nconstant-bounds \"n\": 1 ?\nfeature \"a\": hit\n")
	f.Fuzz(func(t *testing.T, output, overview string) {
		r := make(reached)
		r.lines([]byte(output))
		r.overview([]byte(overview))
		if found := r.missed(); len(r) > maxNames || len(found) > 2*len(r) {
			t.Errorf("%d names, %d findings", len(r), len(found))
		}
		for line := range strings.Lines(output) {
			words := strings.Fields(line)
			if len(words) != 5 || words[0] != "bound" || number(words[3]) == nil {
				continue
			}
			own := make(reached)
			if wrong := own.lines([]byte("bound n " + words[3] + " " + words[3] + " " + words[3])); wrong != "" ||
				len(own.missed()) > 0 {
				t.Errorf("%q does not reach itself: %s %v", words[3], wrong, own.missed())
			}
		}
	})
}

// The bounds that validators print become findings: from testlib's overview, and from lines of standard output.
func TestBounds(t *testing.T) {
	for _, row := range []struct{ says, need, validator, want, skipped string }{
		{"testlib", "g++", `-- input_validators/number.cpp --
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    validator.addFeature("odd"), validator.addFeature("even");
    int n = inf.readInt(1, 5, "n");
    validator.feature(n % 2 ? "odd" : "even");
    inf.readEoln();
    inf.readEof();
}
-- testlib.h --
` + judgetest.Read(t, "../../testdata/testlib/testlib.h"),
			"no test has the feature even; no test reaches the highest n, 5", ""},
		{"lines", "python3", "n = int(input())\nprint('bound n', 1, n, 5)\n", "no test reaches the highest n, 5", ""},
		{"none", "python3", "input()\n", "", ""},
		{"it rejects one", "python3", "n = int(input())\nprint('bound n', 1, n, 5)\nif n == 3: sys.exit(43)\n", "", ""},
		{"nonsense", "python3", "print('bound n')\n", "", "\"bound n\" is not of the form"},
	} {
		t.Run(row.says, func(t *testing.T) {
			judgetest.Need(t, row.need)
			if row.need == "python3" {
				row.validator = "-- input_validators/form.py --\nimport sys\n" + row.validator + "sys.exit(42)\n"
			}
			dir := filepath.Join(t.TempDir(), "number")
			judgetest.Unpack(t, dir, "-- problem.yaml --\nproblem_format_version: 2025-09\nname: Number\n"+
				"limits: {time_limit: 2}\n-- data/sample/1.in --\n1\n-- data/sample/1.ans --\n"+
				"-- data/secret/1.in --\n3\n-- data/secret/1.ans --\n"+row.validator)
			set, err := problem.Load(problem.Package(dir), nil)
			judgetest.Check(t, err)
			box, err := backend.Open(t.Context(), sandbox.Options{})
			judgetest.Check(t, err)
			defer box.Close()
			cache, err := compile.OpenCache("", box)
			judgetest.Check(t, err)
			defer cache.Close()
			report, err := Problem(t.Context(), cache, set.Problems[0], 2)
			judgetest.Check(t, err)
			var found []string
			for _, f := range report.Findings {
				const advice = "; add a test that does (judge help generators)"
				if message, ours := strings.CutSuffix(f.Message, advice); ours {
					found = append(found, message)
				}
			}
			if got := strings.Join(found, "; "); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
			if got := strings.Join(report.Skipped, "\n"); !strings.Contains(got, row.skipped) {
				t.Errorf("skipped %q, want %q", got, row.skipped)
			}
		})
	}
}

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
