package loose

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/read/problem"
)

// AnswerPath returns the path of a test's answer. If there is no answer yet, AnswerPath returns a path at which Find
// would find it, named like the other answers, preferably those in the same folder. It returns "" for an input that
// Find did not find, such as an input from cph.
func (t Tests) AnswerPath(test problem.Test) string {
	i := slices.IndexFunc(t.found, func(f found) bool { return f.Input == test.Input })
	if test.Answer != "" || i < 0 {
		return test.Answer
	}
	in := t.found[i].in
	for _, near := range []bool{true, false} {
		for _, model := range t.found {
			if model.answer == "" || pairs[model.pair].in == "%" || near != (path.Dir(model.in) == path.Dir(in)) {
				continue
			}
			captures, words, is := forms[input][model.pair].match(in)
			_, like, _ := forms[input][model.pair].match(model.in)
			if is && slices.EqualFunc(words, like, strings.EqualFold) {
				_, words, _ = forms[answer][model.pair].match(model.answer)
				return t.at(forms[answer][model.pair].paths(captures, words)[0])
			}
		}
	}
	for i, f := range forms[input] {
		if captures, words, is := f.match(in); is {
			out := forms[answer][i]
			return t.at(out.paths(captures, out.usual(words))[0])
		}
	}
	return ""
}

// WriteAnswer writes the answer of a test, and returns its path. The path is "" if the test has no file of its own,
// such as a test from cph, or if the file is not below the program's folder. A link or a special file is not written.
func (t Tests) WriteAnswer(test problem.Test, text []byte) (string, error) {
	answer := t.AnswerPath(test)
	below, err := filepath.Rel(t.root, answer)
	if err != nil || !filepath.IsLocal(below) || !slices.ContainsFunc(t.found, func(f found) bool {
		return f.Input == test.Input
	}) {
		return "", nil
	}
	return answer, whole.WriteBelow(t.root, below, text)
}
