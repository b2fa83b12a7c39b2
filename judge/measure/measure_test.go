package measure

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/executor"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/judgetest"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/record"
	"dlxjudge/judge/sandbox"
)

// fake is a worker whose programs take a known time: the n-th run of one takes its time plus n ms.
type fake struct {
	cpu map[string]time.Duration
	ran []string // every run, "program input"
	end func(run int) sandbox.Result
}

func (f *fake) Run(_ context.Context, task sandbox.Task) (sandbox.Result, error) {
	call := task.Program + " " + task.Input
	before := 0
	for _, r := range f.ran {
		if r == call {
			before++
		}
	}
	f.ran = append(f.ran, call)
	if f.end != nil {
		if r := f.end(len(f.ran)); r.End != sandbox.Exited || r.ExitCode != 0 {
			return r, nil
		}
	}
	cpu := f.cpu[call] + time.Duration(before)*time.Millisecond
	return sandbox.Result{End: sandbox.Exited, CPU: cpu, Wall: 2 * cpu, Memory: int64(1000 + before)}, nil
}

func (*fake) Close() error { return nil }

// plan has a long test of both sides, a short test of both, and a test of today's side alone.
func plan() (*Plan, *fake) {
	subject := func(test string, sides ...string) Subject {
		s := Subject{Key: record.Key{Problem: "p", Solution: "dlx", Test: test}, Test: problem.Test{Input: test}}
		for i, path := range sides {
			s.Sides[i] = &Executable{Program: executor.Program{Path: path}}
		}
		return s
	}
	p := &Plan{Count: 2, Subjects: []Subject{subject("long", "new", "old"), subject("short", "new", "old"), subject("alone", "new")}}
	p.Subjects[0].Sides[Now].Counts = map[record.Unit]float64{record.Nodes: 7}
	return p, &fake{cpu: map[string]time.Duration{
		"new long": 100 * time.Millisecond, "old long": 90 * time.Millisecond,
		"new short": 20 * time.Millisecond, "old short": 30 * time.Millisecond, "new alone": 50 * time.Millisecond,
	}}
}

func TestRun(t *testing.T) {
	p, worker := plan()
	var got []string
	emit := func(side Side, s record.Sample) error {
		got = append(got, fmt.Sprintf("%d %s %d runs %v cpu %v wall %v bytes nodes %v", side, s.Test, s.Runs,
			time.Duration(s.Values[record.CPU]), time.Duration(s.Values[record.Wall]), s.Values[record.Memory], s.Values[record.Nodes]))
		return nil
	}
	steps := map[string]int{}
	judgetest.Check(t, p.Run(t.Context(), worker, emit, func(p grade.Progress) { steps[p.Step]++ }))
	slices.Sort(got)
	// One run warmed up. A short sample is the mean of three runs: 21, 22 and 23 ms, then 24, 25 and 26.
	want := []string{
		"0 alone 1 runs 51ms cpu 102ms wall 1001 bytes nodes 0",
		"0 alone 1 runs 52ms cpu 104ms wall 1002 bytes nodes 0",
		"0 long 1 runs 101ms cpu 202ms wall 1001 bytes nodes 7",
		"0 long 1 runs 102ms cpu 204ms wall 1002 bytes nodes 7",
		"0 short 3 runs 22ms cpu 44ms wall 1003 bytes nodes 0",
		"0 short 3 runs 25ms cpu 50ms wall 1006 bytes nodes 0",
		"1 long 1 runs 91ms cpu 182ms wall 1001 bytes nodes 0",
		"1 long 1 runs 92ms cpu 184ms wall 1002 bytes nodes 0",
		"1 short 3 runs 32ms cpu 64ms wall 1003 bytes nodes 0",
		"1 short 3 runs 35ms cpu 70ms wall 1006 bytes nodes 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"warming up": 3, "measuring": 6}, steps); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	if now, base := p.Planned(Now), p.Planned(Base); now != 6 || base != 4 {
		t.Errorf("planned %d and %d samples, want 6 and 4", now, base)
	}
}

// TestCountsInOrder: counts are had in any order, and recorded in that of their tests.
func TestCountsInOrder(t *testing.T) {
	p := &Plan{}
	var keys []record.Key
	for i := range 9 {
		keys = append(keys, record.Key{Problem: "p", Solution: "dlx", Test: fmt.Sprint("secret/a/", i+1)})
	}
	for _, i := range rand.Perm(9) {
		if i < 6 {
			p.Known[Now] = append(p.Known[Now], record.Sample{Key: keys[i], Runs: 1, Values: map[record.Unit]float64{record.Nodes: 7}})
		} else {
			p.Uncounted[Now] = append(p.Uncounted[Now], keys[i])
		}
	}
	path := filepath.Join(t.TempDir(), "r.txt")
	machine := record.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "A CPU", Cores: "2", Backend: "linux"}
	judgetest.Check(t, p.Record(t.Context(), nil, 1, Recording{Now: {Path: path, Machine: machine}}, nil))
	r, err := record.Read(path)
	judgetest.Check(t, err)
	var got []record.Key
	for _, s := range r.Samples {
		got = append(got, s.Key)
	}
	if diff := cmp.Diff(keys, append(got, r.Uncounted...)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOrder: the sides of a subject take turns run by run, and the rounds follow from the seed.
func TestOrder(t *testing.T) {
	order := func(seed uint64) []string {
		p, worker := plan()
		p.Seed, p.Count = seed, 20
		judgetest.Check(t, p.Run(t.Context(), worker, func(Side, record.Sample) error { return nil }, func(grade.Progress) {}))
		return worker.ran[5:] // behind the warm-up
	}
	one := order(1)
	if !slices.Equal(one, order(1)) {
		t.Error("the same seed gave another order")
	}
	if slices.Equal(one, order(2)) {
		t.Error("another seed gave the same order")
	}
	firsts := map[string]bool{}
	for i := 0; i < len(one); {
		program, input, _ := strings.Cut(one[i], " ")
		firsts[one[i]] = true
		turns := map[string]int{"long": 2, "short": 6, "alone": 1}[input]
		for j := i + 1; j < i+turns; j++ {
			next, same, _ := strings.Cut(one[j], " ")
			if next == program || same != input {
				t.Fatalf("run %d: %s after %s, want the other side of the same test", j, one[j], one[j-1])
			}
			program = next
		}
		i += turns
	}
	if len(firsts) != 5 {
		t.Errorf("only %v ever begin: either side of a test should", firsts)
	}
}

func TestRunEnds(t *testing.T) {
	full := errors.New("disk full")
	tests := []struct {
		name string
		end  sandbox.Result
		emit error
		want string
	}{
		{"emit", sandbox.Result{End: sandbox.Exited}, full, "disk full"},
		{"exit", sandbox.Result{End: sandbox.Exited, ExitCode: 2}, nil, "p/dlx long was accepted, but a measured run of it ended with exit status 2; is it not deterministic?"},
		{"signal", sandbox.Result{End: sandbox.Signaled, Signal: "SIGSEGV"}, nil, "p/dlx long was accepted, but a measured run of it died of SIGSEGV; is it not deterministic?"},
		{"limit", sandbox.Result{End: sandbox.StoppedCPU, CPU: time.Second}, nil, "p/dlx long was accepted, but a measured run of it was stopped by its cpu limit after 1s; is it close to its limit?"},
	}
	for _, test := range tests {
		p, worker := plan()
		worker.end = func(int) sandbox.Result { return test.end }
		err := p.Run(t.Context(), worker, func(Side, record.Sample) error { return test.emit }, func(grade.Progress) {})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// box is a sandbox of the fake worker alone.
type box struct {
	executor.Executor
	worker *fake
}

func (box) Name() string                         { return "fake" }
func (box) Measures() sandbox.Measures           { return sandbox.Measures{} }
func (b box) Worker(int) (sandbox.Worker, error) { return b.worker, nil }
func (box) Scratch() string                      { return "" }
func (box) Close() error                         { return nil }

// TestRecordEnds: a record that holds samples stays, one that would hold none does not.
func TestRecordEnds(t *testing.T) {
	for _, test := range []struct {
		name   string
		fails  int  // the run that fails
		taken  bool // whether the second record's place is taken
		stays  bool
		failed bool
	}{
		{"warm-up", 2, false, false, true},
		{"sampling", 20, false, true, true},
		{"second record", 0, true, false, false},
	} {
		p, worker := plan()
		worker.end = func(run int) sandbox.Result {
			if run == test.fails {
				return sandbox.Result{End: sandbox.Exited, ExitCode: 3}
			}
			return sandbox.Result{End: sandbox.Exited}
		}
		dir := t.TempDir()
		now, base := filepath.Join(dir, "now.txt"), filepath.Join(dir, "base.txt")
		if test.taken {
			judgetest.Check(t, os.WriteFile(base, nil, 0o644))
		}
		err := p.Record(t.Context(), box{worker: worker}, 1, Recording{Now: {Path: now}, Base: {Path: base}}, func(grade.Progress) {})
		var failed *FailedError
		if err == nil || errors.As(err, &failed) != test.failed {
			t.Errorf("%s: ended with %v", test.name, err)
		}
		if _, err := os.Stat(now); (err == nil) != test.stays {
			t.Errorf("%s: the record stays: %v, want %v", test.name, err == nil, test.stays)
		}
		if _, err := os.Stat(base); (err == nil) != (test.stays || test.taken) {
			t.Errorf("%s: the other record stays: %v", test.name, err == nil)
		}
	}
}

// TestWorktree: another commit appears beside the checkout and leaves no trace.
func TestWorktree(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on the PATH")
	}
	root, dir := t.TempDir(), t.TempDir()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	file := filepath.Join(root, "file")
	for i, args := range [][]string{
		{"init", "-q"}, {"add", "file"}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "first"},
		{"-c", "user.name=n", "-c", "user.email=e", "commit", "-qam", "second"},
	} {
		if i != 2 {
			judgetest.Write(t, file, fmt.Sprint(i))
		}
		if _, err := git(t.Context(), root, args...); err != nil {
			t.Fatal(err)
		}
	}
	if run, err := RunOf(t.Context(), root); err != nil || len(run.Commit) != 40 || run.Dirty {
		t.Errorf("the checkout is %+v, %v, want a clean commit", run, err)
	}
	path, run, remove, err := Worktree(t.Context(), root, "HEAD~1", dir)
	judgetest.Check(t, err)
	if text, err := os.ReadFile(filepath.Join(path, "file")); err != nil || string(text) != "1" || len(run.Commit) != 40 {
		t.Errorf("the other commit holds %q, %v; %+v", text, err, run)
	}
	remove()
	if list, err := git(t.Context(), root, "worktree", "list"); err != nil || strings.Contains(list, "\n") {
		t.Errorf("a worktree remains: %s, %v", list, err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v remains", left)
	}
	if _, _, _, err := Worktree(t.Context(), root, "nonsense", dir); err == nil || !strings.Contains(err.Error(), "--against nonsense: git knows no such commit here") {
		t.Errorf("got %v", err)
	}
	judgetest.Write(t, file, "changed")
	if run, err := RunOf(t.Context(), root); err != nil || !run.Dirty {
		t.Errorf("a changed checkout is %+v, %v", run, err)
	}
	if run, err := RunOf(t.Context(), t.TempDir()); err != nil || run.Commit != "" || run.Date.IsZero() {
		t.Errorf("outside of git: %+v, %v", run, err)
	}
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1") // git then takes the checkout for another user's
	const owner = "dubious ownership"
	if run, err := RunOf(t.Context(), root); err == nil || !strings.Contains(err.Error(), owner) || run.Date.IsZero() {
		t.Errorf("another user's checkout: %+v, %v", run, err)
	}
	if _, _, _, err := Worktree(t.Context(), root, "HEAD", dir); err == nil || !strings.Contains(err.Error(), owner) || strings.Contains(err.Error(), "name a commit") {
		t.Errorf("another user's checkout: %v", err)
	}
}

func TestTests(t *testing.T) {
	if tests(1) != "1 test" || tests(2) != "2 tests" {
		t.Errorf("%s, %s", tests(1), tests(2))
	}
}
