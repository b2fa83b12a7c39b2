package problem

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/read/score"
)

// Expected holds the expectations for one submission.
type Expected struct {
	expectations []applied
	tests        []string      // the names of all tests
	scoring      *score.Scheme // nil for a pass-fail problem
}

// Applying returns the expectations that apply to the submission.
func (p *Problem) Applying(s Submission) (all []Expectation) {
	for _, a := range p.Expects(s).expectations {
		all = append(all, a.Expectation)
	}
	return all
}

// applied is an expectation that applies to a submission. Its field tests holds the parsed form of the glob Tests.
type applied struct {
	Expectation
	tests glob
}

func (a applied) on(test string) bool { return a.Tests == "" || a.tests.matches(test) }

// Expects returns the expectations for a submission to the problem. Malformed patterns match nothing; Load has reported
// them.
func (p *Problem) Expects(s Submission) Expected {
	expected := Expected{scoring: p.Scoring, tests: testNames(p.Tests)}
	all := p.Expectations
	if s.Stranger() {
		all = s.Own
	}
	for _, e := range all {
		if submissions, _ := parseGlob(e.Submissions); s.Stranger() || submissions.matches(s.Path) {
			tests, _ := parseGlob(e.Tests)
			expected.expectations = append(expected.expectations, applied{e, tests})
		}
	}
	return expected
}

// Permits reports whether the verdict is permitted on the test. NotRun is always permitted, and JE never. CE is not a
// verdict on a test, but it is permitted if the submission as a whole may get CE.
func (e Expected) Permits(test string, v Verdict) bool {
	switch v {
	case NotRun:
		return true
	case JE:
		return false
	case CE:
		return slices.ContainsFunc(e.expectations, func(a applied) bool { return slices.Contains(a.Whole, CE) })
	case LeftOut: // counts as not accepted in 2025-09; formats with graders do not say what it counts as
		graded := e.scoring != nil && e.scoring.Rule(test).Kind == score.Graded
		return graded || slices.ContainsFunc([]Verdict{PE, WA, TLE, MLE, OLE, RTE},
			func(v Verdict) bool { return e.Permits(test, v) })
	}
	return !slices.ContainsFunc(e.permitting(test), func(a applied) bool { return !covers(a.Permitted, v) })
}

// permitting returns the expectations that restrict the verdicts of the test. Expectations with Yields are included
// only if there are no others.
func (e Expected) permitting(test string) []applied {
	var found []applied
	for _, a := range e.expectations {
		if a.Permitted != nil && a.on(test) {
			found = append(found, a)
		}
	}
	if said := slices.ContainsFunc(found, func(a applied) bool { return !a.Yields }); said {
		found = slices.DeleteFunc(found, func(a applied) bool { return a.Yields })
	}
	return found
}

func covers(names []Verdict, v Verdict) bool {
	return slices.ContainsFunc(names, func(name Verdict) bool { return name.Covers(v) })
}

// Right reports whether the submission is expected to be correct, but may be too slow. It may get AC on every test and
// TLE on some test, but not PE, WA, MLE or RTE. Nothing else is required of it.
func (e Expected) Right() bool {
	if slices.ContainsFunc(e.expectations, func(a applied) bool {
		return a.Required != nil || a.Message != "" || a.Score != nil || a.Partial
	}) {
		return false
	}
	late := false
	whole := func(v Verdict) bool {
		return !slices.ContainsFunc(e.expectations, func(a applied) bool {
			return a.Whole != nil && !covers(a.Whole, v)
		})
	}
	for _, test := range e.tests {
		for _, v := range []Verdict{PE, WA, MLE, RTE} {
			if e.Permits(test, v) && whole(v) {
				return false
			}
		}
		if !e.Permits(test, AC) {
			return false
		}
		late = late || e.Permits(test, TLE) && whole(TLE)
	}
	return late && whole(AC)
}

// ByGroup reports whether any of the expectations applies only to some tests.
func (e Expected) ByGroup() bool {
	return slices.ContainsFunc(e.expectations, func(a applied) bool { return a.Tests != "" })
}

// Usual reports whether nothing is expected beyond what the format expects of submissions in the folder.
func (e Expected) Usual() bool {
	return !slices.ContainsFunc(e.expectations, func(a applied) bool { return !a.Usual })
}

// Messages returns the texts that the checker must print on at least one test, without duplicates.
func (e Expected) Messages() []string {
	var messages []string
	for _, a := range e.expectations {
		if a.Message != "" && !slices.Contains(messages, a.Message) {
			messages = append(messages, a.Message)
		}
	}
	return messages
}

// Decides reports whether the result of this test still matters after the submission got TLE on the test late. It
// matters if some verdict is not permitted on this test, or if Requires(test, late) is true.
func (e Expected) Decides(test, late string) bool {
	return e.Requires(test, late) || slices.ContainsFunc([]Verdict{AC, PE, WA, TLE, MLE, OLE, RTE},
		func(v Verdict) bool { return !e.Permits(test, v) })
}

// Requires reports whether this test can still meet a requirement that the test late, which got TLE, left open.
func (e Expected) Requires(test, late string) bool {
	return slices.ContainsFunc(e.expectations, func(a applied) bool {
		return a.on(test) && (a.Message != "" || a.Required != nil && !(a.on(late) && covers(a.Required, TLE)))
	})
}

// Unmet describes a requirement that is not met: an expected verdict of the whole, or a verdict or message that some
// test must have. It returns "" if all requirements are met. The maps hold the verdicts and the checker's messages by
// test. A requirement on tests counts as met if the verdict of any of these tests is missing or NotRun.
func (e Expected) Unmet(verdicts map[string]Verdict, says map[string][]string) string {
	for _, a := range e.expectations {
		first := a.Whole != nil && (a.First || e.scoring == nil)
		if whole, known := e.whole(verdicts); known && first && !covers(a.Whole, whole) {
			return fmt.Sprintf("the verdict is %s, expected %s (%s)", whole, either(a.Whole), a.File)
		}
		if a.Required == nil && a.Message == "" {
			continue
		}
		required, message, open := a.Required == nil, a.Message == "", false
		for _, test := range e.tests {
			if a.on(test) {
				v := verdicts[test]
				open = open || v == NotRun
				required = required || covers(a.Required, v)
				message = message || slices.Contains(says[test], a.Message)
			}
		}
		switch {
		case open:
		case !required:
			return fmt.Sprintf("no test%s has the required verdict %s (%s)", a.among(), either(a.Required),
				a.File)
		case !message:
			return fmt.Sprintf("no judgemessage.txt of a test%s contains %q, which is required (%s)", a.among(),
				a.Message, a.File)
		}
	}
	return ""
}

// whole returns the verdict of the submission as a whole: the first verdict other than AC and PE, in the order of the
// tests. If there is none, the verdict is PE if any test has PE, and AC otherwise. known is false if a test was not run
// and all tests before that test are AC or PE.
func (e Expected) whole(verdicts map[string]Verdict) (v Verdict, known bool) {
	v = AC
	for _, test := range e.tests {
		switch verdicts[test] {
		case NotRun:
			return NotRun, false
		case AC:
		case PE:
			v = PE
		default:
			return verdicts[test], true
		}
	}
	return v, true
}

func (a applied) among() string {
	if a.Tests == "" {
		return ""
	}
	return " of " + a.Tests
}

func either(verdicts []Verdict) string {
	return strings.Join(each(verdicts, func(v Verdict) string { return string(v) }), " or ")
}

// Stated reports whether anything is expected of the submission. If not, any verdict will do.
func (e Expected) Stated() bool {
	return slices.ContainsFunc(e.expectations, func(a applied) bool {
		return a.Permitted != nil || a.Required != nil || a.Whole != nil || a.Message != "" || a.Score != nil ||
			a.Partial
	})
}

// checkConsistency reports each submission that cannot meet its expectations, because on some test they permit no
// common verdict.
func (p *Problem) checkConsistency() {
	for _, s := range p.Submissions {
		expected := p.Expects(s)
		for _, test := range expected.tests {
			permits := func(v Verdict) bool {
				// RTE and TLE both cover OLE, but that alone does not make OLE a common verdict
				named := v != OLE || slices.ContainsFunc(expected.permitting(test), func(a applied) bool {
					return slices.Contains(a.Permitted, OLE)
				})
				return named && expected.Permits(test, v)
			}
			if slices.ContainsFunc([]Verdict{AC, PE, WA, TLE, MLE, OLE, RTE}, permits) {
				continue
			}
			places := each(expected.permitting(test), func(a applied) string {
				return fmt.Sprintf("%s permits %s", a.File, either(a.Permitted))
			})
			p.fault(fmt.Errorf("no verdict is possible for %s on %s: %s; change one of them", s.Path, test,
				strings.Join(places, ", ")), "")
			break
		}
	}
}

// LeftOut replaces the verdict of a test that the format leaves out because of earlier results.
const LeftOut Verdict = "left out"

// UnmetScore describes a requirement on scores, or on the verdict of the whole, that is not met. It returns "" if all
// requirements are met. Unknown scores and verdicts meet every requirement.
func (e Expected) UnmetScore(o score.Outcome) string {
	for _, a := range e.expectations {
		if v := Verdict(o.Whole.Verdict); a.Whole != nil && !a.First && v != "" && !covers(a.Whole, v) {
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
		for _, name := range scoredBy(e.scoring, a.Tests) {
			g, _ := o.Find(name)
			who, of := "the submission", ""
			if a.Tests != "" {
				who, of = name, " of "+name
			}
			switch {
			case !g.Known:
			case !g.Scored:
				return fmt.Sprintf("%s has no score, because it is not accepted; expected %s (%s)", who, a.Score,
					a.File)
			case g.Score.Cmp(a.Score.Low) < 0 || g.Score.Cmp(a.Score.High) > 0:
				return fmt.Sprintf("the score%s is %s, expected %s (%s)", of, g.Score, a.Score, a.File)
			}
		}
	}
	return ""
}

// Short returns a warning if a solution's score is below the maximum, and nothing is expected of the score.
func (e Expected) Short(o score.Outcome) string {
	stated := func(a applied) bool { return a.Score != nil || a.Partial }
	if w := o.Whole; w.Scored && w.Bounded && w.Score.Cmp(w.Max) < 0 && !slices.ContainsFunc(e.expectations, stated) {
		return fmt.Sprintf("warning: the score is %s, below the maximum of %s", w.Score, w.Max)
	}
	return ""
}

// scoredBy returns the names of the scored groups that a key of submissions.yaml matches. For the key "", it returns
// the name of the whole submission's score.
func scoredBy(scheme *score.Scheme, key string) []string {
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

// Timely reports whether the submission's time on a test is a lower bound of the time limit ("Timelimit inference" of
// the format). It is such a bound if an expectation permits only AC for the whole, or does not permit TLE on the test.
// Expectations with use_for_time_limit: false do not count.
func (e Expected) Timely(test string) bool {
	return slices.ContainsFunc(e.permitting(test), func(a applied) bool {
		return !a.Untimed && !covers(a.Permitted, TLE)
	}) ||
		slices.ContainsFunc(e.expectations, func(a applied) bool {
			return !a.Untimed && slices.Equal(a.Whole, []Verdict{AC})
		})
}

// TooSlow returns sets of tests. On the slowest test of each set, the submission must be too slow, so its time is an
// upper bound of the time limit. There is a set for each expectation that requires only TLE. Expectations with
// use_for_time_limit: false do not count.
func (e Expected) TooSlow() [][]string {
	var sets [][]string
	for _, a := range e.expectations {
		late := []Verdict{TLE}
		if a.Untimed || !slices.Equal(a.Required, late) && !slices.Equal(a.Whole, late) {
			continue
		}
		var set []string
		for _, test := range e.tests {
			if a.on(test) {
				set = append(set, test)
			}
		}
		if len(set) > 0 && !slices.ContainsFunc(sets, func(other []string) bool { return slices.Equal(other, set) }) {
			sets = append(sets, set)
		}
	}
	return sets
}

// glob is a pattern of submissions.yaml. A * matches any characters except /, and {a,b} matches a or b. The format has
// neither ** nor [xyz].
type glob struct {
	text string         // a pattern that has neither * nor braces, so it matches only itself
	form *regexp.Regexp // the regular expression of any other pattern; nil if text is used
}

// is reports whether the pattern matches the complete name.
func (g glob) is(name string) bool {
	if g.form == nil {
		return name == g.text
	}
	return g.form.MatchString(name)
}

// matches reports whether the pattern matches the name or one of the folders in its path.
func (g glob) matches(name string) bool {
	for ; name != "" && name != "." && name != "/"; name = path.Dir(name) {
		if g.is(name) {
			return true
		}
	}
	return false
}

// maxGlob is the maximum length of a pattern in bytes. This is far below the limit of package regexp.
const maxGlob = 1000

func parseGlob(pattern string) (glob, error) {
	if len(pattern) > maxGlob {
		return glob{}, fmt.Errorf("the pattern has %d bytes; the maximum is %d", len(pattern), maxGlob)
	}
	if !strings.ContainsAny(pattern, `*{}[]?\`) {
		return glob{text: pattern}, nil
	}
	var out strings.Builder
	out.WriteString(`\A(?:`)
	open := 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '*' && strings.HasPrefix(pattern[i:], "**"):
			return glob{}, fmt.Errorf("pattern %q: ** is not part of the format; write * for each folder", pattern)
		case c == '*':
			out.WriteString(`[^/]*`)
		case c == '[' || c == ']' || c == '?' || c == '\\':
			return glob{}, fmt.Errorf("pattern %q: %c is not part of the format; only * and {a,b} are", pattern, c)
		case c == '{':
			open++
			out.WriteString(`(?:`)
		case c == '}' && open > 0:
			open--
			out.WriteString(`)`)
		case c == ' ' && open > 0 && pads(pattern[:i], pattern[i:]):
		case c == ',' && open > 0:
			out.WriteString(`|`)
		case c == '}':
			return glob{}, fmt.Errorf("pattern %q: } without {", pattern)
		default:
			out.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		}
	}
	if open > 0 {
		return glob{}, fmt.Errorf("pattern %q: { without }", pattern)
	}
	out.WriteString(`)\z`)
	whole, err := regexp.Compile(out.String())
	if err != nil {
		return glob{}, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	return glob{form: whole}, nil
}

// pads reports whether the blanks between two parts of a pattern only pad a name in braces, as in { a, b }.
func pads(before, after string) bool {
	before, after = strings.TrimRight(before, " "), strings.TrimLeft(after, " ")
	return strings.ContainsAny(before[len(before)-1:], "{,") || after != "" && strings.ContainsAny(after[:1], "},")
}
