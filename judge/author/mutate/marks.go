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

// Mark says why no test can catch some mutants: those that make one line of a program another one.
type Mark struct {
	Program string // "backtrack", "output_validator"
	Behind  string // the line before the one that is changed, without blanks around it; "" for any
	Line    string // the line as it is in the program
	Becomes string
	Reason  string
	Place   string // where it was written
}

// File is the file with the marks of a problem.
func File(p *problem.Problem) string { return filepath.Join(p.Dir, "mutants.yaml") }

// Marks reads the marks of a problem; there may be none.
//
//	backtrack:
//	  - line: "for cell := 0; cell < cells; cell++ {"
//	    becomes: "for cell := 0; cell <= cells; cell++ {"
//	    why: the table has a place for it
//	  - {behind: "if found {", line: break, becomes: continue, why: all that follow are found, too}
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
		list, err := yaml.ListOf(readMark)(program.Value)
		errs = append(errs, err)
		for _, m := range list {
			m.Program = program.Key
			marks = append(marks, m)
		}
	}
	return marks, errors.Join(errs...)
}

func readMark(v yaml.Value) (Mark, error) {
	m := Mark{Place: v.Place()}
	err := v.Keys(yaml.Fields{
		"behind":  yaml.Into(&m.Behind, yaml.Value.Text),
		"line":    yaml.Into(&m.Line, yaml.Value.Text),
		"becomes": yaml.Into(&m.Becomes, yaml.Value.Text),
		"why":     yaml.Into(&m.Reason, yaml.Value.Text),
	})
	if err == nil && (m.Line == "" || m.Becomes == "" || m.Reason == "") {
		err = v.Errorf("a mark needs line, becomes and why")
	}
	return m, err
}

// Stale says that a mark does not hold any more, or never did.
type Stale struct {
	Mark   Mark
	Reason string
}

func (s Stale) String() string { return fmt.Sprintf("%s: %s", s.Mark.Place, s.Reason) }
