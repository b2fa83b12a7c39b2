package polygon

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/read/tree"
)

// Group is a group of tests.
type Group struct {
	Name         string `xml:"name,attr"`
	Points       string `xml:"points,attr"`        // "" if the group gives none, but its tests do
	Policy       string `xml:"points-policy,attr"` // eachTest or completeGroup
	Dependencies []struct {
		Group string `xml:"group,attr"` // every test of which must be accepted
	} `xml:"dependencies>dependency"`
}

// requires are the groups of which every test must be accepted.
func (g Group) requires() []string {
	var names []string
	for _, d := range g.Dependencies {
		names = append(names, d.Group)
	}
	return names
}

// The policies: each test that is accepted gives its points, or all tests together those of the group.
const (
	eachTest      = "each-test"
	completeGroup = "complete-group"
)

// Arranged are the tests of a package as the format 2025-09 has them, and how they are scored.
type Arranged struct {
	// by test: sample/01, secret/02, or secret/easy/03. The folders of groups are called as the groups, if that keeps
	// them in the order of their tests, else they begin with a number: secret/10-hard
	Names  []string
	Scheme *score.Standard // nil if no test gives points, or if what they mean is not certain
	Doubt  error           // why it is not certain, with its place
}

// Arrange arranges the tests.
func (k *Package) Arrange() Arranged {
	a := arrangement{Package: k, tests: make(map[string][]Test), groups: make(map[string]Group)}
	for _, g := range k.Groups {
		a.groups[g.Name] = g
	}
	for _, t := range k.Tests {
		if t.Group != "" && a.tests[t.Group] == nil {
			a.order = append(a.order, t.Group)
		}
		a.tests[t.Group] = append(a.tests[t.Group], t)
	}
	doubt := a.sort()
	points, err := a.points()
	if doubt == nil {
		doubt = err
	}
	if points == nil && err == nil { // no test gives any
		return Arranged{Names: a.names(nil)}
	}
	if doubt == nil {
		doubt = a.certain(points)
	}
	if doubt != nil {
		return Arranged{Names: a.names(nil), Doubt: doubt}
	}
	names := a.names(points)
	scheme, doubt := a.scheme(points, names)
	return Arranged{Names: names, Scheme: scheme, Doubt: doubt}
}

// arrangement are the groups of a package by name.
type arrangement struct {
	*Package
	order  []string // those that have tests, in the order in which they are named
	tests  map[string][]Test
	groups map[string]Group
	shown  string // the group that consists of samples and gives no points, "" for none
}

// sort puts groups behind those that they depend on, and otherwise leaves them in order.
func (a *arrangement) sort() error {
	var sorted []string
	left := slices.Clone(a.order)
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(name string) bool {
			return !slices.ContainsFunc(a.groups[name].requires(), func(d string) bool {
				return slices.Contains(left, d)
			})
		})
		if i < 0 {
			return a.errorf("the group %q depends on itself by others", legible.Line(left[0]))
		}
		sorted = append(sorted, left[i])
		left = slices.Delete(left, i, i+1)
	}
	a.order = sorted
	return nil
}

// points are the points of each test, by its number; nil if no test and no group gives any.
func (a *arrangement) points() (map[int]score.Number, error) {
	points := make(map[int]score.Number)
	some := false
	read := func(text, of string) (n score.Number, err error) {
		if text == "" {
			return n, nil
		}
		if n, err = score.Parse(text); err != nil || n.Sign() < 0 {
			some = true
			return n, a.errorf("%s: want points, a number that is not negative, got %q", of, legible.Line(text))
		}
		some = some || n.Sign() > 0
		return n, nil
	}
	for _, t := range a.Tests {
		n, err := read(t.Points, fmt.Sprint("test ", t.Number))
		if err != nil {
			return nil, err
		}
		points[t.Number] = n
	}
	for _, g := range a.Groups {
		if _, err := read(g.Points, "group "+legible.Line(g.Name)); err != nil {
			return nil, err
		}
	}
	if !some {
		return nil, nil
	}
	return points, nil
}

// certain says why it is not certain what the points mean; nil if it is.
func (a *arrangement) certain(points map[int]score.Number) error {
	for _, t := range a.tests[""] {
		if len(a.order) > 0 && points[t.Number].Sign() > 0 {
			return a.errorf("test %d has points and no group, where others are in groups", t.Number)
		}
	}
	for _, name := range a.order {
		g, known := a.groups[name]
		switch {
		case !known:
			return a.errorf("no <group> says how the group %q is scored", legible.Line(name))
		case g.Policy != eachTest && g.Policy != completeGroup:
			return a.errorf("the points-policy %q is not known; %s and %s are", legible.Line(g.Policy), eachTest,
				completeGroup)
		}
		total := a.total(name, points)
		if given, _ := score.Parse(g.Points); g.Points != "" && !given.Equal(total) {
			return a.errorf("the group %q has %s points, and its tests have %s together", legible.Line(name), given,
				total)
		}
		for _, d := range g.requires() {
			required, known := a.groups[d]
			switch {
			case !known:
				return a.errorf("there is no group %q, on which %q depends", legible.Line(d), legible.Line(name))
			case len(a.tests[d]) > 0 && required.Policy != completeGroup && a.total(d, points).Sign() > 0:
				return a.errorf("%q depends on %q, which gives points for each test, and when such a group is "+
					"passed is not known", legible.Line(name), legible.Line(d))
			}
		}
	}
	return nil
}

// total are the points of the tests of a group.
func (a *arrangement) total(group string, points map[int]score.Number) score.Number {
	var all []score.Number
	for _, t := range a.tests[group] {
		all = append(all, points[t.Number])
	}
	return score.Total(all...)
}

// folderForm is the form of a folder's name.
var folderForm = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,99}$`)

// names are the names of the tests; points is nil where none are counted. The samples have no score in the format
// 2025-09, so those that give points are among the other tests, with their group.
func (a *arrangement) names(points map[int]score.Number) []string {
	free := len(a.tests[""])
	for _, name := range a.order {
		samples := !slices.ContainsFunc(a.tests[name], func(t Test) bool { return !t.Sample })
		if samples && free == 0 && a.total(name, points).Sign() == 0 && points != nil && a.shown == "" {
			a.shown = name
		}
	}
	folders := a.folders()
	width := max(2, len(fmt.Sprint(len(a.Tests))))
	names := make([]string, len(a.Tests))
	for i, t := range a.Tests {
		folder := score.Secret
		switch {
		case t.Sample && (points == nil || t.Group == "" && points[t.Number].Sign() == 0),
			t.Group != "" && t.Group == a.shown:
			folder = score.Sample
		case t.Group != "":
			folder = folders[t.Group]
		}
		names[i] = fmt.Sprintf("%s/%0*d", folder, width, t.Number)
	}
	return names
}

// folders are the folders of the groups, in whose order the groups are.
func (a *arrangement) folders() map[string]string {
	folders := make(map[string]string)
	plain := slices.IsSorted(a.order) && !slices.ContainsFunc(a.order, func(name string) bool {
		return !folderForm.MatchString(name)
	})
	width := len(fmt.Sprint(len(a.order)))
	for i, name := range a.order {
		folder := name
		if !plain {
			folder = fmt.Sprintf("%0*d-%s", width, i+1, tree.Plain(name))
			folder = strings.TrimRight(folder[:min(len(folder), 100)], "-")
		}
		folders[name] = score.Secret + "/" + folder
	}
	return folders
}

// scheme is the scoring of the tests with these names.
func (a *arrangement) scheme(points map[int]score.Number, names []string) (*score.Standard, error) {
	folders, worth := a.folders(), make(map[string]score.Number)
	var all []score.Number
	for i, t := range a.Tests {
		worth[names[i]] = points[t.Number]
		all = append(all, points[t.Number])
	}
	secret := score.Settings{Name: score.Secret, Mode: score.Sum, Bounded: true, Max: score.Total(all...),
		Points: worth}
	var groups []score.Settings
	for _, name := range a.order {
		if name == a.shown {
			continue
		}
		g := a.groups[name]
		s := score.Settings{Name: folders[name], Mode: score.AllOrNothing, Bounded: true, Max: a.total(name, points)}
		if g.Policy == eachTest && s.Max.Sign() > 0 {
			s.Mode, s.Points = score.Sum, worth
		}
		for _, d := range g.requires() {
			switch {
			case d == a.shown:
				s.Require = append(s.Require, score.Sample)
			case len(a.tests[d]) > 0:
				s.Require = append(s.Require, folders[d])
			}
		}
		groups = append(groups, s)
	}
	scheme, faults := score.NewStandard(secret, groups, names)
	if len(faults) > 0 {
		return nil, a.errorf("%s", faults[0].Message)
	}
	return scheme, nil
}
