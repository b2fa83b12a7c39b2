package grade

import (
	"fmt"
	"testing"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// BenchmarkQueue hands out and finishes all tests of many submissions. What a test costs does not grow with their
// number.
func BenchmarkQueue(b *testing.B) {
	for _, size := range []struct{ submissions, tests int }{{1, 100}, {1, 1000}, {30, 300}, {100, 1000}} {
		b.Run(fmt.Sprintf("%dx%d", size.submissions, size.tests), func(b *testing.B) {
			for b.Loop() {
				q := newQueue(accepted(size.submissions, size.tests), func(Progress) {})
				for {
					j, i, ok := q.next()
					if !ok {
						break
					}
					q.finish(j, i, Test{Verdict: problem.AC})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size.submissions*size.tests), "ns/test")
		})
	}
}

// accepted are submissions of one problem, ready to be run.
func accepted(submissions, tests int) []*judging {
	p := &problem.Problem{Name: "p"}
	for i := range tests {
		p.Tests = append(p.Tests, problem.Test{Name: fmt.Sprintf("secret/a/%04d", i)})
	}
	var all []*judging
	for i := range submissions {
		s := problem.Submission{Name: fmt.Sprint(i), Path: fmt.Sprintf("accepted/%d", i), Solution: true}
		j := newJudging(Entry{Problem: p, Submission: s, Tests: p.Tests}, Options{})
		j.program = sandbox.Program{Path: "/bin/true"}
		all = append(all, j)
	}
	return all
}
