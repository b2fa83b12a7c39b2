package receive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Make writes the files of a problem, as Spec has it, under its name or, if another problem has that, under a further
// one. A *scaffold.ExistsError says that the problem itself is there already.
func (t Task) Make(spec *scaffold.Spec, roots problem.Roots) error {
	name := spec.Name
	var err error
	for _, spec.Name = range append([]string{name}, t.others(name)...) {
		var exists *scaffold.ExistsError
		if _, err = spec.Make(roots); !errors.As(err, &exists) || has(spec, roots) {
			return err
		}
	}
	return fmt.Errorf("%s and other names like it are taken; rename one of these problems", name)
}

// has reports whether the problem of that name in the checkout is the one of the same page.
func has(spec *scaffold.Spec, roots problem.Roots) bool {
	const most = 1 << 20
	text, err := untrusted.Read(filepath.Join(roots.Problems, spec.Name, "problem.yaml"), most)
	if err != nil && !os.IsNotExist(err) {
		return true // whose it is, nobody knows
	}
	page := regexp.MustCompile(`url:\s*["']?` + regexp.QuoteMeta(spec.URL) + `(["',}\s]|$)`)
	return err == nil && (spec.URL == "" || page.Match(text))
}

// others are further names for a problem, for when the first is taken by another one.
func (t Task) others(name string) []string {
	var others []string
	room := func(end string) string { return name[:min(len(name), 60-len(end))] + end }
	if from := scaffold.SafeName(site(t.URL)); from != "" && len(from) < 30 {
		others = append(others, room(from))
	}
	for i := 2; i < 10; i++ {
		others = append(others, room(fmt.Sprint(i)))
	}
	return others
}
