package compile

import "dlxjudge/judge/read/problem"

// Given are the files of a submission with those that its problem adds, and the constants replaced: what it is built
// from, and what lies in its working folder. The errors are those of Cache.Build.
func Given(source problem.Source) (problem.Source, [][]byte, error) {
	language, err := LanguageOf(source)
	if err != nil {
		return source, nil, err
	}
	return included(source, language)
}

// Begins is the code of a submission's language, and where it begins: a file, or a class.
func Begins(source problem.Source) (language, entrypoint string, err error) {
	row, err := LanguageOf(source)
	if err != nil {
		return "", "", err
	}
	source, contents, err := included(source, row)
	if err != nil {
		return "", "", err
	}
	return row.Name, row.entryOf(source, contents), nil
}
