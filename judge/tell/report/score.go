package report

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/score"
)

// passed is how much of the problem a submission solves: the tests that it passes, "3/4", or its score, "42/100".
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
			row += ", " + legible.Line(g.Verdict)
		}
		t.out.Paragraph(8, row)
	}
}

// scores are the fields of a score in the JSON document. Unknown ones are left out.
type scores struct {
	Score    *float64 `json:"score,omitempty"`       // the nearest number of 64 bits
	Exact    string   `json:"exact_score,omitempty"` // "85/2"
	ExactMax string   `json:"exact_max_score,omitempty"`
	Max      *float64 `json:"max_score,omitempty"`
}

// group is a group of a scoring problem in the JSON document, or all groups together.
type group struct {
	Group   string `json:"group"`
	Verdict string `json:"verdict,omitempty"` // of a legacy grader
	LeftOut bool   `json:"left_out,omitempty"`
	Unknown bool   `json:"unknown,omitempty"` // something that the score depends on was not judged
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
		s.Max, s.ExactMax = nearest(g.Max), g.Max.Exact()
	}
	return s
}

func groupOf(g score.Group) group {
	return group{g.Name, g.Verdict, g.LeftOut, !g.Known, scoresOf(g)}
}

// read is the group as reports show it: without a score if it has none, and without a maximum if it is not bounded.
func (g group) read() (score.Group, error) {
	read := score.Group{Name: g.Group, Verdict: g.Verdict, LeftOut: g.LeftOut, Known: !g.Unknown}
	n, err := exactScore(g.Exact)
	if n != nil {
		read.Scored, read.Score = true, *n
	}
	most, tooLarge := exactScore(g.ExactMax)
	if most != nil {
		read.Bounded, read.Max = true, *most
	}
	return read, errors.Join(err, tooLarge)
}

// longestNumber bounds the digits of an exact number. The formats have some dozens of digits, sums a few more.
const longestNumber = 1 << 14

// exactScore reads an exact number; "" is none.
func exactScore(exact string) (*score.Number, error) {
	if exact == "" {
		return nil, nil
	}
	if len(exact) > longestNumber {
		return nil, fmt.Errorf("a score of more than %d digits", longestNumber)
	}
	var n score.Number
	if err := n.UnmarshalBinary([]byte(exact)); err != nil {
		return nil, fmt.Errorf("the score %w", err)
	}
	return &n, nil
}
