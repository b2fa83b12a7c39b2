package legacy

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Annotations are found in comments of all languages.
func TestAnnotation(t *testing.T) {
	for source, want := range map[string]string{
		"int main;": "[] 0",
		"a\nb\n/* @EXPECTED_RESULTS@: WRONG-ANSWER */":               "[WA] 3",
		"# @EXPECTED_RESULTS@: run_time_error, Timelimit\r\n":        "[RTE TLE] 1",
		"(* @EXPECTED_RESULTS@ : NO-OUTPUT,CORRECT *)":               "[WA AC] 1",
		"the @EXPECTED_RESULTS@ tag.\n@EXPECTED_RESULTS@: RUN-ERROR": "[RTE] 2",
		"{ @EXPECTED_RESULTS@: WRONG-ANSWER }":                       "[WA] 1",
		"{- @EXPECTED_RESULTS@: OUTPUT-LIMIT, OUTPUT_LIMIT -}":       "[OLE] 1",
		"# @EXPECTED_RESULTS@: CHECK-MANUALLY":                       "[] 1",
		"# @EXPECTED_RESULTS@: wrong-answer, check_manually":         "[] 1",
		"// @EXPECTED_RESULTS@:": `error: @EXPECTED_RESULTS@ names "", which is not a known result; ` +
			"write one such as WRONG_ANSWER",
		"\n// @EXPECTED_RESULTS@: FINE": `error: @EXPECTED_RESULTS@ names "FINE", which is not a known result; ` +
			"write one such as WRONG_ANSWER",
	} {
		verdicts, line, err := Annotation([]byte(source))
		got := fmt.Sprint(verdicts, line)
		if err != nil {
			got = "error: " + err.Error()
			if at := 1 + strings.Count(source, "\n"); line != at {
				t.Errorf("%q: line %d, want %d", source, line, at)
			}
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

// A tag of the score holds a number or a range.
func TestScoreTag(t *testing.T) {
	const wrong = "; write a score such as 60, or the lowest and the highest one, such as 40..60"
	for source, want := range map[string]string{
		"int main;":                          "0 0 0",
		"a\n/* @EXPECTED_SCORE@: 60 */":      "60 60 2",
		"# @expected_score@: 0.5 .. 1e2\r\n": "0.5 100 1",
		"the @EXPECTED_SCORE@ tag.":          "0 0 0",
		"# @EXPECTED_SCORE@: many":           `@EXPECTED_SCORE@ is "many"` + wrong,
		"# @EXPECTED_SCORE@: 2..1":           `@EXPECTED_SCORE@ is "2..1"` + wrong,
	} {
		low, high, line, err := ScoreTag([]byte(source))
		got := fmt.Sprint(low, " ", high, " ", line)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

// Quotes hold words together if each has its other half, as in a shell.
func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"":                           {},
		" float_tolerance  1e-6\t":   {"float_tolerance", "1e-6"},
		`--say "two words" --now`:    {"--say", "two words", "--now"},
		`--say='two words' "" 'a"b'`: {"--say=two words", "", `a"b`},
		`don't say "so"`:             {"don't", "say", `"so"`},
		`a"b c"d`:                    {"ab cd"},
	} {
		if got := split(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzAnnotation(f *testing.F) {
	f.Add("/* @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT */")
	f.Add("@expected_result@ -->\n")
	f.Fuzz(func(t *testing.T, source string) {
		verdicts, line, err := Annotation([]byte(source))
		if err == nil && (line > 0) != (len(verdicts) > 0) {
			t.Errorf("an annotation in line %d of %v", line, verdicts)
		}
	})
}

func FuzzINI(f *testing.F) {
	f.Add("timelimit='2'\nname = \"A\"\n; a comment\n[section]\nspecial_compare=x\n=\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range settingsIn("dir/file.ini", []byte(text), func(...error) {}) {
			limit, err := parseTimeLimit(s.Value)
			if !strings.HasPrefix(s.At, "dir/file.ini:") || strings.Contains(s.Key, "=") {
				t.Errorf("a line in %s of the key %q", s.At, s.Key)
			}
			if limit < 0 || err == nil && limit == 0 || limit > maxSeconds*time.Second {
				t.Errorf("a time limit of %v", limit)
			}
		}
	})
}
