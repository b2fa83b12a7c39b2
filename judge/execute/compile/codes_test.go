package compile

import (
	"path"
	"strings"
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

// What cannot be built anywhere is not judged, where it is from elsewhere; but for what need not be built.
func TestUnfit(t *testing.T) {
	p := &problem.Problem{Expectations: []problem.Expectation{{Submissions: "compiler_error",
		Whole: []problem.Verdict{problem.CE}}}}
	for _, row := range []struct{ path, language, files, want string }{
		{"accepted/a.py", "", "a.py", ""},
		{"accepted/two", "", "a.py b.c", "its files are of several languages: a.py (Python 3), b.c (C)"},
		{"accepted/none", "", "README.md x.h", "none of its files is a program (known extensions: "},
		{"accepted/A.PY", "", "A.PY", ".PY is the extension of no language, and .py that of Python 3; call it A.py"},
		{"accepted/a.xyz", "", "a.xyz", ""}, // this machine may learn the language
		{"accepted/b.py", "c+", "b.py", `submissions.yaml:1: "c+" is no code of a language`},
		{"accepted/c.txt", "python 3", "c.txt", ""},
		{"compiler_error/two", "", "a.py b.c", ""},
	} {
		p.Submissions = []problem.Submission{{Path: row.path, Source: problem.Source{Name: path.Base(row.path),
			Dir: "dir", Files: strings.Fields(row.files), Language: row.language, LanguageAt: "submissions.yaml:1"}}}
		Unfit(p)
		got := p.Submissions[0].Broken
		if (got == "") != (row.want == "") || !strings.Contains(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.path, got, row.want)
		}
		if code := p.Submissions[0].Language; code == "python 3" {
			t.Errorf("%s: the language is still %q", row.path, code)
		}
	}
}
