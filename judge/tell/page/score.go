package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/score"
)

// score fills in the submission's scores in total and by group, if it has any.
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
