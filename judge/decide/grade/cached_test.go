package grade

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/store"
	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// counting is a sandbox that counts its runs, which all end the same way.
type counting struct {
	script
	end  sandbox.Result
	then *sandbox.Result // result of later runs, if different
	runs *[]sandbox.Task
}

func (c counting) Worker(int) (sandbox.Worker, error) { return counter(c), nil }

// counter is its worker.
type counter counting

func (counter) Close() error { return nil }

func (c counter) Run(_ context.Context, task sandbox.Task) (sandbox.Result, error) {
	*c.runs = append(*c.runs, task)
	if len(*c.runs) > 1 && c.then != nil {
		return *c.then, nil
	}
	return c.end, nil
}

// onDisk is one submission with one test on disk.
type onDisk struct {
	t       *testing.T
	dir     string
	problem *problem.Problem
	judging *judging
	cached  *CachedResults
	end     sandbox.Result
	then    *sandbox.Result
	verdict problem.Verdict // of the checker
}

func newCached(t *testing.T, store *store.Store) *onDisk {
	k := &onDisk{t: t, dir: t.TempDir(), verdict: problem.AC}
	k.cached = &CachedResults{Folder: store, Setting: "this machine"}
	k.end = sandbox.Result{End: sandbox.Exited, CPU: time.Millisecond, Wall: time.Millisecond, Memory: 1 << 10}
	for _, name := range []string{"program", "checker", "1.in", "1.ans", "main.c", "data.txt", "extra.txt"} {
		k.write(name, name)
	}
	k.problem = &problem.Problem{
		Name:   "p",
		Limits: problem.Limits{Time: time.Second, Memory: 1 << 20, Output: 1 << 20},
		Tests: []problem.Test{{
			Name: "secret/1", Input: k.path("1.in"), Answer: k.path("1.ans"), Args: []string{"a"},
			CheckerArgs: []string{"case_sensitive"},
			Checker:     "one", Files: []problem.File{{Name: "extra.txt", Path: k.path("extra.txt")}},
		}},
		Expectations: []problem.Expectation{{Submissions: "accepted/dlx", Message: "sought"}},
	}
	source := problem.Source{Name: "dlx", Dir: k.dir, Files: []string{"main.c"}}
	submission := problem.Submission{
		Source: source, Name: "dlx", Path: "accepted/dlx", Solution: true,
		Data: []problem.File{{Name: "data.txt", Path: k.path("data.txt")}},
	}
	k.judging = newJudging(Entry{Problem: k.problem, Submission: submission, Tests: k.problem.Tests}, Options{})
	k.judging.program = sandbox.Program{Path: k.path("program"), Version: "1"}
	k.judging.checkers = []checkerProgram{{"one", sandbox.Program{Path: k.path("checker")}}}
	return k
}

func (k *onDisk) path(name string) string { return filepath.Join(k.dir, name) }

func (k *onDisk) write(name, text string) { judgetest.Write(k.t, k.path(name), text) }

// judge returns the result of the test, and its runs.
func (k *onDisk) judge(ctx context.Context) (Test, []sandbox.Task) {
	var runs []sandbox.Task
	k.judging.checker = always(k.verdict)
	o := Options{Jobs: 1, Sandbox: counting{end: k.end, then: k.then, runs: &runs}, CachedResults: k.cached,
		Observe: func(Progress) {}}
	runAll(ctx, []*judging{k.judging}, k.t.TempDir(), o)
	return k.judging.result(context.Background()).Tests[0], runs
}

// TestRunsAgain: a test runs again exactly if something changes that its verdict depends on.
func TestRunsAgain(t *testing.T) {
	test := func(k *onDisk) *problem.Test { return &k.judging.entry.Tests[0] }
	for _, row := range []struct {
		what   string
		change func(*onDisk)
		runs   int
	}{
		{"nothing", func(*onDisk) {}, 0},
		{"the name of the test", func(k *onDisk) { test(k).Name = "secret/2" }, 0},
		{"the name of the problem", func(k *onDisk) { k.problem.Name = "q" }, 0},
		{"the program", func(k *onDisk) { k.write("program", "another") }, 1},
		{"its compiler", func(k *onDisk) { k.judging.program.Version = "2" }, 1},
		{"its arguments", func(k *onDisk) { k.judging.program.Args = []string{"-O"} }, 1},
		{"its environment", func(k *onDisk) { k.judging.program.Env = []string{"A=B"} }, 1},
		{"its run-time system", func(k *onDisk) {
			k.write("runtime/lib", "1.0")
			k.judging.program.Reads = []string{k.path("runtime")}
		}, 1},
		{"the checker's compiler", func(k *onDisk) { k.judging.checkers[0].program.Version = "2" }, 1},
		{"the source, which lies in the working folder", func(k *onDisk) { k.write("main.c", "another") }, 1},
		{"a submitted file that is not compiled", func(k *onDisk) { k.write("data.txt", "another") }, 1},
		{"the name of such a file", func(k *onDisk) { k.judging.submission.Data[0].Name = "other.txt" }, 1},
		{"the input", func(k *onDisk) { k.write("1.in", "another") }, 1},
		{"the answer", func(k *onDisk) { k.write("1.ans", "another") }, 1},
		{"the program's arguments", func(k *onDisk) { test(k).Args = []string{"b"} }, 1},
		{"a file of the test's .files folder", func(k *onDisk) { k.write("extra.txt", "another") }, 1},
		{"the name of such a file", func(k *onDisk) { test(k).Files[0].Name = "other.txt" }, 1},
		{"the checker", func(k *onDisk) { k.write("checker", "another") }, 1},
		{"whether it has the plain statuses 0 and 1", func(k *onDisk) { k.judging.checkers[0].program.Plain = true }, 1},
		{"another checker beside it", func(k *onDisk) {
			k.judging.checkers = append(k.judging.checkers, k.judging.checkers[0])
		}, 1},
		{"the default checker in its place", func(k *onDisk) { k.judging.checkers = nil }, 1},
		{"the checker's arguments", func(k *onDisk) { test(k).CheckerArgs = []string{"float_tolerance", "1e-6"} }, 1},
		{"the place where they are written, which a message names", func(k *onDisk) {
			test(k).CheckerArgsAt = "p/secret/test_group.yaml:2:1"
		}, 1},
		{"the checker that decides", func(k *onDisk) { test(k).Checker = "" }, 1},
		{"the time limit", func(k *onDisk) { k.judging.limits.Time *= 2 }, 1},
		{"the memory limit", func(k *onDisk) { k.judging.limits.Memory *= 2 }, 1},
		{"the output limit", func(k *onDisk) { k.judging.limits.Output *= 2 }, 1},
		{"the checker's limits", func(k *onDisk) { k.judging.limits.Validation.Time = time.Second }, 1},
		{"whether a TLE is permitted", func(k *onDisk) { k.judging.lateOK[0] = !k.judging.lateOK[0] }, 1},
		{"whether files can be written", func(k *onDisk) { k.problem.FileWriting = true }, 1},
		{"the file that the program writes its output to", func(k *onDisk) { k.problem.OutputFile = "out.txt" }, 1},
		{"whether a checker decides after the interactor", func(k *onDisk) { k.problem.Final = &problem.Source{} }, 1},
		{"whether there are several passes", func(k *onDisk) { k.problem.MultiPass, k.problem.Limits.Passes = true, 2 }, 1},
		{"whether there are scores", func(k *onDisk) {
			k.problem.Scoring, _ = score.New(nil, []string{test(k).Name})
		}, 1},
		{"the whitespace rule", func(k *onDisk) { k.problem.Judge.Whitespace = problem.ExactWhitespace }, 1},
		{"the message that is required of the checker", func(k *onDisk) {
			k.problem.Expectations[0].Message = "another"
			k.judging.expected = k.problem.Expects(k.judging.submission)
		}, 1},
		{"the machine", func(k *onDisk) { k.cached.Setting = "another machine" }, 1},
		{"--fresh", func(k *onDisk) { k.cached.Fresh = true }, 1},
	} {
		store := cache.OpenFolder(t.TempDir())
		if _, runs := newCached(t, store).judge(t.Context()); len(runs) != 1 {
			t.Fatalf("%d runs the first time, want 1", len(runs))
		}
		k := newCached(t, store)
		row.change(k)
		result, runs := k.judge(t.Context())
		if len(runs) != row.runs || result.Cached == (row.runs > 0) || result.Verdict != problem.AC ||
			result.Name != test(k).Name {
			t.Errorf("%s changed: %d runs, want %d: %+v", row.what, len(runs), row.runs, result)
		}
	}
}

// The sandbox makes links to a run-time system's files, which updates their change times. The verdict is still cached.
func TestLinkedFilesAreCached(t *testing.T) {
	k := newCached(t, cache.OpenFolder(t.TempDir()))
	k.write("files/main.py", "print(1)")
	k.judging.program.Dir = k.path("files")
	k.judge(t.Context())
	judgetest.Check(t, os.Link(k.path("files/main.py"), k.path("link.py")))
	again := newCached(t, k.cached.Folder)
	again.judging.program.Dir = k.judging.program.Dir
	if result, runs := again.judge(t.Context()); len(runs) != 0 || !result.Cached {
		t.Errorf("%d runs: %+v", len(runs), result)
	}
}

// A result that is close to the limit, or starved, is judged by a second run. A later judge takes the cached result for
// the first run.
func TestSecondRuns(t *testing.T) {
	near := sandbox.Result{End: sandbox.Exited, CPU: 900 * time.Millisecond, Wall: time.Second}
	above := near
	above.CPU = 1100 * time.Millisecond
	starved := sandbox.Result{End: sandbox.StoppedWall, CPU: 400 * time.Millisecond, Wall: 2 * time.Second}
	stopped := sandbox.Result{End: sandbox.StoppedCPU, CPU: 1500 * time.Millisecond, Wall: 2 * time.Second}
	far := sandbox.Result{End: sandbox.Exited, CPU: 700 * time.Millisecond, Wall: time.Second}
	for _, row := range []struct {
		what string
		ends [][2]sandbox.Result // the first and second run of each judge
		runs []int
		says string // the message of the last judge
	}{
		{"then far below", [][2]sandbox.Result{{near, far}, {near, far}}, []int{2, 0}, ""},
		{"then far above, with another verdict", [][2]sandbox.Result{{near, stopped}, {near, stopped}}, []int{2, 2}, ""},
		{"then starved, so nothing is cached", [][2]sandbox.Result{{near, starved}, {near, starved}}, []int{2, 2}, ""},
		{"starved, then at the time limit", [][2]sandbox.Result{{starved, stopped}, {starved, stopped}}, []int{2, 0}, ""},
		{"above, then below in the next judge", [][2]sandbox.Result{{above, above}, {near, near}}, []int{2, 1},
			"borderline: 1.1 s, and 0.9 s when run again alone"},
	} {
		store := cache.OpenFolder(t.TempDir())
		for i, want := range row.runs {
			k := newCached(t, store)
			k.end, k.then = row.ends[i][0], &row.ends[i][1]
			result, runs := k.judge(t.Context())
			if len(runs) != want || i == len(row.runs)-1 && !strings.Contains(result.Message, row.says) {
				t.Errorf("%s, judge %d: %d runs, want %d: %+v", row.what, i, len(runs), want, result)
			}
		}
	}
}

// TestWorthCaching: results that may differ in the next run are not cached.
func TestWorthCaching(t *testing.T) {
	exited := func(cpu time.Duration, memory int64, wall time.Duration) sandbox.Result {
		return sandbox.Result{End: sandbox.Exited, CPU: cpu, Memory: memory, Wall: wall}
	}
	for _, row := range []struct {
		what    string
		end     sandbox.Result
		verdict problem.Verdict
		again   int // runs the second time
	}{
		{"below the limits", exited(790*time.Millisecond, 800<<10, time.Second), problem.AC, 0},
		{"a wrong answer", exited(time.Millisecond, 1, 1), problem.WA, 0},
		{"just above the time limit", exited(1190*time.Millisecond, 1, time.Second), problem.AC, 1},
		{"far above it", exited(1210*time.Millisecond, 1, time.Second), problem.AC, 0},
		{"close to the memory limit", exited(1, 840<<10, 1), problem.AC, 1},
		{"close to the wall-clock limit", exited(1, 1, 1900*time.Millisecond), problem.AC, 1},
		{"stopped at the time limit", sandbox.Result{End: sandbox.StoppedCPU, CPU: time.Second}, problem.AC, 0},
		{"idle until the wall-clock limit", sandbox.Result{End: sandbox.StoppedWall, CPU: 1, Wall: 2 * time.Second},
			problem.AC, 0},
		{"starved twice", sandbox.Result{End: sandbox.StoppedWall, CPU: time.Second / 2, Wall: 2 * time.Second},
			problem.AC, 2},
		{"a crash", sandbox.Result{End: sandbox.Signaled, Signal: "SIGSEGV",
			Stderr: sandbox.Excerpt{Last: []byte("\xff\x00 no text")}}, problem.AC, 0},
		{"killed, perhaps by the machine", sandbox.Result{End: sandbox.Signaled, Signal: "SIGKILL"}, problem.AC, 1},
		{"the judge's own failure", exited(1, 1, 1), problem.JE, 1},
	} {
		store := cache.OpenFolder(t.TempDir())
		results := make([]Test, 2)
		var runs []sandbox.Task
		for i := range results {
			k := newCached(t, store)
			k.end, k.verdict = row.end, row.verdict
			results[i], runs = k.judge(t.Context())
			results[i].InputFile = "" // each has its own folder
		}
		if len(runs) != row.again || results[1].Cached != (row.again == 0) {
			t.Errorf("%s: %d runs the second time, want %d", row.what, len(runs), row.again)
		}
		results[0].Cached = results[1].Cached
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("%s: the result was %+v, and then %+v", row.what, results[0], results[1])
		}
	}
}

// Somebody edits a file of the test, or of the submission, while the program runs.
func TestChangedMeanwhile(t *testing.T) {
	for _, name := range []string{"1.in", "data.txt"} {
		store := cache.OpenFolder(t.TempDir())
		k := newCached(t, store)
		q := newQueue(t.Context(), []*judging{k.judging}, Options{CachedResults: k.cached, Observe: func(Progress) {}})
		j, i, _ := q.next()
		changed := strings.ToUpper(name) // as long as before
		k.write(name, changed)
		q.finish(j, i, Test{Verdict: problem.AC})
		q.write()
		for _, text := range []string{name, changed} {
			again := newCached(t, store)
			again.write(name, text)
			if _, runs := again.judge(t.Context()); len(runs) != 1 {
				t.Errorf("the result of a run on one of two versions of %s is cached for %q", name, text)
			}
		}
	}
}

// Results from before an interrupt are cached.
func TestInterruptedIsCached(t *testing.T) {
	store := cache.OpenFolder(t.TempDir())
	k := newCached(t, store)
	ctx, cancel := context.WithCancel(t.Context())
	k.problem.Tests = append(k.problem.Tests, k.problem.Tests[0])
	k.problem.Tests[1].Name, k.problem.Tests[1].Args = "secret/2", []string{"b"}
	k.judging.entry.Tests = k.problem.Tests
	k.judging.tests, k.judging.lateOK = make([]slot, 2), append(k.judging.lateOK, k.judging.lateOK[0])
	k.judging.checker = always(k.verdict)
	var runs []sandbox.Task
	o := Options{Jobs: 1, Sandbox: counting{end: k.end, runs: &runs}, CachedResults: k.cached}
	o.Observe = func(p Progress) {
		if p.Done == 1 {
			cancel()
		}
	}
	runAll(ctx, []*judging{k.judging}, t.TempDir(), o)
	if result, again := newCached(t, store).judge(t.Context()); len(again) != 0 || !result.Cached {
		t.Errorf("%d runs after an interrupt: %+v", len(again), result)
	}
}

// TestKeyFields fails when somebody adds a field to one of these types. If verdicts depend on the field, add it to
// queue.key and a row to TestRunsAgain. In either case, add its name here. Keys of problem.yaml need no name here:
// the key has all problem.Settings and problem.Limits, and nothing of problem.About.
func TestKeyFields(t *testing.T) {
	for _, row := range []struct {
		of             any
		inKey, without string // fields that verdicts depend on, and the other fields
	}{
		{problem.Problem{}, "Settings Limits Judge Tests Submissions Checkers Final Expectations Scoring scored",
			// others: no verdict depends on them, or the files cover them, or nothing is cached
			"Name About Dir DataDir InputValidators Search Warnings Unjudged Grader Faults Refused LeftOut Intended " +
				"reading"},
		{problem.Test{}, "Input Answer Args CheckerArgs CheckerArgsAt Checker Files",
			"Name InputValidatorArgs Interaction"},
		{problem.Submission{}, "Source Data Own", "Problem Name Path Broken Solution Unjudged"},
		// covered by the program and the submitted files
		{problem.Source{}, "Language Dir Files Executable Entrypoint Include Standards Compilation Defines Beside " +
			"Headers", "Name LanguageAt Package Unnamed Constants Plain Testlib"},
		// the other fields never differ between submissions, or do not matter
		{sandbox.Task{}, "Program Args Env Reads Dir Input Limits Files ReadOnly", "Output Stdin Stdout Watch Stop " +
			"Profile Cores Copies Folders Start Products Name Scratch LastWords"},
		{check.Files{}, "Input Answer Args ArgsAt Checker Submission Wanted Scores", "Output Feedback Tout role"},
		{sandbox.Program{}, "Path Args Env Dir Reads Version Memory Processes OutOfMemory Testlib Plain",
			"Explains"}, // only in debug builds, whose environment differs
		{Run{}, "Test TimeLimit Stop", "Output Crowded Conversation Transcript Interrupt"},
		// with the last three, no cached result is used
		{Options{}, "TimeLimit Sandbox Build Sanitize Around Unchecked Answers", "Jobs All First Cache CachedResults " +
			"Observe Conversations Transcripts Failures Several Listener Timing LastWords"},
	} {
		of, known := reflect.TypeOf(row.of), strings.Fields(row.inKey+" "+row.without)
		var got []string
		for i := range of.NumField() {
			got = append(got, of.Field(i).Name)
		}
		for _, name := range got {
			if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+name+" ") {
				t.Errorf("does a verdict depend on %v.%s? See the comment of this test", of, name)
			}
		}
		if len(got) < len(known) {
			t.Errorf("%v has the fields %v; one of %v is gone", of, got, known)
		}
	}
}

// The result of a test with an unreadable file is not cached. A sparse file can have any size and take no space: the
// judge does not read it and reports its size.
func TestUnreadable(t *testing.T) {
	store := cache.OpenFolder(t.TempDir())
	for range 2 {
		k := newCached(t, store)
		judgetest.Check(t, os.Remove(k.path("1.ans")))
		if result, runs := k.judge(t.Context()); len(runs) != 1 || result.Cached {
			t.Errorf("without an answer: %d runs", len(runs))
		}
	}
	for _, cached := range []bool{true, false} {
		k := newCached(t, store)
		if !cached {
			k.cached = nil
		}
		judgetest.Check(t, os.Truncate(k.path("extra.txt"), 1<<40))
		result, runs := k.judge(t.Context())
		want := k.path("extra.txt") + " has 1099511627776 bytes, but a file of a test may have at most 1073741824 " +
			"(1 GiB)"
		if len(runs) > 0 || result.Verdict != problem.JE || !strings.HasPrefix(result.Message, want) {
			t.Errorf("got %d runs, %s: %s, want JE: %s", len(runs), result.Verdict, result.Message, want)
		}
	}
}
