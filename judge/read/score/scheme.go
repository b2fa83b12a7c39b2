package score

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// The names of fixed groups.
const (
	Root   = "." // all tests
	Sample = "sample"
	Secret = "secret" // in the format 2025-09, its score is the submission's score
)

// Mode says how the score of a group is computed from those of its tests and groups.
type Mode string

// The modes. The tests of a group with AllOrNothing have no scores. Only graders have Max and Average.
const (
	AllOrNothing Mode = "pass-fail"
	Sum          Mode = "sum"
	Min          Mode = "min"
	Max          Mode = "max"
	Average      Mode = "avg"
)

// Settings holds the settings of a group for scores.
type Settings struct {
	Name      string // "secret", "secret/1"
	Mode      Mode
	Low, High Number   // the range of its score; High is the key max_score in the format 2025-09
	Require   []string // require_pass: the groups whose tests must all be accepted
	// In a group with Sum, the maximum score of each test, by its name. nil means equal parts of High for all tests, as
	// always in the format 2025-09.
	Points map[string]Number

	Grader // only for NewGraded
}

// Grader holds the settings of a group that only the legacy format has.
type Grader struct {
	Break         bool   // on_reject: break
	Accept        Number // accept_score
	Reject        Number // reject_score
	Verdicts      Verdicts
	AnyAccepted   bool // accept_if_any_accepted
	IgnoreSample  bool // ignore_sample
	CustomScoring bool // validation: custom score

	Custom bool     // grading: custom
	Args   []string // grader_flags, for a custom grader
}

// Verdicts says how a grader combines verdicts.
type Verdicts string

// The ways to combine verdicts.
const (
	WorstError   Verdicts = "worst_error"
	FirstError   Verdicts = "first_error"
	AlwaysAccept Verdicts = "always_accept"
)

// NoErrors is the name of WorstError in packages from before 2020.
const NoErrors = "no_errors"

// Defaults returns the default settings of secret or of a group in it, in the format 2025-09.
func Defaults(name string) Settings {
	if name == Secret {
		return Settings{Name: name, High: Int(100), Mode: Sum}
	}
	return Settings{Name: name, High: Infinity(1), Mode: AllOrNothing}
}

// DefaultGrader returns the settings of a group that has a grader and no settings.
func DefaultGrader(name string) Settings {
	return Settings{Name: name, Mode: Sum, Low: Infinity(-1), High: Infinity(1),
		Grader: Grader{Break: true, Accept: Int(1), Verdicts: WorstError}}
}

// Flags sets the default grader's modes from the words of grader_flags. If words contradict each other, the last one
// counts. An unknown word is an error.
func (s *Settings) Flags(words []string) error {
	s.Verdicts, s.Mode, s.AnyAccepted, s.IgnoreSample = WorstError, Sum, false, false
	for _, word := range words {
		switch word {
		case "worst_error", "first_error", "always_accept":
			s.Verdicts = Verdicts(word)
		case NoErrors:
			s.Verdicts = WorstError
		case "sum", "avg", "min", "max":
			s.Mode = Mode(word)
		case "accept_if_any_accepted":
			s.AnyAccepted = true
		case "ignore_sample":
			s.IgnoreSample = true
		default:
			return fmt.Errorf("the default grader has no flag %q; it has worst_error, first_error, always_accept, "+
				"sum, avg, min, max, ignore_sample and accept_if_any_accepted", word)
		}
	}
	return nil
}

// Scheme is the scoring of one problem.
type Scheme struct {
	graded   bool // groups have graders, as in the format legacy
	minimize bool // low scores are better
	custom   CustomGrader
	tests    []string
	groups   map[string]*group
}

// group is a group with the number of tests and groups directly in it.
type group struct {
	Settings
	items int
}

// New returns the scoring of a problem with these tests in the format 2025-09, section "Result aggregation". Its groups
// are secret, and those in it that have settings. Folders without settings are part of the group around them.
func New(settings []Settings, tests []string) (*Scheme, []Fault) {
	s := &Scheme{tests: tests, groups: map[string]*group{
		Root:   {Settings: Settings{Name: Root, High: Infinity(1), Grader: Grader{IgnoreSample: true}}},
		Sample: {Settings: Settings{Name: Sample, Mode: AllOrNothing}},
		Secret: {Settings: Defaults(Secret)},
	}}
	for _, g := range settings {
		s.groups[g.Name] = &group{Settings: g}
	}
	return s.count(), s.faults()
}

// NewGraded returns the scoring of a problem with these tests in the format legacy. Each folder around a test is a
// group, with the settings that grader(name) returns. If minimize is set, low scores are better (objective: min).
func NewGraded(grader func(name string) Settings, minimize bool, tests []string) *Scheme {
	s := &Scheme{graded: true, minimize: minimize, tests: tests,
		groups: map[string]*group{Root: {Settings: grader(Root)}}}
	for _, test := range tests {
		for folder := path.Dir(test); s.groups[folder] == nil; folder = path.Dir(folder) {
			s.groups[folder] = &group{Settings: grader(folder)}
		}
	}
	return s.count()
}

// count sorts the tests, and counts the tests and groups in each group.
func (s *Scheme) count() *Scheme {
	s.tests = slices.SortedFunc(slices.Values(s.tests), Compare)
	for name := range s.groups {
		if name != Root {
			s.groups[path.Dir(name)].items++
		}
	}
	for _, test := range s.tests {
		if g := s.groupOf(test); g != nil {
			g.items++
		}
	}
	return s
}

// around returns the groups around a test, from the root to the innermost.
func (s *Scheme) around(test string) []*group {
	groups := []*group{s.groups[Root]}
	for i, c := range test {
		if g := s.groups[test[:i]]; c == '/' && g != nil {
			groups = append(groups, g)
		}
	}
	return groups
}

// groupOf returns the group that a test counts for; nil if there is none. If there are groups in secret in the format
// 2025-09, the tests beside them count for nothing.
func (s *Scheme) groupOf(test string) *group {
	groups := s.around(test)
	g := groups[len(groups)-1]
	if g.Name == Root || !s.graded && g.Name == Secret && len(s.groups) > 3 {
		return nil
	}
	return g
}

// Rule returns the rule for the score of a test.
func (s *Scheme) Rule(test string) Rule {
	g := s.groupOf(test)
	switch {
	case g == nil || !s.graded && g.Name == Sample:
		return Rule{Kind: Ignored}
	case s.graded:
		return Rule{Kind: Graded, Accept: g.Accept, Reject: g.Reject, Custom: g.CustomScoring}
	case g.Mode == AllOrNothing:
		return Rule{Kind: PassFail}
	case !g.High.Finite():
		return Rule{Kind: Unbounded}
	case g.Mode == Min:
		return Rule{Kind: Bounded, Max: g.High}
	case g.Points != nil:
		return Rule{Kind: Bounded, Max: g.Points[test]}
	}
	return Rule{Kind: Bounded, Max: g.High.over(max(g.items, 1))}
}

// CountsSamples reports whether the score depends on samples.
func (s *Scheme) CountsSamples() bool {
	for _, g := range s.groups {
		if g.Name == Root && !g.IgnoreSample || slices.Contains(g.Require, Sample) {
			return true
		}
	}
	return false
}

// bounds returns the lowest and the highest possible score of a submission. If samples are ignored, the score is that
// of secret, so the range of secret applies, too.
func (s *Scheme) bounds() (low, high Number) {
	root := s.groups[Root]
	low, high = root.Low, root.High
	if secret := s.groups[Secret]; root.IgnoreSample && secret != nil {
		low = slices.MaxFunc([]Number{low, secret.Low}, Number.Cmp)
		high = slices.MinFunc([]Number{high, secret.High}, Number.Cmp)
	}
	return low, high
}

// Partial returns the reason why a score is not partial; "" if the score is partial. A partial score is not the best
// one and, in the format 2025-09, more than 0.
func (s *Scheme) Partial(n Number) string {
	low, best := s.bounds()
	if s.minimize {
		best = low
	}
	switch {
	case s.graded && n.Equal(best):
		return fmt.Sprintf("the score is %s, the best of the range", n)
	case s.graded:
	case n.Sign() <= 0:
		return "the score is 0, but a partial score is more than 0"
	case best.Finite() && n.Cmp(best) >= 0:
		return fmt.Sprintf("the score is %s, the maximum", n)
	}
	return ""
}

// Scored returns the names of everything that has a score: first the submission, then the groups.
func (s *Scheme) Scored() (names []string) {
	for name := range s.groups {
		if s.graded || name != Root && name != Sample {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, Compare)
	return names
}

// Compare orders groups and tests by the parts of their names.
func Compare(a, b string) int {
	return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
}
