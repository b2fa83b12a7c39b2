package compile

import (
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
	file := l.beginning(source, contents)
	if file == "" {
		return source
	}
	one := source
	one.Files = []string{file}
	source.Entrypoint = l.entryOf(one, [][]byte{contents[slices.Index(source.Files, file)]})
	return source
}

// beginning is the one file that looks like the beginning of a program, by the row's begins; else the only one that is
// in no folder. It is "" if there is no such file.
func (l Language) beginning(source problem.Source, contents [][]byte) string {
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
		return begin[0]
	case len(begin) == 0 && len(top) == 1:
		return top[0]
	}
	return ""
}

// entryAdvice is how a package can say where a source begins.
func (l Language) entryAdvice(source problem.Source) string {
	advice := "call it main" + l.extension()
	if !source.Legacy && source.Package == "" {
		advice += ", or name it in submissions.yaml: entrypoint"
	}
	return advice
}
