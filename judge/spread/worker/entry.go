package worker

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// sound refuses work that no client of this project would ask for.
func sound(work wire.Work) error {
	sum, err := hex.DecodeString(work.Parcel)
	switch {
	case err != nil || len(sum) != 32:
		return fmt.Errorf("%q is no digest of a parcel", cut(work.Parcel, mostName))
	case work.Problem == "" || work.Submission == "":
		return errors.New("the work names no problem or no submission")
	case work.TimeLimit != 0 && (work.TimeLimit < time.Microsecond || work.TimeLimit > 1e6*time.Second):
		return fmt.Errorf("a time limit of %v; it is between a microsecond and a million seconds", work.TimeLimit)
	case work.All && work.First:
		return errors.New("every test is to be run, and only those up to the first failure")
	case work.Tests != nil && len(work.Tests) == 0:
		return errors.New("the work names no test")
	}
	return nil
}

// mostLoaded is how many problems are kept in memory. Work on those of one run is often mixed.
const mostLoaded = 16

// memory is the problems that were loaded last. Parcels never change, so these do not either.
type memory struct {
	loaded map[string]loaded // by the digest of the parcel
	recent []string          // digests, the one used last at the end
}

type loaded struct {
	dir     string // where it was read
	problem *problem.Problem
}

func newMemory() *memory { return &memory{loaded: make(map[string]loaded)} }

// entry is what the work asks for, in the tree of its parcel. It is an error if any of that is missing.
func (m *memory) entry(work wire.Work, tree parcel.Tree) (grade.Entry, error) {
	p, err := m.problem(work.Parcel, work.Problem, tree)
	if err != nil {
		return grade.Entry{}, err
	}
	i := slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Name == work.Submission })
	if i < 0 {
		return grade.Entry{}, refused{fmt.Errorf("the parcel of %s has no submission %q", p.Name, cut(work.Submission,
			mostName))}
	}
	if p.Limits.Time == 0 && work.TimeLimit == 0 {
		return grade.Entry{}, refused{fmt.Errorf("%s has no time limit, and the work gives none", p.Name)}
	}
	entry := grade.Entry{Problem: p, Submission: p.Submissions[i], Tests: p.Run()}
	if work.Tests != nil {
		if entry.Tests, err = selected(p, work.Tests); err != nil {
			return grade.Entry{}, err
		}
	}
	if work.Show && len(entry.Tests) != 1 {
		return grade.Entry{}, refused{fmt.Errorf("%d tests are to be shown; one can be", len(entry.Tests))}
	}
	return entry, nil
}

// selected are the tests with these names, which must be in the problem's order.
func selected(p *problem.Problem, names []string) ([]problem.Test, error) {
	var tests []problem.Test
	left := names
	for _, t := range p.Run() {
		if len(left) > 0 && left[0] == t.Name {
			tests, left = append(tests, t), left[1:]
		}
	}
	if len(left) > 0 {
		return nil, refused{fmt.Errorf("the parcel of %s has no test %q at that place", p.Name, cut(left[0], mostName))}
	}
	return tests, nil
}

// problem loads the problem of a parcel, unless it is in memory.
func (m *memory) problem(digest, name string, tree parcel.Tree) (*problem.Problem, error) {
	known, found := m.loaded[digest]
	if !found || known.dir != tree.Dir || known.problem.Name != name {
		set, err := problem.Load(tree.Roots, func(n string) bool { return n == name })
		switch {
		case err != nil && ofMachine(err):
			return nil, err
		case err != nil:
			return nil, refused{err}
		case len(set.Problems) != 1:
			return nil, refused{fmt.Errorf("the parcel has no problem %q", cut(name, mostName))}
		}
		compile.Unfit(set.Problems[0]) // as the client has: a language that is given by its name
		known = loaded{tree.Dir, set.Problems[0]}
	}
	m.recent = append(slices.DeleteFunc(m.recent, func(d string) bool { return d == digest }), digest)
	m.loaded[digest] = known
	if len(m.recent) > mostLoaded {
		delete(m.loaded, m.recent[0])
		m.recent = m.recent[1:]
	}
	return known.problem, nil
}

// ofMachine reports whether files could not be read because this machine failed. A missing file, or one of the wrong
// kind, is a mistake of the package.
func ofMachine(err error) bool {
	var number syscall.Errno
	packages := []syscall.Errno{syscall.ENOENT, syscall.ENOTDIR, syscall.EISDIR, syscall.ELOOP, syscall.ENAMETOOLONG,
		syscall.EINVAL}
	return errors.As(err, &number) && !slices.Contains(packages, number)
}
