package report

import (
	"fmt"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/score"
)

// passed returns how much of the problem a submission solves: the tests that it passes, "3/4", or its score, "42/100".
func passed(s grade.Submission) string {
	if s.Scores == nil {
		return fmt.Sprintf("%d/%d", s.Passed(), len(s.Tests))
	}
	return s.Scores.Whole.String()
}

// groups writes a row for each group with a score.
func (t *text) groups(s grade.Submission) {
	if s.Scores == nil {
		return
	}
	for _, g := range s.Scores.Groups {
		row := fmt.Sprintf("      %s: %s", legible.Line(g.Name), g)
		if g.LeftOut {
			row += ", left out"
		} else if g.Verdict != "" {
			row += ", " + legible.Line(g.Verdict)
		}
		t.out.Paragraph(8, row)
	}
}

// scores holds the fields of a score in the JSON document. Unknown scores are left out.
type scores struct {
	Score    *float64      `json:"score,omitempty"` // the nearest 64-bit number
	Exact    *score.Number `json:"exact_score,omitempty"`
	ExactMax *score.Number `json:"exact_max_score,omitempty"`
	Max      *float64      `json:"max_score,omitempty"`
}

// group is a group of a scoring problem in the JSON document, or all groups together.
type group struct {
	Group   string `json:"group"`
	Verdict string `json:"verdict,omitempty"` // of a legacy grader
	LeftOut bool   `json:"left_out,omitempty"`
	Unknown bool   `json:"unknown,omitempty"` // not everything that the score depends on was judged
	scores
}

func scoreOf(n *score.Number) (s scores) {
	if n != nil {
		s.Score, s.Exact = nearest(*n), n
	}
	return s
}

// nearest returns the nearest number that JSON can hold, nil if there is none.
func nearest(n score.Number) *float64 {
	f, ok := n.Float()
	if !ok {
		return nil
	}
	return &f
}

func groupOf(g score.Group) group {
	of := group{Group: g.Name, Verdict: g.Verdict, LeftOut: g.LeftOut, Unknown: !g.Known}
	if g.Scored {
		of.scores = scoreOf(&g.Score)
	}
	if g.Bounded {
		of.Max, of.ExactMax = nearest(g.Max), &g.Max
	}
	return of
}

// read returns the group for reports: without a score if it has none, and without a maximum if it is unlimited.
func (g group) read() score.Group {
	read := score.Group{Name: g.Group, Verdict: g.Verdict, LeftOut: g.LeftOut, Known: !g.Unknown}
	if g.Exact != nil {
		read.Scored, read.Score = true, *g.Exact
	}
	if g.ExactMax != nil {
		read.Bounded, read.Max = true, *g.ExactMax
	}
	return read
}
