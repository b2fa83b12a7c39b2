package score

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
)

// The scores of random submissions are the same in both formats, wherever one can be said in the terms of the other.
func TestConvert(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	said := make(map[string]int)
	for range 1_500 {
		tests := convertedTests(r)
		legacy := convertedLegacy(r, tests)
		if settings, err := legacy.Settings(); err == nil {
			said["2025-09"]++
			standard, faults := NewStandard(settings[0], settings[1:], tests)
			if len(faults) > 0 {
				t.Fatalf("%s: %v", described(legacy), faults)
			}
			same(t, r, tests, legacy, standard, nil, func() string { return described(legacy) })
		}
		standard, faults := convertedStandard(r, tests)
		if len(faults) > 0 {
			continue
		}
		about := func() string { return fmt.Sprintf("%v %+v", tests, standard.Settings()) }
		for _, apart := range []bool{false, true} {
			if g, err := standard.Graders(tests, apart); err == nil {
				said[fmt.Sprint("legacy ", apart)]++
				graders := make(map[string]Grader)
				var names []string
				for _, one := range g.Groups {
					one.CustomScoring = g.Scores
					graders[one.Name] = one
				}
				for _, p := range g.Tests {
					names = append(names, p.Name)
				}
				slices.SortFunc(names, compareNames)
				of := func(name string) Grader {
					if _, known := graders[name]; !known {
						t.Fatalf("%s: no grader of %s", about(), name)
					}
					return graders[name]
				}
				same(t, r, tests, standard, NewLegacy(of, false, names), g.Tests, about)
				if apart {
					sameThere(t, r, standard, tests, g, about)
				}
			}
		}
		if settings, placed, err := standard.Whole(tests); err == nil {
			said["whole"]++
			names := slices.Clone(tests)
			for _, p := range placed {
				names[slices.Index(names, p.Test)] = p.Name
			}
			whole, faults := NewStandard(settings[0], settings[1:], names)
			if len(faults) > 0 {
				t.Fatalf("%s: %v", about(), faults)
			}
			same(t, r, tests, standard, whole, placed, about)
		}
	}
	for _, kind := range []string{"2025-09", "legacy false", "legacy true", "whole"} {
		if said[kind] < 40 {
			t.Errorf("only %d are said as %s", said[kind], kind)
		}
	}
}

func convertedTests(r *rand.Rand) (tests []string) {
	for i := range r.IntN(2) {
		tests = append(tests, fmt.Sprint("sample/", i))
	}
	groups := r.IntN(4)
	for g := range max(groups, 1) {
		for i := range 1 + r.IntN(3) {
			if groups == 0 {
				tests = append(tests, fmt.Sprint("secret/", i))
			} else {
				tests = append(tests, fmt.Sprintf("secret/%d/%d", g, i))
			}
		}
	}
	return tests
}

func one[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func convertedLegacy(r *rand.Rand, tests []string) *Legacy {
	custom := r.IntN(4) == 0
	return NewLegacy(func(name string) Grader {
		g := DefaultGrader(name)
		g.Break = r.IntN(2) == 0
		g.Accept = Int(one[int64](r, 0, 1, 10, 30))
		g.Reject = Int(one[int64](r, 0, 0, 0, 0, 0, 0, 1))
		g.Verdicts = one(r, WorstError, FirstError, AlwaysAccept)
		g.Scores = one(r, SumOf, SumOf, SumOf, AverageOf, MinOf, MaxOf)
		g.AnyAccepted = r.IntN(3) == 0
		g.IgnoreSample = name == Root && r.IntN(3) > 0
		g.CustomScoring = custom
		if r.IntN(5) == 0 {
			g.Low, g.High = Int(0), Int(100)
		}
		return g
	}, false, tests)
}

func convertedStandard(r *rand.Rand, tests []string) (*Standard, []Fault) {
	unbounded := r.IntN(4) == 0
	random := func(name string) Settings {
		s := Defaults(name)
		s.Mode = one(r, AllOrNothing, Sum, Min)
		s.Bounded, s.Max = true, Int(one[int64](r, 10, 30, 100))
		if unbounded && s.Mode != AllOrNothing {
			s.Bounded, s.Max = false, Number{}
		}
		return s
	}
	secret := random(Secret)
	var groups []Settings
	for _, test := range tests {
		name := groupName(test)
		if !strings.HasPrefix(test, "secret/") || name == test {
			continue
		}
		if n := len(groups); n == 0 || groups[n-1].Name != name {
			g := random(name)
			for _, before := range groups {
				if r.IntN(3) == 0 {
					g.Require = append(g.Require, before.Name)
				}
			}
			groups = append(groups, g)
		}
	}
	if r.IntN(5) == 0 {
		secret.Require = []string{Sample}
	}
	leaf := &secret
	if len(groups) > 0 {
		leaf = &groups[r.IntN(len(groups))]
	}
	if leaf.Mode == Sum && leaf.Bounded && r.IntN(2) == 0 {
		leaf.Points, leaf.Max = make(map[string]Number), Number{}
		for _, test := range tests {
			if strings.HasPrefix(test, leaf.Name+"/") {
				leaf.Points[test] = Int(r.Int64N(4))
				leaf.Max = Total(leaf.Max, leaf.Points[test])
			}
		}
	}
	return NewStandard(secret, groups, tests)
}

// judged are random results of tests, and what the checker wrote of those that it accepts.
func judged(r *rand.Rand, tests []string) (verdicts, written map[string]string) {
	verdicts, written = make(map[string]string), make(map[string]string)
	for _, test := range tests {
		verdicts[test], written[test] = one(r, "AC", "AC", "AC", "WA", "TLE"), one(r, "0", "2", "5")
	}
	return verdicts, written
}

// scored are those results by a scheme.
func scored(t *testing.T, s Scheme, verdicts, written map[string]string) (all []Test) {
	t.Helper()
	for _, name := range slices.SortedFunc(maps.Keys(verdicts), compareNames) {
		rule, files, accepted := s.Rule(name), Files(nil), verdicts[name] == Accepted
		if accepted && (rule.Kind == Unbounded || rule.Kind == Graded && rule.Custom) {
			files = Files{ScoreFile: written[name]}
		}
		n, from, err := rule.Score(accepted, files)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, Test{name, verdicts[name], n, from})
	}
	return all
}

// total is the score of a submission, 0 if it has none; "JE" if it cannot be scored.
func total(o Outcome) string {
	switch {
	case o.Failure != "":
		return "JE"
	case !o.Whole.Known:
		return "?"
	}
	return o.Whole.Score.Exact()
}

func same(t *testing.T, r *rand.Rand, tests []string, here, there Scheme, placed []Placed, about func() string) {
	t.Helper()
	for range 8 {
		verdicts, written := judged(r, tests)
		o := here.Outcome(scored(t, here, verdicts, written))
		want := total(o)
		if legacy, is := here.(*Legacy); is && !o.Whole.Scored && want != "JE" {
			_, want = legacy, "0"
		}
		other, wrote := moved(verdicts, placed, here), moved(written, placed, here)
		got := there.Outcome(scored(t, there, other, wrote))
		shown := total(got)
		if _, is := there.(*Legacy); is && !got.Whole.Scored && shown != "JE" {
			shown = "0"
		}
		if want != shown && want != "JE" {
			t.Fatalf("%s\n%v %v: %s here and %s there (%s)", about(), verdicts, written, want, shown, got.Failure)
		}
	}
}

// moved are results under the names of the tests elsewhere.
func moved(results map[string]string, placed []Placed, here Scheme) map[string]string {
	other := make(map[string]string)
	for test, result := range results {
		if !slices.ContainsFunc(placed, func(p Placed) bool { return p.Test == test }) {
			other[test] = result
		}
	}
	for _, p := range placed {
		other[p.Name] = results[p.Test]
	}
	return other
}

// sameThere computes the score as DOMjudge does (SubmissionService::maybeSetScoringResult): only folders of tests have
// points, and a group in which something is not accepted keeps the points of the rest.
func sameThere(t *testing.T, r *rand.Rand, here *Standard, tests []string, g Graders, about func() string) {
	t.Helper()
	verdicts, written := judged(r, tests)
	graders := make(map[string]Grader)
	for _, one := range g.Groups {
		graders[one.Name] = one
	}
	var score func(group string) Number
	score = func(group string) Number {
		var all []Number
		for name := range graders {
			if name != Root && path.Dir(name) == group && name != Sample {
				all = append(all, score(name))
			}
		}
		if len(all) == 0 {
			accepted := true
			for _, p := range g.Tests {
				if path.Dir(p.Name) != group {
					continue
				}
				n, _ := Parse(written[p.Test])
				if verdicts[p.Test] != Accepted {
					accepted, n = false, Number{}
				}
				all = append(all, n)
			}
			if !g.Scores {
				if all = []Number{graders[group].Accept}; !accepted {
					all[0] = Number{}
				}
			}
		}
		switch graders[group].Scores {
		case MinOf:
			return slices.MinFunc(all, Number.Cmp)
		case AverageOf:
			return Total(all...).over(len(all))
		}
		return Total(all...)
	}
	o := here.Outcome(scored(t, here, verdicts, written))
	if want, got := total(o), score(Root).Exact(); want != got && want != "JE" {
		t.Fatalf("%s\n%v %v: %s here and %s on DOMjudge", about(), verdicts, written, want, got)
	}
}

func described(o *Legacy) string {
	var text string
	for _, name := range o.Scored() {
		text += fmt.Sprintf("%+v %d items\n", o.folders[name].Grader, len(o.folders[name].items))
	}
	return text
}

// What cannot be said in the other format is named.
func TestCannotConvert(t *testing.T) {
	tests := []string{"secret/1/a", "secret/1/b", "secret/2/a", "secret/2/b"}
	for want, change := range map[string]func(*Grader){
		"scores of its tests, if every test is accepted":      nil,
		"all tests has a grader of its own (grading: custom)": func(g *Grader) { g.Custom = true },
		"secret/1 makes the max of the scores of its tests":   func(g *Grader) { g.Scores, g.AnyAccepted = MaxOf, true },
		"all tests has a reject_score that is not 0":          func(g *Grader) { g.Reject = Int(1) },
		"the groups behind secret/1 are left out": func(g *Grader) {
			g.AnyAccepted, g.Break = true, g.Name == Secret
		},
		"secret/1 makes the sum of the scores of its tests up to the first that is not accepted": func(g *Grader) {
			g.AnyAccepted, g.Break = true, true
		},
	} {
		legacy := NewLegacy(func(name string) Grader {
			g := DefaultGrader(name)
			if change != nil {
				change(&g)
			}
			return g
		}, false, tests)
		_, err := legacy.Settings()
		switch {
		case change == nil && err != nil:
			t.Errorf("the default grader: %v", err)
		case change != nil && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("got %v, want %q", err, want)
		}
	}
	s, _ := NewStandard(Settings{Name: Secret, Mode: Sum, Bounded: true, Max: Int(100)}, []Settings{
		{Name: "secret/1", Mode: AllOrNothing, Bounded: true, Max: Int(40)},
		{Name: "secret/2", Mode: Sum, Bounded: true, Max: Int(60), Require: []string{"secret/1"}}}, tests)
	if _, err := s.Graders(tests, false); err == nil ||
		err.Error() != "secret/2 gives points for each test once secret/1 is passed (require_pass)" {
		t.Errorf("got %v", err)
	}
}
