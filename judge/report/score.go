package report

import (
	"fmt"
	"unicode/utf8"

	"dlxjudge/judge/grade"
	"dlxjudge/judge/legible"
	"dlxjudge/judge/score"
)

// passed is how much of the problem a submission solves: the tests that it passes of those there are, "3/4", or, where there are
// scores, its own of the greatest, "42/100".
func passed(s grade.Submission) string {
	if s.Scores == nil {
		return fmt.Sprintf("%d/%d", s.Passed(), len(s.Tests))
	}
	return s.Scores.Whole.String()
}

// passedWidth is the width of the column with that. Scores are longer than numbers of tests.
func passedWidth(r grade.Results) int {
	width := 5
	for _, s := range r.Submissions {
		if s.Scores != nil {
			width = max(width, utf8.RuneCountInString(passed(s)))
		}
	}
	return width
}

// groups writes a row for each group with a score.
func (t *text) groups(s grade.Submission) {
	if s.Scores == nil {
		return
	}
	for _, g := range s.Scores.Groups {
		row := fmt.Sprintf("      %s: %s", legible.Line(g.Name), g)
		if g.LeftOut {
			row = fmt.Sprintf("      %s: %s, left out", legible.Line(g.Name), g)
		} else if g.Verdict != "" {
			row += ", " + g.Verdict
		}
		Paragraph(t.out, 8, row)
	}
}

// scores are the fields of the JSON document that tell a score. Those that are not known are left out.
type scores struct {
	Score *float64 `json:"score,omitempty"`       // the nearest number of 64 bits
	Exact string   `json:"exact_score,omitempty"` // "85/2"
	Max   *float64 `json:"max_score,omitempty"`
}

// group is a group of a scoring problem in the JSON document.
type group struct {
	Group   string `json:"group"`
	Verdict string `json:"verdict,omitempty"` // of an older format's grader
	LeftOut bool   `json:"left_out,omitempty"`
	scores
}

func scoreOf(n *score.Number) (s scores) {
	if n == nil {
		return s
	}
	s.Exact = n.Exact()
	s.Score = nearest(*n)
	return s
}

// nearest is the nearest number that JSON can hold, nil if there is none.
func nearest(n score.Number) *float64 {
	f, ok := n.Float()
	if !ok {
		return nil
	}
	return &f
}

func scoresOf(g score.Group) (s scores) {
	if g.Scored {
		s = scoreOf(&g.Score)
	}
	if g.Bounded {
		s.Max = nearest(g.Max)
	}
	return s
}

func groupsOf(groups []score.Group) []group {
	var all []group
	for _, g := range groups {
		all = append(all, group{g.Name, g.Verdict, g.LeftOut, scoresOf(g)})
	}
	return all
}
