package score

import (
	"strings"
	"testing"
)

// Each row is what a checker wrote of a test, and what that is worth: "Scoring test cases".
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
		{bounded, true, "0", none, "0"},
		{bounded, true, "12.500000000000000000000000000001", none,
			"the checker wrote ≈12.5 to score.txt, and the maximum score of this test is 12.5"},
		{bounded, true, "-0.1", none, "the checker wrote -0.1 to score.txt, which must not be negative"},
		{bounded, true, none, "0.2", "5/2"},
		{bounded, true, none, "0", "0"},
		{bounded, true, none, "1", "25/2"},
		{bounded, true, none, "1.01", "the checker wrote 1.01 to score_multiplier.txt, which must be from 0 to 1"},
		{bounded, true, none, "-1", "the checker wrote -1 to score_multiplier.txt, which must not be negative"},
		{bounded, true, "1", "1", "the checker wrote both score.txt and score_multiplier.txt"},
		{bounded, false, "1", "1", "the checker wrote both score.txt and score_multiplier.txt"},
		{bounded, true, "", none, "what the checker wrote to score.txt is no score: it is empty, or no regular file"},
		{bounded, true, "1 2", none, `what the checker wrote to score.txt is no score: "1 2" is no decimal number`},
		{bounded, true, "1/2", none, `what the checker wrote to score.txt is no score: "1/2" is no decimal number`},
		{bounded, true, none, "nan", `what the checker wrote to score_multiplier.txt is no score: "nan" is no decimal number`},
		{bounded, true, "inf", none, `what the checker wrote to score.txt is no score: "inf" is no decimal number`},
		{bounded, true, strings.Repeat("1", MostBytes+1), none, "the checker wrote more than 1000 bytes to score.txt"},
		{bounded, false, none, none, "0"},
		{bounded, false, "1", none, "the checker wrote score.txt for an output that it rejects"},
		{bounded, false, "", none, "the checker wrote score.txt for an output that it rejects"},
		{bounded, false, none, "1", "the checker wrote score_multiplier.txt for an output that it rejects"},
		{unbounded, true, "1e3", none, "1000"},
		{unbounded, true, "-1", none, "the checker wrote -1 to score.txt, which must not be negative"},
		{unbounded, true, none, none, "the checker wrote no score.txt, and this test has no maximum score"},
		{unbounded, true, none, "1", "the checker wrote score_multiplier.txt for a test without a maximum score"},
		{unbounded, false, none, none, "0"},
		{passFail, true, none, none, "0"},
		{passFail, false, none, none, "0"},
		{passFail, true, "1", none, "the checker wrote score.txt, and the group of this test has score_aggregation: " +
			"pass-fail"},
		{passFail, true, none, "1", "the checker wrote score_multiplier.txt, and the group of this test has " +
			"score_aggregation: pass-fail"},
		{sample, true, "nonsense", "1", "0"},
		{sample, false, "nonsense", "1", "0"},
		{custom, true, "-7.5", none, "-15/2"},
		{custom, true, none, none, "3"},
		{custom, true, "inf", none, `what the checker wrote to score.txt is no score: "inf" is no decimal number`},
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
