package page

import (
	"fmt"
	"path"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/figures"
)

// matrix is the table of one problem: a row for each submission, a column for each test.
type matrix struct {
	Problem string
	Limits  string
	Scored  bool // whether any submission has a score
	Groups  []group
	Tests   []heading
	Rows    []row

	submissions []int // indices of the problem's submissions in the results
}

// group is the heading above the columns of one folder's tests.
type group struct {
	Name, Short string
	Tests       int
}

// heading is the heading of the column of a test.
type heading struct{ test, Name, Short string }

// place identifies a test of a submission, by the indices of both.
type place struct{ submission, test int }

// mostCells is the maximum number of cells in all tables together. It is enough for a hundred submissions with 2,000
// tests each.
const mostCells = 200_000

// SizeError says that there are too many results for a page.
type SizeError string

func (e SizeError) Error() string { return string(e) }

// matrices returns the tables of all problems, in the order of their first submissions. shown maps each test whose
// failure is on the page to the id of that failure.
func matrices(r grade.Results, shown map[place]string) ([]matrix, error) {
	var all []matrix
	places := make(map[string]int) // index of each problem's table in all
	for i, s := range r.Submissions {
		n, has := places[s.Problem]
		if !has {
			n = len(all)
			places[s.Problem] = n
			all = append(all, newMatrix(s))
		}
		all[n].submissions = append(all[n].submissions, i)
	}
	cells := 0
	for i := range all {
		m := &all[i]
		m.addTests(r)
		if cells += len(m.submissions) * len(m.Tests); cells > mostCells {
			return nil, SizeError(fmt.Sprintf("more than %d results of tests are too many for one page, with the %s "+
				"of %s; make a page of fewer problems or tests", mostCells, figures.Plural(len(m.Tests), "test"),
				m.Problem))
		}
		for _, place := range m.submissions {
			m.Rows = append(m.Rows, m.newRow(place, r.Submissions[place], shown))
		}
	}
	return all, nil
}

// newMatrix returns an empty table for the problem of a submission.
func newMatrix(s grade.Submission) matrix {
	m := matrix{Problem: legible.Line(s.Problem)}
	if l := s.Limits; l.Time > 0 {
		m.Limits = fmt.Sprintf("%s, %d MiB", figures.Exactly(time.Duration(l.Time)), l.Memory>>20)
	}
	return m
}

// addTests adds a column for each test of any of the submissions.
func (m *matrix) addTests(r grade.Results) {
	has := make(map[string]bool)
	for _, place := range m.submissions {
		s := r.Submissions[place]
		m.Scored = m.Scored || s.Scores != nil
		for _, t := range s.Tests {
			if !has[t.Name] {
				has[t.Name] = true
				m.Tests = append(m.Tests, heading{t.Name, legible.Line(t.Name), legible.Line(path.Base(t.Name))})
			}
		}
	}
	for _, t := range m.Tests {
		name, last := strings.TrimPrefix(legible.Line(path.Dir(t.test)), "."), len(m.Groups)-1 // "" beside the program
		if last < 0 || m.Groups[last].Name != name {
			m.Groups = append(m.Groups, group{Name: name, Short: strings.TrimPrefix(name, "secret/")})
			last++
		}
		m.Groups[last].Tests++
	}
}
