package compile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// Unfit marks the submissions of a package from elsewhere as broken that cannot be built anywhere: those whose language
// nobody knows, or whose files are of several languages or of none. A language may be said by its name, "Python 3". For
// a checkout's own problem Codes reports the first, and the others do not compile.
func Unfit(p *problem.Problem) {
	for i := range p.Submissions {
		s := &p.Submissions[i]
		if s.Broken != "" || p.Strict() || p.SubmitAnswer || p.Expects(*s).Permits("", problem.CE) {
			continue
		}
		if code := codeNamed(s.Language); code != "" {
			mistake := fmt.Errorf("%s: %q is the name of a language: read as its code, %s", s.LanguageAt, s.Language,
				code)
			p.Warnings, p.Faults = append(p.Warnings, mistake), append(p.Faults, mistake)
			s.Language = code
		}
		var unfit *CompileError
		if err := codeOf(*s); err != nil {
			s.Broken = err.Error()
		} else if _, err := LanguageOf(s.Source); errors.As(err, &unfit) {
			s.Broken = unfit.Source + ": " + unfit.Output
		}
	}
}

// Codes reports the languages in submissions.yaml that are neither in the package format nor in the table, which users
// can extend. A language of the format that the table lacks is no mistake of the package.
func Codes(p *problem.Problem) error {
	var errs []error
	for _, s := range p.Submissions {
		err := codeOf(s)
		if err != nil && !slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() }) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// codeNamed is the code of the language with this name in the table, "" if it is the name of none.
func codeNamed(name string) string {
	for _, language := range Languages() {
		if language.Name != scripts && language.Name != name && strings.EqualFold(language.Display, name) {
			return language.Name
		}
	}
	return ""
}

// codeOf is an error if nobody knows the language that submissions.yaml gives for a submission.
func codeOf(s problem.Submission) error {
	known := slices.Concat(codes(), problem.LanguageCodes())
	if s.Language == "" || s.Language != scripts && slices.Contains(known, s.Language) {
		return nil
	}
	return fmt.Errorf("%s: %q is no code of a language%s", s.LanguageAt, s.Language,
		strictyaml.DidYouMean(s.Language, codes()))
}
