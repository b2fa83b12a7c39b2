package problem

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
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
	{"Languages", "no other code", "-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\nlanguages: [cp]\n",
		"DIR/problem.yaml:3:13: \"cp\" is not one of all, LANGUAGES (did you mean c or cpp?)"},
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

// formatElsewhere is what the format says and other tests show, by section. Of what is not judged, the test shows that
// it is refused or named.
var formatElsewhere = []struct{ section, says, test string }{
	{"General requirements", "a folder, or an archive of it as .zip or .kpp", "judge/read/archive TestUnpack"},
	{"General requirements", "text files are UTF-8 with newlines, the last one too",
		"judge/author/validate TestProblem"},
	{"General requirements", "decimal numbers, with exponents", "judge/decide/check TestParseNumber"},
	{"General requirements", "codes of natural languages", "judge/read/problem TestErrors"},
	{"Structure", "what a package must have", "judge/author/validate TestProblem"},
	{"Programs", "a file or a folder by its base name", "judge/read/problem TestLoadPackage"},
	{"Submissions", "language and entrypoint of submissions.yaml, or by extension; else it does not build",
		"judge TestPackages"},
	{"Submissions", "a language that nobody knows is a mistake", "judge/execute/compile TestCodes"},
	{"Other programs", "build and run scripts, or several files", "judge TestScripts"},
	{"Working directory", "its files, and nothing else", "judge/decide/grade TestFormat"},
	{"Type", "pass-fail; the others are named", "judge/read/problem TestErrors"},
	{"Name", "one, or one for each language", "judge/read/problem TestLoadTree"},
	{"Name", "exactly for the languages of the statements", "judge/author/validate TestProblem"},
	{"UUID and version", "the form of a UUID", "judge/read/problem TestErrors"},
	{"Credits", "persons, by role", "judge/read/problem TestErrors"},
	{"Source", "names and addresses", "judge/read/problem TestErrors"},
	{"License", "one of seven", "judge/read/problem TestErrors"},
	{"Rights owner", "somebody, under other licenses", "judge/author/validate TestProblem"},
	{"Problem publication embargo", "a date in UTC", "judge/read/problem TestErrors"},
	{"Submission limits", "time, memory, output, code", "judge/decide/grade TestDecide"},
	{"Resource guarantees", "of compilers and validators", "judge/decide/grade TestFormat"},
	{"Multi-pass limit", "not judged", "judge/read/problem TestErrors"},
	{"Defaults and system limits", "2048 MiB, 8 MiB of output, 60 s for tools", "judge/read/problem TestLoadPackage"},
	{"Problem timing", "2 and 1.5, or the package's own; the smallest multiple that fits",
		"judge/author/limits TestPropose"},
	{"Problem timing", "a limit that is given fits them too", "judge/author/limits TestCheck"},
	{"Problem timing", "without one, it is worked out", "judge TestScripts"},
	{"Keywords", "a list", "judge/read/problem TestErrors"},
	{"Allow file writing", "false unless it is true", "judge/decide/grade TestFormat"},
	{"Constants", "refused where they are not replaced", "judge/read/problem TestErrors"},
	{"Problem statements", "one file for each language", "judge/author/validate TestProblem"},
	{"Sample data", "answers that are shown pass the validator", "judge/author/validate TestProblem"},
	{"Samples for interactive and multi-pass problems", "an .interaction is shown in place of the test",
		"judge/author/validate TestProblem"},
	{"Displaying test cases", "at most one file in place of another", "judge/author/validate TestProblem"},
	{"Downloading test cases", "at most one file in place of another, and shown as well",
		"judge/author/validate TestProblem"},
	{"Validation of shared test case files", ".out passes the validator", "judge/author/validate TestProblem"},
	{"Attachments", "files, and templates", "judge/author/validate TestProblem"},
	{"Code templates", "in folders called by codes of languages", "judge/author/validate TestProblem"},
	{"Test data", "secret is there", "judge/read/problem TestErrors"},
	{"Test cases", "an answer for each input, an input for each other file", "judge/read/problem TestErrors"},
	{"Test data configuration", "test_group.yaml, of known keys", "judge/read/problem TestErrors"},
	{"Input", "standard input, arguments, files", "judge/decide/grade TestFormat"},
	{"Running test cases", "with input, files and arguments", "judge TestPackages"},
	{"Test case configuration", "of a test, before that of its group", "judge/read/problem TestLoadTree"},
	{"Illustrations", "one for a test", "judge/author/validate TestProblem"},
	{"Samples and full feedback", "samples have no groups, and are run", "judge/read/problem TestErrors"},
	{"Validation test data", "is not judged on", "judge/author/validate TestProblem"},
	{"Invalid input", "some input validator rejects it", "judge/author/validate TestProblem"},
	{"Invalid output", "the checker rejects it", "judge/author/validate TestProblem"},
	{"Valid output", "the checker accepts it", "judge/author/validate TestProblem"},
	{"Generators", "make tests", "judge/author/recipe TestMake"},
	{"Included files", "of the submission's language, or default", "judge/decide/grade TestFormat"},
	{"Example submissions", "permitted, required, message", "judge/read/problem TestUnmet"},
	{"Test data groups of submissions", "expectations on some tests", "judge/read/problem TestPermits"},
	{"Glob patterns", "of files and folders, with braces", "judge/read/problem TestGlob"},
	{"Default directories", "what each must get", "judge/decide/grade TestFormat"},
	{"Default directories", "replaced key by key", "judge/read/problem TestPermits"},
	{"Timelimit inference", "which expectations bound the limit, and how to opt out", "judge/read/problem TestBounds"},
	{"Input validators", "every one runs on every input; 42 accepts; the test's arguments follow",
		"judge/author/validate TestProblem"},
	{"Static validator", "it is not run, and so nothing is judged", "judge/decide/grade TestFormat"},
	{"Output validator", "called with input, answer, feedback folder and arguments; 42 accepts, 43 rejects",
		"judge/decide/check TestCustomProtocol"},
	{"Default output validator", "tokens, tolerances, case", "judge/decide/check TestDefaultArguments"},
	{"Default output validator", "whitespace", "judge/decide/check TestDefaultWhitespace"},
	{"Reporting a judgement", "any other status is a judge error", "judge/decide/check TestCustomVerdicts"},
	{"Reporting additional feedback", "judgemessage.txt is the message", "judge/decide/check TestCustomProtocol"},
	{"Multi-pass validation", "not judged", "judge/read/problem TestErrors"},
	{"Validator standard error", "is kept", "judge/decide/check TestCustomVerdicts"},
	{"Result aggregation", "all tests must be accepted", "judge/decide/grade TestVerdictOf"},
	{"Result aggregation", "of scoring problems: their keys are refused elsewhere", "judge/read/problem TestErrors"},
}

// TestFormatElsewhere: the tests that formatElsewhere names are there.
func TestFormatElsewhere(t *testing.T) {
	for _, row := range formatElsewhere {
		wantTest(t, row.test)
	}
}

// formatSections are the sections of the format that say something of what a judge reads or runs. LaTeX and Markdown,
// solutions and visualizers are for other tools.
var formatSections = []string{
	"General requirements", "Structure", "Programs", "Submissions", "Other programs", "Working directory",
	"Problem format version", "Type",
	"Name", "UUID and version", "Credits", "Source", "License", "Rights owner", "Problem publication embargo",
	"Submission limits",
	"Resource guarantees", "Multi-pass limit", "Defaults and system limits", "Problem timing", "Keywords", "Languages",
	"Allow file writing",
	"Constants", "Problem statements", "Sample data", "Samples for interactive and multi-pass problems",
	"Displaying test cases",
	"Downloading test cases", "Validation of shared test case files", "Attachments", "Code templates", "Test data",
	"Test cases",
	"Test data groups", "Test data configuration", "Input", "Running test cases", "Test case configuration",
	"Illustrations",
	"Samples and full feedback", "Validation test data", "Invalid input", "Invalid output", "Valid output",
	"Generators", "Included files",
	"Example submissions", "Test data groups of submissions", "Glob patterns", "Default directories",
	"Timelimit inference",
	"Input validators", "Static validator", "Output validator", "Default output validator", "Reporting a judgement",
	"Reporting additional feedback", "Multi-pass validation", "Validator standard error", "Result aggregation",
}

// TestFormatSections: each section has a row, and each row a section.
func TestFormatSections(t *testing.T) {
	rows := make(map[string]bool)
	for _, row := range formatTable {
		rows[row.section] = true
	}
	for _, row := range formatElsewhere {
		rows[row.section] = true
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(formatSections)), slices.Sorted(maps.Keys(rows))); diff != "" {
		t.Errorf("(-sections +rows):\n%s", diff)
	}
}

// legacySections are those of the legacy formats. Name, author, source and license are about people.
var legacySections = []string{
	"General requirements", "Structure", "Programs", "Problem types", "Problem metadata", "Format version", "Name",
	"UUID",
	"Author, source, license", "Limits", "Validation", "Grading", "Keywords", "Statements", "Attachments", "Test data",
	"Annotations",
	"Interactive problems", "Test data groups", "Included code", "Example submissions", "Input validators",
	"Output validators",
	"Default output validator", "Graders", "All",
}

func TestLegacySections(t *testing.T) {
	rows := make(map[string]bool)
	for _, row := range legacyTable {
		rows[row.section] = true
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(legacySections)), slices.Sorted(maps.Keys(rows))); diff != "" {
		t.Errorf("(-sections +rows):\n%s", diff)
	}
}
