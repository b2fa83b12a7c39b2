package score

import (
	"fmt"
	"slices"
)

// Fault is a setting that the format does not allow.
type Fault struct {
	Group, Key string // its place, such as "secret/1" and "require_pass"
	Message    string
}

// faults returns the settings, and combinations of settings, that the format 2025-09 does not allow.
func (s *Scheme) faults() (found []Fault) {
	secret := s.groups[Secret]
	for _, name := range s.Scored() {
		g := s.groups[name]
		fault := func(key, format string, args ...any) {
			found = append(found, Fault{name, key, fmt.Sprintf(format, args...)})
		}
		inner, bounded := name != Secret, g.High.Finite()
		switch {
		case g.Mode == AllOrNothing && !bounded:
			fault("max_score", "%s has score_aggregation: pass-fail, but no max_score; add it", name)
		case inner && !bounded && secret.High.Finite():
			fault("max_score", "%s has no max_score, but secret has one (%s); add it, or write max_score: "+
				"unbounded for secret", name, secret.High)
		}
		if inner && secret.Mode == AllOrNothing && g.Mode != AllOrNothing {
			fault("score_aggregation", "%s has score_aggregation: %s, but secret has pass-fail, so its groups "+
				"must have pass-fail, too", name, g.Mode)
		}
		for _, required := range g.Require {
			if message := s.requirable(name, required); message != "" {
				fault("require_pass", "%s", message)
			}
		}
	}
	return found
}

// requirable returns the reason why a group cannot require the group of the name required; "" if it can.
func (s *Scheme) requirable(name, required string) string {
	g := s.groups[required]
	switch {
	case required == Sample:
		return ""
	case name == Secret:
		return fmt.Sprintf("secret can require only sample, not %s; a group in secret can require it", required)
	case g == nil && s.groups[Secret+"/"+required] != nil:
		return fmt.Sprintf("no group %s; did you mean %s/%s?", required, Secret, required)
	case g == nil || required == Secret || required == Root:
		return fmt.Sprintf("no group %s; name sample or a group in secret, such as %s", required, s.Scored()[1])
	case required >= name:
		return fmt.Sprintf("%s does not come before %s; only earlier groups can be required", required, name)
	case g.Mode != AllOrNothing:
		return fmt.Sprintf("%s has score_aggregation: %s; only groups with pass-fail can be required", required,
			g.Mode)
	}
	return ""
}

// Doubts returns settings that the format allows but that are probably mistakes: maximum scores that do not add up.
func (s *Scheme) Doubts() []Fault {
	secret, names := s.groups[Secret], s.Scored()[1:]
	if s.graded || len(names) == 0 || !secret.High.Finite() || secret.Mode == AllOrNothing {
		return nil
	}
	var most []Number // all finite, as New returns a fault for any other
	for _, name := range names {
		most = append(most, s.groups[name].High)
	}
	best, how := slices.MinFunc(most, Number.Cmp), "have a minimum of"
	if secret.Mode == Sum {
		best, how = Total(most...), "add up to"
	}
	if best.Equal(secret.High) {
		return nil
	}
	return []Fault{{Secret, "max_score", fmt.Sprintf("the max_score of secret is %s, and those of its groups %s %s; "+
		"change one of them", secret.High, how, best)}}
}
