package grade

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// testlibPackage expects the number 5. Its submissions print what their names say.
const testlibPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Five
limits: {time_limit: 2}
-- data/secret/1.in --
1
-- data/secret/1.ans --
5
-- submissions/accepted/five.sh --
echo 5
-- submissions/wrong_answer/six.sh --
echo 6
-- submissions/wrong_answer/word.sh --
echo word
-- submissions/wrong_answer/nothing.sh --
-- submissions/wrong_answer/more.sh --
echo 5 5
`

const testlibMain = `int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    inf.readInt();
    int want = ans.readInt(), got = ouf.readInt();
    if (got != want) quitf(_wa, "expected %d, found %d", want, got);
    quitf(_ok, "five it is");
}
`

const testlibInteractor = `#include "testlib.h"
int main(int argc, char *argv[]) {
    int want, got;
    FILE *answer = fopen(argv[3], "r"), *told = fopen(argv[2], "w");
    if (argc != 4 || !answer || !told || fscanf(answer, "%d", &want) != 1) finish(FAIL_EXIT_CODE, "FAIL", "it is called otherwise");
    switch (scanf("%d", &got)) {
    case EOF: finish(_unexpected_eof, "unexpected eof", "it is silent");
    case 0: finish(PE_EXIT_CODE, "wrong output format", "no number");
    }
    if (got != want) finish(WA_EXIT_CODE, "wrong answer", std::to_string(got));
    finish(OK_EXIT_CODE, "ok", "five it is");
}
`

// decidedAll has the verdicts of all of testlibPackage's submissions.
const decidedAll = `five.sh AC: ok five it is
more.sh PE: wrong output format Extra information in the output file
nothing.sh PE: wrong output format a word is missing
six.sh WA: wrong answer expected 5, found 6
word.sh PE: wrong output format expected a number, but word found
`

// TestTestlib: testlib checkers compile unchanged, with the header from any supported place, and are called as that
// header expects.
func TestTestlib(t *testing.T) {
	judgetest.Long(t, "it compiles a dozen checkers")
	judgetest.Need(t, "g++")
	header := judgetest.Read(t, "../../testdata/testlib/testlib.h")
	changed := "#define PACKAGE_FORMAT\n" + header
	file := func(name, text string) string { return "-- " + name + " --\n" + text }
	plain := "#include \"testlib.h\"\n" + testlibMain
	tools := optionsWith(t, "")
	settings := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", settings)
	for _, row := range []struct{ says, files, want string }{
		{"header beside it", file("output_validator/check.cpp", plain) + file("output_validator/testlib.h", header),
			decidedAll},
		{"through a macro", file("output_validator/check.cpp", "#define LIBRARY \"testlib.h\"\n#include LIBRARY\n"+
			testlibMain) + file("testlib.h", header), decidedAll},
		{"an older program", file("output_validator/check.cpp", "#include \"testlib.h\"\nconst char *word = u8\"5\";\n"+
			testlibMain) + file("testlib.h", header), decidedAll},
		{"header that follows the format", file("output_validator/check.cpp", plain) + file("testlib.h", changed),
			strings.ReplaceAll(decidedAll, "PE: ", "WA: ")},
		{"an argument that testlib takes as a file name", file("output_validator/check.cpp", plain) + file("testlib.h",
			header) + file("data/secret/1.yaml", "output_validator_args: [report]\n"),
			"five.sh AC: \nsix.sh WA: the checker rejects the output and says nothing\n"},
		{"more arguments than it takes", file("output_validator/check.cpp", plain) + file("testlib.h",
			header) + file("data/secret/1.yaml", "output_validator_args: [a, b, c]\n"),
			"five.sh JE: the checker says that the answer or the checker itself is wrong; its standard " +
				"error:\nFAIL it must be run with <input> <output> <answer> [<report> [-appes]]\nIts " +
				"arguments from the package are a b c; testlib rejects most arguments that it does not know.\n"},
		{"testlib.h only in a comment", file("output_validator/check.cpp", "// #include \"testlib.h\"\n/* #include "+
			"\"testlib.h\" */\n#include <cstdio>\nint main() { char c; return std::scanf(\" %c\", &c) == 1 && c == "+
			"'5' ? 42 : 43; }\n"), "five.sh AC: \nsix.sh WA: the checker rejects the output without a message\n"},
		{"no header", file("output_validator/check.cpp", plain), "five.sh : its checker cannot be built: no " +
			"testlib.h: PACKAGE/output_validator/check.cpp includes it: save it from " +
			"https://github.com/MikeMirzayanov/testlib beside that file, at the top of the package, or as " + filepath.Join(settings, "dlxjudge/testlib.h") + "\n"},
		{"a different header of that name", file("output_validator/check.cpp", plain) + file("testlib.h",
			"struct { int readInt() { return 0; } } inf, ouf, ans;\nvoid registerTestlibCmd(int, char **) {}\nenum "+
				"{ _ok, _wa };\nvoid quitf(int, ...) {}\n"),
			"five.sh JE: cannot tell how to call the checker: its testlib.h defines no " +
				"OK_EXIT_CODE, WA_EXIT_CODE and FAIL_EXIT_CODE of different values\n"},
		{"an interactor", file("problem.yaml", "problem_format_version: 2025-09\nname: Five\ntype: "+
			"interactive\nlimits: {time_limit: 2}\n") + file("testlib.h", header) +
			file("output_validator/talk.cpp", testlibInteractor),
			"five.sh AC: ok five it is\nmore.sh AC: ok five it is\nnothing.sh WA: unexpected eof it is " +
				"silent\nsix.sh WA: wrong answer 6\nword.sh WA: wrong output format no number\n"},
		{"the user's header", file("output_validator/check.cpp", plain), decidedAll},
	} {
		t.Run(row.says, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "five")
			judgetest.Unpack(t, dir, testlibPackage)
			judgetest.Unpack(t, dir, row.files)
			if row.says == "the user's header" {
				judgetest.Check(t, os.MkdirAll(filepath.Join(settings, "dlxjudge"), 0o777))
				judgetest.Write(t, filepath.Join(settings, "dlxjudge", "testlib.h"), header)
			}
			got := messages(t, tools, dir)
			for line := range strings.SplitAfterSeq(row.want, "\n") {
				if !strings.Contains(got, line) {
					t.Errorf("(-want +got):\n%s", cmp.Diff(row.want, got))
					break
				}
			}
		})
	}
}

// messages returns the verdict and message of each submission of a package on its one test.
func messages(t *testing.T, tools Options, dir string) string {
	results, err := Judge(t.Context(), everything(t, dir), tools)
	if err != nil {
		return strings.ReplaceAll(err.Error(), dir, "PACKAGE") + "\n"
	}
	var lines strings.Builder
	for _, s := range results.Submissions {
		message := s.Message
		if len(s.Tests) > 0 {
			message = s.Tests[0].Message
		}
		lines.WriteString(filepath.Base(s.Name) + " " + string(s.Verdict) + ": " + strings.ReplaceAll(message, dir,
			"PACKAGE") + "\n")
	}
	return lines.String()
}

// A checker of Polygon that does not include testlib.h is called as testlib is: status 0 accepts, and 1 rejects.
func TestPolygonChecker(t *testing.T) {
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, "check.sh"), "read status < \"$2\"\nexit $status\n")
	judgetest.Write(t, filepath.Join(dir, "1.in"), "")
	cache, err := compile.OpenCache(t.TempDir(), plain.Executor{})
	judgetest.Check(t, err)
	defer cache.Close()
	checker, err := Checker(t.Context(), cache, &problem.Problem{Name: "sum",
		Checkers: []problem.Source{{Name: "check.sh", Dir: dir, Files: []string{"check.sh"}, Testlib: true}},
		Limits:   problem.Limits{Validation: problem.ToolLimits{Time: time.Minute, Memory: 1 << 30, Output: 1 << 20}}})
	judgetest.Check(t, err)
	for output, want := range map[string]problem.Verdict{"0\n": problem.AC, "1\n": problem.WA} {
		path := filepath.Join(dir, "output")
		judgetest.Write(t, path, output)
		files := check.Files{Input: filepath.Join(dir, "1.in"), Answer: path, Output: path}
		result, err := checker.Check(t.Context(), files)
		if err != nil || result.Verdict != want {
			t.Errorf("status %s: %+v, %v, want %s", output, result, err, want)
		}
	}
}
