package problem

import (
	"fmt"
	"slices"

	"dlxjudge/judge/read/score"
)

// LeftOut takes the place of a verdict in expectations, for a test that the format leaves out because of earlier
// results.
const LeftOut Verdict = "left out"

// permitsLeftOut reports whether a test may be left out by the format. In the format 2025-09 it then counts as not
// accepted; the legacy ones do not say what it counts as.
func (e Expected) permitsLeftOut(test string) bool {
	return e.legacy || slices.ContainsFunc([]Verdict{PE, WA, TLE, MLE, OLE, RTE}, func(v Verdict) bool {
		return e.Permits(test, v)
	})
}

// UnmetScore says which requirement on scores, or on the verdict of the whole, is not met, "" if all are. What is
// unknown counts as met.
func (e Expected) UnmetScore(o score.Outcome) string {
	for _, a := range e.expectations {
		if v := Verdict(o.Whole.Verdict); a.Whole != nil && v != "" && !covers(a.Whole, v) {
			return fmt.Sprintf("the verdict is %s, expected %s (%s)", v, either(a.Whole), a.File)
		}
		if a.Partial && o.Whole.Scored {
			if why := e.scoring.Partial(o.Whole.Score); why != "" {
				return fmt.Sprintf("%s (%s)", why, a.File)
			}
		}
		if a.Score == nil {
			continue
		}
		for _, name := range e.scoredBy(a.Tests) {
			g, _ := o.Find(name)
			switch {
			case !g.Known:
			case !g.Scored:
				return fmt.Sprintf("%s has no score, as it is not accepted; expected %s (%s)", named(a, name), a.Score,
					a.File)
			case g.Score.Cmp(a.Score.Low) < 0 || g.Score.Cmp(a.Score.High) > 0:
				return fmt.Sprintf("the score%s is %s, expected %s (%s)", of(a, name), g.Score, a.Score, a.File)
			}
		}
	}
	return ""
}

func named(a applied, name string) string {
	if a.Tests == "" {
		return "the submission"
	}
	return name
}

func of(a applied, name string) string {
	if a.Tests == "" {
		return ""
	}
	return " of " + name
}

// scoredBy are the names of what a key of submissions.yaml is about that have a score: groups, or "" for the
// submission.
func (e Expected) scoredBy(key string) []string { return scoredBy(e.scoring, key) }

func (p *Problem) scoredBy(key string) []string { return scoredBy(p.Scoring, key) }

func scoredBy(scheme score.Scheme, key string) []string {
	names := scheme.Scored()
	if key == "" {
		return names[:1]
	}
	g, err := parseGlob(key)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(names, func(name string) bool { return !g.is(name) })
}
