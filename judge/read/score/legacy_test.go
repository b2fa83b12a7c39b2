package score

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each row is a rule from the sections "Test data groups" and "Graders" of the format legacy, with example tests and
// their outcome.
func TestLegacy(t *testing.T) {
	const plain = "secret/1 secret/2 secret/3"
	const deep = "sample/1 secret/a/1 secret/a/2 secret/b/1"
	for _, row := range []struct {
		rule, graders, tests, results, want string
	}{
		{"each accepted test is worth 1, samples too", "", "sample/1 secret/1 secret/2",
			"sample/1=AC secret/1=AC secret/2=AC", ".: AC 3; sample: AC 1; secret: AC 2"},
		{"accept_score and reject_score", ". continue always_accept accept=10 reject=-2", plain,
			"secret/1=AC secret/2=WA secret/3=AC", ".: AC 18; secret: AC 18"},
		{"always_accept is inherited, each grader by itself", "secret continue always_accept", plain,
			"secret/1=AC secret/2=WA secret/3=AC", ".: AC 2; secret: AC 2"},
		{"the default of on_reject is break: what follows does not count", "secret always_accept", plain,
			"secret/1=AC secret/2=WA secret/3=AC", ".: AC 1; secret: AC 1"},
		{"break after a group", "secret always_accept; secret/a worst_error", deep,
			"sample/1=AC secret/a/1=AC secret/a/2=WA secret/b/1=AC",
			".: AC 1; sample: AC 1; secret: AC 0; secret/a: WA -; secret/b: - left out"},
		{"continue after a group", "secret continue always_accept; secret/a break worst_error", deep,
			"sample/1=AC secret/a/1=AC secret/a/2=WA secret/b/1=AC",
			".: AC 2; sample: AC 1; secret: AC 1; secret/a: WA -; secret/b: AC 1"},
		{"break at the root, after sample", "", "sample/1 secret/1", "sample/1=WA secret/1=AC",
			".: WA -; sample: WA -; secret: - left out"},
		{"ignore_sample: secret alone counts", ". ignore_sample", "sample/1 secret/1", "sample/1=WA secret/1=AC",
			".: AC 1; sample: WA -; secret: AC 1"},

		{"worst_error: RTE before TLE before WA", ". continue", plain, "secret/1=WA secret/2=TLE secret/3=RTE",
			".: RTE -; secret: RTE -"},
		{"MLE before TLE before OLE", ". continue worst_error", plain, "secret/1=OLE secret/2=TLE secret/3=MLE",
			".: MLE -; secret: MLE -"},
		{"OLE before WA", ". continue", plain, "secret/1=WA secret/2=OLE secret/3=AC", ".: OLE -; secret: OLE -"},
		{"first_error", ". continue first_error", plain, "secret/1=AC secret/2=WA secret/3=RTE",
			".: WA -; secret: WA -"},
		{"always_accept", ". continue always_accept", plain, "secret/1=WA secret/2=WA secret/3=RTE",
			".: AC 0; secret: AC 0"},
		{"accept_if_any_accepted", ". continue accept_if_any_accepted", plain, "secret/1=WA secret/2=AC secret/3=RTE",
			".: AC 1; secret: AC 1"},
		{"and else by the mode", ". continue accept_if_any_accepted first_error", plain,
			"secret/1=WA secret/2=WA secret/3=RTE", ".: WA -; secret: WA -"},
		{"a judge error stays one", ". continue always_accept", plain, "secret/1=AC secret/2=JE secret/3=AC",
			".: JE -; secret: JE -"},

		{"sum", ". custom", plain, "secret/1=AC:1.5 secret/2=AC:2 secret/3=AC:-0.25", ".: AC 13/4; secret: AC 13/4"},
		{"avg", ". custom; secret avg", plain, "secret/1=AC:1 secret/2=AC:2 secret/3=AC:7",
			".: AC 10/3; secret: AC 10/3"},
		{"min", ". custom; secret min", plain, "secret/1=AC:1 secret/2=AC:-2 secret/3=AC:7", ".: AC -2; secret: AC -2"},
		{"max", ". custom; secret max", plain, "secret/1=AC:1 secret/2=AC:-2 secret/3=AC:7", ".: AC 7; secret: AC 7"},
		{"the last one of several modes", ". custom; secret max avg min", plain,
			"secret/1=AC:1 secret/2=AC:3 secret/3=AC:7", ".: AC 1; secret: AC 1"},
		{"the average counts what is rejected", "secret continue avg always_accept accept=10", plain,
			"secret/1=AC secret/2=WA secret/3=AC", ".: AC 20/3; secret: AC 20/3"},
		{"and not what is left out", "secret avg always_accept accept=10", plain, "secret/1=AC secret/2=WA secret/3=AC",
			".: AC 5; secret: AC 5"},
		{"of a group that is rejected, reject_score counts and not the grader's",
			". continue always_accept; secret continue always_accept accept=10 reject=-1; secret/a worst_error", deep,
			"sample/1=AC secret/a/1=AC secret/a/2=WA secret/b/1=AC",
			".: AC 10; sample: AC 1; secret: AC 9; secret/a: WA -; secret/b: AC 10"},
		{"infinities", ". continue always_accept reject=-inf", plain, "secret/1=AC secret/2=WA secret/3=AC",
			".: AC -inf; secret: AC -inf"},
		{"that have no sum", ". continue always_accept accept=inf reject=-inf", plain,
			"secret/1=AC secret/2=WA secret/3=AC",
			".: JE -; secret: JE -; secret has no score: inf and -inf have no sum"},
		{"a score in its range", ". custom; secret range=-5,5", "secret/1", "secret/1=AC:5", ".: AC 5; secret: AC 5"},
		{"beyond its range is a judge error", ". custom; secret range=-5,5", "secret/1", "secret/1=AC:-5.01",
			".: JE -; secret: JE -; the score of secret is -5.01, outside its range from -5 to 5"},
		{"the range is inherited", ". custom range=0,5", "sample/1 secret/1", "sample/1=AC:3 secret/1=AC:3",
			".: JE -; sample: AC 3; secret: AC 3; the score of all tests is 6, outside its range from 0 to 5"},
		{"and does not matter for what is rejected", "secret range=5,6", "secret/1", "secret/1=WA",
			".: WA -; secret: WA -"},

		{"its score, and its verdict over what is rejected", ". continue; secret/a half", deep,
			"sample/1=AC secret/a/1=WA secret/a/2=AC secret/b/1=AC",
			".: AC 12; sample: AC 1; secret: AC 11; secret/a: AC 10; secret/b: AC 1"},
		{"of what is rejected, the reject_score counts", ". continue reject=-5 always_accept; secret/a continue half", deep,
			"sample/1=AC secret/a/1=WA secret/a/2=TLE secret/b/1=AC",
			".: AC -3; sample: AC 1; secret: AC -4; secret/a: WA -; secret/b: AC 1"},
		{"its verdict breaks the group above", "secret/a continue half", deep,
			"sample/1=AC secret/a/1=WA secret/a/2=TLE secret/b/1=AC",
			".: WA -; sample: AC 1; secret: WA -; secret/a: WA -; secret/b: - left out"},
		{"it is given the results of groups, and not what is left out", ". half", deep, "sample/1=AC secret/a/1=WA",
			".: AC 10; sample: AC 1; secret: WA -; secret/a: WA -; secret/b: - left out"},
		{"a judge error is not asked about", "secret half:break", deep, "sample/1=AC secret/a/1=JE",
			".: JE -; sample: AC 1; secret: JE -; secret/a: JE -; secret/b: - left out"},
		{"one that fails is a judge error", "secret half:break", deep, "sample/1=AC secret/a/1=AC secret/a/2=AC secret/b/1=AC",
			".: JE -; sample: AC 1; secret: JE -; secret/a: AC 2; secret/b: AC 1; the grader of secret: it is broken"},
		{"a score beyond the range is a judge error", "secret/b half range=0,9", deep,
			"sample/1=AC secret/a/1=AC secret/a/2=AC secret/b/1=AC", ".: JE -; sample: AC 1; secret: JE -; secret/a: " +
				"AC 2; secret/b: JE -; the score of secret/b is 10, outside its range from 0 to 9"},
		{"one that cannot be asked", "secret/a half:nothing", deep, "sample/1=AC secret/a/1=AC secret/a/2=AC secret/b/1=AC",
			".: ?; sample: AC 1; secret: ?; secret/a: ?; secret/b: AC 1"},
		{"a test that was not run", "secret/a continue half", deep, "sample/1=AC secret/a/1=AC secret/b/1=AC",
			".: ?; sample: AC 1; secret: ?; secret/a: ?; secret/b: AC 1"},

		{"a test that was not run", ". continue", plain, "secret/1=AC secret/3=AC", ".: ?; secret: ?"},
		{"in a group", ". continue", deep, "sample/1=AC secret/a/1=AC secret/b/1=AC",
			".: ?; sample: AC 1; secret: ?; secret/a: ?; secret/b: AC 1"},
		{"in samples that are ignored", ". ignore_sample", deep, "secret/a/1=AC secret/a/2=AC secret/b/1=AC",
			".: AC 3; sample: ?; secret: AC 3; secret/a: AC 2; secret/b: AC 1"},
	} {
		o := scheme(t, true, row.graders, row.tests)
		if diff := cmp.Diff(row.want, told(o.Outcome(results(t, o, row.results)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.rule, diff)
		}
	}
}

// A partial score is not the best one: the maximum, or the lowest where low scores are better. In 2025-09 it is not 0.
func TestPartial(t *testing.T) {
	for _, row := range []struct {
		graded   bool
		settings string
		minimize bool
		score    string
		partial  bool
		most     string
	}{
		{true, ". range=0,100", false, "99.9", true, "100"},
		{true, ". range=0,100", false, "100", false, "100"},
		{true, ". range=0,100", false, "0", true, "100"},
		{true, ". range=0,100", true, "0", false, ""},
		{true, ". range=0,100", true, "100", true, ""},
		{true, "", false, "1000", true, ""},
		{true, ". ignore_sample range=-5,9; secret range=0,100", true, "0", false, ""},
		{true, "secret range=0,100", false, "100", true, ""},
		{true, ". ignore_sample; secret range=0,100", false, "100", false, "100"},
		{false, "secret 50", false, "0", false, "50"},
		{false, "secret 50", false, "0.001", true, "50"},
		{false, "secret 50", false, "49.999", true, "50"},
		{false, "secret 50", false, "50", false, "50"},
		{false, "secret -", false, "0", false, ""},
		{false, "secret -", false, "1e9", true, ""},
	} {
		o := scheme(t, row.graded, row.settings, "secret/1")
		o.minimize = row.minimize
		if why := o.Partial(exactly(row.score)); (why == "") != row.partial {
			t.Errorf("%+v: %q", row, why)
		}
		// A maximum is shown if there is one, and high scores are better.
		if got := o.Outcome(nil).Whole; got.Bounded != (row.most != "") || got.Bounded && got.Max.Exact() != row.most {
			t.Errorf("%+v: the maximum %s, %v", row, got.Max.Exact(), got.Bounded)
		}
	}
}

// Each call of Flags discards the flags set earlier.
func TestFlags(t *testing.T) {
	g := DefaultGrader(Root)
	if err := g.Flags(strings.Fields("min first_error ignore_sample max")); err != nil || g.Mode != Max ||
		g.Verdicts != FirstError || !g.IgnoreSample || g.AnyAccepted {
		t.Errorf("got %+v, %v", g, err)
	}
	if err := g.Flags(nil); err != nil || g.Mode != Sum || g.Verdicts != WorstError || g.IgnoreSample {
		t.Errorf("got %+v, %v", g, err)
	}
	if err := g.Flags([]string{"mean"}); err == nil || !strings.Contains(err.Error(), `no flag "mean"`) {
		t.Errorf("got %v", err)
	}
}

// Scored returns the names in the order of the tests.
func TestLegacyScored(t *testing.T) {
	o := scheme(t, true, "", "sample/1 secret/a/1 secret/a/b/1 secret/a.b/1")
	if got := strings.Join(o.Scored(), " "); got != ". sample secret secret/a secret/a/b secret/a.b" {
		t.Error(got)
	}
}
