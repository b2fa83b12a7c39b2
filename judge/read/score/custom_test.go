package score

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// half is a grader that accepts a group of which half is accepted, with 10 points for each; else it gives the
// first verdict that is not AC. With the argument "break" it fails, and with "nothing" it cannot be asked.
func half(g Grader, results []Result) (Result, error) {
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

// customWord says that a group has that grader, with an argument or without.
var customWord = regexp.MustCompile(`\bhalf(?::(\w+))?`)

// withHalf is the scoring of legacyScheme, where groups may have the word half, or half and an argument: half:break.
func withHalf(t *testing.T, said, tests string) *Legacy {
	t.Helper()
	o := legacyScheme(t, customWord.ReplaceAllString(said, ""), tests)
	for _, text := range strings.Split(said, ";") {
		f := o.folders[strings.Fields(text)[0]]
		if m := customWord.FindStringSubmatch(text); m != nil {
			f.Custom, f.Args = true, m[1:]
			if err := f.Flags(nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return o.By(half)
}

// Each row is what a custom grader makes of tests, and what becomes of that.
func TestCustomGrader(t *testing.T) {
	const deep = "sample/1 secret/a/1 secret/a/2 secret/b/1"
	for _, row := range []struct{ rule, graders, results, want string }{
		{"its score, and its verdict over what is rejected", ". continue; secret/a half",
			"sample/1=AC secret/a/1=WA secret/a/2=AC secret/b/1=AC",
			".: AC 12; sample: AC 1; secret: AC 11; secret/a: AC 10; secret/b: AC 1"},
		{"of what is rejected, the reject_score counts", ". continue reject=-5 always_accept; secret/a continue half",
			"sample/1=AC secret/a/1=WA secret/a/2=TLE secret/b/1=AC",
			".: AC -3; sample: AC 1; secret: AC -4; secret/a: WA -; secret/b: AC 1"},
		{"its verdict breaks the group above", "secret/a continue half",
			"sample/1=AC secret/a/1=WA secret/a/2=TLE secret/b/1=AC",
			".: WA -; sample: AC 1; secret: WA -; secret/a: WA -; secret/b: - left out"},
		{"it is given the results of groups, and not what is left out", ". half", "sample/1=AC secret/a/1=WA",
			".: AC 10; sample: AC 1; secret: WA -; secret/a: WA -; secret/b: - left out"},
		{"a judge error is not asked about", "secret half:break", "sample/1=AC secret/a/1=JE",
			".: JE -; sample: AC 1; secret: JE -; secret/a: JE -; secret/b: - left out"},
		{"one that fails is a judge error", "secret half:break", "sample/1=AC secret/a/1=AC secret/a/2=AC secret/b/1=AC",
			".: JE -; sample: AC 1; secret: JE -; secret/a: AC 2; secret/b: AC 1; the grader of secret: it is broken"},
		{"a score beyond the range is a judge error", "secret/b half range=0,9",
			"sample/1=AC secret/a/1=AC secret/a/2=AC secret/b/1=AC", ".: JE -; sample: AC 1; secret: JE -; secret/a: " +
				"AC 2; secret/b: JE -; the score of secret/b is 10, and its range from 0 to 9"},
		{"one that cannot be asked", "secret/a half:nothing", "sample/1=AC secret/a/1=AC secret/a/2=AC secret/b/1=AC",
			".: ?; sample: AC 1; secret: ?; secret/a: ?; secret/b: AC 1"},
		{"a test that was not run", "secret/a continue half", "sample/1=AC secret/a/1=AC secret/b/1=AC",
			".: ?; sample: AC 1; secret: ?; secret/a: ?; secret/b: AC 1"},
	} {
		o := withHalf(t, row.graders, deep)
		if diff := cmp.Diff(row.want, told(o.Outcome(results(t, o, row.results)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.rule, diff)
		}
	}
}

// Without a grader that can be asked, no group that has one is known, and nothing is left out for it.
func TestCustomFold(t *testing.T) {
	o := withHalf(t, "secret/a continue half", "secret/a/1 secret/a/2 secret/b/1")
	all := results(t, o, "secret/a/1=WA secret/a/2=TLE secret/b/1=AC")
	if got := told(o.By(nil).Outcome(all)); !strings.HasPrefix(got, ".: ?; secret: ?; secret/a: ?") {
		t.Errorf("got %s", got)
	}
	var said []string
	for _, fold := range []Fold{o.By(nil).Fold(), o.Fold().Clone()} {
		for _, test := range all {
			left := fold.Next(test.Name)
			said = append(said, fmt.Sprint(test.Name, " ", left != ""))
			if left == "" {
				fold.Add(test)
			}
		}
	}
	want := []string{"secret/a/1 false", "secret/a/2 false", "secret/b/1 false", "secret/a/1 false",
		"secret/a/2 false", "secret/b/1 true"}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
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
