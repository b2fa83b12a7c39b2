package score

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// leftOut returns what a fold leaves out of tests with these verdicts.
func leftOut(fold *Fold, words string) (said []string) {
	for word := range strings.FieldsSeq(words) {
		name, verdict, _ := strings.Cut(word, "=")
		if left := fold.Next(name); left != "" {
			said = append(said, name+": "+left)
			continue
		}
		fold.Add(Test{Name: name, Verdict: verdict})
	}
	return said
}

func TestFold(t *testing.T) {
	for _, row := range []struct {
		graded                bool
		settings, tests, want string // results of tests; what is left out
	}{
		{false, "secret/1 20 require=sample; secret/2 30 require=secret/1; secret/3 sum 50",
			"sample/1=AC sample/2=WA sample/3=RTE secret/1/1=AC secret/2/1=AC secret/3/1=AC",
			"secret/1/1: sample is required, and sample/2 was not accepted\n" +
				"secret/2/1: secret/1 is required, and sample/2 was not accepted"},
		{true, ". continue; secret break; secret/a continue accept_if_any_accepted; secret/b continue worst_error",
			"sample/1=WA secret/a/1=WA secret/a/2=AC secret/b/1=TLE secret/b/2=AC secret/c/1=AC",
			"secret/c/1: secret/b was not accepted, and on_reject: break leaves out the rest of secret"},
		// A group that will be rejected, whatever an unknown result is, breaks the group around it.
		{true, "secret break; secret/a continue", "secret/a/1=WA secret/a/2= secret/b/1=AC",
			"secret/b/1: secret/a was not accepted, and on_reject: break leaves out the rest of secret"},
		// If the rest of a group is left out, the group's verdict comes from the tests that were judged.
		{true, "secret accept_if_any_accepted; secret/a accept_if_any_accepted",
			"secret/a/1=WA secret/a/b/1=AC secret/c/1=AC",
			"secret/a/b/1: secret/a/1 was not accepted, and on_reject: break leaves out the rest of secret/a\n" +
				"secret/c/1: secret/a was not accepted, and on_reject: break leaves out the rest of secret"},
	} {
		var tests []string
		for word := range strings.FieldsSeq(row.tests) {
			name, _, _ := strings.Cut(word, "=")
			tests = append(tests, name)
		}
		s := scheme(t, row.graded, row.settings, strings.Join(tests, " "))
		if diff := cmp.Diff(row.want, strings.Join(leftOut(s.Fold(), row.tests), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.settings, diff)
		}
	}
}

// The outcome depends neither on what a fold leaves out, nor on what Decided allows to leave out. A fold that does not
// know all verdicts yet leaves out only what it would also leave out if it knew them all.
func TestFoldsAgreeWithOutcomes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	leftOut, decided := 0, 0
	for range 4000 {
		tests := randomTests(random)
		scheme := randomLegacy(random, tests)
		if random.IntN(2) == 0 {
			scheme = randomStandard(random, tests)
		}
		var all []Test
		for _, name := range tests {
			verdict := []string{"AC", "AC", "AC", "AC", "WA", "TLE", "JE"}[random.IntN(7)]
			n, from, err := scheme.Rule(name).Score(verdict == Accepted, Files{})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, Test{name, verdict, n, from})
		}
		want := scheme.Outcome(all)

		fold, doubtful := scheme.Fold(), scheme.Fold()
		var run, fewer []Test
		for _, test := range all {
			left := fold.Next(test.Name)
			if doubtful.Next(test.Name) != "" && left == "" {
				t.Fatalf("%v\n%v\n%s is left out by a fold that knows less", scheme, all, test.Name)
			}
			known := random.IntN(3) > 0
			switch clone := fold.Clone(); {
			case left != "":
				leftOut++
				continue
			case fold.Decided(test.Name):
				decided++
				fold.Add(Test{Name: test.Name})
				doubtful.Add(Test{Name: test.Name})
				run = append(run, test)
				continue
			default:
				fold.Add(test)
				clone.Add(Test{Name: test.Name, Verdict: "WA"}) // which the fold itself must not notice
			}
			if known {
				doubtful.Add(test)
			} else {
				doubtful.Add(Test{Name: test.Name})
			}
			run, fewer = append(run, test), append(fewer, test)
		}
		for what, tests := range map[string][]Test{"what is left out": run, "what is decided": fewer} {
			if diff := cmp.Diff(told(want), told(scheme.Outcome(tests))); diff != "" {
				t.Fatalf("%v\n%v\nthe outcome depends on %s (-all +without):\n%s", scheme, all, what, diff)
			}
		}
	}
	if leftOut < 1000 || decided < 1000 {
		t.Errorf("only %d tests were left out, and %d decided", leftOut, decided)
	}
}

func randomTests(random *rand.Rand) (tests []string) {
	for i := range random.IntN(3) {
		tests = append(tests, fmt.Sprintf("sample/%d", i))
	}
	for g := range 1 + random.IntN(4) {
		for i := range 1 + random.IntN(5) {
			name := fmt.Sprintf("secret/%d/%d", g, i)
			if random.IntN(3) == 0 {
				name += "/x"
			}
			tests = append(tests, name)
		}
	}
	slices.SortFunc(tests, Compare)
	return tests
}

func randomStandard(random *rand.Rand, tests []string) *Scheme {
	groups := []Settings{{Name: Secret, High: Int(1000), Mode: []Mode{Sum, Min}[random.IntN(2)]}}
	for _, name := range slices.Compact(secretGroups(tests)) {
		g := Settings{Name: name, High: Int(int64(10 + random.IntN(20))), Mode: []Mode{AllOrNothing,
			AllOrNothing, Sum, Min}[random.IntN(4)]}
		for _, earlier := range groups {
			if earlier.Mode == AllOrNothing && random.IntN(3) == 0 {
				g.Require = append(g.Require, earlier.Name)
			}
		}
		if random.IntN(4) == 0 {
			g.Require = append(g.Require, Sample)
		}
		groups = append(groups, g)
	}
	s, faults := New(groups, tests)
	if len(faults) > 0 {
		panic(faults)
	}
	return s
}

func secretGroups(tests []string) (names []string) {
	for _, test := range tests {
		if strings.HasPrefix(test, "secret/") {
			names = append(names, strings.Join(strings.SplitN(test, "/", 3)[:2], "/"))
		}
	}
	return names
}

func randomLegacy(random *rand.Rand, tests []string) *Scheme {
	return NewGraded(func(name string) Settings {
		g := DefaultGrader(name)
		g.Break = random.IntN(2) == 0
		g.Accept, g.Reject = Int(int64(random.IntN(10))), Int(int64(-random.IntN(2)))
		g.Verdicts = []Verdicts{WorstError, FirstError, AlwaysAccept}[random.IntN(3)]
		g.Mode = []Mode{Sum, Average, Min, Max}[random.IntN(4)]
		g.AnyAccepted = random.IntN(4) == 0
		g.IgnoreSample = name == Root && random.IntN(2) == 0
		if random.IntN(6) == 0 {
			g.Custom, g.Args = true, []string{""}
			g.Verdicts, g.AnyAccepted, g.IgnoreSample = WorstError, false, false
		}
		return g
	}, random.IntN(2) == 0, tests).By(half)
}

// half is a grader that accepts a group if half of its items are accepted, and gives 10 points for each of those.
// Otherwise it returns the first verdict other than AC. With the argument "break" it fails, and with "nothing" it
// cannot be run.
func half(g Settings, results []Result) (Result, error) {
	accepted, first := 0, Accepted
	for _, r := range results {
		if r.Verdict == Accepted {
			accepted++
		} else if first == Accepted {
			first = r.Verdict
		}
	}
	switch {
	case g.Args[0] == "break":
		return Result{}, errors.New("it is broken")
	case g.Args[0] == "nothing":
		return Result{}, nil
	case 2*accepted < len(results):
		return Result{first, Int(9)}, nil
	}
	return Result{Accepted, Int(int64(accepted * 10))}, nil
}

// If a group's grader cannot be run, the group's result is unknown, and no test is left out because of it.
func TestCustomFold(t *testing.T) {
	o := scheme(t, true, "secret/a continue half", "secret/a/1 secret/a/2 secret/b/1")
	all := results(t, o, "secret/a/1=WA secret/a/2=TLE secret/b/1=AC")
	if got := told(o.By(nil).Outcome(all)); !strings.HasPrefix(got, ".: ?; secret: ?; secret/a: ?") {
		t.Errorf("got %s", got)
	}
	const words = "secret/a/1=WA secret/a/2=TLE secret/b/1=AC"
	unknown, known := leftOut(o.By(nil).Fold(), words), leftOut(o.Fold().Clone(), words)
	if len(unknown) > 0 || len(known) != 1 || !strings.HasPrefix(known[0], "secret/b/1: ") {
		t.Errorf("left out: %q and %q", unknown, known)
	}
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string]string{"0": "0", "100": "100", "-2.50": "-2.5", "1e-3": "0.001", "inf": "inf",
		"-inf": "-inf", "12e2": "1200"} {
		if got := exactly(text).Decimal(); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	if got := Int(2).over(3).Decimal(); got != "0.66666666666666666667" {
		t.Error(got)
	}
}
