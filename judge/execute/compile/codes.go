package compile

import (
	"errors"
	"fmt"
	"slices"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// Codes reports the languages in submissions.yaml that are neither in the package format nor in the table, which users
// can extend. A language of the format that the table lacks is no mistake of the package.
func Codes(p *problem.Problem) error {
	known := slices.Concat(codes(), problem.LanguageCodes())
	var errs []error
	for _, s := range p.Submissions {
		if s.Language == "" || s.Language != scripts && slices.Contains(known, s.Language) {
			continue
		}
		err := fmt.Errorf("%s: %q is no code of a language%s", s.LanguageAt, s.Language,
			strictyaml.DidYouMean(s.Language, codes()))
		if !slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() }) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
