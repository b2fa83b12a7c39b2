package check

import (
	"strings"
	"testing"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/score"
)

// What a checker writes of the score is taken if it is asked for, whatever it decides, and no more of it than is needed
// to see that it is too much. A link is not followed; it is no number, as an empty file is none.
func TestCustomScores(t *testing.T) {
	const none = "none"
	tests := []struct {
		script            string
		score, multiplier string
	}{
		{"exit 42", none, none},
		{`echo 12.5 > "$3score.txt"; exit 42`, "12.5\n", none},
		{`echo 0.5 > "$3score_multiplier.txt"; exit 43`, none, "0.5\n"},
		{`echo 1 > "$3score.txt"; : > "$3score_multiplier.txt"; exit 42`, "1\n", ""},
		{`head -c 5000 /dev/zero | tr '\0' 1 > "$3score.txt"; exit 42`, strings.Repeat("1", score.MostBytes+1), none},
		{`ln -s "$2" "$3score.txt"; mkdir "$3score_multiplier.txt"; exit 42`, "", ""},
	}
	for _, test := range tests {
		for _, asked := range []bool{true, false} {
			files := writeFiles(t, "1\n", "2\n")
			files.Scores = asked
			got := mustCheck(t, Custom(uncontained, sandbox.Program{Path: newChecker(t, test.script)}, generous),
				files)
			want := []string{test.score, test.multiplier}
			if !asked {
				want = []string{none, none}
			}
			for i, name := range scoreFiles {
				text, wrote := got.Scores[name]
				if !wrote {
					text = none
				}
				if text != want[i] {
					t.Errorf("%s, asked for: %v: got %.40q of %s, want %.40q", test.script, asked, text, name, want[i])
				}
			}
		}
	}
}

// Of several checkers, one may give the score.
func TestAllScores(t *testing.T) {
	files := writeFiles(t, "1\n", "2\n")
	files.Scores = true
	named := func(name, script string) Named {
		return Named{Name: name, Checker: Custom(uncontained, sandbox.Program{Path: newChecker(t, script)},
			generous)}
	}
	silent, one, two := named("silent", "exit 42"), named("one", `echo 1 > "$3score.txt"; exit 42`),
		named("two", `echo 0.5 > "$3score_multiplier.txt"; exit 42`)
	for _, checkers := range [][]Named{{silent, one}, {one, silent}} {
		if got := mustCheck(t, All(checkers), files); got.Verdict != ac || got.Scores[score.ScoreFile] != "1\n" {
			t.Errorf("got %+v", got)
		}
	}
	if got := mustCheck(t, All([]Named{one, two}), files); got.Verdict != je ||
		got.Message != "both one and two give the output a score; one of them may" {
		t.Errorf("got %+v", got)
	}
}
