package grade

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// formatPackage is a package to which the rows of TestFormat add files.
const formatPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Format
limits: {time_limit: 1, memory: 256, output: 1}
-- data/secret/1.in --
-- data/secret/1.ans --
yes
-- submissions/accepted/yes.c --
#include <stdio.h>
int main(void) { puts("yes"); }
`

// C programs that several rows use.
const (
	aboutData = `#include <stdio.h>
int main(void) { char s[9] = "none"; FILE *f = fopen("sub/data.txt", "r"); if (f) fscanf(f, "%8s", s); puts(s); }
`
	writes = `#include <stdio.h>
int main(void) { puts(fopen("new", "w") || fopen("main.c", "a") || fopen("copy.txt", "a") ? "wrote" : "yes"); }
`
	saysFar = `#include <stdio.h>
#include <string.h>
int main(int n, char **a) { char p[999]; FILE *f = fopen(strcat(strcpy(p, a[3]), "judgemessage.txt"), "w");
for (int i = 0; i < 9000; i++) fputs("x", f); fputs("far\tin\n", f); char w[9] = ""; scanf("%8s", w); return strcmp(w, "yes") ? 43 : 42; }
`
	validatorFinds = `#include <stdio.h>
int main(void) { return fopen("main.c", "r") && fopen("sub/data.txt", "r") && !fopen("input", "r") && !fopen("answer", "r") ? 42 : 43; }
`
)

// Shared by the rows on constants and on submit-answer.
const (
	constants = `-- problem.yaml --
problem_format_version: 2025-09
name: Format
limits: {time_limit: 1, memory: 256}
constants: {word: yes, two: 2, initial: {value: 1, tex: y}}
-- data/secret/1.in --
{{two}}
-- data/secret/test_group.yaml --
output_validator_args: ["{{initial.tex}}"]
`
	answers = `-- problem.yaml --
problem_format_version: 2025-09
name: Format
type: submit-answer
`
)

// TestFormat checks the rules of the package format 2025-09 on judging. A row has the section, the rule, a package's
// files, and the verdicts of its submissions, with "!" after an unexpected one.
func TestFormat(t *testing.T) {
	judgetest.Long(t, "it compiles and runs some dozens of programs")
	judgetest.Need(t, "gcc")
	slow := "int main(void) { for (volatile long i = 0;; i++) ; }\n"
	twoTests := "-- data/secret/2.in --\n2\n-- data/secret/2.ans --\nyes\n"
	slowThen := func(what string) string {
		return "#include <stdio.h>\nint main(void) { int x = 0; if (scanf(\"%d\", &x) < 1) for (volatile long i = " +
			"0;; i++) ; " + what + " }\n"
	}
	for _, row := range []struct{ section, says, files, want string }{
		{"Working directory", "a submission finds its own files, those in folders too",
			"-- submissions/accepted/data/main.c --\n" + aboutData +
				"-- submissions/accepted/data/sub/data.txt --\nyes\n", "accepted/data AC"},
		{"Working directory", "it finds no file of the tests", "-- submissions/accepted/data/main.c --\n" +
			strings.Replace(aboutData, "sub/data.txt", "1.ans", 1), "accepted/data WA!"},
		{"Working directory", "a checker finds the submitted files, and nothing else", "-- output_validator/v.c --\n" +
			validatorFinds + "-- submissions/accepted/data/main.c --\n" + aboutData +
			"-- submissions/accepted/data/sub/data.txt --\nyes\n", "accepted/data AC"},
		{"Input", "the files of a test's .files folder lie in the working folder",
			"-- submissions/accepted/files/main.c --\n" + aboutData + "-- data/secret/1.files/sub/data.txt --\nyes\n",
			"accepted/files AC"},
		{"Input", "they replace submitted files", "-- submissions/accepted/files/main.c --\n" + aboutData +
			"-- submissions/accepted/files/sub/data.txt --\nno\n-- data/secret/1.files/sub/data.txt --\nyes\n",
			"accepted/files AC"},
		{"Allow file writing", "false: nothing can be written", "-- submissions/accepted/w/main.c --\n" + writes +
			"-- submissions/accepted/w/copy.txt --\na\n", "accepted/w AC"},
		{"Allow file writing", "true: files can be written", "-- problem.yaml --\nproblem_format_version: " +
			"2025-09\nname: F\nallow_file_writing: true\nlimits: {time_limit: 1, memory: 256}\n-- " +
			"submissions/wrong_answer/w/main.c --\n" + writes, "wrong_answer/w WA"},
		{"Included files", "files for its language replace the submission's own",
			"-- include/default/own.h --\n#define OWN \"all\"\n-- include/c/own.h --\n#define OWN \"yes\"\n" +
				"-- submissions/accepted/i/main.c --\n#include <stdio.h>\n#include \"own.h\"\nint main(void) { " +
				"puts(OWN); }\n-- submissions/accepted/i/own.h --\n#define OWN \"no\"\n", "accepted/i AC"},
		{"legacy: Included code", "files for its language are added",
			"-- problem.yaml --\nname: Old\nlimits: {time_limit: 1}\n-- include/c/own.h --\n#define OWN \"yes\"\n-- " +
				"submissions/accepted/i/main.c --\n#include <stdio.h>\n#include \"own.h\"\nint main(void) { " +
				"puts(OWN); }\n", "accepted/i AC"},
		{"Submission limits", "output: standard output and standard error together",
			"-- submissions/run_time_error/w.c --\n#include <stdio.h>\nint main(void) { for (int i = 0; i < 600000; " +
				"i++) putchar('x'), putc('x', stderr); }\n", "run_time_error/w.c OLE"},
		{"Submission limits", "code: all submitted files together",
			"-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\nlimits: {time_limit: 1, code: 1}\n-- " +
				"submissions/accepted/long/main.c --\nint main(void) { }\n-- submissions/accepted/long/notes.txt --\n" +
				strings.Repeat("0123456789abcde\n", 64), "accepted/long CE!"},
		{"Resource guarantees", "a checker that prints more than validation_output is a judge error",
			"-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\nlimits: {time_limit: 1, " +
				"validation_output: 1}\n-- output_validator/v.c --\n#include <stdio.h>\nint main(void) { for (int i " +
				"= 0; i < 2000000; i++) putchar('x'); return 42; }\n", "accepted/yes.c JE!"},
		{"Resource guarantees", "a checker that needs more than validation_memory is a judge error",
			"-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\nlimits: {time_limit: 1, " +
				"validation_memory: 32}\n-- output_validator/v.c --\n#include <stdlib.h>\nint main(void) { volatile " +
				"char *p = malloc(200 << 20); for (long i = 0; i < 200 << 20; i += 4096) p[i] = 1; return 42; }\n",
			"accepted/yes.c JE!"},
		{"Example submissions", "message: in the whole judgemessage.txt, byte for byte",
			"-- output_validator/v.c --\n" + saysFar + "-- submissions/submissions.yaml --\naccepted/yes.c: " +
				"{message: \"far\\tin\"}\n", "accepted/yes.c AC"},
		{"Example submissions", "message: texts of the judge do not count",
			"-- submissions/wrong_answer/no.c --\n#include <stdio.h>\nint main(void) { puts(\"no\"); }\n-- " +
				"submissions/submissions.yaml --\nwrong_answer/no.c: {message: \"line 1\"}\n", "wrong_answer/no.c WA!"},
		{"Default directories", "time_limit_exceeded: WA is unexpected, even after a TLE", twoTests + "-- submissions/time_limit_exceeded/a.c --\n" + slowThen(`puts("no");`) +
			"-- submissions/time_limit_exceeded/b.c --\n" + slowThen(`puts("yes");`),
			"time_limit_exceeded/a.c TLE!\ntime_limit_exceeded/b.c TLE"},
		{"Default directories", "brute_force: never wrong", twoTests + "-- submissions/brute_force/a.c --\n" +
			slowThen(`puts("no");`) + "-- submissions/brute_force/b.c --\n" + slowThen(`return 1;`),
			"brute_force/a.c TLE!\nbrute_force/b.c TLE"},
		{"Default directories", "rejected: one test that is not accepted decides", twoTests +
			"-- submissions/rejected/a.c --\n" + slow, "rejected/a.c TLE"},
		{"Included files", "a file for the language replaces a submitted one, also in the working folder",
			"-- include/c/sub/data.txt --\nyes\n-- include/default/main.c --\nint main(void) { return 1; }\n-- " +
				"submissions/accepted/data/main.c --\n" + aboutData +
				"-- submissions/accepted/data/sub/data.txt --\nno\n", "accepted/data AC"},
		{"Included files", "files in default are for languages without a folder of their own",
			"-- include/default/yes.h --\n#define WORD \"yes\"\n-- include/python3/yes.py --\n-- " +
				"submissions/accepted/h.c --\n#include <stdio.h>\n#include \"yes.h\"\nint main(void) { puts(WORD); }\n",
			"accepted/h.c AC"},
		{"Input", "the files of a test replace included ones",
			"-- include/c/sub/data.txt --\nno\n-- submissions/accepted/data/main.c --\n" + aboutData +
				"-- data/secret/1.files/sub/data.txt --\nyes\n", "accepted/data AC"},
		{"Included files", "they do not count for the limit code",
			"-- problem.yaml --\nproblem_format_version: 2025-09\nname: F\nlimits: {time_limit: 1, code: 1}\n-- " +
				"include/c/long.h --\n" + strings.Repeat("// 3456789abcde\n", 99), "accepted/yes.c AC"},
		{"Constants", "in submissions, included files and checkers, not in tests", constants +
			"-- include/c/word.h --\n#define WORD \"{{word}}\"\n-- submissions/accepted/c.c --\n#include " +
			"<stdio.h>\n#include \"word.h\"\nint main(void) { char s[9] = \"\"; FILE *f = fopen(\"c.c\", " +
			"\"r\"); puts(f && {{two}} == 2 ? WORD : \"no\"); }\n-- output_validator/v.c --\n#include " +
			"<stdio.h>\n#include <string.h>\nint main(int n, char **a) { char in[9] = \"\", out[9] = " +
			"\"\"; fscanf(fopen(a[1], \"r\"), \"%8s\", in); scanf(\"%8s\", out); return strlen(in) " +
			"== 7 && in[0] == '{' && !strcmp(out, \"{{word.value}}\") && !strcmp(a[4], \"y\") ? " +
			"42 : 43; }\n", "accepted/c.c AC"},
		{"Constants", "in the files that a submission finds", constants + "-- data/secret/test_group.yaml --\n-- " +
			"submissions/accepted/data/main.c --\n" + aboutData +
			"-- submissions/accepted/data/sub/data.txt --\n{{word}}\n", "accepted/data AC"},
		{"Type", "submit-answer: a submission is outputs, one for each test", answers + twoTests +
			"-- submissions/accepted/a/secret/1.out --\nyes\n-- submissions/accepted/a/2.txt --\nyes\n-- " +
			"submissions/accepted/all.txt --\nYes\n-- submissions/wrong_answer/a/1.out --\nno\n-- " +
			"submissions/wrong_answer/a/2.out --\nyes\n-- submissions/wrong_answer/one/1.out --\nyes\n",
			"accepted/a AC\naccepted/all.txt AC\nwrong_answer/a WA\nwrong_answer/one WA"},
		{"Static validator", "it is not run, so nothing is judged", "-- data/secret/test_group.yaml --\n" +
			"static_validation_score: pass-fail\n", "accepted/yes.c "},
	} {
		t.Run(row.section+"/"+row.says, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "format")
			judgetest.Unpack(t, dir, formatPackage)
			judgetest.Unpack(t, dir, row.files)
			if got := verdictsIn(t, dir); !containsLines(got, row.want) {
				t.Errorf("(-want +got):\n%s", cmp.Diff(row.want, got))
			}
		})
	}
}

// verdictsIn returns the verdicts of a package's submissions, one per line.
func verdictsIn(t *testing.T, dir string) string {
	results, err := Judge(t.Context(), everything(t, dir), optionsWith(t, ""))
	judgetest.Check(t, err)
	var lines strings.Builder
	for _, s := range results.Submissions {
		mark := ""
		if !s.Expected {
			mark = "!"
		}
		fmt.Fprintf(&lines, "%s %s%s\n", s.Name, s.Verdict, mark)
	}
	return lines.String()
}

// containsLines reports whether each line of want is one of got.
func containsLines(got, want string) bool {
	for line := range strings.Lines(want + "\n") {
		if !strings.Contains("\n"+got, "\n"+line) {
			return false
		}
	}
	return true
}
