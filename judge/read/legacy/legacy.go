// Package legacy reads what only the formats legacy and legacy-icpc have: arguments in one string, files beside
// problem.yaml, and tags in the sources of submissions. legacy-icpc is a subset of legacy.
//
// It knows neither problems nor verdicts; package problem interprets its results.
//
//	beside, err := legacy.ReadFiles("sum", limit, warn)
//	verdicts, line, err := legacy.Annotation(source)
//
// Formats: https://www.kattis.com/problem-package-format/spec/legacy.html and legacy-icpc.html
package legacy

import (
	"regexp"
	"strings"

	yaml "dlxjudge/judge/read/strictyaml"
)

// The names of the formats. A package without a version is in the format legacy.
const (
	Format = "legacy"
	ICPC   = "legacy-icpc"
)

// GroupFile is the file with a group's settings. Groups within that group inherit the settings, key by key.
const GroupFile = "testdata.yaml"

// Words reads arguments: a list, or words in one string. In the string, quotes hold words together.
func Words(v yaml.Value) ([]string, error) {
	if v.Kind() == yaml.List {
		return yaml.ListOf(yaml.Value.Scalar)(v)
	}
	if v.Kind() == yaml.Null {
		return nil, nil
	}
	text, err := v.Scalar()
	return split(text), err
}

// split splits arguments as a shell does: a word may have blanks in quotes. Packages for DOMjudge need this. If any
// quote is not closed, all quotes are ordinary characters.
func split(text string) []string {
	if !quoted.MatchString(text) {
		return strings.Fields(text)
	}
	words := word.FindAllString(text, -1)
	for i := range words {
		words[i] = inQuotes.ReplaceAllString(words[i], "$1$2")
	}
	return words
}

var (
	word     = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
	quoted   = regexp.MustCompile(`^(?:\s|` + word.String() + `)*$`)
	inQuotes = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
)
