package audit

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Points finds groups of a scoring problem of which no program gets all points, of which all programs get the same,
// and groups of which every program gets the same part. All three may hide a mistake in the tests, and say that nothing
// shows that the points go to whom they are meant for.
func Points(p *problem.Problem, results []grade.Submission) []Finding {
	if p.Scoring == nil {
		return nil
	}
	var findings []Finding
	add := func(about, remedy, format string, args ...any) {
		findings = append(findings, Finding{Topic: PointsTopic, About: about, Message: fmt.Sprintf(format, args...),
			Remedy: remedy})
	}
	programs := scoredPrograms(results)
	if len(programs) == 0 {
		return nil
	}
	scored := p.Scoring.Scored()
	for _, name := range append(leaves(scored[1:]), scored[0]) {
		if most := unreached(p, programs, name, scored); most != "" && (name != scored[0] || findings == nil) {
			about := name
			if name == scored[0] {
				about = "all"
			}
			add(about, "add a program that gets them, or mend the tests, the checker or the most that "+
				"it may give", "no program gets all of its %s points", most)
		}
	}
	parts := make(map[string][]string) // what the programs get of a group → groups
	var order []string
	for _, name := range leaves(scored[1:]) {
		got := groupsOf(programs, name)
		if isSample(name) || len(got) < len(programs) || unreached(p, programs, name, scored) != "" {
			continue
		}
		part := ""
		alike := true
		for _, g := range got {
			part += partOf(g) + " "
			alike = alike && partOf(g) == partOf(got[0])
		}
		if alike {
			if len(programs) > 1 {
				add(name, "add a wrong program that gets less, or another part of the points",
					"all %d programs get %s", len(programs), got[0])
			}
			continue
		}
		if parts[part] == nil {
			order = append(order, part)
		}
		parts[part] = append(parts[part], name)
	}
	for _, part := range order {
		if same := parts[part]; len(same) > 1 {
			add(strings.Join(same, " and "), "add a program to submissions/ that solves one and not the other, or "+
				"make them one group", "each of %d programs gets the same part of them", len(programs))
		}
	}
	return findings
}

// scoredPrograms are the programs with a score.
func scoredPrograms(results []grade.Submission) (programs []grade.Submission) {
	for _, s := range results {
		if s.Scores != nil && s.Scores.Failure == "" && s.Verdict != problem.NotRun && s.Verdict != problem.JE {
			programs = append(programs, s)
		}
	}
	return programs
}

// groupsOf is what programs get of a group; fewer than programs if some of it is not known.
func groupsOf(programs []grade.Submission, name string) (got []score.Group) {
	for _, s := range programs {
		if g, ok := s.Scores.Find(name); ok && g.Known {
			got = append(got, g)
		}
	}
	return got
}

// unreached is the most that a group can give, if no program gets that; "" if one does. A most that the group has from
// one around it, as in the legacy format, is that one's.
func unreached(p *problem.Problem, programs []grade.Submission, name string, scored []string) string {
	got := groupsOf(programs, name)
	if isSample(name) || len(got) < len(programs) || !got[0].Bounded || got[0].Max.Sign() <= 0 || minimizes(p) {
		return ""
	}
	most := got[0].Max
	for _, outer := range scored {
		if outer != name && (outer == scored[0] || strings.HasPrefix(name, outer+"/")) {
			around, _ := programs[0].Scores.Find(outer)
			if around.Bounded && around.Max.Equal(most) {
				return ""
			}
		}
	}
	if slices.ContainsFunc(got, func(g score.Group) bool { return g.Scored && g.Score.Cmp(most) >= 0 }) {
		return ""
	}
	return most.String()
}

// minimizes reports whether fewer points are better.
func minimizes(p *problem.Problem) bool {
	legacy, ok := p.Scoring.(*score.Legacy)
	return ok && legacy.Minimizes()
}

// partOf is which part of a group's points a program gets: exact, or the points if nothing bounds them.
func partOf(g score.Group) string {
	if !g.Scored {
		return "none"
	}
	if !g.Bounded || !g.Max.Finite() || !g.Score.Finite() || g.Max.Sign() <= 0 {
		return g.Score.Exact() + " points"
	}
	points, ok := new(big.Rat).SetString(g.Score.Exact())
	most, known := new(big.Rat).SetString(g.Max.Exact())
	if !ok || !known {
		return g.Score.Exact() + " points"
	}
	return points.Quo(points, most).RatString()
}

// leaves are the groups that hold no others.
func leaves(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(names, func(inner string) bool { return strings.HasPrefix(inner, name+"/") })
	})
}
