package mutate

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Mark says why no test can catch a mutant.
type Mark struct {
	Program string // "backtrack"
	Mutant  string // the mutant's name: "main.go:12 50 → 51"
	Reason  string
	Place   string // where the mark is: "problems/poj3074/mutants.yaml:2:43"
}

// File returns the path of the file with a problem's marks.
func File(p *problem.Problem) string { return filepath.Join(p.Dir, "mutants.yaml") }

// Marks reads the marks of a problem. The file maps each program to reasons, and each reason to the names of mutants.
// The file may be missing.
//
//	backtrack:
//	  the table becomes larger than needed: [main.go:12 50 → 51, main.go:31 2nd 1 → 2]
//	  no later row fits either: [main.go:57 break → continue]
func Marks(p *problem.Problem) ([]Mark, error) {
	doc, err := yaml.ReadFile(File(p))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return decode(doc)
}

func decode(doc yaml.Value) (marks []Mark, err error) {
	err = doc.Each(func(program yaml.Entry) error {
		if program.Value.Kind() == yaml.List {
			return program.Value.Errorf("put a reason before each list of mutants, such as: " +
				"the table becomes larger than needed: [main.go:12 50 → 51]")
		}
		return program.Value.Each(func(reason yaml.Entry) (blank error) {
			if reason.Key == "" {
				blank = reason.At.Errorf("say why no test can catch these mutants")
			}
			names, err := yaml.ListOf(func(v yaml.Value) (Mark, error) {
				name, err := v.Text()
				return Mark{program.Key, name, reason.Key, v.Place()}, err
			})(reason.Value)
			marks = append(marks, names...)
			return errors.Join(blank, err)
		})
	})
	return marks, err
}

// applyMarks adds the marks to the results, and finds stale marks. It takes all mutants of the program, because a mark
// is not stale if its mutant exists but was not judged this time.
func applyMarks(results []Result, all []Mutant, marks []Mark) []problem.Finding {
	var stale []problem.Finding
	find := func(mark *Mark, format string, args ...any) {
		stale = append(stale, problem.Finding{Place: mark.Place, Message: fmt.Sprintf(format, args...)})
	}
	for i := range marks {
		mark := &marks[i]
		matches := func(m Mutant) bool { return m.Name == mark.Mutant }
		if !slices.ContainsFunc(all, matches) {
			find(mark, "no mutant of %s is called %q; correct the mark, or remove it", mark.Program, mark.Mutant)
		}
		for k := range results {
			r := &results[k]
			switch {
			case !matches(r.Mutant):
			case r.State == Survived:
				r.State, r.Mark = Marked, mark
			case r.State == Caught || r.State == Broken:
				by := ""
				if r.By != "" {
					by = " (" + r.By + ")"
				}
				find(mark, "this mutant is %s%s; remove the mark", r.State, by)
			}
		}
	}
	return stale
}
