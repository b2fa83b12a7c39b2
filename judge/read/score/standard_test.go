package score

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exactly parses a number in a table.
func exactly(text string) Number {
	n, err := ParseExtended(text)
	if err != nil {
		panic(err)
	}
	return n
}

// scheme returns the scoring of tests in a table, by graders or not: ". continue ignore_sample; secret/1 min accept=30
// range=0,30" or "secret/1 min 30 require=sample,secret/0". A maximum of - is none. What a grader does not say it has
// from the group above, but for ignore_sample and half. The word half means a grader of the problem, perhaps with
// an argument.
func scheme(t *testing.T, graded bool, said, tests string) *Scheme {
	t.Helper()
	words := make(map[string][]string)
	var names []string
	for text := range strings.SplitSeq(said, ";") {
		if fields := strings.Fields(text); len(fields) > 0 {
			words[fields[0]], names = fields[1:], append(names, fields[0])
		}
	}
	if graded {
		var grader func(name string) Settings
		grader = func(name string) Settings {
			above := DefaultGrader(name)
			if name != Root {
				above = grader(path.Dir(name))
				above.Name, above.IgnoreSample, above.Custom = name, false, false
			}
			return settings(t, above, words[name])
		}
		return NewGraded(grader, false, strings.Fields(tests)).By(half)
	}
	var groups []Settings
	for _, name := range names {
		groups = append(groups, settings(t, Defaults(name), words[name]))
	}
	s, faults := New(groups, strings.Fields(tests))
	if tests != "" && len(faults) > 0 {
		t.Fatalf("%s: %v", said, faults)
	}
	return s
}

// settings changes the settings of a group as the words say.
func settings(t *testing.T, s Settings, words []string) Settings {
	t.Helper()
	var flags []string
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "continue", "break":
			s.Break = key == "break"
		case "accept":
			s.Accept = exactly(value)
		case "reject":
			s.Reject = exactly(value)
		case "range":
			low, high, _ := strings.Cut(value, ",")
			s.Low, s.High = exactly(low), exactly(high)
		case "custom":
			s.CustomScoring = true
		case "half", "half:break", "half:nothing":
			s.Custom, s.Args = true, []string{strings.TrimPrefix(strings.TrimPrefix(key, "half"), ":")}
			flags = []string{}
		case "require":
			s.Require = strings.Split(value, ",")
		case "pass-fail":
			s.Mode = AllOrNothing
		case "-":
			s.High = Infinity(1)
		default:
			if n, err := Parse(word); err == nil {
				s.High = n
			} else {
				flags = append(flags, word)
			}
		}
	}
	if flags != nil {
		if err := s.Flags(flags); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// results returns those of tests in a table: "sample/1=AC secret/1/1=AC:12.5 secret/1/2=WA secret/1/3"; the score is
// that of the rule where none is given, and a test without a verdict was not run.
func results(t *testing.T, of *Scheme, text string) (tests []Test) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		name, result, _ := strings.Cut(word, "=")
		verdict, written, isWritten := strings.Cut(result, ":")
		test := Test{Name: name, Verdict: verdict}
		if verdict != "" && verdict != JudgeError {
			files := make(Files)
			switch multiplier, is := strings.CutPrefix(written, "x"); {
			case is:
				files[MultiplierFile] = multiplier
			case isWritten:
				files[ScoreFile] = written
			}
			var err error
			if test.Score, test.From, err = of.Rule(name).Score(verdict == Accepted, files); err != nil {
				t.Fatalf("%s: %v", word, err)
			}
		}
		tests = append(tests, test)
	}
	return tests
}

// told returns a short form of an outcome, with the submission's score first.
func told(o Outcome) string {
	var lines []string
	for _, g := range slices.Concat([]Group{o.Whole}, o.Groups) {
		text := "?"
		if g.Known {
			text = strings.TrimSpace(g.Verdict + " -")
		}
		if g.Scored {
			text = strings.TrimSpace(g.Verdict + " " + g.Score.Exact())
		}
		if g.LeftOut {
			text += " left out"
		}
		lines = append(lines, g.Name+": "+text)
	}
	if o.Failure != "" {
		lines = append(lines, o.Failure)
	}
	return strings.Join(lines, "; ")
}

// Each row is a rule from the section "Result aggregation", in the specification's order, with example tests and their
// outcome.
func TestStandard(t *testing.T) {
	const two = "secret/1/1 secret/1/2"
	const groups = "sample/1 secret/1/1 secret/1/2 secret/2/1 secret/3/1"
	for _, row := range []struct {
		rule, settings, tests, results, want string
	}{
		{"secret is a sum of at most 100", "", "secret/1 secret/2 secret/3 secret/4",
			"secret/1=AC secret/2=AC secret/3=WA secret/4=AC", "secret: 75"},
		{"what does not divide is exact", "", "secret/1 secret/2 secret/3", "secret/1=AC secret/2=RTE secret/3=TLE",
			"secret: 100/3"},
		{"folders in secret without groups are not groups", "", "secret/a/1 secret/b/1", "secret/a/1=AC secret/b/1=WA",
			"secret: 50"},
		{"samples have no score, and what is written of one is ignored", "", "sample/1 secret/1",
			"sample/1=WA secret/1=AC", "secret: 100"},
		{"what requires a group that may be left out may be left out itself",
			"secret/1 40 require=sample; secret/2 60 require=secret/1", "sample/1 secret/1/1 secret/2/1",
			"secret/1/1=AC secret/2/1=AC", "secret: ?; secret/1: ?; secret/2: ?"},
		{"samples with a score", "", "sample/1 secret/1", "sample/1=AC:nonsense secret/1=AC", "secret: 100"},
		{"and then one rejection is enough", "secret pass-fail 40", "secret/1 secret/2", "secret/1=AC secret/2=MLE",
			"secret: 0"},
		{"secret can be the minimum", "secret min 40", "secret/1 secret/2", "secret/1=AC:7.5 secret/2=AC",
			"secret: 15/2"},
		{"a group is pass-fail", "secret/1 100", two, "secret/1/1=AC secret/1/2=AC", "secret: 100; secret/1: 100"},
		{"folders in a group are part of it", "secret/1 100", "secret/1/a/1 secret/1/b/c/2",
			"secret/1/a/1=AC secret/1/b/c/2=PE", "secret: 0; secret/1: 0"},
		{"in a sum, a test has its part of the maximum", "secret/1 sum 99", two, "secret/1/1=AC secret/1/2=WA",
			"secret: 99/2; secret/1: 99/2"},
		{"in a minimum, a test has all of it", "secret/1 min 30", two, "secret/1/1=AC:20.25 secret/1/2=AC",
			"secret: 81/4; secret/1: 81/4"},
		{"a minimum with a rejection is 0", "secret/1 min 30", two, "secret/1/1=AC secret/1/2=WA",
			"secret: 0; secret/1: 0"},
		{"a multiplier is of the test's maximum", "secret/1 sum 30", two, "secret/1/1=AC:x0.1 secret/1/2=AC:x1",
			"secret: 33/2; secret/1: 33/2"},
		{"a written score is the score", "secret/1 sum 30", two, "secret/1/1=AC:0.1 secret/1/2=AC:1e1",
			"secret: 101/10; secret/1: 101/10"},
		{"without a maximum the scores are those that are written", "secret -; secret/1 sum -", two,
			"secret/1/1=AC:1000 secret/1/2=AC:0.5", "secret: 2001/2; secret/1: 2001/2"},
		{"a group without a maximum beside one with", "secret -; secret/1 min -; secret/2 5", two + " secret/2/1",
			"secret/1/1=AC:1000 secret/1/2=AC:7 secret/2/1=AC", "secret: 12; secret/1: 7; secret/2: 5"},
		{"secret sums its groups", "secret/1 20; secret/2 30; secret/3 50", groups,
			"sample/1=AC secret/1/1=AC secret/1/2=AC secret/2/1=WA secret/3/1=AC",
			"secret: 70; secret/1: 20; secret/2: 0; secret/3: 50"},
		{"or takes their minimum", "secret min 50; secret/1 20; secret/2 30; secret/3 50", groups,
			"sample/1=AC secret/1/1=AC secret/1/2=AC secret/2/1=AC secret/3/1=AC",
			"secret: 20; secret/1: 20; secret/2: 30; secret/3: 50"},
		{"or gives its maximum if all are passed", "secret pass-fail 60; secret/1 20; secret/2 30", groups,
			"secret/1/1=AC secret/1/2=AC secret/2/1=AC", "secret: 60; secret/1: 20; secret/2: 30"},
		{"and else nothing", "secret pass-fail 60; secret/1 20; secret/2 30", groups,
			"secret/1/1=AC secret/1/2=AC secret/2/1=WA", "secret: 0; secret/1: 20; secret/2: 0"},
		{"more than the maximum is a judge error", "secret 40; secret/1 20; secret/2 30", groups,
			"secret/1/1=AC secret/1/2=AC secret/2/1=AC",
			"secret: ?; secret/1: 20; secret/2: 30; the score of secret is 50, above its max_score of 40"},
		{"all tests have scores in one file", "secret/1 sum 100", two, "secret/1/1=AC:1 secret/1/2=AC:x1",
			"secret: ?; secret/1: 51; the checker wrote score.txt for secret/1/1 and score_multiplier.txt for " +
				"secret/1/2; it may write one of them for all tests"},

		{"a group requires another", "secret/1 20; secret/2 80 require=secret/1", groups,
			"secret/1/1=AC secret/1/2=AC secret/2/1=AC", "secret: 100; secret/1: 20; secret/2: 80"},
		{"and is left out without it", "secret/1 20; secret/2 80 require=secret/1", groups,
			"secret/1/1=AC secret/1/2=WA secret/2/1", "secret: 0; secret/1: 0; secret/2: 0 left out"},
		{"what is left out is not passed", "secret/1 20; secret/2 30 require=secret/1; secret/3 50 require=secret/2",
			groups, "secret/1/1=WA secret/1/2=AC secret/2/1=AC secret/3/1=AC",
			"secret: 0; secret/1: 0; secret/2: 0 left out; secret/3: 0 left out"},
		{"sample can be required", "secret/1 20 require=sample; secret/2 80", groups, "sample/1=WA secret/2/1=AC",
			"secret: 80; secret/1: 0 left out; secret/2: 80"},
		{"and is passed if there is none", "secret/1 20 require=sample; secret/2 80", "secret/1/1 secret/2/1",
			"secret/1/1=AC secret/2/1=AC", "secret: 100; secret/1: 20; secret/2: 80"},
		{"by secret, for all groups", "secret require=sample; secret/1 20; secret/2 80", groups, "sample/1=RTE",
			"secret: 0 left out; secret/1: 0 left out; secret/2: 0 left out"},
		{"by secret that is pass-fail", "secret pass-fail 9 require=sample; secret/1 3", groups, "sample/1=WA",
			"secret: 0 left out; secret/1: 0 left out"},

		{"a test that was not run", "secret/1 sum 100", two, "secret/1/1=AC", "secret: ?; secret/1: ?"},
		{"a judge error", "secret/1 sum 100", two, "secret/1/1=AC secret/1/2=JE", "secret: ?; secret/1: ?"},
		{"beside a rejection in a group that needs all", "secret/1 100", two, "secret/1/1=WA",
			"secret: 0; secret/1: 0"},
		{"beside a rejection in a minimum", "secret/1 min 100", two, "secret/1/2=WA", "secret: 0; secret/1: 0"},
		{"beside a rejection in a sum", "secret/1 sum 100", two, "secret/1/2=WA", "secret: ?; secret/1: ?"},
		{"in a group that is required", "secret/1 20; secret/2 80 require=secret/1", groups,
			"secret/1/1=AC secret/2/1=AC", "secret: ?; secret/1: ?; secret/2: ?"},
		{"in a group that is required by one without a score", "secret/1 20; secret/2 80 require=secret/1", groups,
			"secret/1/1=AC secret/2/1=WA", "secret: ?; secret/1: ?; secret/2: 0"},
		{"a sample that was not run", "secret/1 100 require=sample", "sample/1 sample/2 secret/1/1",
			"sample/1=AC secret/1/1=AC", "secret: ?; secret/1: ?"},
		{"one group is not known, and another is 0, of a minimum", "secret min 20; secret/1 20; secret/2 20", groups,
			"secret/1/1=WA", "secret: 0; secret/1: 0; secret/2: ?"},
		{"one group is not known, of a sum", "secret/1 20; secret/2 80", groups, "secret/1/1=WA",
			"secret: ?; secret/1: 0; secret/2: ?"},
		{"one group is not known, and another failed, of pass-fail", "secret pass-fail 9; secret/1 2; secret/2 7",
			groups, "secret/1/1=WA", "secret: 0; secret/1: 0; secret/2: ?"},
		{"one group is not known, of pass-fail", "secret pass-fail 9; secret/1 2; secret/2 7", groups,
			"secret/1/1=AC secret/1/2=AC", "secret: ?; secret/1: 2; secret/2: ?"},
	} {
		s := scheme(t, false, row.settings, row.tests)
		if diff := cmp.Diff(row.want, told(s.Outcome(results(t, s, row.results)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.rule, diff)
		}
	}
}

// Each row is a setting that the format does not allow.
func TestStandardFaults(t *testing.T) {
	for _, row := range []struct{ settings, want string }{
		{"secret -; secret/1 sum -; secret/2 min -", ""},
		{"secret min 50; secret/1 50; secret/2 sum 60 require=sample,secret/1", ""},
		{"secret require=sample", ""},
		{"secret/1", "secret/1 max_score: secret/1 has score_aggregation: pass-fail, but no max_score; add it"},
		{"secret pass-fail -", "secret max_score: secret has score_aggregation: pass-fail, but no max_score; add it"},
		{"secret 70; secret/1 sum", "secret/1 max_score: secret/1 has no max_score, but secret has one (70); add it, " +
			"or write max_score: unbounded for secret"},
		{"secret pass-fail 9; secret/1 sum 9", "secret/1 score_aggregation: secret/1 has score_aggregation: sum, " +
			"but secret has pass-fail, so its groups must have pass-fail, too"},
		{"secret/1 9 require=secret/1", "secret/1 require_pass: secret/1 does not come before secret/1; only " +
			"earlier groups can be required"},
		{"secret/1 9 require=secret/2; secret/2 9", "secret/1 require_pass: secret/2 does not come before secret/1; " +
			"only earlier groups can be required"},
		{"secret/1 sum 9; secret/2 9 require=secret/1", "secret/2 require_pass: secret/1 has score_aggregation: " +
			"sum; only groups with pass-fail can be required"},
		{"secret/1 9; secret/2 9 require=1", "secret/2 require_pass: no group 1; did you mean secret/1?"},
		{"secret/1 9; secret/2 9 require=secret", "secret/2 require_pass: no group secret; name sample or a group " +
			"in secret, such as secret/1"},
		{"secret require=secret/1; secret/1 9", "secret require_pass: secret can require only sample, not secret/1; " +
			"a group in secret can require it"},
	} {
		var got []string
		for _, f := range scheme(t, false, row.settings, "").faults() {
			got = append(got, fmt.Sprintf("%s %s: %s", f.Group, f.Key, f.Message))
		}
		if strings.Join(got, "\n") != row.want {
			t.Errorf("%s: got %q, want %q", row.settings, got, row.want)
		}
	}
}

// Maximum scores that do not add up are allowed, and doubtful.
func TestStandardDoubts(t *testing.T) {
	for settings, want := range map[string]string{
		"secret/1 40; secret/2 60":                   "",
		"secret -; secret/1 sum -":                   "",
		"secret pass-fail 9; secret/1 3; secret/2 3": "",
		"secret min 20; secret/1 20; secret/2 30":    "",
		"secret/1 40; secret/2 50": "the max_score of secret is 100, and those of its groups add " +
			"up to 90; change one of them",
		"secret min 25; secret/1 20; secret/2 30": "the max_score of secret is 25, and those of its groups have " +
			"a minimum of 20; change one of them",
	} {
		got := ""
		for _, f := range scheme(t, false, settings, "").Doubts() {
			got += f.Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", settings, got, want)
		}
	}
}

// Each row has the files that a checker wrote for a test, and the resulting score. The rules are in the section
// "Scoring test cases".
func TestRule(t *testing.T) {
	const none = "none"
	bounded, unbounded := Rule{Kind: Bounded, Max: exactly("12.5")}, Rule{Kind: Unbounded}
	passFail, sample := Rule{Kind: PassFail}, Rule{Kind: Ignored}
	custom := Rule{Kind: Graded, Accept: exactly("3"), Reject: exactly("-inf"), Custom: true}
	graded := custom
	graded.Custom = false
	for _, row := range []struct {
		rule              Rule
		accepted          bool
		score, multiplier string
		want              string // the score, or the beginning of the error
	}{
		{bounded, true, none, none, "25/2"},
		{bounded, true, "7.25\n", none, "29/4"},
		{bounded, true, " \t1e1\r\n", none, "10"},
		{bounded, true, "12.5", none, "25/2"},
		{bounded, true, "12.500000000000000000000000000001", none,
			"the checker wrote ≈12.5 to score.txt, and the maximum score of this test is 12.5"},
		{bounded, true, "-0.1", none, "the checker wrote -0.1 to score.txt, which must not be negative"},
		{bounded, true, none, "0.2", "5/2"},
		{bounded, true, none, "1", "25/2"},
		{bounded, true, none, "1.01", "the checker wrote 1.01 to score_multiplier.txt, which must be from 0 to 1"},
		{bounded, true, none, "-1", "the checker wrote -1 to score_multiplier.txt, which must not be negative"},
		{bounded, true, "1", "1", "the checker wrote both score.txt and score_multiplier.txt"},
		{bounded, false, "1", "1", "the checker wrote both score.txt and score_multiplier.txt"},
		{bounded, true, "", none, "what the checker wrote to score.txt is not a score: it is empty, or not a regular file"},
		{bounded, true, "1 2", none, `what the checker wrote to score.txt is not a score: "1 2" is not a decimal number`},
		{bounded, true, "1/2", none, `what the checker wrote to score.txt is not a score: "1/2" is not a decimal number`},
		{bounded, true, none, "nan", `what the checker wrote to score_multiplier.txt is not a score: "nan" is not a decimal number`},
		{bounded, true, "inf", none, `what the checker wrote to score.txt is not a score: "inf" is not a decimal number`},
		{bounded, true, strings.Repeat("1", MostBytes+1), none, "the checker wrote more than 1000 bytes to score.txt"},
		{bounded, false, none, none, "0"},
		{bounded, false, "1", none, "the checker wrote score.txt for an output that it rejects"},
		{bounded, false, "", none, "the checker wrote score.txt for an output that it rejects"},
		{bounded, false, none, "1", "the checker wrote score_multiplier.txt for an output that it rejects"},
		{unbounded, true, "1e3", none, "1000"},
		{unbounded, true, none, none, "the checker wrote no score.txt, and this test has no maximum score"},
		{unbounded, true, none, "1", "the checker wrote score_multiplier.txt for a test without a maximum score"},
		{unbounded, false, none, none, "0"},
		{passFail, true, none, none, "0"},
		{passFail, true, "1", none, "the checker wrote score.txt, but this test's group has score_aggregation: " +
			"pass-fail"},
		{passFail, true, none, "1", "the checker wrote score_multiplier.txt, but this test's group has " +
			"score_aggregation: pass-fail"},
		{sample, true, "nonsense", "1", "0"},
		{custom, true, "-7.5", none, "-15/2"},
		{custom, true, none, none, "3"},
		{custom, true, "inf", none, `what the checker wrote to score.txt is not a score: "inf" is not a decimal number`},
		{custom, false, none, none, "-inf"},
		{custom, false, "1", none, "-inf"},
		{custom, true, none, "0.5", "3"}, // the legacy formats know no such file
		{graded, true, none, none, "3"},
		{graded, false, none, none, "-inf"},
		{graded, true, "1", none, "1"},
		{graded, false, "1", none, "-inf"},
	} {
		files := make(Files)
		if row.score != none {
			files[ScoreFile] = row.score
		}
		if row.multiplier != none {
			files[MultiplierFile] = row.multiplier
		}
		n, from, err := row.rule.Score(row.accepted, files)
		got := n.Exact()
		if err != nil {
			got = err.Error()
		}
		if got != row.want && !(err != nil && strings.HasPrefix(got, row.want)) {
			t.Errorf("%+v: got %q, want %q", row, got, row.want)
		}
		wrote := ""
		if err == nil && row.rule.Kind != Ignored && row.score != none && (row.accepted || row.rule.Kind != Graded) {
			wrote = ScoreFile
		} else if err == nil && row.rule.Kind == Bounded && row.multiplier != none {
			wrote = MultiplierFile
		}
		if err == nil && from != wrote {
			t.Errorf("%+v: it came from %q, want %q", row, from, wrote)
		}
	}
}

// A checker of a legacy format that writes a file that is not expected gets a warning.
func TestWarning(t *testing.T) {
	for _, row := range []struct {
		rule     Rule
		accepted bool
		files    Files
		want     string
	}{
		{Rule{Kind: Graded, Custom: true}, true, Files{ScoreFile: "1"}, ""},
		{Rule{Kind: Graded, Custom: true}, false, Files{ScoreFile: "1"}, "for an output that it rejects; ignored"},
		{Rule{Kind: Graded}, true, Files{ScoreFile: "1"}, "does not say validation: custom score; it counts"},
		{Rule{Kind: Graded}, false, Files{}, ""},
		{Rule{Kind: Bounded}, false, Files{ScoreFile: "1"}, ""},
	} {
		got := row.rule.Warning(row.accepted, row.files)
		if !strings.Contains(got, row.want) || (got == "") != (row.want == "") {
			t.Errorf("%+v: got %q", row, got)
		}
	}
}
