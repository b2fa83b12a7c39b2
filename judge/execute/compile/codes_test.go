package compile

import (
	"testing"

	"dlxjudge/judge/read/problem"
)

// A code that nobody knows is a mistake; one of the format that the table does not have, or of the table that the
// format does not have, is none.
func TestCodes(t *testing.T) {
	p := &problem.Problem{}
	for i, code := range []string{"", "c", "pypy3", "zig", "c++", "c++", "pyhton3", "script"} {
		at := "submissions.yaml:" + string(rune('1'+i))
		if code == "c++" {
			at = "submissions.yaml:5"
		}
		p.Submissions = append(p.Submissions, problem.Submission{Source: problem.Source{Language: code,
			LanguageAt: at}})
	}
	want := `submissions.yaml:5: "c++" is no code of a language (did you mean c or cpp?)
submissions.yaml:7: "pyhton3" is no code of a language (did you mean python3?)
submissions.yaml:8: "script" is no code of a language (did you mean javascript or typescript?)`
	if err := Codes(p); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
