package mutate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Mark says why no test can catch a mutant.
type Mark struct {
	Program string // "backtrack", "output_validator"
	Mutant  string // its name
	Reason  string
	Place   string // where it was written
}

// File is the file with the marks of a problem.
func File(p *problem.Problem) string { return filepath.Join(p.Dir, "mutants.yaml") }

// Marks reads the marks of a problem: of each program, by the reason, the names of mutants. There may be none.
//
//	backtrack:
//	  the table becomes larger than needed: [maxN 50 → 51, fill 2nd 1 → 2]
//	  all that follow are found, too: [search break → continue]
func Marks(p *problem.Problem) ([]Mark, error) {
	doc, err := yaml.ReadFile(File(p))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return decode(doc)
}

func decode(doc yaml.Value) ([]Mark, error) {
	programs, err := doc.Entries()
	errs := []error{err}
	var marks []Mark
	for _, program := range programs {
		reasons, err := program.Value.Entries()
		if program.Value.Kind() == yaml.List {
			err = program.Value.Errorf("give reasons, each with its mutants as judge mutants names them, such as: " +
				"the table becomes larger than needed: [main 50 → 51]")
		}
		errs = append(errs, err)
		for _, reason := range reasons {
			if reason.Key == "" {
				errs = append(errs, reason.At.Errorf("say why no test can catch these mutants"))
			}
			names, err := yaml.ListOf(func(v yaml.Value) (Mark, error) {
				name, err := v.Text()
				return Mark{program.Key, name, reason.Key, v.Place()}, err
			})(reason.Value)
			errs = append(errs, err)
			marks = append(marks, names...)
		}
	}
	return marks, errors.Join(errs...)
}

// Stale is a mark that no longer holds, or never did.
type Stale struct {
	Mark   Mark
	Reason string
}

func (s Stale) String() string { return fmt.Sprintf("%s: %s", s.Mark.Place, s.Reason) }
