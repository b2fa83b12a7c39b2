package problem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/tree"
)

// formatPackage is a package to which the rows of TestFormat add files.
const formatPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Format
limits: {time_limit: 1}
-- data/secret/1.in --
-- data/secret/1.ans --
-- submissions/accepted/a.c --
`

const directories = "accepted, rejected, wrong_answer, time_limit_exceeded, run_time_error, brute_force, " +
	"presentation_error"

// formatTable is what the format says of packages.
var formatTable = []struct{ section, says, files, want string }{
	{"General requirements", "links may lead to other files of the package",
		"-- data/secret/2.ans --\n-- link --\n1.in", ""},
	{"General requirements", "and not out of it", "-- data/secret/2.ans --\n-- link --\n../../../elsewhere",
		"DIR/data/secret/2.in: a symbolic link out of the package, to ../../../elsewhere: left out; " + tree.WayIn +
			"\nDIR/data/secret/2.in: a symbolic link out of the package: the test 2 is left out"},
	{"General requirements", "names that begin with a period are as if they were not there",
		"-- submissions/wrong_answer/.gitkeep --\n-- submissions/accepted/b/.gitkeep --\n" +
			"-- output_validator/.gitkeep --\n-- include/.gitkeep --\n-- static_validator/.gitkeep --\n-- " +
			"data/sample/.gitkeep --\n-- data/secret/empty/.gitkeep --\n", ""},
	{"Structure", "nothing else stands at the top", "-- output_validator/v.c --\n-- output_validators/v.c --\n" +
		"-- problem_statement/problem.en.tex --\n",
		"DIR/output_validators: not read: the format 2025-09 knows no such name; in this format that is " +
			"output_validator\n" +
			"DIR/problem_statement: not read: the format 2025-09 knows no such name; in this format that is statement"},
	{"Problem format version", "no draft", "-- problem.yaml --\nproblem_format_version: 2023-07-draft\nname: F\n",
		"DIR/problem.yaml:1:25: the draft \"2023-07-draft\" of the problem package format is read as 2025-09, " +
			"which it has become"},
	{"Problem format version", "no other", "-- problem.yaml --\nproblem_format_version: 2031-01\nname: F\n",
		"error: DIR/problem.yaml:1:25: version \"2031-01\" of the problem package format is not supported; 2025-09, " +
			"legacy and legacy-icpc are"},
	{"Rights owner", "not of what is in the public domain", "-- problem.yaml --\nproblem_format_version: " +
		"2025-09\nname: F\nlicense: public domain\nrights_owner: A\n",
		"DIR/problem.yaml:4:15: what is in the public domain has no rights owner; remove rights_owner, or " +
			"give the license that the owner grants"},
	{"Rights owner", "an author is none there", "-- problem.yaml --\nproblem_format_version: 2025-09\nname: " +
		"F\nlicense: public domain\ncredits: A\n", ""},
	{"Test data", "testdata.yaml is of the legacy formats", "-- data/secret/testdata.yaml --\non_reject: break\n",
		"DIR/data/secret/testdata.yaml: read as test_group.yaml, as which the format knows it; rename the file\n" +
			"DIR/data/secret/testdata.yaml:1:12: on_reject is a key of the legacy formats: ignored"},
	{"Problem timing", "no multiple of the resolution, which is 1",
		"-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\nlimits: {time_limit: 1.5}\n",
		"DIR/problem.yaml:3:22: a time limit of 1.5 s is no multiple of the time_resolution, 1 s unless it " +
			"is given; change one of them, such as: time_resolution: 0.5"},
	{"Problem timing", "the time limit may be missing",
		"-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\n", ""},
	{"Problem timing", "it is a multiple of the resolution", "-- problem.yaml --\nproblem_format_version: " +
		"2025-09\nname: F\nlimits: {time_limit: 0.3, time_resolution: 0.1}\n", ""},
	{"Languages", "codes of the appendix", "-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\nlimits: " +
		"{time_limit: 1}\nlanguages: [cpp, python3, d]\n", ""},
	{"Languages", "or all", "-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\nlimits: {time_limit: " +
		"1}\nlanguages: all\n", ""},
	{"Test data groups", "without groups, tests may stand beside folders of tests",
		"-- data/secret/more/2.in --\n-- data/secret/more/2.ans --\n", ""},
	{"Test data groups", "groups and tests exclude each other", "-- data/secret/g/2.in --\n-- data/secret/g/2.ans " +
		"--\n-- data/secret/g/test_group.yaml --\nargs: []\n",
		"DIR/data/secret: both tests and groups (g, by their test_group.yaml) in it: all are judged; move the tests " +
			"to a group"},
	{"Example submissions", "more directories can be added", "-- submissions/mine/b.c --\n-- " +
		"submissions/submissions.yaml --\nmine: {permitted: [AC, WA]}\n", ""},
	{"Example submissions", "of a directory that is not described, nothing is expected", "-- submissions/mine/b.c --\n",
		"DIR/submissions/mine: nothing is expected of mine/b.c, so any verdict will do; say in " +
			"DIR/submissions/submissions.yaml what is, or use one of the directories " + directories},
	{"Example submissions", "a folder that is no program does not end the package",
		"-- submissions/accepted/b/notes.txt --\nhello\n", ""},
	{"Glob patterns", "a pattern may match nothing", "-- submissions/submissions.yaml --\naccepted/b.c: {permitted: " +
		"[AC]}\nrejected: {required: [WA]}\naccepted: {secret/hard: {permitted: [AC]}}\n",
		"DIR/submissions/submissions.yaml:1:1: no submission matches \"accepted/b.c\" (did you mean accepted/a.c?)\n" +
			"DIR/submissions/submissions.yaml:3:12: \"secret/hard\" is no key, and no test or group matches it"},
}

// TestFormat shows by example what the package format 2025-09 says of packages: in which section, what, and what is
// said of a package, warnings first. TestFormat of package grade has what it says of judging; testdata/errors has more
// mistakes.
func TestFormat(t *testing.T) {
	for _, row := range formatTable {
		t.Run(row.section+"/"+row.says, func(t *testing.T) {
			parent, err := filepath.EvalSymlinks(t.TempDir())
			judgetest.Check(t, err)
			dir := filepath.Join(parent, "format")
			judgetest.Write(t, filepath.Join(parent, "elsewhere"), "")
			judgetest.Unpack(t, dir, formatPackage)
			files, link, linked := strings.Cut(row.files, "-- link --\n") // the target of data/secret/2.in
			judgetest.Unpack(t, dir, files)
			if linked {
				judgetest.Check(t, os.Symlink(link, filepath.Join(dir, "data/secret/2.in")))
			}
			set, err := Load(Package(dir), nil)
			var said []string
			for _, p := range set.Problems {
				for _, warning := range p.Warnings {
					said = append(said, warning.Error())
				}
			}
			if err != nil {
				said = append(said, "error: "+err.Error())
			}
			got := strings.NewReplacer(strings.Join(languageCodes, ", "), "LANGUAGES", dir, "DIR").Replace(
				strings.Join(said, "\n"))
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
