package grade

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// talkPackage is an interactive problem to which the rows of TestHostile add a checker and submissions. The input is 7.
const talkPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Talk
type: interactive
limits: {time_limit: 0.4, time_resolution: 0.1, memory: 64, output: 1, validation_time: 1, validation_memory: 64, validation_output: 1}
-- data/secret/1.in --
7
-- data/secret/1.ans --
7
`

// Checkers that several rows use.
const (
	asks = `#include <stdio.h>
int main(int n, char **a) { int want, got; fscanf(fopen(a[1], "r"), "%d", &want);
puts("?"); fflush(stdout); return scanf("%d", &got) == 1 && got == want ? 42 : 43; }
`
	crashesOn = `#include <stdio.h>
int main(int n, char **a) { int want, got; fscanf(fopen(a[1], "r"), "%d", &want);
puts("?"); fflush(stdout); if (scanf("%d", &got) != 1) return 1; return got == want ? 42 : 43; }
`
	accepts = "int main(void) { return 42; }\n"
	rejects = "int main(void) { return 43; }\n"
	hangs   = "#include <unistd.h>\nint main(void) { for (;;) pause(); }\n"
	spins   = "int main(void) { for (volatile long i = 0;; i++) ; }\n"
	floods  = "#include <stdio.h>\nint main(void) { for (;;) puts(\"?\"); }\n"

	asksOnce = `#include <stdio.h>
int main(int n, char **a) { int want, got; fscanf(fopen(a[1], "r"), "%d", &want);
puts("?"); fclose(stdout); return scanf("%d", &got) == 1 && got == want ? 42 : 43; }
`
	hearsOut = `#include <stdio.h>
int main(int n, char **a) { int want, got = 0, last; fscanf(fopen(a[1], "r"), "%d", &want);
puts("?"); fflush(stdout); while (scanf("%d", &last) == 1) got = last;
puts("!"); fflush(stdout); return got == want ? 42 : 43; }
`
	answersAll = `#include <stdio.h>
int main(int n, char **a) { int want, got; fscanf(fopen(a[1], "r"), "%d", &want);
while (scanf("%d", &got) == 1) { if (got == want + 1) return 42; puts("another one, please"); fflush(stdout); }
return 43; }
`
	readsSlowly = `#include <stdio.h>
#include <unistd.h>
int main(int n, char **a) { char text[99];
while (fgets(text, 99, stdin)) { if (text[0] == '!') return 42; usleep(200); }
return 43; }
`
	keepsAll = `#include <stdio.h>
#include <stdlib.h>
int main(int n, char **a) { size_t all = 0, n1; puts("?"); fflush(stdout);
for (;;) { char *text = malloc(1 << 20);
if ((n1 = fread(text, 1, 1 << 20, stdin)) == 0) return all == 2 ? 42 : 43; all += n1; } }
`
	counts = `#include <stdio.h>
int main(int n, char **a) { static char text[1 << 16]; long all = 0, n1;
while ((n1 = fread(text, 1, sizeof text, stdin)) > 0) all += n1;
return all == 100 << 20 ? 42 : 43; }
`
)

// Submissions that several rows use.
const (
	hearsAll   = "#include <stdio.h>\nint main(void) { while (getchar() != EOF) ; puts(\"7\"); }\n"
	closes     = "#include <stdio.h>\nint main(void) { puts(\"7\"); fclose(stdout); while (getchar() != EOF) ; }\n"
	prints100M = "#include <stdio.h>\nint main(void) { static char text[1 << 20]; for (int i = 0; i < 100; i++) " +
		"fwrite(text, 1, sizeof text, stdout); }\n"
	right    = "#include <stdio.h>\nint main(void) { getchar(); puts(\"7\"); }\n"
	silent   = "int main(void) { }\n"
	crashes  = "#include <stdlib.h>\nint main(void) { abort(); }\n"
	listens  = "#include <stdio.h>\nint main(void) { while (getchar() != EOF) ; }\n"
	shouts   = "#include <stdio.h>\nint main(void) { for (;;) puts(\"7\"); }\n"
	shoutsOn = "#include <stdio.h>\n#include <signal.h>\nint main(void) { signal(SIGPIPE, SIG_IGN); for (;;) " +
		"puts(\"7\"); }\n"
	hoards = "#include <stdlib.h>\n#include <string.h>\nint main(void) { volatile char *p = malloc(256 << 20); for " +
		"(long i = 0; i < 256 << 20; i += 4096) p[i] = 1; }\n"
	endsWith1 = "#include <stdio.h>\nint main(void) { puts(\"7\"); fflush(stdout); while (getchar() != EOF) ; " +
		"return 1; }\n"
)

type hostileRow struct {
	name, checker string
	submissions   map[string]string // "what it does: verdict" → source
}

// hostile lists conversations in which one side misbehaves. The verdict does not depend on which side is faster.
var hostile = []hostileRow{
	{"a checker that hangs", hangs, map[string]string{"right: JE": right, "listens: JE": listens,
		"crashes: JE": crashes, "shouts: JE": shouts}},
	{"a checker that computes for ever", spins, map[string]string{"right: JE": right, "crashes: JE": crashes}},
	{"a checker that floods", floods, map[string]string{
		"silent: JE":   silent,
		"deaf: JE":     "#include <unistd.h>\nint main(void) { for (;;) pause(); }\n",
		"one line: JE": right,
	}},
	{"a checker that accepts at once", accepts, map[string]string{
		"right: AC": right, "listens: AC": listens, "shouts: AC": shouts, "shouts without SIGPIPE: TLE": shoutsOn,
		"status when told: AC":   endsWith1,
		"crashes: RTE":           crashes,
		"status of its own: RTE": "int main(void) { return 1; }\n",
		"crashes when told: RTE": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { while (getchar() != " +
			"EOF) ; abort(); }\n",
		"sleeps on: AC":    "#include <unistd.h>\nint main(void) { for (;;) pause(); }\n",
		"computes on: TLE": spins,
	}},
	{"a checker that rejects at once", rejects, map[string]string{
		"right: WA": right, "crashes: WA": crashes, "shouts: WA": shouts, "computes: WA": spins, "silent: WA": silent,
	}},
	{"a checker that fails at once", "int main(void) { return 0; }\n", map[string]string{"right: JE": right,
		"crashes: JE": crashes, "computes: JE": spins}},
	{"a checker that kills itself", "#include <signal.h>\nint main(void) { raise(SIGKILL); }\n",
		map[string]string{"right: JE": right, "crashes: JE": crashes}},
	{"a checker that kills whom it can", "#include <signal.h>\n#include <unistd.h>\n" + strings.Replace(asks, "puts",
		"kill(-1, SIGKILL); kill(getppid(), SIGKILL); puts", 1), map[string]string{"right: AC": right}},
	{"a checker that crashes at the end of its input", strings.Replace(asks, "return scanf", "while (scanf",
		1)[:strings.Index(asks, "return scanf")] + "return scanf(\"%d\", &got) == 1 ? got == want ? 42 : 43 : 1; }\n",
		map[string]string{
			"right: AC": right, "crashes: RTE": crashes, "silent: WA": silent, "listens: TLE": listens,
			"needs too much memory: MLE": hoards, "computes: TLE": spins,
		}},
	{"a checker that asks", asks, map[string]string{
		"right: AC": right, "silent: WA": silent, "crashes: RTE": crashes, "listens: TLE": listens,
		"computes: TLE": spins,
		"wrong, then crashes: WA": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { puts(\"8\"); " +
			"fflush(stdout); abort(); }\n",
		"right, then crashes: RTE": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { puts(\"7\"); " +
			"fflush(stdout); abort(); }\n",
		"right, then a status: RTE": "#include <stdio.h>\nint main(void) { puts(\"7\"); return 1; }\n",
		"right, then told: AC":      endsWith1,
		"shouts: AC":                shouts,
		"closes its input: AC":      "#include <stdio.h>\nint main(void) { fclose(stdin); puts(\"7\"); }\n",
		"closes its output: WA":     "#include <stdio.h>\nint main(void) { fclose(stdout); getchar(); }\n",
		"a second speaker: AC": "#include <stdio.h>\n#include <unistd.h>\n#include <sys/wait.h>\nint " +
			"main(void) { if (fork()) wait(NULL); else puts(\"7\"); }\n",
		"a late second speaker: WA": "#include <stdio.h>\n#include <unistd.h>\nint main(void) { if (!fork()) { " +
			"sleep(1); puts(\"7\"); } }\n",
		"hears itself: RTE": "#include <stdio.h>\n#include <fcntl.h>\n#include <unistd.h>\nint main(void) { char c; " +
			"puts(\"7\"); fflush(stdout); " +
			"int fd = open(\"/proc/self/fd/1\", O_RDONLY); if (fd < 0) return 5; read(fd, &c, 1); return 0; }\n",
		"speaks to itself: RTE": "#include <stdio.h>\n#include <fcntl.h>\n#include <unistd.h>\nint main(void) { " +
			"puts(\"7\"); fflush(stdout); " +
			"int fd = open(\"/proc/self/fd/0\", O_WRONLY); if (fd < 0) return 5; write(fd, \"!\\n\", 2); return 0; }\n",
		"needs too much memory: MLE": hoards,
	}},
}

// Conversations with a checker that crashes. At the end of its input, the submission may be to blame.
var crashing = []hostileRow{
	{"a checker that crashes on what it cannot read", crashesOn, map[string]string{
		"right: AC": right, "wrong: WA": strings.Replace(right, "7", "8", 1), "silent: WA": silent, "crashes: RTE": crashes,
		"listens: TLE": listens, "half a line: WA": "#include <stdio.h>\nint main(void) { printf(\"-\"); }\n",
		"half a line, then crashes: RTE": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { printf(\"-\"); " +
			"fflush(stdout); abort(); }\n",
		"closes its output: WA":     "#include <stdio.h>\nint main(void) { fclose(stdout); getchar(); }\n",
		"closes, and a status: RTE": "#include <stdio.h>\nint main(void) { fclose(stdout); return 1; }\n",
		"malformed: JE":             strings.Replace(right, "7", "a", 1),
		"malformed, and waits: JE":  strings.Replace(endsWith1, "7", "a", 1),
		"malformed, and then crashes: JE": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { puts(\"a\"); " +
			"fflush(stdout); abort(); }\n",
		"malformed, and then computes: JE": "#include <stdio.h>\nint main(void) { puts(\"a\"); fflush(stdout); for (;;) ; }\n",
	}},
	{"a checker that crashes on its own after a while", "#include <unistd.h>\nint main(void) { usleep(200000); return 1; }\n",
		map[string]string{"silent: JE": silent, "crashes: JE": crashes, "right: JE": right, "listens: JE": listens}},
	{"a checker that crashes at once", "int main(void) { return 1; }\n",
		map[string]string{"silent: JE": silent, "crashes: JE": crashes, "right: JE": right, "computes: JE": spins}},
	{"a checker that crashes at each end of its input", "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { while " +
		"(getchar() != EOF) ; abort(); }\n", map[string]string{"silent: WA": silent, "crashes: RTE": crashes}},
	{"a checker that waits on when it is stopped", strings.Replace(asks, "return scanf", "while (scanf(\"%d\", &got) != 1) ; "+
		"return scanf", 1), map[string]string{"listens: TLE": listens}},
}

// inFolders lists some of them where status 1 of the checker rejects, as in a folder without a package.
var inFolders = []hostileRow{
	{"a lenient checker that crashes on what it cannot read", crashesOn, map[string]string{
		"right: AC": right, "silent: WA": silent, "crashes: RTE": crashes, "listens: TLE": listens,
		"malformed: WA":            strings.Replace(right, "7", "a", 1),
		"malformed, and waits: WA": strings.Replace(endsWith1, "7", "a", 1),
		"malformed, and then crashes: WA": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { puts(\"a\"); " +
			"fflush(stdout); abort(); }\n",
	}},
	{"a lenient checker with status 0", "int main(void) { return 0; }\n", map[string]string{"silent: JE": silent,
		"right: JE": right, "crashes: JE": crashes}},
}

// Conversations in which one side closes its end of a pipe and goes on.
var closing = []hostileRow{
	{"a checker that closes its output", asksOnce, map[string]string{
		"right: AC": right, "hears all: AC": hearsAll, "silent: WA": silent, "crashes: RTE": crashes, "shouts: AC": shouts,
		"wrong: WA":              strings.Replace(hearsAll, "7", "8", 1),
		"status of its own: RTE": "#include <stdio.h>\nint main(void) { puts(\"7\"); return 1; }\n",
		"status when told: AC":   endsWith1,
		"hears all, then a status: AC": "#include <stdio.h>\nint main(void) { while (getchar() != EOF) ; puts(\"7\"); " +
			"return 1; }\n",
		"hears all, then crashes: RTE": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { while (getchar() " +
			"!= EOF) ; puts(\"7\"); fflush(stdout); abort(); }\n",
		"computes: TLE": spins,
		"sleeps: TLE":   "#include <unistd.h>\nint main(void) { for (;;) pause(); }\n",
		"polls: AC": "#include <stdio.h>\n#include <poll.h>\n#include <unistd.h>\nint main(void) { char c; struct pollfd " +
			"p = {0, POLLIN}; while (poll(&p, 1, -1) == 1 && read(0, &c, 1) == 1) ; puts(\"7\"); }\n",
	}},
	{"a checker that closes its output and computes", strings.Replace(asksOnce, "return scanf",
		"for (volatile long i = 0; i < 100000000; i++) ; return scanf", 1), map[string]string{
		"right: AC": right, "hears all: AC": hearsAll, "silent: WA": silent, "crashes: RTE": crashes}},
	{"a checker that closes its output and accepts", "#include <unistd.h>\nint main(void) { close(1); return 42; }\n",
		map[string]string{"hears all: AC": hearsAll, "status of its own: RTE": "int main(void) { return 1; }\n",
			"status when told: AC": endsWith1}},
	{"a checker with a child that closes later", strings.NewReplacer("<stdio.h>", "<stdio.h>\n#include <unistd.h>",
		"fclose(stdout);", "fflush(stdout); if (!fork()) { usleep(300000); puts(\"!\"); return 0; } fclose(stdout);").
		Replace(asksOnce), map[string]string{"right: AC": right, "hears all: AC": hearsAll,
		"hears less: WA": "#include <stdio.h>\nint main(void) { int n = 0; while (getchar() != EOF) n++; " +
			"puts(n == 4 ? \"8\" : \"7\"); }\n"}},
	{"a checker that closes its input", "#include <stdio.h>\n#include <unistd.h>\nint main(void) { fclose(stdin); " +
		"puts(\"?\"); fflush(stdout); usleep(300000); puts(\"!\"); return 42; }\n", map[string]string{
		"silent: AC": silent, "crashes: RTE": crashes, "hears all: AC": hearsAll, "prints 100 MB: AC": prints100M}},
	{"a checker that hears to the end", hearsOut, map[string]string{
		"right: AC": right, "closes: AC": closes, "silent: WA": silent, "crashes: RTE": crashes, "listens: TLE": listens,
		"closes, wrong: WA":                  strings.Replace(closes, "7", "8", 1),
		"closes, and a status when told: AC": strings.Replace(closes, "EOF) ;", "EOF) ; return 1;", 1),
		"closes, wrong, and a status when told: WA": strings.NewReplacer("EOF) ;", "EOF) ; return 1;", "7", "8").
			Replace(closes),
		"closes, wrong, then crashes: RTE": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { puts(\"8\"); " +
			"fclose(stdout); getchar(); abort(); }\n",
		"closes, then computes: TLE": "#include <stdio.h>\nint main(void) { puts(\"7\"); fclose(stdout); for (volatile " +
			"long i = 0;; i++) ; }\n",
		"closes, wrong, then computes: TLE": "#include <stdio.h>\nint main(void) { puts(\"8\"); fclose(stdout); for " +
			"(volatile long i = 0;; i++) ; }\n",
		"closes both: AC": "#include <stdio.h>\nint main(void) { puts(\"7\"); fclose(stdout); fclose(stdin); }\n",
		"closes its input: AC": "#include <stdio.h>\n#include <unistd.h>\nint main(void) { fclose(stdin); puts(\"7\"); " +
			"fflush(stdout); usleep(200000); }\n",
	}},
}

// Conversations in which one side writes far more than the other reads.
var flooding = []hostileRow{
	{"a checker that answers each line", answersAll, map[string]string{"shouts: TLE": shouts,
		"flushes: TLE": "#include <stdio.h>\nint main(void) { for (;;) { puts(\"7\"); fflush(stdout); } }\n",
		"the right one late: AC": "#include <stdio.h>\nint main(void) { for (int i = 0; i < 1000; i++) puts(\"7\"); " +
			"puts(\"8\"); }\n",
	}},
	{"a checker that reads slowly", readsSlowly, map[string]string{"shouts: TLE": shouts,
		"late: AC": "#include <stdio.h>\nint main(void) { for (int i = 0; i < 300; i++) puts(\"7\"); puts(\"!\"); }\n"}},
	{"a checker that keeps all", keepsAll, map[string]string{"shouts: TLE": shouts, "right: AC": right,
		"prints 100 MB: JE": prints100M}},
	{"a checker that needs all at once", "#include <stdlib.h>\n" + strings.Replace(counts, "return all",
		"volatile char *more = malloc(128 << 20); for (long "+
			"i = 0; i < 128 << 20; i += 4096) more[i] = 1; return all", 1), map[string]string{"shouts: TLE": shouts,
		"computes: TLE": spins, "silent: JE": silent}},
	{"a checker that counts", counts, map[string]string{"shouts: TLE": shouts, "prints 100 MB: AC": prints100M,
		"prints less: WA": strings.Replace(prints100M, "< 100", "< 99", 1)}},
}

// quick lists the checkers that the short tier uses: none of them waits for a limit.
var quick = map[string]bool{"a checker that kills itself": true, "a checker that kills whom it can": true,
	"a checker that crashes at the end of its input": true}

// TestHostile judges each of these conversations. With DLXJUDGE_REPEAT=200 it does so 200 times while all cores are
// busy.
func TestHostile(t *testing.T) {
	judgetest.Need(t, "gcc")
	times := 1
	if text := os.Getenv("DLXJUDGE_REPEAT"); text != "" {
		var err error
		times, err = strconv.Atoi(text)
		judgetest.Check(t, err)
		defer busy()()
	}
	for _, row := range slices.Concat(hostile, closing, flooding, crashing, inFolders) {
		t.Run(row.name, func(t *testing.T) {
			if !quick[row.name] {
				judgetest.Long(t, "it compiles and runs some dozens of programs, some of them up to their limits")
			}
			dir := filepath.Join(t.TempDir(), "talk")
			judgetest.Unpack(t, dir, talkPackage)
			judgetest.Write(t, filepath.Join(dir, "output_validator/v.c"), row.checker)
			want := map[string]string{}
			for _, says := range slices.Sorted(maps.Keys(row.submissions)) {
				name, verdict, _ := strings.Cut(says, ": ")
				file := strings.NewReplacer(" ", "_", ",", "").Replace(name) + ".c"
				judgetest.Write(t, filepath.Join(dir, "submissions/rejected", file), row.submissions[says])
				want["rejected/"+file] = verdict
			}
			seen := map[string]map[string]int{} // verdicts of each submission
			message := map[string]string{}
			judge := judgeOf(t, dir, "", strings.HasPrefix(row.name, "a lenient"))
			for i := range 2 * times { // with a relay between the two, and without
				for _, s := range judge(i%2 == 1) {
					got := string(s.Verdict)
					if seen[s.Name] == nil {
						seen[s.Name] = map[string]int{}
					}
					seen[s.Name][got]++
					if got != want[s.Name] && len(s.Tests) > 0 {
						message[s.Name] = s.Message + s.Tests[0].Message
					}
				}
			}
			for name, verdict := range want {
				if seen[name][verdict] != 2*times {
					t.Errorf("%s: got %v, want %s %d times: %s", name, seen[name], verdict, 2*times, message[name])
				}
			}
		})
	}
}

// judgeOf returns a function that judges all submissions of a package or a plain folder, in the named sandbox, "" for
// the best. It keeps the conversations if recorded is set.
func judgeOf(t *testing.T, dir, name string, folder bool) func(recorded bool) []Submission {
	tools, entries := opened(t, name), everything(t, dir)
	if folder {
		entries[0].Problem.Format = ""
	}
	return func(recorded bool) []Submission {
		tools.Conversations = recorded
		results, err := Judge(t.Context(), entries, tools)
		judgetest.Check(t, err)
		return results.Submissions
	}
}

// busy keeps all cores busy until the function that it returns is called.
func busy() (stop func()) {
	done := make(chan bool)
	for range runtime.NumCPU() {
		go func() {
			for n := 0; ; n++ {
				select {
				case <-done:
					return
				default:
				}
			}
		}()
	}
	return func() { close(done) }
}

// TestTalkPackages judges the two small packages, whose submissions fail in every possible way.
func TestTalkPackages(t *testing.T) {
	judgetest.Long(t, "it compiles and runs some dozens of programs, some of them up to their limits")
	judgetest.Need(t, "g++")
	for _, name := range []string{"guess", "backwards"} {
		t.Run(name, func(t *testing.T) {
			for _, s := range judgeOf(t, "../../testdata/"+name, "", false)(false) {
				if !s.Expected || s.Verdict == problem.NotRun {
					t.Errorf("%s: %s %s %s", s.Name, s.Verdict, s.Message, fmt.Sprint(s.Tests))
				}
			}
		})
	}
}

// bothPackage is interactive and multi-pass: in each pass, the submission reads a number and prints the next one. The
// checker counts the passes in a feedback file and wants three.
const bothPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Both
type: [interactive, multi-pass]
limits: {time_limit: 1, memory: 64, validation_passes: 3, validation_time: 5}
-- data/secret/1.in --
7
-- data/secret/1.ans --
-- output_validator/v.c --
#include <stdio.h>
static FILE *in(const char *dir, const char *name, const char *mode) { char p[999]; snprintf(p, 999, "%s%s", dir, name); return fopen(p, mode); }
int main(int n, char **a) {
	int told, said, pass = 1;
	fscanf(fopen(a[1], "r"), "%d", &told);
	for (FILE *f = in(a[3], "passes", "r"); f && getc(f) != EOF; ) pass++;
	putc('.', in(a[3], "passes", "a"));
	fprintf(in(a[3], "judgemessage.txt", "a"), "pass %d: told %d\n", pass, told);
	printf("%d\n", told); fflush(stdout);
	if (scanf("%d", &said) != 1 || said != told + 1) return 43;
	if (pass < 3) fprintf(in(a[3], "nextpass.in", "w"), "%d\n", 10 * said);
	return 42;
}
-- submissions/accepted/next.c --
#include <stdio.h>
int main(void) { int n; scanf("%d", &n); printf("%d\n", n + 1); }
-- submissions/wrong_answer/small.c --
#include <stdio.h>
int main(void) { int n; scanf("%d", &n); printf("%d\n", n < 100 ? n + 1 : 0); }
-- submissions/run_time_error/late.c --
#include <stdio.h>
#include <stdlib.h>
int main(void) { int n; scanf("%d", &n); if (n > 100) abort(); printf("%d\n", n + 1); }
`

func TestInteractiveAndMultiPass(t *testing.T) {
	judgetest.Need(t, "gcc")
	dir := filepath.Join(t.TempDir(), "both")
	judgetest.Unpack(t, dir, bothPackage)
	var got strings.Builder
	for _, s := range judgeOf(t, dir, "", false)(false) {
		fmt.Fprintf(&got, "%s %s %v: %d passes, %q\n", s.Name, s.Verdict, s.Expected, s.Tests[0].Passes,
			s.Tests[0].Message)
		if one := s.Tests[0]; one.PassesCPU < one.CPU || one.CPU == 0 {
			t.Errorf("%s: %v of %v", s.Name, one.CPU, one.PassesCPU)
		}
	}
	want := `accepted/next.c AC true: 3 passes, "pass 1: told 7\npass 2: told 80\npass 3: told 810"
run_time_error/late.c RTE true: 3 passes, "pass 3: SIGABRT"
wrong_answer/small.c WA true: 3 passes, "pass 1: told 7\npass 2: told 80\npass 3: told 810"
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTalkPortable runs conversations where the sandbox cannot see the programs' threads. A program that uses no CPU
// time for a while counts as waiting.
func TestTalkPortable(t *testing.T) {
	judgetest.Long(t, "it waits for some seconds")
	judgetest.Need(t, "gcc")
	for checker, submissions := range map[string]map[string]string{
		asks: {"right AC": right, "silent WA": silent, "crashes RTE": crashes, "listens TLE": listens},
		asksOnce: {"right AC": right, "hears_all AC": hearsAll, "silent WA": silent, "crashes RTE": crashes,
			"wrong WA": strings.Replace(hearsAll, "7", "8", 1), "a_status RTE": "int main(void) { return 1; }\n"},
		hearsOut: {"right AC": right, "closes AC": closes, "wrong WA": strings.Replace(closes, "7", "8", 1)},
	} {
		talkPortably(t, checker, submissions)
	}
}

func talkPortably(t *testing.T, checker string, submissions map[string]string) {
	dir := filepath.Join(t.TempDir(), "talk")
	judgetest.Unpack(t, dir, talkPackage)
	judgetest.Write(t, filepath.Join(dir, "output_validator/v.c"), checker)
	want := map[string]problem.Verdict{}
	for name, source := range submissions {
		name, verdict, _ := strings.Cut(name, " ")
		judgetest.Write(t, filepath.Join(dir, "submissions/rejected", name+".c"), source)
		want["rejected/"+name+".c"] = problem.Verdict(verdict)
	}
	judge := judgeOf(t, dir, "portable", false)
	for _, recorded := range []bool{false, true} {
		for _, s := range judge(recorded) {
			if s.Verdict != want[s.Name] {
				t.Errorf("%s: got %s %s, want %s", s.Name, s.Verdict, s.Tests[0].Message, want[s.Name])
			}
		}
	}
}
