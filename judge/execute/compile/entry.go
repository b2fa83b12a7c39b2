package compile

import (
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
)

// settled is a source with the place where it begins as its Entrypoint, if no name says that and the contents of its
// files do.
func (l Language) settled(source problem.Source, contents [][]byte) problem.Source {
	if source.Entrypoint != "" || l.checkEntry(source, contents) == nil {
		return source
	}
	file, _ := l.beginning(source, contents)
	if file == "" {
		return source
	}
	one := source
	one.Files = []string{file}
	source.Entrypoint = l.entryOf(one, [][]byte{contents[slices.Index(source.Files, file)]})
	return source
}

// beginning is the one file that looks like the beginning of a program, by the row's begins; else the only one that is
// in no folder, which is a guess. It is "" if there is no such file.
func (l Language) beginning(source problem.Source, contents [][]byte) (file string, guess bool) {
	var begin, top []string
	for _, file := range l.sources(source) {
		if l.begins != nil && l.begins.Match(contents[slices.Index(source.Files, file)]) {
			begin = append(begin, file)
		}
		if !strings.Contains(file, "/") && stemOf(file) != "__init__" { // which makes a package of a folder in Python
			top = append(top, file)
		}
	}
	switch {
	case len(begin) == 1:
		return begin[0], false
	case len(begin) == 0 && len(top) == 1:
		return top[0], true
	}
	return "", false
}

// Guesses are warnings of the programs of a problem whose beginning is only likely.
func Guesses(p *problem.Problem) []error {
	sources := slices.Concat(p.Checkers, p.InputValidators)
	if p.Grader != nil {
		sources = append(sources, *p.Grader)
	}
	for _, s := range p.Submissions {
		if s.Broken == "" && !p.SubmitAnswer {
			sources = append(sources, s.Source)
		}
	}
	var warnings []error
	for _, source := range sources {
		if len(source.Files) < 2 {
			continue
		}
		language, err := LanguageOf(source)
		if err != nil || source.Entrypoint != "" || language.knowsEntry(source) {
			continue // building reports an error
		}
		given, contents, err := included(source, language)
		if err != nil || given.Entrypoint == "" || language.drives(given.Files) {
			continue
		}
		contents = contents[:len(source.Files)]
		if file, guess := language.beginning(source, contents); guess && language.checkEntry(source, contents) != nil {
			warnings = append(warnings, fmt.Errorf("%s: it begins with %s, since no other file is at its top; %s",
				pathOf(source), file, language.entryAdvice(source)))
		}
	}
	return warnings
}

// knowsEntry reports whether a name says where a source begins, so that its contents do not matter.
func (l Language) knowsEntry(source problem.Source) bool {
	_, err := l.mainOf(source)
	return err == nil
}

// entryAdvice is how a package can say where a source begins.
func (l Language) entryAdvice(source problem.Source) string {
	advice := "call it main" + l.extension()
	if !source.Legacy && source.Package == "" {
		advice += ", or name it in submissions.yaml: entrypoint"
	}
	return advice
}
