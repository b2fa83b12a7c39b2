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
	in := t.found[i].path
	for _, near := range []bool{true, false} {
		for _, model := range t.found {
			if model.pair < 0 || pairs[model.pair].in == "%" || near != (path.Dir(model.path) == path.Dir(in)) {
				continue
			}
			like, _ := forms[input][model.pair].match(model.path)
			n, is := forms[input][model.pair].match(in)
			if is && slices.EqualFunc(n.words, like.words, strings.EqualFold) {
				return t.at(pairs[model.pair].newAnswer(n, model.words))
			}
		}
	}
	for i, p := range pairs {
		if n, is := forms[input][i].match(in); is {
			return t.at(p.newAnswer(n, nil))
		}
	}
	return ""
}

// WriteAnswer writes the answer of a test, and returns its path. The path is "" if the test has no file of its own,
// such as a test from cph, or if the file is not below the program's folder. A link or a special file is not written.
func (t Tests) WriteAnswer(test problem.Test, text []byte) (string, error) {
	answer := t.AnswerPath(test)
	below, err := filepath.Rel(t.root, answer)
	if answer == "" || t.Above || t.DisplayName(answer) != answer || t.DisplayName(test.Input) != test.Input {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return answer, whole.WriteBelow(t.root, below, text)
}
