package page

import (
	"math"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
)

// strip shows the times of a submission's tests on a logarithmic axis, with the limit.
type strip struct {
	Limit float64 // its position; 0 if unknown
	Dots  []dot
}

// dot is one test: a ring if it was accepted, a triangle if a limit stopped it, and a disk otherwise.
type dot struct {
	X               float64
	Passed, Stopped bool
	Title           string
}

// The axis of a strip in pixels. It begins at a millisecond and ends beyond twice the limit.
const (
	stripWidth = 200
	stripEdge  = 6
	stripFrom  = time.Millisecond
)

func newStrip(s grade.Submission) strip {
	limit := time.Duration(s.Limits.Time)
	end := 2 * limit
	if limit <= 0 && len(s.Tests) > 0 {
		end = figures.Effort(figures.Slowest(s))
	}
	end = max(end, 10*stripFrom)
	x := func(d time.Duration) float64 {
		part := math.Log(float64(max(d, stripFrom))/float64(stripFrom)) / math.Log(float64(end)/float64(stripFrom))
		return math.Round(10*(stripEdge+min(part, 1)*(stripWidth-2*stripEdge))) / 10
	}
	var out strip
	if limit > 0 {
		out.Limit = x(limit)
	}
	for _, t := range s.Tests {
		if t.Verdict != problem.NotRun {
			out.Dots = append(out.Dots, dot{
				X: x(figures.Effort(t)), Passed: t.Verdict == problem.AC, Stopped: t.Stopped,
				Title: legible.Line(t.Name) + ": " + figures.Time(t),
			})
		}
	}
	return out
}
