package audit

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Mark says why findings are meant.
type Mark struct {
	Topic  Topic
	About  string // a finding's About; * stands for any text
	Reason string
	Place  string
}

// File is the file with the marks of a problem.
func File(p *problem.Problem) string { return filepath.Join(p.Dir, "audit.yaml") }

// Marks reads the marks of a problem: of each topic, by the reason, what findings are about. There may be none.
//
//	tests:
//	  the largest input that there can be: [secret/large/01]
//	checker:
//	  numbers may be written in any way: [leading zeros, plus sign]
func Marks(p *problem.Problem) ([]Mark, error) {
	doc, err := yaml.ReadFile(File(p))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return decode(doc)
}

func decode(doc yaml.Value) ([]Mark, error) {
	var marks []Mark
	fields := make(yaml.Fields)
	for _, topic := range Topics {
		fields[string(topic)] = func(v yaml.Value) error {
			reasons, err := v.Entries()
			errs := []error{err}
			for _, reason := range reasons {
				if strings.TrimSpace(reason.Key) == "" {
					errs = append(errs, reason.At.Errorf("say why these are meant"))
				}
				of, err := yaml.ListOf(func(v yaml.Value) (Mark, error) {
					about, err := v.Text()
					return Mark{topic, about, reason.Key, v.Place()}, err
				})(reason.Value)
				errs = append(errs, err)
				marks = append(marks, of...)
			}
			return errors.Join(errs...)
		}
	}
	err := doc.Keys(fields)
	return marks, err
}
