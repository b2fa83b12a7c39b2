package score

import (
	"fmt"
	"slices"
	"strings"
)

// The names of fixed groups in the format 2025-09.
const (
	Sample = "sample"
	Secret = "secret" // its score is the submission's score
)

// Mode says how the score of a group is computed. It is the value of the key score_aggregation.
type Mode string

// The modes. The tests of a group with AllOrNothing have no scores.
const (
	AllOrNothing Mode = "pass-fail"
	Sum          Mode = "sum"
	Min          Mode = "min"
)

// Settings holds the settings for scores in the test_group.yaml of secret, or of a group in secret.
type Settings struct {
	Name    string // "secret", "secret/1"
	Max     Number // max_score, if Bounded
	Bounded bool
	Mode    Mode
	Require []string // require_pass: the groups whose tests must all be accepted

	// In a group with Sum, the maximum score of each test, by its name. nil means equal parts of Max for all tests, as
	// always in the format 2025-09.
	Points map[string]Number
}

// Defaults returns the default settings of secret or of a group in it.
func Defaults(name string) Settings {
	if name == Secret {
		return Settings{Name: name, Max: Int(100), Bounded: true, Mode: Sum}
	}
	return Settings{Name: name, Mode: AllOrNothing}
}

// Standard is the scoring of the Problem Package Format 2025-09, section "Result aggregation".
type Standard struct {
	secret Settings
	groups []Settings     // the groups in secret, in order of their names
	tests  map[string]int // the number of tests in sample and in each group; without groups, in sample and secret
}

// Fault is a setting that the format does not allow.
type Fault struct {
	Group, Key string // its place, such as "secret/1" and "require_pass"
	Message    string
}

// NewStandard returns the scoring of a problem with these tests. groups holds the settings of the groups in secret, if
// there are any.
func NewStandard(secret Settings, groups []Settings, tests []string) (*Standard, []Fault) {
	s := &Standard{secret: secret, groups: slices.Clone(groups), tests: make(map[string]int)}
	slices.SortFunc(s.groups, func(a, b Settings) int { return strings.Compare(a.Name, b.Name) })
	for _, test := range tests {
		s.tests[s.groupOf(test).Name]++
	}
	return s, s.faults()
}

// Settings returns the settings of secret, then those of the groups in it.
func (s *Standard) Settings() []Settings { return slices.Concat([]Settings{s.secret}, s.groups) }

// groupOf returns the group in secret that holds a test, or secret itself if there are no groups. Any other test counts
// as a sample.
func (s *Standard) groupOf(test string) *Settings {
	if g := s.group(groupName(test)); g != nil {
		return g
	}
	if len(s.groups) == 0 && strings.HasPrefix(test, Secret+"/") {
		return &s.secret
	}
	return &Settings{Name: Sample}
}

// groupName returns the name of the group in secret that a test would be in: "secret/1" for "secret/1/hard/03".
func groupName(test string) string {
	parts := strings.SplitN(test, "/", 3)
	return strings.Join(parts[:min(len(parts), 2)], "/")
}

// group returns the group of that name; nil if there is none.
func (s *Standard) group(name string) *Settings {
	i := slices.IndexFunc(s.groups, func(g Settings) bool { return g.Name == name })
	if i < 0 {
		return nil
	}
	return &s.groups[i]
}

// faults returns the settings, and combinations of settings, that the format does not allow.
func (s *Standard) faults() (found []Fault) {
	fault := func(g Settings, key, format string, args ...any) {
		found = append(found, Fault{g.Name, key, fmt.Sprintf(format, args...)})
	}
	for _, g := range slices.Concat([]Settings{s.secret}, s.groups) {
		inner := g.Name != Secret
		switch {
		case g.Mode == AllOrNothing && !g.Bounded:
			fault(g, "max_score", "%s has score_aggregation: pass-fail, but no max_score; add it", g.Name)
		case inner && !g.Bounded && s.secret.Bounded:
			fault(g, "max_score", "%s has no max_score, but secret has one (%s); add it, or write max_score: "+
				"unbounded for secret", g.Name, s.secret.Max)
		}
		if inner && s.secret.Mode == AllOrNothing && g.Mode != AllOrNothing {
			fault(g, "score_aggregation", "%s has score_aggregation: %s, but secret has pass-fail, so its groups "+
				"must have pass-fail, too", g.Name, g.Mode)
		}
		for _, name := range g.Require {
			if message := s.requirable(g, name); message != "" {
				fault(g, "require_pass", "%s", message)
			}
		}
	}
	return found
}

// requirable returns the reason why a group cannot require the group with that name; "" if it can.
func (s *Standard) requirable(g Settings, name string) string {
	if name == Sample {
		return ""
	}
	required := s.group(name)
	switch {
	case g.Name == Secret:
		return fmt.Sprintf("secret can require only sample, not %s; a group in secret can require it", name)
	case required == nil && s.group(Secret+"/"+name) != nil:
		return fmt.Sprintf("no group %s; did you mean %s/%s?", name, Secret, name)
	case required == nil:
		return fmt.Sprintf("no group %s; name sample or a group in secret, such as %s", name, s.groups[0].Name)
	case name >= g.Name:
		return fmt.Sprintf("%s does not come before %s; only earlier groups can be required", name, g.Name)
	case required.Mode != AllOrNothing:
		return fmt.Sprintf("%s has score_aggregation: %s; only groups with pass-fail can be required", name,
			required.Mode)
	}
	return ""
}

// Doubts returns settings that the format allows but that are probably mistakes: maximum scores that do not add up.
func (s *Standard) Doubts() (found []Fault) {
	if len(s.groups) == 0 || !s.secret.Bounded || s.secret.Mode == AllOrNothing {
		return nil
	}
	var most []Number
	for _, g := range s.groups {
		if !g.Bounded {
			return nil // the method faults reports this
		}
		most = append(most, g.Max)
	}
	best, how := slices.MinFunc(most, Number.Cmp), "have a minimum of"
	if s.secret.Mode == Sum {
		best, _ = sum(most) // no error, because all are finite
		how = "add up to"
	}
	if best.Equal(s.secret.Max) {
		return nil
	}
	return []Fault{{Secret, "max_score", fmt.Sprintf("the max_score of secret is %s, and those of its groups %s %s; "+
		"change one of them", s.secret.Max, how, best)}}
}

// Rule returns the rule for the score of a test.
func (s *Standard) Rule(test string) Rule {
	g := s.groupOf(test)
	switch {
	case g.Name == Sample:
		return Rule{Kind: Ignored}
	case g.Mode == AllOrNothing:
		return Rule{Kind: PassFail}
	case !g.Bounded:
		return Rule{Kind: Unbounded}
	case g.Mode == Min:
		return Rule{Kind: Bounded, Max: g.Max}
	case g.Points != nil:
		return Rule{Kind: Bounded, Max: g.Points[test]}
	}
	return Rule{Kind: Bounded, Max: g.Max.over(max(s.tests[g.Name], 1))}
}

// CountsSamples reports whether secret or a group in it requires samples. Only then does the score depend on them.
func (s *Standard) CountsSamples() bool {
	return slices.ContainsFunc(append(s.groups[:len(s.groups):len(s.groups)], s.secret), func(g Settings) bool {
		return slices.Contains(g.Require, Sample)
	})
}

// Partial returns the reason why a score is not partial; "" if the score is partial. A partial score is more than 0 and
// less than the maximum.
func (s *Standard) Partial(n Number) string {
	switch {
	case n.Sign() <= 0:
		return "the score is 0, but a partial score is more than 0"
	case s.secret.Bounded && n.Cmp(s.secret.Max) >= 0:
		return fmt.Sprintf("the score is %s, the maximum", n)
	}
	return ""
}

// Scored returns the names of secret and its groups.
func (s *Standard) Scored() []string {
	names := []string{Secret}
	for _, g := range s.groups {
		names = append(names, g.Name)
	}
	return names
}
