package problem

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// oddTable has packages from elsewhere whose data is not as their format has it: what is judged, with which arguments
// of the checker, and what is said. To each the row's files are added; "refused" stands for an error in place of a
// warning if the package is read strictly.
var oddTable = []struct{ what, files, want, strict string }{
	// Tests that are missing, in part or in whole.
	{"no folder of secret tests", today + aSample, `
sample/1
DIR/data/secret: no secret tests: only the samples are judged`, ""},
	{"a folder of secret tests with nothing in it", today + aSample + "-- data/secret/.gitkeep --\n-- data/secret/README --\n", `
sample/1
DIR/data/secret/README: ignored: it belongs to no test
DIR/data/secret: no secret tests: only the samples are judged`, ""},
	{"no secret tests of a legacy format", before + aSample + "-- data/secret/.DS_Store --\n", `
sample/1
DIR/data/secret: no secret tests: only the samples are judged; put .in and .ans files there`, "refused"},
	{"no folder of secret tests of a legacy format", before + aSample, `
sample/1
DIR/data/secret: no secret tests: only the samples are judged; put .in and .ans files there`, "refused"},
	{"no tests", today + "-- data/secret/.gitkeep --\n", `
error: DIR/data/secret: no secret tests; put .in and .ans files there`, "refused"},
	{"no data", before, `
error: DIR/data/secret: no secret tests; put .in and .ans files there`, "refused"},
	{"an input without an answer, and an answer without an input", today + aTest +
		"-- data/secret/2.in --\n-- data/secret/3.ans --\n-- data/secret/4.in --\n-- data/secret/4.out --\n", `
secret/1
DIR/data/secret/2.in: no answer file 2.ans beside it: the test is left out; write it, or remove 2.in
DIR/data/secret/3.ans: no input file 3.in beside it: the test is left out; write it, or remove 3.ans
DIR/data/secret/4.in: no answer file 4.ans beside it: the test is left out; write it, or remove 4.in`, "refused"},
	{"the same in a legacy format", before + aTest + "-- data/secret/g/2.in --\n-- data/secret/g/3.ans --\n", `
secret/1
DIR/data/secret/g/2.in: no answer file 2.ans beside it: the test is left out; write it, or remove 2.in
DIR/data/secret/g/3.ans: no input file 3.in beside it: the test is left out; write it, or remove 3.ans`, "refused"},
	{"all tests are left out", today + "-- data/secret/1.in --\n-- data/secret/a b.in --\n-- data/secret/a b.ans --\n", `
error: DIR/data/secret/a b.ans: ignored: a name has letters, digits and _ . - only, at most 255, and no . or - first
DIR/data/secret/a b.in: ignored: a name has letters, digits and _ . - only, at most 255, and no . or - first
DIR/data/secret/1.in: no answer file 1.ans beside it; write it, or remove 1.in
DIR/data/secret: no secret tests; put .in and .ans files there`, "refused"},
	{"the format ignores such names", today + aTest +
		"-- data/secret/-a.in --\n-- data/secret/a b.in --\n-- data/secret/ä.ans --\n", `
secret/1
DIR/data/secret/-a.in: ignored: a name has letters, digits and _ . - only, at most 255, and no . or - first
DIR/data/secret/a b.in: ignored: a name has letters, digits and _ . - only, at most 255, and no . or - first
DIR/data/secret/ä.ans: ignored: a name has letters, digits and _ . - only, at most 255, and no . or - first`, ""},
	{"what has a score is not left out", scored + aTest + "-- data/secret/2.in --\n", `
error: DIR/data/secret/2.in: no answer file 2.ans beside it; write it, or remove 2.in`, "refused"},
	{"nor in a legacy format", older + aTest + "-- data/secret/2.in --\n", `
error: DIR/data/secret/2.in: no answer file 2.ans beside it; write it, or remove 2.in`, "refused"},
	{"an answer alone is no test", scored + aTest + "-- data/secret/2.ans --\n-- data/sample/2.in --\n", `
secret/1
DIR/data/sample/2.in: no answer file 2.ans beside it: the test is left out; write it, or remove 2.in
DIR/data/secret/2.ans: no input file 2.in beside it: the test is left out; write it, or remove 2.ans`, "refused"},

	{"a sample that no score depends on", scored + aTest + "-- data/sample/2.in --\n", `
secret/1
DIR/data/sample/2.in: no answer file 2.ans beside it: the test is left out; write it, or remove 2.in`, "refused"},
	{"a sample that a score depends on", scored + aTest + "-- data/sample/2.in --\n-- data/secret/test_group.yaml --\n" +
		"require_pass: sample\n", `
error: DIR/data/sample/2.in: no answer file 2.ans beside it; write it, or remove 2.in`, "refused"},
	{"a sample that counts", older + aTest + "-- data/sample/2.in --\n", `
error: DIR/data/sample/2.in: no answer file 2.ans beside it; write it, or remove 2.in`, "refused"},
	{"a sample that is ignored", older + aTest + "-- data/sample/2.in --\n-- data/testdata.yaml --\ngrader_flags: ignore_sample\n", `
secret/1
DIR/data/sample/2.in: no answer file 2.ans beside it: the test is left out; write it, or remove 2.in`, "refused"},
	{"samples that are ignored, alone", older + aSample + "-- data/testdata.yaml --\ngrader_flags: ignore_sample\n", `
error: DIR/data/secret: no secret tests, and samples are ignored (ignore_sample), so nothing has a score; ` +
		`put .in and .ans files there`, "refused"},
	{"samples that count, alone", older + aSample, `
sample/1
DIR/data/secret: no secret tests: only the samples are judged; put .in and .ans files there`, "refused"},
	{"tests in other folders", today + aTest + "-- data/1.in --\n-- data/1.ans --\n-- data/invalid_inputs/1.in --\n-- data/more/1.in --\n", `
secret/1
DIR/data/1.ans: not read: tests are in sample and secret (and 2 more here)`, ""},

	// Files beside tests.
	{"texts of the legacy formats", today + aTest + "-- data/secret/1.desc --\n-- data/secret/1.hint --\n", `
secret/1
DIR/data/secret/1.desc: ignored: in this format it is a key of the test's .yaml (and 1 more here)`, ""},
	{"images and settings of no test", today + aTest +
		"-- data/secret/2.png --\n-- data/secret/generator.yaml --\n-- data/secret/1.in.gz --\n-- data/secret/3.jpg --\n", `
secret/1
DIR/data/secret/1.in.gz: ignored: it belongs to no test
DIR/data/secret/2.png: ignored: it belongs to no test (and 2 more here)`, "refused"},
	{"a conversation of the statement", today + aTest +
		"-- data/sample/1.interaction --\n> 1\n-- data/sample/1.in.download --\n-- data/sample/1.ans.download --\n", `
secret/1
DIR/data/sample/1.ans.download: ignored: it belongs to no test`, "refused"},
	{"a test that the statement shows otherwise", today + aTest + aSample +
		"-- data/sample/1.in.statement --\n-- data/sample/1.ans.statement --\n-- data/sample/1.in.download --\n", `
sample/1
secret/1`, ""},
	{"names with capitals and dots", today + "-- data/secret/A.B-1.in --\n-- data/secret/A.B-1.ans --\n-- data/secret/C.IN --\n", `
secret/A.B-1
DIR/data/secret/C.IN: ignored: it belongs to no test`, ""},
	{"files of a test that are no folder", today + aTest + "-- data/secret/2.in --\n-- data/secret/2.ans --\n-- data/secret/2.files --\n", `
secret/1
DIR/data/secret/2.files: not a folder: the test is left out; put the files of the test into a folder of this name`, "refused"},
	{"a folder and a test of one name", today + aTest + "-- data/secret/1/2.in --\n-- data/secret/1/2.ans --\n", `
secret/1
secret/1/2
DIR/data/secret/1: a folder and a test of one name: both are read; rename one`, "refused"},
	{"a test that is called as settings", today + "-- data/secret/test_group.in --\n-- data/secret/test_group.ans --\n" +
		"-- data/secret/test_group.yaml --\nfull_feedback: true\noutput_validator_args: [case_sensitive]\n", `
secret/test_group [case_sensitive]
DIR/data/secret/test_group.ans: a test cannot be called test_group, as test_group.yaml would be its settings too: ` +
		`those are the group's; rename it`, "refused"},
	{"groups of samples", today + aTest + "-- data/sample/g/1.in --\n-- data/sample/g/1.ans --\n", `
sample/g/1
secret/1
DIR/data/sample/g: sample has no groups: its tests are samples; move its tests to DIR/data/sample or to secret`, "refused"},

	// Settings in odd places.
	{"of all tests", today + aTest + aSample + "-- data/test_group.yaml --\noutput_validator_args: [float_tolerance, 1e-6]\n" +
		"-- data/sample/test_group.yaml --\noutput_validator_args: [case_sensitive]\n", `
sample/1 [case_sensitive]
secret/1 [float_tolerance 1e-6]
DIR/data/test_group.yaml: the format has no settings of all tests: it is read as those of sample and secret; ` +
		`move its content there`, "refused"},
	{"below a group", today + "-- data/secret/g/1.in --\n-- data/secret/g/1.ans --\n-- data/secret/g/test_group.yaml --\n" +
		"args: [a]\n-- data/secret/g/h/2.in --\n-- data/secret/g/h/2.ans --\n-- data/secret/g/h/test_group.yaml --\n" +
		"output_validator_args: [case_sensitive]\n-- data/secret/g/h/i/3.in --\n-- data/secret/g/h/i/3.ans --\n", `
secret/g/1
secret/g/h/2 [case_sensitive]
secret/g/h/i/3 [case_sensitive]
DIR/data/secret/g/h/test_group.yaml: only sample, secret and the groups in secret have a test_group.yaml: its settings ` +
		`apply to what lies below it; move its content to the group's`, "refused"},
	{"of some folders", today + "-- data/secret/g/1.in --\n-- data/secret/g/1.ans --\n-- data/secret/g/test_group.yaml --\n" +
		"output_validator_args: [case_sensitive]\n-- data/secret/h/2.in --\n-- data/secret/h/2.ans --\n", `
secret/g/1 [case_sensitive]
secret/h/2
DIR/data/secret: some folders have a test_group.yaml (g), and others have none (h): all are judged; give one to ` +
		`each, or to none`, "refused"},
	{"of a group beside tests", today + aTest + "-- data/secret/g/2.in --\n-- data/secret/g/2.ans --\n" +
		"-- data/secret/g/test_group.yaml --\noutput_validator_args: [case_sensitive]\n", `
secret/1
secret/g/2 [case_sensitive]
DIR/data/secret: both tests and groups (g, by their test_group.yaml) in it: all are judged; move the tests to a group`,
		"refused"},
	{"of a group without tests", today + "-- data/secret/g/test_group.yaml --\nargs: []\n-- data/secret/h/1.in --\n" +
		"-- data/secret/h/1.ans --\n-- data/secret/h/test_group.yaml --\nargs: []\n", `
secret/h/1
DIR/data/secret/g: a group without tests: it is left out; remove its test_group.yaml, or put .in and .ans files there`,
		"refused"},
	{"scores of a problem without", today + aTest + "-- data/secret/test_group.yaml --\nmax_score: 40\n", `
secret/1
DIR/data/secret/test_group.yaml:1:12: max_score is for scoring problems, and this one is pass-fail; remove the key`,
		"refused"},
	{"scores of samples", scored + aTest + aSample + "-- data/sample/test_group.yaml --\nmax_score: 40\n", `
sample/1
secret/1
DIR/data/sample/test_group.yaml:1:12: max_score is for secret and the groups in it, and sample has no score; ` +
		`remove the key`, "refused"},
	{"the score of all tests", scored + aTest + "-- data/test_group.yaml --\nmax_score: 40\n", `
error: DIR/data/test_group.yaml:1:12: max_score is for secret and the groups in it, and . has no score; remove the key`,
		"refused"},
	{"scores below a group", scored + "-- data/secret/g/test_group.yaml --\nmax_score: 100\n-- data/secret/g/h/1.in --\n" +
		"-- data/secret/g/h/1.ans --\n-- data/secret/g/h/test_group.yaml --\nscore_aggregation: min\n", `
error: DIR/data/secret/g/h/test_group.yaml:1:20: score_aggregation is for secret and the groups in it, and secret/g/h ` +
		`has no score; remove the key`, "refused"},
	{"no scores below a group", scored + "-- data/secret/g/test_group.yaml --\nmax_score: 100\n-- data/secret/g/h/1.in --\n" +
		"-- data/secret/g/h/1.ans --\n-- data/secret/g/h/test_group.yaml --\noutput_validator_args: [case_sensitive]\n", `
secret/g/h/1 [case_sensitive]
DIR/data/secret/g/h/test_group.yaml: only sample, secret and the groups in secret have a test_group.yaml: its settings ` +
		`apply to what lies below it; move its content to the group's`, "refused"},
	{"scores of some folders", scored + "-- data/secret/g/1.in --\n-- data/secret/g/1.ans --\n-- data/secret/g/test_group.yaml --\n" +
		"max_score: 100\n-- data/secret/h/2.in --\n-- data/secret/h/2.ans --\n", `
error: DIR/data/secret: some folders have a test_group.yaml (g), and others have none (h); give one to each, or to none`,
		"refused"},
	{"settings of the later format", before + aTest + "-- data/test_group.yaml --\noutput_validator_args: [float_tolerance, 1e-6]\n" +
		"max_score: 7\n-- data/secret/g/2.in --\n-- data/secret/g/2.ans --\n-- data/secret/g/testdata.yaml --\n" +
		"output_validator_flags: case_sensitive\n-- data/secret/g/test_group.yaml --\noutput_validator_args: [a]\n", `
secret/1 [float_tolerance 1e-6]
secret/g/2 [case_sensitive]
DIR/data/test_group.yaml: read, though in this format a group's settings are in testdata.yaml
DIR/data/test_group.yaml:1:24: output_validator_args is a key of 2025-09: read as output_validator_flags
DIR/data/test_group.yaml:2:12: ignored: scores are for problems of the type scoring
DIR/data/secret/g/test_group.yaml: ignored: in this format a group's settings are in testdata.yaml`, ""},
	{"scores of the later format", older + aTest +
		"-- data/secret/test_group.yaml --\nmax_score: 7\n", `
error: DIR/data/secret/test_group.yaml:1:12: max_score is of the format 2025-09, and the package is in a legacy one; ` +
		`write in problem.yaml: problem_format_version: 2025-09`, ""}, // as before, they are ignored then
	{"settings of a legacy format, in some folders", before + aTest + "-- data/secret/a/b/2.in --\n-- data/secret/a/b/2.ans --\n" +
		"-- data/secret/a/testdata.yaml --\noutput_validator_flags: case_sensitive\n", `
secret/1
secret/a/b/2 [case_sensitive]`, ""},
}

const (
	today   = "-- problem.yaml --\nproblem_format_version: 2025-09\nname: Odd\nlimits: {time_limit: 1}\n"
	before  = "-- problem.yaml --\nname: Odd\nlimits: {time_limit: 1}\n"
	scored  = "-- problem.yaml --\nproblem_format_version: 2025-09\ntype: scoring\nname: Odd\nlimits: {time_limit: 1}\n"
	older   = "-- problem.yaml --\nname: Odd\ntype: scoring\nlimits: {time_limit: 1}\n"
	aSample = "-- data/sample/1.in --\n-- data/sample/1.ans --\n"
	aTest   = "-- data/secret/1.in --\n-- data/secret/1.ans --\n"
)

func TestOddTests(t *testing.T) {
	for _, row := range oddTable {
		t.Run(row.what, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "odd")
			judgetest.Unpack(t, dir, row.files+"-- submissions/accepted/a.c --\n")
			set, err := Load(Package(dir), nil)
			got := strings.ReplaceAll(oddly(set, err), dir, "DIR")
			if diff := cmp.Diff(strings.TrimPrefix(row.want, "\n"), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			_, err = Load(Roots{Package: dir, Strict: true}, nil)
			if refused := err != nil; refused != (row.strict == "refused") {
				t.Errorf("strictly: %v", err)
			}
		})
	}
}

// oddly is what was read: the tests with the checker's arguments, and what is said.
func oddly(set *Set, err error) string {
	var said []string
	for _, p := range set.Problems {
		for _, test := range p.Tests {
			line := test.Name
			if len(test.CheckerArgs) > 0 {
				line += " [" + strings.Join(test.CheckerArgs, " ") + "]"
			}
			said = append(said, line)
		}
		for _, warning := range p.Warnings {
			said = append(said, warning.Error())
		}
	}
	if err != nil {
		said = append(said, "error: "+err.Error())
	}
	return strings.Join(said, "\n")
}
