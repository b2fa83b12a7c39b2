package polygon

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/read/tree"
)

// Group is a group of tests.
type Group struct {
	Name         string       `xml:"name,attr"`
	Points       string       `xml:"points,attr"`        // "" if absent, as when only the tests have points
	Policy       string       `xml:"points-policy,attr"` // each-test or complete-group
	Dependencies []Dependency `xml:"dependencies>dependency"`
}

// Dependency names a group whose tests must all be accepted.
type Dependency struct {
	Group string `xml:"group,attr"`
}

func (g Group) requires(name string) bool { return slices.Contains(g.Dependencies, Dependency{name}) }

// group returns the <group> of that name. If there is none, known is false, and nothing says how the group is scored.
func (k *Package) group(name string) (g Group, known bool) {
	i := slices.IndexFunc(k.Groups, func(g Group) bool { return g.Name == name })
	if i < 0 {
		return Group{Name: name}, false
	}
	return k.Groups[i], true
}

// The policies. With eachTest, each accepted test gives its own points. With completeGroup, the group gives its points
// if all its tests are accepted.
const (
	eachTest      = "each-test"
	completeGroup = "complete-group"
)

// Arranged holds the names that a package's tests have in the format 2025-09, and the tests' scoring.
type Arranged struct {
	// one for each test: sample/01, secret/02, or secret/easy/03. A group's folder has the group's name. But if some
	// group's name is not allowed, or the names do not sort in the order of the groups, the name of each group's folder
	// begins with a number, as in secret/10-hard
	Names  []string
	Scheme *score.Scheme // nil if no test gives points, or if their meaning is uncertain
	Doubt  error         // why the meaning is uncertain, with the place; nil if it is certain
}

// Arrange names the tests and computes their scoring.
func (k *Package) Arrange() Arranged {
	a := arrangement{Package: k, points: make([]score.Number, len(k.Tests))}
	doubt := a.sort()
	some, err := a.readPoints()
	if !some && err == nil { // without points, the dependencies of groups do not matter
		return Arranged{Names: a.names(false)}
	}
	if doubt = cmp.Or(doubt, err); doubt == nil {
		doubt = a.certain()
	}
	if doubt != nil {
		return Arranged{Names: a.names(false), Doubt: doubt}
	}
	names := a.names(true)
	scheme, doubt := a.scheme(names)
	return Arranged{Names: names, Scheme: scheme, Doubt: doubt}
}

// arrangement holds the tests with their points, and the groups that have tests. Groups are in the order in which tests
// name them, except that each group follows those that it depends on.
type arrangement struct {
	*Package
	points []score.Number
	parts  []*part
}

// part is a group that has tests.
type part struct {
	Group
	known  bool  // whether a <group> says how this group is scored
	tests  []int // indices of the group's tests
	total  score.Number
	folder string // the folder of its tests: "secret/easy"; "sample" if they are samples without points
}

func (a *arrangement) part(name string) *part {
	i := slices.IndexFunc(a.parts, func(g *part) bool { return g.Name == name })
	if i < 0 {
		return nil
	}
	return a.parts[i]
}

// sort finds the groups that have tests, and sorts them so that each group follows those that it depends on.
func (a *arrangement) sort() error {
	for i, t := range a.Tests {
		if t.Group == "" {
			continue
		}
		g := a.part(t.Group)
		if g == nil {
			g = new(part)
			g.Group, g.known = a.group(t.Group)
			a.parts = append(a.parts, g)
		}
		g.tests = append(g.tests, i)
	}
	var sorted []*part
	left := slices.Clone(a.parts)
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(g *part) bool {
			return !slices.ContainsFunc(left, func(other *part) bool { return g.requires(other.Name) })
		})
		if i < 0 {
			return a.errorf("the group %q depends on itself through other groups", legible.Line(left[0].Name))
		}
		sorted = append(sorted, left[i])
		left = slices.Delete(left, i, i+1)
	}
	a.parts = sorted
	return nil
}

// readPoints reads the points of tests and groups, and reports whether there are any.
func (a *arrangement) readPoints() (some bool, err error) {
	read := func(text, of string) (n score.Number) {
		if text == "" {
			return n
		}
		n, wrong := score.Parse(text)
		if wrong != nil || n.Sign() < 0 {
			err = cmp.Or(err, a.errorf("%s: want points, a number that is not negative, got %q", of,
				legible.Line(text)))
		}
		some = some || n.Sign() > 0
		return n
	}
	for i, t := range a.Tests {
		a.points[i] = read(t.Points, fmt.Sprint("test ", t.Number))
		if g := a.part(t.Group); g != nil {
			g.total = score.Total(g.total, a.points[i])
		}
	}
	for _, g := range a.Groups {
		read(g.Points, "group "+legible.Line(g.Name))
	}
	return some, err
}

// certain returns an error that says why the meaning of the points is uncertain; nil if it is certain.
func (a *arrangement) certain() error {
	for i, t := range a.Tests {
		if t.Group == "" && len(a.parts) > 0 && a.points[i].Sign() > 0 {
			return a.errorf("test %d has points and no group, where others are in groups", t.Number)
		}
	}
	for _, g := range a.parts {
		given, _ := score.Parse(g.Points)
		switch {
		case !g.known:
			return a.errorf("no <group> says how the group %q is scored", legible.Line(g.Name))
		case g.Policy != eachTest && g.Policy != completeGroup:
			return a.errorf("the points-policy %q is not known; %s and %s are", legible.Line(g.Policy), eachTest,
				completeGroup)
		case g.Points != "" && !given.Equal(g.total):
			return a.errorf("the group %q has %s points, and its tests have %s together", legible.Line(g.Name), given,
				g.total)
		}
		for _, d := range g.Dependencies {
			required := a.part(d.Group)
			switch _, known := a.group(d.Group); {
			case !known:
				return a.errorf("there is no group %q, on which %q depends", legible.Line(d.Group),
					legible.Line(g.Name))
			case required != nil && required.Policy != completeGroup && required.total.Sign() > 0:
				return a.errorf("%q depends on %q, which gives points for each test; nothing says when such a group "+
					"is passed", legible.Line(g.Name), legible.Line(d.Group))
			}
		}
	}
	return nil
}

// names returns the names of the tests. counted says whether points count. If they do, the samples of a group are in
// the group's folder. Other samples with points are directly in secret, because samples have no score in the format
// 2025-09.
func (a *arrangement) names(counted bool) []string {
	a.placeParts(counted)
	width := max(2, len(fmt.Sprint(len(a.Tests))))
	names := make([]string, len(a.Tests))
	for i, t := range a.Tests {
		folder := score.Secret
		if g := a.part(t.Group); t.Sample && (!counted || g == nil && a.points[i].Sign() == 0) {
			folder = score.Sample
		} else if g != nil {
			folder = g.folder
		}
		names[i] = fmt.Sprintf("%s/%0*d", folder, width, t.Number)
	}
	return names
}

// placeParts sets each group's folder. The folders sort in the order of the groups.
func (a *arrangement) placeParts(counted bool) {
	plain := slices.IsSortedFunc(a.parts, func(g, h *part) int { return strings.Compare(g.Name, h.Name) }) &&
		!slices.ContainsFunc(a.parts, func(g *part) bool { return !legible.IsName(g.Name, 100) })
	width := len(fmt.Sprint(len(a.parts)))
	free := counted && !slices.ContainsFunc(a.Tests, func(t Test) bool { return t.Group == "" })
	for i, g := range a.parts {
		folder := g.Name
		if !plain {
			folder = fmt.Sprintf("%0*d-%s", width, i+1, tree.Plain(g.Name))
			folder = strings.TrimRight(folder[:min(len(folder), 100)], "-")
		}
		g.folder = score.Secret + "/" + folder
		secret := slices.ContainsFunc(g.tests, func(i int) bool { return !a.Tests[i].Sample })
		if free && !secret && g.total.Sign() == 0 { // at most one group gets the folder sample
			g.folder, free = score.Sample, false
		}
	}
}

// scheme returns the scoring of the tests with these names.
func (a *arrangement) scheme(names []string) (*score.Scheme, error) {
	worth := make(map[string]score.Number)
	for i, name := range names {
		worth[name] = a.points[i]
	}
	groups := []score.Settings{{Name: score.Secret, Mode: score.Sum, High: score.Total(a.points...), Points: worth}}
	for _, g := range a.parts {
		if g.folder == score.Sample {
			continue
		}
		s := score.Settings{Name: g.folder, Mode: score.AllOrNothing, High: g.total}
		if g.Policy == eachTest && s.High.Sign() > 0 {
			s.Mode, s.Points = score.Sum, worth
		}
		for _, d := range g.Dependencies {
			if required := a.part(d.Group); required != nil {
				s.Require = append(s.Require, required.folder)
			}
		}
		groups = append(groups, s)
	}
	scheme, faults := score.New(groups, names)
	if len(faults) > 0 {
		return nil, a.errorf("%s", faults[0].Message)
	}
	return scheme, nil
}
