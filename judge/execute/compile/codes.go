package compile

import (
	"errors"
	"fmt"
	"slices"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// Codes finds languages that submissions.yaml gives and nobody knows: neither the package format, nor the table, to
// which users add their own. One that the format knows and the table does not is no mistake of the package.
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
