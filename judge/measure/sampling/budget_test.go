package sampling

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
)

// budgeted is a plan of two solutions with a budget.
func budgeted(until time.Time) *Plan {
	p := &Plan{Count: 10, Until: until}
	for _, solution := range []string{"backtrack", "dlx"} {
		s := Subject{Key: record.Key{Problem: "p", Solution: solution, Test: "workload/a/1"}}
		s.Sides[Now] = &Executable{}
		p.Subjects = append(p.Subjects, s)
	}
	return p
}

// sampled gives the tests of a plan its samples, but for the solution that is missing.
func sampled(p *Plan, missing string, emit emitter) error {
	for range p.Count {
		for _, s := range p.Subjects {
			if s.Solution == missing {
				continue
			}
			if err := emit(Now, record.Sample{Key: s.Key, Values: map[record.Unit]float64{record.CPU: 1}}); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestWithin: quick rounds come first, then counts, and then more rounds.
func TestWithin(t *testing.T) {
	p := budgeted(time.Now().Add(time.Hour))
	var steps []string
	p.count = func(ctx context.Context) error {
		if end, bounded := ctx.Deadline(); !bounded || time.Until(end) > 31*time.Minute {
			t.Errorf("counting may take until %v", end)
		}
		steps = append(steps, "count")
		return nil
	}
	emitted := 0
	judgetest.Check(t, p.within(t.Context(), func(_ context.Context, one *Plan, emit emitter) error {
		if !one.quick || one.Builder != nil {
			t.Error("a plan that cannot build layouts is run as if it could")
		}
		steps = append(steps, strings.Repeat("round ", one.Count))
		return sampled(one, "", emit)
	}, func(Side, record.Sample) error { emitted++; return nil }))
	want := []string{strings.Repeat("round ", fewest), "count", strings.Repeat("round ", 10-fewest)}
	if diff := cmp.Diff(want, steps); diff != "" || emitted != 2*10 || len(p.missing) > 0 {
		t.Errorf("%d samples, missing %v; steps (-want +got):\n%s", emitted, p.missing, diff)
	}
}

// TestWithinOver: what was sampled until the time was over is kept, and what was not is named.
func TestWithinOver(t *testing.T) {
	p := budgeted(time.Now().Add(-time.Second))
	p.count = func(context.Context) error { t.Error("counted without time"); return nil }
	var got []record.Key
	judgetest.Check(t, p.within(t.Context(), func(ctx context.Context, one *Plan, emit emitter) error {
		one.Count = 1
		return errors.Join(sampled(one, "dlx", emit), ctx.Err())
	}, func(_ Side, s record.Sample) error { got = append(got, s.Key); return nil }))
	if !slices.Equal(got, []record.Key{p.Subjects[0].Key}) || len(p.missing) != 1 || p.missing[0].Solution != "dlx" {
		t.Errorf("samples of %v, missing %v", got, p.missing)
	}
	short := &ShortError{Missing: p.missing, Least: 41400 * time.Millisecond}
	want := "p/dlx was not sampled on everything; the least, estimated from the pace of this run, is about 42s"
	if !strings.HasSuffix(short.Error(), want) {
		t.Errorf("got %q, want at its end %q", short, want)
	}
}

// TestWithinFails: an interrupt and a program that fails keep the samples, and are errors.
func TestWithinFails(t *testing.T) {
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	failed := errors.New("failed")
	for _, c := range []struct {
		ctx  context.Context
		want error
	}{{interrupted, context.Canceled}, {t.Context(), failed}} {
		emitted := 0
		p := budgeted(time.Now().Add(time.Hour))
		err := p.within(c.ctx, func(ctx context.Context, one *Plan, emit emitter) error {
			return errors.Join(sampled(one, "", emit), ctx.Err(), failed)
		}, func(Side, record.Sample) error { emitted++; return nil })
		if !errors.Is(err, c.want) || emitted != 2*fewest {
			t.Errorf("got %v and %d samples, want %v", err, emitted, c.want)
		}
	}
}

// TestCourse: the time left is that of the whole session, from the pace until now.
func TestCourse(t *testing.T) {
	at := func(seconds int) time.Time { return time.Unix(int64(seconds), 0) }
	c := &course{began: at(0), inputs: 4, rounds: 10, counts: true, passes: 1}
	// 4 to make, 2 to build, 4 to judge, 12 to count, 8 to warm up, and 10 rounds of 12
	for _, test := range []struct {
		seconds int
		p       grade.Progress
		want    time.Duration
	}{
		{0, grade.Progress{Step: "making inputs", Done: 0, Total: 4}, 0},
		{2, grade.Progress{Step: "making inputs", Done: 2, Total: 4}, 148 * time.Second},
		{6, grade.Progress{Step: "building", Done: 6, Total: 6}, 144 * time.Second},
		{10, grade.Progress{Step: "judging", Done: 4, Total: 4}, 140 * time.Second},
		{44, grade.Progress{Step: "counting", Done: 12, Total: 12}, 256 * time.Second}, // which is slower than that
		{60, grade.Progress{Step: "warming up", Done: 8, Total: 8}, 240 * time.Second},
		{60, grade.Progress{Step: "measuring", Done: 0, Total: 20}, 240 * time.Second},
		{80, grade.Progress{Step: "measuring", Done: 5, Total: 20}, 60 * time.Second},
		{140, grade.Progress{Step: "measuring", Done: 20, Total: 20}, 0},
	} {
		if got := c.observe(test.p, at(test.seconds)).About.Round(time.Second); got != test.want {
			t.Errorf("after %d s, %s %d/%d: %v left, want %v", test.seconds, test.p.Step, test.p.Done, test.p.Total,
				got, test.want)
		}
	}
}

// TestCourseAgainst: two commits are measured for as long as they may be.
func TestCourseAgainst(t *testing.T) {
	c := &course{began: time.Unix(0, 0), inputs: 4, rounds: 10, passes: 1, takes: 3 * time.Minute}
	c.observe(grade.Progress{Step: "making inputs", Done: 0, Total: 4}, time.Unix(0, 0))
	if got := c.observe(grade.Progress{Step: "making inputs", Done: 4, Total: 4}, time.Unix(4, 0)).About; got <=
		3*time.Minute || got > 4*time.Minute {
		t.Errorf("before measuring: %v", got)
	}
	got := c.observe(grade.Progress{Step: "measuring, second", Done: 50, Total: 180}, time.Unix(90, 0)).About
	if got != 130*time.Second {
		t.Errorf("while measuring: %v", got)
	}
}

// TestCourseCounts: with counts alone, of two commits as well, nothing takes the time of measuring.
func TestCourseCounts(t *testing.T) {
	s := &Session{Entries: []Entry{{Inputs: make([]workload.Input, 4)}}, Time: 3 * time.Minute, Counts: true,
		other: &otherCommit{}}
	c := s.course()
	c.began = time.Unix(0, 0)
	c.observe(grade.Progress{Step: "making inputs", Done: 0, Total: 4}, time.Unix(0, 0))
	if got := c.observe(grade.Progress{Step: "counting", Done: 8, Total: 8}, time.Unix(4, 0)).About; got > time.Minute {
		t.Errorf("%v left", got)
	}
}

// TestCourseLeast: the least time that samples each solution shrinks as the work goes on, and is all of it at its end.
func TestCourseLeast(t *testing.T) {
	c := &course{began: time.Unix(0, 0), inputs: 4}
	last := c.least(time.Unix(10, 0))
	if last != 50*time.Second {
		t.Errorf("at first: %v", last)
	}
	for _, step := range []string{"making inputs", "building", "judging", "warming up", "measuring"} {
		c.observe(grade.Progress{Step: step, Done: 4, Total: 4}, time.Unix(10, 0))
		now := c.least(time.Unix(10, 0))
		if now > last {
			t.Errorf("%s: %v after %v", step, now, last)
		}
		last = now
		if longer := c.longer(time.Unix(10, 0)); longer < now || longer <= 10*time.Second {
			t.Errorf("%s: %v of time was too short, and %v would suffice", step, 10*time.Second, longer)
		}
	}
	if last != 10*time.Second {
		t.Errorf("at last: %v", last)
	}
}
