package problem

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"dlxjudge/judge/base/untrusted"
)

var (
	// python2Line is a first line of Python 2, or a statement that only Python 2 has: old programs have no such line.
	python2Line = regexp.MustCompile(`^#!.*python2|(?m)^[ \t]*print[ \t]+["']`)
	// perlText is what a program in Perl has and one in Prolog, whose files have the same extension, has not.
	perlText = regexp.MustCompile(`^#!.*\bperl|(?m)^[ \t]*use[ \t]+(?:strict|warnings|utf8|v?5)\b|` +
		`^[ \t]*(?:my|our|local)[ \t]*[$@%(]`)
)

// languageInside gives a source the language that the text of a file shows, where several languages have one extension:
// both versions of Python in a legacy format, and Perl and Prolog.
func (p *Problem) languageInside(s *Source) {
	for _, name := range s.Files {
		form, language := perlText, "perl"
		switch extension := filepath.Ext(name); {
		case s.Language != "":
			return
		case p.legacy != nil && extension == ".py":
			form, language = python2Line, "python2"
		case extension != ".pl":
			continue
		}
		path := filepath.Join(s.Dir, name)
		text, err := untrusted.Read(path, maxAnnotated)
		if at := form.FindIndex(text); err == nil && at != nil {
			s.Language = language
			s.LanguageAt = fmt.Sprintf("%s:%d", path, 1+strings.Count(string(text[:at[0]]), "\n"))
		}
	}
}
