package sampling

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

// hourglass judges nothing. It accepts every run, which takes 1 ms for each case, until the time is over.
type hourglass struct {
	runs int // before the time is over
	end  func()
}

func (h *hourglass) judge(ctx context.Context, entries []grade.Entry, _ grade.Options) (r grade.Results, err error) {
	if len(entries) > 1 {
		return r, errors.New("many programs are judged at a time, and none is known before all are built")
	}
	for _, e := range entries {
		s := grade.Submission{Problem: e.Problem.Name, Name: e.Submission.Name, Language: "go"}
		for _, t := range e.Tests {
			if h.runs == 0 {
				h.end()
			}
			if result := (grade.Test{Name: t.Name}); ctx.Err() != nil {
				s.Interrupted, s.Tests = true, append(s.Tests, result)
				continue
			}
			h.runs--
			cases := record.Key{Test: t.Name}.Cases()
			s.Tests = append(s.Tests, grade.Test{Name: t.Name, Verdict: problem.AC, Expected: true,
				CPU: grade.Seconds(time.Duration(cases) * time.Millisecond), Memory: 1})
		}
		r.Submissions = append(r.Submissions, s)
	}
	return r, ctx.Err()
}

// named makes inputs that are only names.
type named struct{}

func (named) Test(_ context.Context, in workload.Input, cases int) (problem.Test, error) {
	return problem.Test{Name: nameOf(in, cases)}, nil
}

func nameOf(in workload.Input, cases int) string { return fmt.Sprintf("%s/%d", in.Name, cases) }

// TestAlwaysAnswers: wherever the time ends, the record holds the runs until then, with the smallest inputs first. Only
// if no solution was run, there is none.
func TestAlwaysAnswers(t *testing.T) {
	for _, test := range []struct {
		runs    int
		want    []string // the samples: the empty program's and the solutions'
		missing string
	}{
		{0, nil, "the time was over before each solution had a sample"},
		{1, nil, "the time was over before each solution had a sample"}, // of the empty program
		{2, []string{"a 1"}, "the time was over before each solution had a sample: 2 lack some, such as p/b"},
		{4, []string{"a 1", "b 1", "c 1"}, ""},
		{6, []string{"a 1", "a 3", "b 1", "b 3", "c 1"}, ""},
	} {
		p := problem.Problem{Name: "p"}
		s := &Session{Jobs: 1, Count: 3, Until: time.Now().Add(time.Hour), Observe: func(grade.Progress) {},
			Out: filepath.Join(t.TempDir(), "now.txt"), Machine: record.Machine{GOOS: "linux", GOARCH: "amd64",
				CPU: "A CPU", Cores: "2", Backend: "linux"}}
		for _, name := range []string{"a", "b", "c"} {
			source := problem.Source{Name: name, Files: []string{"main.go"}}
			s.Entries = append(s.Entries, Entry{Entry: grade.Entry{Problem: &p, Submission: problem.Submission{
				Name: name, Source: source}}, Inputs: []workload.Input{{Name: "workload/w", Cases: 100}}})
		}
		timed, cancel := context.WithCancel(t.Context())
		defer cancel()
		plan := newPlan(s, t.TempDir())
		plan.grade = (&hourglass{test.runs, cancel}).judge
		plan.makers[&p] = maker{named{}, &p}
		err := plan.measure(t.Context(), timed, plan.prepare(timed))
		var short *ShortError
		if errors.As(err, &short) != (test.missing != "") || err != nil && err.Error() != test.missing {
			t.Errorf("%d runs: got %v, want %q", test.runs, err, test.missing)
		}
		if test.want == nil {
			if _, err := record.Read(s.Out); err == nil || plan.records != nil {
				t.Errorf("%d runs: a record without samples", test.runs)
			}
			continue
		}
		r, err := record.Read(s.Out)
		judgetest.Check(t, err)
		var got []string
		for _, k := range r.Keys() {
			if took := record.Median(r.Values(k, record.CPU)); k.IsControl() {
				continue
			} else if want := float64(k.Cases()) * 1e6; took != want {
				t.Errorf("%d runs: %v takes %v ns, want %v", test.runs, k, took, want)
			}
			got = append(got, fmt.Sprint(k.Solution, " ", k.Cases()))
		}
		startUp := r.StartUpTime(record.Program{Problem: "p", Solution: "c"})
		if diff := cmp.Diff(test.want, got); diff != "" || startUp != 1e6 || !r.Finished || len(plan.notes) != 1 ||
			!strings.Contains(plan.notes[0], "single runs") {
			t.Errorf("%d runs: (-want +got):\n%s%+v, notes %q", test.runs, diff, r, plan.notes)
		}
	}
}
