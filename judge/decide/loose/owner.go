package loose

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"dlxjudge/judge/read/problem"
)

// keepOwn leaves out tests of other programs in the folder: those that are named after them, or lie in a folder named
// after them. If there are tests named after the program, keepOwn keeps only these.
func (s *search) keepOwn(source problem.Source) error {
	programs, err := programsIn(source.Dir)
	if programs = solutions(programs); err != nil || len(programs) < 2 {
		return err
	}
	var own, shared []found
	var left []string // inputs
	var other string  // the program to which the first of them belongs
	for _, t := range s.found {
		switch owner := ownerOf(t.Name, programs); {
		case owner == "":
			shared = append(shared, t)
		case stemOf(owner) == stemOf(source.Name):
			own = append(own, t)
		default:
			other, left = cmp.Or(other, owner), append(left, t.Input)
		}
	}
	if s.found = shared; len(own) > 0 {
		for _, t := range shared {
			left = append(left, t.Input)
		}
		s.found, s.Own = own, true
	}
	switch {
	case len(left) == 0:
	case len(s.found) == 0:
		return fmt.Errorf("%w of %s: %s belongs to %s; add a test such as %s and %s, or name a folder: "+
			"judge test --tests DIR", errNone, source.Name, left[0], other,
			filepath.Join(s.root, stemOf(source.Name)+"1.in"), stemOf(source.Name)+"1.ans")
	case len(left) == 1:
		s.note("%s is left out: by its name, it is not a test of %s", left[0], source.Name)
	default:
		s.note("%s and %d more are left out: by their names, they are not tests of %s", left[0], len(left)-1,
			source.Name)
	}
	return nil
}

// ownerOf returns the program after which a test is named, or the innermost of its folders; "" if there is none. If
// several names fit, the longest one counts. The case of letters matters only if there are programs A and a.
func ownerOf(test string, programs []string) (owner string) {
	parts := strings.Split(test, "/")
	for _, part := range slices.Backward(parts) {
		for _, fold := range []func(string) string{strings.Clone, strings.ToLower} {
			for _, program := range programs {
				if stem := stemOf(program); namedAfter(fold(part), fold(stem)) && len(stem) > len(stemOf(owner)) {
					owner = program
				}
			}
			if owner != "" {
				return owner
			}
		}
	}
	return ""
}

// namedAfter reports whether a name is that of the program whose name without extension is stem, perhaps with more
// after it. The names a, a1 and a-1 are named after the program a, but abc is not.
func namedAfter(name, stem string) bool {
	rest, ok := strings.CutPrefix(name, stem)
	if !ok || stem == "" {
		return false
	}
	if rest == "" {
		return true
	}
	last, next := rune(stem[len(stem)-1]), rune(rest[0])
	return !unicode.IsLetter(next) && !(unicode.IsDigit(last) && unicode.IsDigit(next))
}
