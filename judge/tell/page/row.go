package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/tell/figures"
)

// row is a submission in a matrix.
type row struct {
	Order      int
	Name       string // problem/submission
	Submission string
	Language   string
	Machine    string // "" for this machine
	Verdict    string
	Expected   bool
	Message    string
	Reason     string // the message, if the page shows it nowhere else as text
	Recorded   *grade.Recorded
	Passed     int
	Total      int
	Scored     bool // whether the matrix has scores
	Score      string
	Points     string  // the score as a sort key; "" if unknown
	Parts      []part  // the groups with scores
	Seconds    float64 // of the slowest test
	Time       string
	Bytes      int64 // the highest memory peak of any test
	Memory     string
	Cells      []cell
	Strip      strip
}

// part is a group of tests with a score.
type part struct {
	Name, Short string
	Score       string
	Title       string
}

// cell is the result of one test.
type cell struct {
	Letter   string
	Verdict  string // the CSS class that sets the colour
	Expected bool
	Title    string
	Link     string // id of the failure on the page; "" for none
}

// letter abbreviates a verdict in a cell, so that the verdict can be read without colour.
type letter struct {
	Letter  string
	Verdict problem.Verdict
	Means   string
}

var letters = []letter{
	{"A", problem.AC, "accepted"},
	{"P", problem.PE, "presentation error"},
	{"W", problem.WA, "wrong answer"},
	{"T", problem.TLE, "time limit exceeded"},
	{"M", problem.MLE, "memory limit exceeded"},
	{"O", problem.OLE, "output limit exceeded"},
	{"R", problem.RTE, "run-time error"},
	{"C", problem.CE, "compile error"},
	{"J", problem.JE, "the judge failed"},
	{"·", problem.NotRun, "not run"},
}

// newRow returns the row of a submission. order is the index of the submission in the results.
func (m *matrix) newRow(order int, s grade.Submission, shown map[place]string) row {
	r := row{
		Order: order, Name: legible.Line(s.Problem + "/" + s.Name), Submission: legible.Line(s.Name),
		Language: legible.Line(s.Language), Machine: legible.Line(s.Machine),
		Verdict: legible.Line(string(s.Verdict)), Expected: s.Expected, Message: excerpt(s.Message, 300),
		Recorded: s.Recorded, Passed: s.Passed(), Total: len(s.Tests), Scored: m.Scored, Strip: newStrip(s),
	}
	if !s.Interrupted && (len(s.Tests) > 0 || s.Verdict == problem.NotRun) {
		r.Reason = r.Message
	}
	if s.Unstated && !s.InClass() && r.Message == "" {
		r.Message = figures.Unstated
	}
	switch {
	case s.Interrupted:
		r.Verdict = legible.Line(s.Message) // "interrupted after 12/34"
	case s.Verdict == problem.NotRun:
		r.Verdict = "not run"
	}
	if s.Run() > 0 {
		slow, large := figures.Slowest(s), figures.Largest(s)
		r.Seconds, r.Time = figures.Effort(slow).Seconds(), figures.Time(slow)
		r.Bytes, r.Memory = large.Memory, figures.Memory(large)
	}
	r.score(s)
	places := make(map[string]int)
	for i, t := range s.Tests {
		places[t.Name] = i
	}
	for _, h := range m.Tests {
		c := cell{Expected: true} // for a test that the submission does not have
		if i, has := places[h.test]; has {
			c = newCell(s.Tests[i], shown[place{order, i}])
		}
		r.Cells = append(r.Cells, c)
	}
	return r
}

func newCell(t grade.Test, link string) cell {
	c := cell{Letter: "?", Verdict: legible.Line(string(t.Verdict)), Expected: t.Expected, Link: link}
	for _, l := range letters {
		if l.Verdict == t.Verdict {
			c.Letter = l.Letter
		}
	}
	if t.Verdict == problem.NotRun {
		c.Title = legible.Line(t.Name + ": " + t.Message)
	} else {
		c.Title = fmt.Sprintf("%s: %s, %s", legible.Line(t.Name), c.Verdict, took(t))
	}
	return c
}

// took formats the time, memory and score of a test.
func took(t grade.Test) string {
	line := figures.Time(t) + ", " + figures.Memory(t)
	if t.Passes > 1 {
		line += fmt.Sprintf(", %d passes, %s in all", t.Passes, figures.Seconds(time.Duration(t.PassesCPU)))
	}
	if t.Score != nil {
		line += ", score " + t.Score.String()
	}
	return line
}

// score fills in the total score and the scores of the groups, if the submission has scores.
func (r *row) score(s grade.Submission) {
	if s.Scores == nil {
		return
	}
	whole := s.Scores.Whole
	r.Score = whole.String()
	if whole.Scored {
		r.Points = strconv.FormatFloat(pointsOf(whole.Score), 'g', -1, 64)
	}
	for _, g := range s.Scores.Groups {
		p := part{Name: legible.Line(g.Name), Score: g.String()}
		p.Short = strings.TrimPrefix(p.Name, "secret/")
		p.Title = fmt.Sprintf("%s: %s", p.Name, p.Score)
		switch {
		case g.LeftOut:
			p.Title += ", left out"
			p.Score += " left out"
		case g.Verdict != "":
			p.Title += ", " + legible.Line(g.Verdict)
		}
		r.Parts = append(r.Parts, p)
	}
}

// pointsOf returns a score as a number to sort by.
func pointsOf(n score.Number) float64 {
	if f, ok := n.Float(); ok {
		return f
	}
	return math.Copysign(math.MaxFloat64, float64(n.Sign()))
}

// strip shows the times of a submission's tests, and the time limit, on a logarithmic axis.
type strip struct {
	Limit float64 // position of the limit in pixels; 0 if unknown
	Dots  []dot
}

// dot shows one test: a ring if it was accepted, a triangle if a limit stopped it, and a disk otherwise.
type dot struct {
	X               float64
	Passed, Stopped bool
	Title           string
}

// The width and the margins of a strip in pixels, and the time at which the axis begins. The axis ends at twice the
// limit or, without a limit, at the slowest test. It spans at least a factor of ten.
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
