package compile

import "dlxjudge/judge/read/problem"

// Given returns what a submission is built from, which is also what its working folder holds: its files with those that
// its problem adds, and the constants replaced. The errors are those of Cache.Build.
func Given(source problem.Source) (problem.Source, [][]byte, error) {
	language, err := LanguageOf(source)
	if err != nil {
		return source, nil, err
	}
	return included(source, language)
}

// Begins returns the code of a submission's language, and where the program begins: a file, or a class.
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
