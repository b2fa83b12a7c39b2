package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
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

// The programs of the rows are C. A submission is the body of main, and so is a checker, which may use the answer want.
const (
	headers = "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <poll.h>\n#include <pthread.h>\n" +
		"#include <semaphore.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" +
		"#include <sys/epoll.h>\n#include <sys/select.h>\n#include <sys/socket.h>\n#include <sys/time.h>\n" +
		"#include <sys/timerfd.h>\n#include <sys/wait.h>\n#include <time.h>\n#include <unistd.h>\n"
	submissionMain = headers + "int main(void) { %s }\n"
	checkerMain    = headers + "int main(int n, char **a) { int want, got = 0;\n" +
		"fscanf(fopen(a[1], \"r\"), \"%%d\", &want);\n%s }\n"
)

// Checkers that several rows use.
const (
	asks         = `puts("?"); fflush(stdout); return scanf("%d", &got) == 1 && got == want ? 42 : 43;`
	asksOnce     = `puts("?"); fclose(stdout); return scanf("%d", &got) == 1 && got == want ? 42 : 43;`
	crashesOnBad = `puts("?"); fflush(stdout); if (scanf("%d", &got) != 1) return 1; return got == want ? 42 : 43;`
	counts       = `static char text[1 << 16]; long all = 0, n1; while ((n1 = fread(text, 1, sizeof text, stdin)) > 0) all += n1;`
	hearsOut     = `puts("?"); fflush(stdout); for (int last; scanf("%d", &last) == 1; ) got = last;
puts("!"); fflush(stdout); return got == want ? 42 : 43;`
)

// Programs that act after a second. Meanwhile, at least one of their threads waits for input.
const (
	after = `struct timespec end; clock_gettime(CLOCK_REALTIME, &end); end.tv_sec++;
struct itimerspec once = {{0, 0}, {1, 0}}; `
	besideReader = after + `void *reads(void *p) { return p + getchar(); } pthread_t reader; pthread_create(&reader, 0, reads, 0); `
	says         = `; write(1, "7\n", 2); _exit(0);`
	rings        = after + `void rings(int s) { write(1, "7\n", 2); _exit(0); } `
)

var talkSubmissions = map[string]string{
	"waitsForSemaphore": besideReader + `sem_t s; sem_init(&s, 0, 0); sem_timedwait(&s, &end)` + says,
	"waitsForCondition": besideReader + `pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &end)` + says,
	"waitsForMutex":  besideReader + `pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_mutex_timedlock(&m, &end)` + says,
	"waitsForThread": besideReader + `pthread_timedjoin_np(reader, 0, &end)` + says,
	"waitsForClock":  besideReader + `nanosleep(&once.it_value, 0)` + says,
	"waitsForTimer":  after + `int f = timerfd_create(CLOCK_MONOTONIC, 0); timerfd_settime(f, 0, &once, 0); read(f, &end, 8)` + says,
	"waitsForSocket": after + `int f[2]; struct timeval t = {1, 0}; socketpair(AF_UNIX, SOCK_STREAM, 0, f);
setsockopt(f[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t); read(f[0], &end, 8)` + says,
	"waitsForChild":  `int f[2]; pipe(f); if (!fork()) { sleep(1); write(f[1], f, 1); } else { read(f[0], f, 1)` + says + ` }`,
	"waitsInPoll":    `struct pollfd p = {0, POLLIN}; poll(&p, 1, 1000)` + says,
	"waitsInSelect":  `fd_set in; FD_ZERO(&in); FD_SET(0, &in); struct timeval t = {1, 0}; select(1, &in, 0, 0, &t)` + says,
	"waitsInEpoll":   `struct epoll_event e = {EPOLLIN}; int f = epoll_create1(0); epoll_ctl(f, EPOLL_CTL_ADD, 0, &e); epoll_wait(f, &e, 1, 1000)` + says,
	"waitsForAlarm":  rings + `signal(SIGALRM, rings); alarm(1); getchar();`,
	"waitsForITimer": rings + `signal(SIGALRM, rings); struct itimerval i = {{0, 0}, {1, 0}}; setitimer(ITIMER_REAL, &i, 0); getchar();`,
	"waitsForSignal": rings + `timer_t t; struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1}; signal(SIGUSR1, rings);
timer_create(CLOCK_MONOTONIC, &e, &t); timer_settime(t, 0, &once, 0); getchar();`,

	"right":       `getchar(); puts("7");`,
	"wrong":       `getchar(); puts("8");`,
	"malformed":   `getchar(); puts("a");`,
	"silent":      ``,
	"status":      `return 1;`,
	"crashes":     `abort();`,
	"computes":    `for (volatile long i = 0;; i++) ;`,
	"sleeps":      `for (;;) pause();`,
	"listens":     `while (getchar() != EOF) ;`,
	"shouts":      `for (;;) puts("7");`,
	"shoutsOn":    `signal(SIGPIPE, SIG_IGN); for (;;) puts("7");`,
	"flushes":     `for (;;) { puts("7"); fflush(stdout); }`,
	"hoards":      `volatile char *p = malloc(256 << 20); for (long i = 0; i < 256 << 20; i += 4096) p[i] = 1;`,
	"hundred":     `static char text[1 << 20]; for (int i = 0; i < 100; i++) fwrite(text, 1, sizeof text, stdout);`,
	"fewer":       `static char text[1 << 20]; for (int i = 0; i < 99; i++) fwrite(text, 1, sizeof text, stdout);`,
	"hearsItself": `char c; puts("7"); fflush(stdout); int f = open("/proc/self/fd/1", O_RDONLY); if (f < 0) return 5; read(f, &c, 1);`,
	"tellsItself": `puts("7"); fflush(stdout); int f = open("/proc/self/fd/0", O_WRONLY); if (f < 0) return 5; write(f, "!\n", 2);`,
	"child":       `if (fork()) wait(NULL); else puts("7");`,
	"lateChild":   `if (!fork()) { sleep(1); puts("7"); }`,
	"ninth":       `for (int i = 0; i < 1000; i++) puts("7"); puts("8");`,
	"bang":        `for (int i = 0; i < 300; i++) puts("7"); puts("!");`,
	"half":        `printf("-");`,

	// right or wrong, and then something else
	"rightStatus":         `puts("7"); return 1;`,
	"rightCrashes":        `puts("7"); fflush(stdout); abort();`,
	"wrongCrashes":        `puts("8"); fflush(stdout); abort();`,
	"halfCrashes":         `printf("-"); fflush(stdout); abort();`,
	"malformedCrashes":    `puts("a"); fflush(stdout); abort();`,
	"malformedComputes":   `puts("a"); fflush(stdout); for (;;) ;`,
	"malformedListens":    `puts("a"); fflush(stdout); while (getchar() != EOF) ;`,
	"rightHearsAllStatus": `puts("7"); fflush(stdout); while (getchar() != EOF) ; return 1;`,
	"hearsAllThenAborts":  `while (getchar() != EOF) ; abort();`,

	// to the end of the input, and then an answer
	"hearsAll":        `while (getchar() != EOF) ; puts("7");`,
	"hearsAllWrong":   `while (getchar() != EOF) ; puts("8");`,
	"hearsAllStatus":  `while (getchar() != EOF) ; puts("7"); return 1;`,
	"hearsAllCrashes": `while (getchar() != EOF) ; puts("7"); fflush(stdout); abort();`,
	"hearsLess":       `int n = 0; while (getchar() != EOF) n++; puts(n == 4 ? "8" : "7");`,
	"polls":           `char c; struct pollfd p = {0, POLLIN}; while (poll(&p, 1, -1) == 1 && read(0, &c, 1) == 1) ; puts("7");`,

	// one end of a pipe closed
	"closesInput":         `fclose(stdin); puts("7");`,
	"closesInputLater":    `fclose(stdin); puts("7"); fflush(stdout); usleep(200000);`,
	"closesOutput":        `fclose(stdout); getchar();`,
	"closesOutputStatus":  `fclose(stdout); return 1;`,
	"closes":              `puts("7"); fclose(stdout); while (getchar() != EOF) ;`,
	"closesWrong":         `puts("8"); fclose(stdout); while (getchar() != EOF) ;`,
	"closesStatus":        `puts("7"); fclose(stdout); while (getchar() != EOF) ; return 1;`,
	"closesWrongStatus":   `puts("8"); fclose(stdout); while (getchar() != EOF) ; return 1;`,
	"closesWrongCrashes":  `puts("8"); fclose(stdout); getchar(); abort();`,
	"closesComputes":      `puts("7"); fclose(stdout); for (volatile long i = 0;; i++) ;`,
	"closesWrongComputes": `puts("8"); fclose(stdout); for (volatile long i = 0;; i++) ;`,
	"closesBoth":          `puts("7"); fclose(stdout); fclose(stdin);`,
}

// talkRow has the verdicts of submissions with a checker: "right AC, silent WA". The word "deadlock" is a TLE that says
// that both wait for input.
type talkRow struct{ name, checker, want string }

// hostile lists conversations in which one side misbehaves. The verdict does not depend on which side is faster.
var hostile = []talkRow{
	{"a checker that hangs", `for (;;) pause();`, "right JE, listens JE, crashes JE, shouts JE"},
	{"a checker that computes for ever", `for (volatile long i = 0;; i++) ;`, "right JE, crashes JE"},
	{"a checker that floods", `for (;;) puts("?");`, "silent JE, sleeps JE, right JE"},
	{"a checker that accepts at once", `return 42;`, "right AC, listens AC, shouts AC, shoutsOn TLE, " +
		"rightHearsAllStatus AC, crashes RTE, status RTE, hearsAllThenAborts RTE, sleeps AC, computes TLE"},
	{"a checker that rejects at once", `return 43;`, "right WA, crashes WA, shouts WA, computes WA, silent WA"},
	{"a checker that fails at once", `return 0;`, "right JE, crashes JE, computes JE"},
	{"a checker that kills itself", `raise(SIGKILL);`, "right JE, crashes JE"},
	{"a checker that kills whatever it can", `kill(-1, SIGKILL); kill(getppid(), SIGKILL); ` + asks, "right AC"},
	{"a checker that crashes at the end of its input", crashesOnBad, "right AC, crashes RTE, silent WA, listens TLE, " +
		"computes TLE"},
	{"a checker that crashes at the end, and memory", crashesOnBad, "hoards MLE"},
	{"a checker that asks", asks, "right AC, silent WA, crashes RTE, listens TLE, computes TLE, wrongCrashes WA, " +
		"rightCrashes RTE, rightStatus RTE, rightHearsAllStatus AC, shouts AC, closesInput AC, closesOutput WA, child AC, " +
		"lateChild WA, hearsItself RTE, tellsItself RTE"},
	{"a checker that asks, and memory", asks, "hoards MLE"},

	// one side waits for the other, but only for a time
	{"a checker that waits", `return scanf("%d", &got) == 1 && got == want ? 42 : 43;`, "waitsForSemaphore AC, " +
		"waitsForCondition AC, waitsForMutex AC, waitsForThread AC, waitsForClock AC, waitsForTimer AC, waitsForSocket AC, " +
		"waitsForChild AC, waitsInPoll AC, waitsInSelect AC, waitsInEpoll AC, waitsForAlarm AC, waitsForITimer AC, " +
		"waitsForSignal AC, listens deadlock, right deadlock"},
	{"a checker that asks after a second", `void rings(int s) { write(1, "?\n", 2); } signal(SIGALRM, rings); alarm(1);
return scanf("%d", &got) == 1 && got == want ? 42 : 43;`, "right AC, wrong WA, listens TLE"},

	// one side closes its end of a pipe and goes on
	{"a checker that closes its output", asksOnce, "right AC, hearsAll AC, silent WA, crashes RTE, shouts AC, " +
		"hearsAllWrong WA, rightStatus RTE, rightHearsAllStatus AC, hearsAllStatus AC, hearsAllCrashes RTE, computes TLE, " +
		"sleeps TLE, polls AC"},
	{"a checker that closes its output and computes", `puts("?"); fclose(stdout);
for (volatile long i = 0; i < 100000000; i++) ; return scanf("%d", &got) == 1 && got == want ? 42 : 43;`,
		"right AC, hearsAll AC, silent WA, crashes RTE"},
	{"a checker that closes its output and accepts", `close(1); return 42;`, "hearsAll AC, status RTE, " +
		"rightHearsAllStatus AC"},
	{"a checker with a child that closes later", `puts("?"); fflush(stdout);
if (!fork()) { usleep(300000); puts("!"); return 0; }
fclose(stdout); return scanf("%d", &got) == 1 && got == want ? 42 : 43;`, "right AC, hearsAll AC, hearsLess WA"},
	{"a checker that closes its input", `fclose(stdin); puts("?"); fflush(stdout); usleep(300000); puts("!"); return 42;`,
		"silent AC, crashes RTE, hearsAll AC, hundred AC"},
	{"a checker that reads to the end", hearsOut, "right AC, closes AC, silent WA, crashes RTE, listens TLE, " +
		"closesWrong WA, closesStatus AC, closesWrongStatus WA, closesWrongCrashes RTE, closesComputes TLE, " +
		"closesWrongComputes TLE, closesBoth AC, closesInputLater AC"},

	// one side writes far more than the other reads
	{"a checker that answers each line", `while (scanf("%d", &got) == 1) {
if (got == want + 1) return 42; puts("another one, please"); fflush(stdout); } return 43;`,
		"shouts TLE, flushes TLE, ninth AC"},
	{"a checker that reads slowly", `char text[99]; while (fgets(text, 99, stdin)) { if (text[0] == '!') return 42; usleep(1000); }
return 43;`, "shouts TLE, bang AC"},
	{"a checker that keeps all", `size_t all = 0, n1; puts("?"); fflush(stdout); for (;;) { char *text = malloc(1 << 20);
if ((n1 = fread(text, 1, 1 << 20, stdin)) == 0) return all == 2 ? 42 : 43; all += n1; }`,
		"shouts TLE, right AC, hundred JE"},
	{"a checker that needs all at once", counts + `
volatile char *more = malloc(128 << 20); for (long i = 0; i < 128 << 20; i += 4096) more[i] = 1;
return all == 100 << 20 ? 42 : 43;`, "shouts TLE, computes TLE, sleeps TLE, silent JE"},
	{"a checker that counts", counts + "return all == 100 << 20 ? 42 : 43;", "shouts TLE, hundred AC, fewer WA"},

	// the checker crashes; if that is at the end of its input, the submission may be to blame
	{"a checker that crashes on what it cannot read", crashesOnBad, "wrong WA, half WA, halfCrashes RTE, " +
		"closesOutput WA, closesOutputStatus RTE, malformed JE, malformedListens JE, malformedCrashes JE, " +
		"malformedComputes JE"},
	{"a checker that crashes on its own after a while", `usleep(200000); return 1;`,
		"silent JE, crashes JE, right JE, listens JE"},
	{"a checker that crashes at once", `return 1;`, "silent JE, crashes JE, right JE, computes JE"},
	{"a checker that crashes at each end of its input", `while (getchar() != EOF) ; abort();`, "silent WA, crashes RTE"},
	{"a checker that ignores the end of its input", `puts("?"); fflush(stdout); while (scanf("%d", &got) != 1) ;
return got == want ? 42 : 43;`, "listens TLE"},

	// the folder is not a package, so status 1 of the checker rejects
	{"a lenient checker that crashes on what it cannot read", crashesOnBad, "right AC, silent WA, crashes RTE, " +
		"listens TLE, malformed WA, malformedListens WA, malformedCrashes WA"},
	{"a lenient checker with status 0", `return 0;`, "silent JE, right JE, crashes JE"},
}

// quick lists the checkers that the short tier uses: none of them waits for a limit.
var quick = map[string]bool{"a checker that kills itself": true, "a checker that kills whatever it can": true,
	"a checker that crashes at the end of its input": true, "a checker that crashes at the end, and memory": true}

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
	for _, row := range hostile {
		t.Run(row.name, func(t *testing.T) {
			if !quick[row.name] {
				judgetest.Long(t, "it compiles and runs some dozens of programs, some of them up to their limits")
			}
			row.judge(t, "", times)
		})
	}
}

// TestTalkPortable runs conversations where the sandbox cannot see the programs' threads. A program that runs for a
// while counts as waiting.
func TestTalkPortable(t *testing.T) {
	judgetest.Long(t, "it waits for some seconds")
	judgetest.Need(t, "gcc")
	for _, row := range []talkRow{
		{"", asks, "right AC, silent WA, crashes RTE, listens TLE"},
		{"", asksOnce, "right AC, hearsAll AC, silent WA, crashes RTE, hearsAllWrong WA, status RTE"},
		{"", hearsOut, "right AC, closes AC, closesWrong WA"},
	} {
		row.judge(t, "portable", 1)
	}
}

// judge judges a row in the named sandbox the given number of times, with a relay between the two and without.
func (r talkRow) judge(t *testing.T, sandbox string, times int) {
	dir := filepath.Join(t.TempDir(), "talk")
	limits := talkPackage // where memory counts, no machine reaches the limit on time
	if strings.Contains(r.want, "hoards") {
		limits = strings.Replace(limits, "time_limit: 0.4", "time_limit: 60", 1)
	}
	if strings.Contains(r.checker, "malloc(") {
		limits = strings.Replace(limits, "validation_time: 1", "validation_time: 60", 1)
	}
	judgetest.Unpack(t, dir, limits)
	judgetest.Write(t, filepath.Join(dir, "output_validator/v.c"), fmt.Sprintf(checkerMain, r.checker))
	want, got, message := map[string]string{}, map[string]map[string]int{}, map[string]string{}
	for one := range strings.SplitSeq(r.want, ", ") {
		name, verdict, _ := strings.Cut(one, " ")
		body, known := talkSubmissions[name]
		if !known {
			t.Fatalf("no submission %s", name)
		}
		judgetest.Write(t, filepath.Join(dir, "submissions/rejected", name+".c"), fmt.Sprintf(submissionMain, body))
		want["rejected/"+name+".c"], got["rejected/"+name+".c"] = verdict, map[string]int{}
	}
	judge := judgeOf(t, dir, sandbox, strings.HasPrefix(r.name, "a lenient"))
	for i := range 2 * times {
		for _, s := range judge(i%2 == 1) {
			verdict := string(s.Verdict)
			if want[s.Name] == "deadlock" && strings.HasPrefix(s.Tests[0].Message, "both wait for input") {
				verdict = "deadlock"
			}
			got[s.Name][verdict]++
			if verdict != want[s.Name] && len(s.Tests) > 0 {
				message[s.Name] = s.Message + s.Tests[0].Message
			}
		}
	}
	for name, verdict := range want {
		if got[name][verdict] != 2*times {
			t.Errorf("%s: got %v, want %s %d times: %s", name, got[name], verdict, 2*times, message[name])
		}
	}
}

// judgeOf returns a function that judges all submissions of a package or a plain folder, in the named sandbox, "" for
// the best. It keeps the conversations if recorded is set.
func judgeOf(t *testing.T, dir, name string, folder bool) func(recorded bool) []Submission {
	tools, entries := optionsWith(t, name), everything(t, dir)
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
