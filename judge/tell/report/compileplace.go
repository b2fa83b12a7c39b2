package report

import (
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// errorPlace is where in a source a compiler's message says that the first error is: the line and, if it says so, the
// column, both from 1; "" for what it does not say. Only places in that very file count.
//
//	./a.cpp:4:3: error     a.ts(1,7): error     ./a.sh: line 2:     File "./a.ml", line 2, characters 12-15:
func errorPlace(source, message string) (line, column string) {
	place := placeForm(filepath.Base(source))
	included, warned := "", false
	for text := range strings.Lines(message) {
		switch { // rustc says in the line above what a place is of
		case strings.HasPrefix(text, "warning"):
			warned = true
		case strings.HasPrefix(text, "error"):
			warned = false
		}
		m := place.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		part := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		switch {
		case !within(source, part(1)), warned && strings.Contains(text, "-->"), harmless.MatchString(text[m[1]:]):
		case strings.HasPrefix(text, "In file included from"):
			included = part(2) // where the error is in a file that is not ours
		case part(4) != "": // counted from 0
			n, _ := strconv.Atoi(part(4))
			return part(2), strconv.Itoa(n + 1)
		default:
			return part(2), part(3)
		}
	}
	return included, ""
}

// placeForm is the form of places in a file of that name: the path, the line, the column from 1, or from 0.
func placeForm(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s"'])((?:[^\s"':(),]+/)*` + regexp.QuoteMeta(name) + `)` +
		`(?:"?,? (?:on )?line |: line |[:(])([1-9][0-9]{0,8})(?:[:,]([1-9][0-9]{0,8})|, characters ([0-9]{1,8}))?`)
}

// harmless is what stands behind the place of what is no error.
var harmless = regexp.MustCompile(`^[:)\s]*(?i:warning|note|info|hint)\b`)

// within reports whether a path that a compiler names can be that of a source: the compiler sees the submission in a
// folder that is not the source's.
func within(source, named string) bool {
	if path.IsAbs(named) {
		return false
	}
	named = path.Clean(named)
	source = filepath.ToSlash(source)
	return source == named || strings.HasSuffix(source, "/"+named)
}
