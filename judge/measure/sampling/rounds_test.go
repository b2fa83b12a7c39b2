package sampling

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// fake is a worker that runs nothing. It reports a known CPU time for each program, 1 ms longer in each further run.
type fake struct {
	cpu    map[string]time.Duration
	ran    []string          // every run, "program input"
	status func(run int) int // exit status of each run, counted from 1; nil for 0
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
	status := 0
	if f.status != nil {
		status = f.status(len(f.ran))
	}
	cpu := f.cpu[call] + time.Duration(before)*time.Millisecond
	return sandbox.Result{End: sandbox.Exited, ExitCode: status, CPU: cpu, Wall: 2 * cpu,
		Memory: int64(1000 + before)}, nil
}

func (*fake) Close() error { return nil }

// planned has a long and a short test of both sides, and a test of today's side alone.
func planned(t *testing.T) (*plan, *fake) {
	p := newPlan(&Session{Count: 2, base: &record.Record{}, Observe: func(grade.Progress) {}}, t.TempDir())
	for side, path := range []string{"new", "old"} {
		add := func(solution, test string) {
			e := sided{Side(side), grade.Entry{Problem: &problem.Problem{Name: "p"},
				Submission: problem.Submission{Name: solution}}}
			one := p.program(programOf(e.Entry))
			one.sides[side] = &executable{program: sandbox.Program{Path: path}, source: problem.Source{Name: path}}
			judgetest.Check(t, p.add(t.Context(), e, problem.Test{Name: test, Input: test}, true, false))
		}
		add("dlx", "long")
		add("dlx", "short")
		if side == 0 {
			add("bits", "alone")
		}
	}
	return p, &fake{cpu: map[string]time.Duration{
		"new long": 100 * time.Millisecond, "old long": 90 * time.Millisecond,
		"new short": 20 * time.Millisecond, "old short": 30 * time.Millisecond, "new alone": 25 * time.Millisecond,
	}}
}

func TestRun(t *testing.T) {
	p, worker := planned(t)
	var got []string
	emit := func(side Side, s record.Sample) error {
		got = append(got, fmt.Sprintf("%d %s %d runs %v cpu %v bytes", side, s.Test, s.Runs,
			time.Duration(s.Values[record.CPU]), s.Values[record.Memory]))
		return nil
	}
	steps := map[string]int{}
	p.Observe = func(p grade.Progress) { steps[fmt.Sprint(p.Step, ", more: ", p.More)]++ }
	judgetest.Check(t, p.run(t.Context(), worker, emit))
	slices.Sort(got)
	// One run warms up. A sample is the median of its runs: the block of a pair has 101 and 102 ms, then 103 and 104.
	want := []string{
		"0 alone 2 runs 26.5ms cpu 1002 bytes",
		"0 alone 2 runs 28.5ms cpu 1004 bytes",
		"0 long 2 runs 101.5ms cpu 1002 bytes",
		"0 long 2 runs 103.5ms cpu 1004 bytes",
		"0 short 2 runs 21.5ms cpu 1002 bytes",
		"0 short 2 runs 23.5ms cpu 1004 bytes",
		"1 long 2 runs 91.5ms cpu 1002 bytes",
		"1 long 2 runs 93.5ms cpu 1004 bytes",
		"1 short 2 runs 31.5ms cpu 1002 bytes",
		"1 short 2 runs 33.5ms cpu 1004 bytes",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"warming up, more: true": 2, "measuring, more: false": 4}, steps); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	for side, r := range p.records {
		p.order(r, Side(side))
	}
	if now, base := p.records[Now].Planned, p.records[Base].Planned; now != 6 || base != 4 {
		t.Errorf("planned %d and %d samples, want 6 and 4", now, base)
	}
}

// scratchOnly is a sandbox that runs nothing.
type scratchOnly struct {
	sandbox.Sandbox
	dir string
}

func (s scratchOnly) Scratch() string { return s.dir }

// TestSteps: the samples follow every step of the preparation, so its pace does not show the time left.
func TestSteps(t *testing.T) {
	cache, err := compile.OpenCache(t.TempDir(), nil)
	judgetest.Check(t, err)
	defer cache.Close()
	entries := []Entry{{Entry: grade.Entry{Problem: &problem.Problem{Name: "p"},
		Submission: problem.Submission{Name: "dlx"}}}}
	var steps []grade.Progress
	s := &Session{Package: true, Entries: entries, theirs: entries, base: &record.Record{}, Cache: cache,
		Sandbox: scratchOnly{dir: t.TempDir()}, Observe: func(p grade.Progress) { steps = append(steps, p) }}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled session ends with %v", err)
	}
	want := []grade.Progress{{Step: "building", Total: 1, Current: "p/dlx", More: true}}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

// TestCountsInOrder: counts arrive in any order, and are recorded in the order of the tests.
func TestCountsInOrder(t *testing.T) {
	p := newPlan(&Session{}, t.TempDir())
	r := p.records[Now]
	for _, i := range rand.Perm(9) {
		r.Samples = append(r.Samples, record.Sample{Key: record.Key{Test: fmt.Sprint(i)}})
	}
	judgetest.Check(t, p.record(t.Context()))
	for i, s := range r.Samples {
		if s.Test != fmt.Sprint(i) {
			t.Errorf("sample %d is of %s", i, s.Test)
		}
	}
}

// TestOrder: the sides of a test are run in blocks of A B B A, in the same order in each run.
func TestOrder(t *testing.T) {
	order := func() []string {
		p, worker := planned(t)
		p.Count = 20
		judgetest.Check(t, p.run(t.Context(), worker, func(Side, record.Sample) error { return nil }))
		return worker.ran[5:] // after the warm-up
	}
	one := order()
	if !slices.Equal(one, order()) {
		t.Error("another run has another order")
	}
	firsts := map[string]bool{}
	for i := 0; i < len(one); {
		firsts[one[i]] = true
		program, input, _ := strings.Cut(one[i], " ")
		if input == "alone" {
			i++
			continue
		}
		other := map[string]string{"new": "old", "old": "new"}[program] + " " + input
		if want := []string{one[i], other, other, one[i]}; !slices.Equal(one[i:i+4], want) {
			t.Fatalf("run %d: %q, want %q", i, one[i:i+4], want)
		}
		i += 4
	}
	if len(firsts) != 5 {
		t.Errorf("blocks begin only with %v: each side of a test should begin some", firsts)
	}
}

// TestDecided: a decided solution is not measured further; the others get the planned number of rounds.
func TestDecided(t *testing.T) {
	for _, test := range []struct {
		name       string
		time       time.Duration
		most       int
		dlx, alone int // rounds
	}{
		{"rounds", 0, 0, 3, 7},
		{"a time that never ends", time.Hour, 0, 3, 7},
		{"fewer rounds", time.Hour, 2, 2, 2},
	} {
		p, worker := planned(t)
		p.Count, p.Time, p.Most = 7, test.time, test.most
		p.Decided = func(base, now *record.Record, program record.Program) bool {
			if len(now.Samples) < len(base.Samples) || program.Solution != "dlx" {
				t.Errorf("%s: %v and %v", program, now.Samples, base.Samples)
			}
			return len(base.Samples) >= 6 // two tests in three rounds
		}
		samples := make(map[string]int)
		emit := func(side Side, s record.Sample) error {
			samples[fmt.Sprint(side, " ", s.Test)]++
			p.records[side].Samples = append(p.records[side].Samples, s)
			return nil
		}
		judgetest.Check(t, p.run(t.Context(), worker, emit))
		want := map[string]int{"0 long": test.dlx, "1 long": test.dlx, "0 short": test.dlx, "1 short": test.dlx,
			"0 alone": test.alone}
		if diff := cmp.Diff(want, samples); diff != "" {
			t.Errorf("%s: samples (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestRunEnds(t *testing.T) {
	for _, test := range []struct {
		status int
		emit   error
		want   string
	}{
		{0, errors.New("disk full"), "disk full"},
		{2, nil, "p/dlx long was accepted, but a measured run of it failed: exit status 2; is it deterministic, and " +
			"far from its limits?"},
	} {
		p, worker := planned(t)
		worker.status = func(int) int { return test.status }
		err := p.run(t.Context(), worker, func(Side, record.Sample) error { return test.emit })
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// box is a sandbox whose only worker is the fake one.
type box struct {
	sandbox.Sandbox
	worker *fake
}

func (b box) Worker(int) (sandbox.Worker, error) { return b.worker, nil }

// TestRecordEnds: a record with samples is kept, and one without is not.
func TestRecordEnds(t *testing.T) {
	for _, test := range []struct {
		name   string
		fails  int  // the run that fails
		taken  bool // the second record's file exists before
		stays  bool // the first record is kept
		failed bool // the error is a FailedError
	}{
		{"warm-up", 2, false, false, true},
		{"sampling", 16, false, true, true},
		{"second record", 0, true, false, false},
	} {
		p, worker := planned(t)
		worker.status = func(run int) int {
			if run == test.fails {
				return 3
			}
			return 0
		}
		dir := t.TempDir()
		now := filepath.Join(dir, "now.txt")
		base := BasePath(now)
		if test.taken {
			judgetest.Check(t, os.WriteFile(base, nil, 0o644))
		}
		p.Sandbox, p.Out = box{worker: worker}, now
		err := p.record(t.Context())
		var failed FailedError
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

// TestRunInterrupted: an interrupted run does not count as complete.
func TestRunInterrupted(t *testing.T) {
	p, worker := planned(t)
	p.builder, p.Count = &placer{seeds: make(map[string][]uint32)}, 50
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	emit := func(Side, record.Sample) error { cancel(); return nil }
	if err := p.run(ctx, worker, emit); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestPaired: two sides measured on different tests are not a pair, and end after the planned rounds.
func TestPaired(t *testing.T) {
	p, _ := planned(t)
	dlx := p.programs[0]
	dlx.subjects[0].sides[Base], dlx.subjects[1].sides[Now] = false, false
	if !(&rounds{}).finished(dlx) {
		t.Error("they are a pair")
	}
}

// TestDeadline: rounds completed before the end are kept.
func TestDeadline(t *testing.T) {
	p, worker := planned(t)
	p.Count, p.Until = 1000, time.Now().Add(time.Hour)
	worker.status = func(run int) int { return run / 40 }
	samples := make(map[string]int)
	err := p.run(t.Context(), worker, func(_ Side, s record.Sample) error { samples[s.Test]++; return nil })
	if err == nil || samples["long"] != samples["short"] {
		t.Errorf("%v, samples %v: a round is not whole", err, samples)
	}
	over, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	if err := p.run(over, &fake{}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the deadline: %v", err)
	}
}

// TestPeak: the memory of a sample is the highest of its runs, not the last one.
func TestPeak(t *testing.T) {
	runs := []sandbox.Result{{Memory: 300, CPU: 1}, {Memory: 200, CPU: 3}, {Memory: 100, CPU: 2}}
	s := sampleOf(record.Key{}, runs)
	if s.Values[record.Memory] != 300 || s.Values[record.CPU] != 2 {
		t.Errorf("got %v", s.Values)
	}
	if _, known := s.Values[record.Wall]; known {
		t.Error("a time that was not measured is known")
	}
}
