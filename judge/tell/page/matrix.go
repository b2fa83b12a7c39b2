package page

import (
	"fmt"
	"math"
	"path"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// letter is how a verdict stands in a matrix: readable without colour, too.
type letter struct {
	Letter  string
	Verdict problem.Verdict
	Means   string
}

var letters = []letter{
	{"A", problem.AC, "accepted"}, {"P", problem.PE, "presentation error"}, {"W", problem.WA, "wrong answer"},
	{"T", problem.TLE, "time limit exceeded"}, {"M", problem.MLE, "memory limit exceeded"},
	{"O", problem.OLE, "output limit exceeded"},
	{"R", problem.RTE, "run-time error"}, {"C", problem.CE, "compile error"}, {"J", problem.JE, "the judge failed"},
	{"·", problem.NotRun, "not run"},
}

// matrix is the table of one problem: a row for each submission, a column for each test.
type matrix struct {
	Problem string
	Limits  string
	Scored  bool // whether submissions have scores
	Groups  []group
	Tests   []heading
	Rows    []row
}

type group struct {
	Name, Short string
	Tests       int
}

type heading struct{ test, Name, Short string }

type row struct {
	Order      int
	Name       string // problem/submission
	Submission string
	Language   string
	Machine    string // "" for this one
	Verdict    string
	Expected   bool
	Message    string
	Passed     int
	Total      int
	Scored     bool // as the matrix
	Score      string
	Points     string  // the score as a number to sort by; "" if it is not known
	Parts      []part  // the groups with scores
	Seconds    float64 // of the slowest test
	Time       string
	Bytes      int64 // the highest peak
	Memory     string
	Cells      []cell
	Strip      strip
}

type cell struct {
	Letter   string
	Verdict  string // the class of its colour
	Expected bool
	Title    string
	Link     string // the id of the failure that is shown; "" for none
}

// part is a group of tests with a score.
type part struct {
	Name, Short string
	Score       string
	Title       string
}

// place names a test of a submission.
type place struct{ submission, test int }

// mostCells bounds all tables together: a hundred submissions of 2,000 tests.
const mostCells = 200_000

// SizeError says that results are too many for a page.
type SizeError struct {
	Problem string // whose tests are too many, after those before it
	Tests   int
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("more than %d results of tests are too many for one page, with the %s of %s; make a page of "+
		"fewer problems or tests",
		mostCells, plural(e.Tests, "test"), e.Problem)
}

// matrices are the tables of all problems. Shown has the ids of the failures that the page has.
func matrices(r grade.Results, shown map[place]string) ([]matrix, error) {
	of := make(map[string][]int) // the submissions to each problem
	var problems []string
	for i, s := range r.Submissions {
		if of[s.Problem] == nil {
			problems = append(problems, s.Problem)
		}
		of[s.Problem] = append(of[s.Problem], i)
	}
	var all []matrix
	cells := 0
	for _, name := range problems {
		m := newMatrix(r, of[name])
		if cells += len(of[name]) * len(m.Tests); cells > mostCells {
			return nil, &SizeError{m.Problem, len(m.Tests)}
		}
		for _, i := range of[name] {
			row := newRow(i, r.Submissions[i], m.Tests, shown)
			row.Scored = m.Scored
			m.Rows = append(m.Rows, row)
		}
		all = append(all, m)
	}
	return all, nil
}

// newMatrix is the table of the submissions to one problem, without its rows.
func newMatrix(r grade.Results, submissions []int) matrix {
	first := r.Submissions[submissions[0]]
	m := matrix{Problem: legible.Line(first.Problem)}
	if first.Limit > 0 {
		m.Limits = fmt.Sprintf("%s, %d MiB", seconds(first.Limit), first.Memory>>20)
	}
	var names []string
	seen := make(map[string]bool)
	for _, i := range submissions {
		m.Scored = m.Scored || r.Submissions[i].Scores != nil
		for _, t := range r.Submissions[i].Tests {
			if !seen[t.Name] {
				seen[t.Name] = true
				names = append(names, t.Name)
			}
		}
	}
	for _, name := range names {
		group, n := path.Dir(name), len(m.Groups)
		if n == 0 || m.Groups[n-1].Name != legible.Line(group) {
			m.addGroup(group)
			n++
		}
		m.Groups[n-1].Tests++
		m.Tests = append(m.Tests, heading{name, legible.Line(name), legible.Line(path.Base(name))})
	}
	return m
}

func (m *matrix) addGroup(name string) {
	name = legible.Line(name)
	m.Groups = append(m.Groups, group{Name: name, Short: strings.TrimPrefix(name, "secret/")})
}

func newRow(order int, s grade.Submission, tests []heading, shown map[place]string) row {
	r := row{
		Order: order, Name: legible.Line(s.Problem + "/" + s.Name), Submission: legible.Line(s.Name),
		Language: legible.Line(s.Language), Machine: legible.Line(s.Machine),
		Verdict: legible.Line(string(s.Verdict)), Expected: s.Expected, Message: excerpt(s.Message, 300),
		Passed: s.Passed(), Total: len(s.Tests), Strip: newStrip(s),
	}
	switch {
	case s.Interrupted:
		r.Verdict = legible.Line(s.Message) // "interrupted after 12/34"
	case s.Verdict == problem.NotRun:
		r.Verdict = "not run"
	}
	r.score(s)
	at := make(map[string]int)
	for i, t := range s.Tests {
		at[t.Name] = i
		if t.Verdict == problem.NotRun {
			continue
		}
		if used := effort(t).Seconds(); r.Time == "" || used > r.Seconds {
			r.Seconds, r.Time = used, timeOf(t)
		}
		if r.Memory == "" || t.Memory > r.Bytes {
			r.Bytes, r.Memory = t.Memory, memoryOf(t)
		}
	}
	for _, h := range tests {
		i, has := at[h.test]
		if !has {
			r.Cells = append(r.Cells, cell{Expected: true})
			continue
		}
		r.Cells = append(r.Cells, newCell(s.Tests[i], shown[place{order, i}]))
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
		return c
	}
	c.Title = fmt.Sprintf("%s: %s, %s", legible.Line(t.Name), c.Verdict, strings.Join(figures(t), ", "))
	return c
}

// figures are what a test took, and what it is worth.
func figures(t grade.Test) []string {
	said := []string{timeOf(t), memoryOf(t)}
	if t.Passes > 1 {
		said = append(said, fmt.Sprintf("%d passes, %s in all", t.Passes, seconds(t.PassesCPU)))
	}
	if t.Score != nil {
		said = append(said, "score "+t.Score.String())
	}
	return said
}

// strip is the times of a submission's tests on a logarithmic axis, with the limit.
type strip struct {
	Limit float64 // where it stands; 0 if it is not known
	Dots  []dot
}

// dot is one test: a ring if it was accepted, else a disk, or a triangle if it was stopped and would have gone on.
type dot struct {
	X               float64
	Passed, Stopped bool
	Title           string
}

// The axis of a strip in pixels: it begins at a millisecond and ends behind twice the limit.
const (
	stripWidth = 200
	stripEdge  = 6
	stripFrom  = time.Millisecond
)

func newStrip(s grade.Submission) strip {
	end := 2 * s.Limit
	if s.Limit <= 0 {
		for _, t := range s.Tests {
			end = max(end, effort(t))
		}
	}
	end = max(end, 10*stripFrom)
	x := func(d time.Duration) float64 {
		share := math.Log(float64(max(d, stripFrom))/float64(stripFrom)) / math.Log(float64(end)/float64(stripFrom))
		return math.Round(10*(stripEdge+min(share, 1)*(stripWidth-2*stripEdge))) / 10
	}
	var out strip
	if s.Limit > 0 {
		out.Limit = x(s.Limit)
	}
	for _, t := range s.Tests {
		if t.Verdict != problem.NotRun {
			out.Dots = append(out.Dots, dot{X: x(effort(t)), Passed: t.Verdict == problem.AC, Stopped: t.Stopped,
				Title: legible.Line(t.Name) + ": " + timeOf(t)})
		}
	}
	return out
}

// effort is the time that a test took: its CPU time or, if it was stopped at the wall-clock limit, that.
func effort(t grade.Test) time.Duration {
	if t.Idle {
		return max(t.CPU, t.Wall)
	}
	return t.CPU
}

func timeOf(t grade.Test) string {
	bound := ""
	if t.Stopped {
		bound = ">"
	}
	return bound + seconds(effort(t))
}

func seconds(d time.Duration) string {
	if d >= time.Second/10 {
		return strings.TrimSuffix(fmt.Sprintf("%.2f", d.Seconds()), ".00") + " s"
	}
	return fmt.Sprintf("%.3f s", d.Seconds())
}

func memoryOf(t grade.Test) string {
	bound := ""
	if t.AtLeast {
		bound = "≥"
	}
	return fmt.Sprintf("%s%.1f MiB", bound, float64(t.Memory)/(1<<20))
}
