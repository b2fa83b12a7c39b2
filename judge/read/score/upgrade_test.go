package score

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each row is a scoring by graders, and its settings in the format 2025-09, or why there are none.
func TestUpgrade(t *testing.T) {
	const tests = "sample/1 secret/a/1 secret/a/2 secret/b/1"
	const usual = ". continue ignore_sample; secret continue accept_if_any_accepted; "
	for _, row := range []struct{ graders, tests, want string }{
		{usual + "secret/a break min accept=30; secret/b min accept=70", tests,
			"secret sum 100; a pass-fail 30; b pass-fail 70"},
		{usual + "secret/a continue sum always_accept accept=5; secret/b min accept=7", tests,
			"secret sum 17; a sum 10; b pass-fail 7"},
		{". ignore_sample", tests, "secret pass-fail 3"},
		{". ignore_sample; secret continue always_accept accept=2", "secret/1 secret/2", "secret sum 4"},
		{". ignore_sample; secret continue always_accept avg accept=9", "secret/1 secret/2", "secret sum 9"},
		{"", tests, "no scores that depend on samples"},
		{". ignore_sample; secret always_accept; secret/a worst_error", tests, "secret is graded"},
		{". ignore_sample; secret continue always_accept max accept=9", "secret/1 secret/2", "secret is graded"},
		{". ignore_sample; secret continue always_accept; secret/a sum; secret/a/x always_accept",
			"secret/a/1 secret/a/x/1 secret/b/1", "secret/a is graded"},
		{". ignore_sample; secret continue always_accept", "secret/1 secret/a/1", "both tests and groups"},
		{". ignore_sample; secret accept=0.5", "secret/1", "the maximum score 0.5"},
		{". ignore_sample; secret reject=-1", "secret/1", "no reject_score"},
		{". ignore_sample; secret/a half", tests, "no custom graders"},
		{". ignore_sample; secret half reject=-1", "secret/1", "no custom graders"}, // always the same reason
		{". ignore_sample; secret continue always_accept range=0,1", "secret/1 secret/2",
			"the score of secret is 2, outside its range from 0 to 1"},
		{". ignore_sample; secret min always_accept continue", "secret/1", "secret is graded"},
	} {
		got := ""
		settings, err := scheme(t, true, row.graders, row.tests).Upgrade()
		if err != nil {
			got = err.Error()
		}
		for i, g := range settings {
			got += strings.TrimPrefix(g.Name, "secret/") + " " + string(g.Mode) + " " + g.High.String()
			if g.Require != nil {
				got += " " + strings.Join(g.Require, " ")
			}
			if i < len(settings)-1 {
				got += "; "
			}
		}
		if err == nil && got != row.want || err != nil && !strings.Contains(got, row.want) {
			t.Errorf("%s: %s, want %s", row.graders, got, row.want)
		}
	}
}

// What can be upgraded has the same scores, whatever the verdicts are. No score counts as 0.
func TestUpgradedScores(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	upgraded := 0
	for range 8_000 {
		tests := randomTests(random)
		graded := randomUpgradable(random, tests)
		settings, err := graded.Upgrade()
		if err != nil {
			continue
		}
		upgraded++
		standard, faults := New(settings, tests)
		if len(faults) > 0 {
			t.Fatalf("%v\n%v", graded, faults)
		}
		for range 5 {
			score := func(s *Scheme, verdicts []string) string {
				var all []Test
				for i, name := range tests {
					n, from, err := s.Rule(name).Score(verdicts[i] == Accepted, Files{})
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, Test{name, verdicts[i], n, from})
				}
				o := s.Outcome(all)
				return o.Whole.Score.Exact() + o.Failure
			}
			var verdicts []string
			for range tests {
				verdicts = append(verdicts, []string{"AC", "AC", "AC", "WA"}[random.IntN(4)])
			}
			if diff := cmp.Diff(score(graded, verdicts), score(standard, verdicts)); diff != "" {
				t.Fatalf("%+v\n%v %v\n(-graded +upgraded):\n%s", settings, tests, verdicts, diff)
			}
		}
	}
	if upgraded < 300 {
		t.Errorf("only %d were upgraded", upgraded)
	}
}

// randomUpgradable is like randomLegacy, but with fewer of the settings that are never upgraded.
func randomUpgradable(random *rand.Rand, tests []string) *Scheme {
	settings := make(map[string]Settings)
	return NewGraded(func(name string) Settings {
		if g, known := settings[name]; known {
			return g
		}
		g := DefaultGrader(name)
		g.Break, g.Accept = random.IntN(3) == 0, Int(int64(random.IntN(10)))
		g.Verdicts = []Verdicts{WorstError, FirstError, AlwaysAccept}[random.IntN(3)]
		g.Mode = []Mode{Sum, Sum, Average, Min, Max}[random.IntN(5)]
		g.AnyAccepted = random.IntN(4) == 0
		g.IgnoreSample = name == Root && random.IntN(3) > 0
		if strings.HasPrefix(name, Sample) {
			g.Accept = Int(int64(random.IntN(2)))
		}
		settings[name] = g
		return g
	}, false, tests)
}
