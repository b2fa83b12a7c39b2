package score

import (
	"fmt"
	"maps"
	"slices"
)

// standardGate knows which groups have a test that was not accepted, and which of the others are left out for that.
type standardGate struct {
	scheme   *Standard
	rejected map[string]string  // group, sample included → its first such test; never changed, but replaced
	closed   map[string]closing // group that is left out → why; likewise
}

// closing is a group that is required, and the test for which that one is not passed.
type closing struct{ group, test string }

// Gate knows which tests require_pass leaves out.
func (s *Standard) Gate() Gate { return &standardGate{scheme: s} }

func (g *standardGate) Clone() Gate {
	clone := *g
	return &clone
}

func (g *standardGate) Enter(test string) string {
	why, ok := g.closed[g.scheme.nameOf(test)]
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s is required, and %s was not accepted", why.group, why.test)
}

func (g *standardGate) Leave(test, verdict string) {
	name := g.scheme.nameOf(test)
	if verdict == "" || verdict == Accepted || verdict == JudgeError || g.rejected[name] != "" {
		return
	}
	if g.rejected = maps.Clone(g.rejected); g.rejected == nil {
		g.rejected = make(map[string]string)
	}
	g.rejected[name] = test
	g.close()
}

// close works out which groups are left out. Those that are required come first.
func (g *standardGate) close() {
	g.closed = make(map[string]closing)
	groups := g.scheme.groups
	if len(groups) == 0 {
		groups = []Settings{g.scheme.secret}
	}
	for _, group := range groups {
		for _, required := range slices.Concat(g.scheme.secret.Require, group.Require) {
			test := g.rejected[required]
			if why, ok := g.closed[required]; ok && test == "" {
				test = why.test
			}
			if test != "" {
				g.closed[group.Name] = closing{required, test}
				break
			}
		}
	}
}

// Decided is true where one test that is not accepted makes the score 0, whatever the others get. Samples have no
// score.
func (g *standardGate) Decided(test string) bool {
	group := g.scheme.groupOf(test)
	return g.rejected[g.scheme.nameOf(test)] != "" && (group == nil || group.Mode != Sum)
}
