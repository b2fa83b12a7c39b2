package loose

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Tests are those that were found, in the order in which people count. The answer of a test that has none is "".
type Tests struct {
	Tests  []problem.Test
	Notes  []string          // what was left out, and why
	Called map[string]string // files of tests that lie in no file of their own: the path → what people call it
	Own    bool              // only those were taken that are called like the program
}

// Call is what people call a file of a test.
func (t Tests) Call(path string) string { return cmp.Or(t.Called[path], path) }

// call sets what people call a file.
func (t *Tests) call(path, name string) {
	if t.Called == nil {
		t.Called = make(map[string]string)
	}
	t.Called[path] = name
}

// errNone is that there are no tests.
var errNone = errors.New("no tests")

// The bounds on what is searched.
const (
	maxTests = 10_000
	maxDepth = 4 // folders of tests in folders of tests
)

// testFolders are the folders beside a program that hold tests, in lowercase.
var testFolders = []string{"tests", "test", "testcases", "cases", "samples", "sample", "examples", "testdata", "data",
	"secret"}

// Find finds the tests of a program: in the folder, or for "" in the program's own and in those beside it that are
// called tests, samples and the like. An input and its answer are 1.in and 1.ans, 1.in and 1.out, sample-1.in and
// sample-1.out, input1.txt and output1.txt, in/1.txt and out/1.txt, 01 and 01.a. It is an error if there are none, or
// if an input has two answers of which neither is the likelier one.
func Find(source problem.Source, folder string) (Tests, error) {
	s := &search{root: source.Dir}
	if folder != "" {
		s.root, s.all = folder, true
	}
	if err := s.folder("", 0); err != nil {
		return Tests{}, err
	}
	if len(s.found) == 0 {
		return Tests{}, fmt.Errorf("%w in %s: put an input and its answer there, such as %s and %s, or name "+
			"their folder with --tests DIR",
			errNone, s.root, filepath.Join(s.root, "1.in"), filepath.Join(s.root, "1.ans"))
	}
	if folder == "" {
		if err := s.belong(source); err != nil {
			return Tests{}, err
		}
	}
	slices.SortFunc(s.found, func(a, b problem.Test) int { return natural(a.Name, b.Name) })
	return Tests{Tests: s.found, Notes: s.notes, Own: s.own}, nil
}

// Matters reports whether a file may be a part of a problem, by its name: a program, what one includes, or a file of a
// test.
func Matters(path string) bool {
	name, ext := filepath.Base(path), filepath.Ext(path)
	headers := []string{".h", ".hh", ".hpp", ".hxx", ".inc"}
	return isSource(name) || slices.Contains(headers, ext) || read(name).kind != neither || ext == "" &&
		strings.ContainsAny(name, "0123456789") // 01, beside 01.a
}

// search collects the tests below a folder.
type search struct {
	root  string
	all   bool // every folder below is one of tests
	own   bool // as Tests.Own
	found []problem.Test
	notes []string
}

// folder takes the tests of a folder below the root, and of those in it.
func (s *search) folder(path string, depth int) error {
	entries, err := untrusted.ReadDir(filepath.Join(s.root, path))
	if err != nil {
		return err
	}
	var files, folders []string
	for _, entry := range entries {
		name := entry.Name()
		info, err := os.Stat(filepath.Join(s.root, path, name))
		switch {
		case strings.HasPrefix(name, ".") || err != nil:
		case info.IsDir():
			folders = append(folders, name)
		case info.Mode().IsRegular() && !isSource(name):
			files = append(files, name)
		}
	}
	var parts []located
	for _, name := range files {
		parts = append(parts, located{read(name), filepath.Join(path, name)})
	}
	if err := s.pair(withPlain(parts)); err != nil {
		return err
	}
	inOut, err := s.folders(path, folders)
	if err != nil {
		return err
	}
	for _, name := range folders {
		if slices.Contains(inOut, name) || !s.all && depth == 0 && !slices.Contains(testFolders,
			strings.ToLower(name)) {
			continue
		}
		if depth == maxDepth {
			return fmt.Errorf("%s: a folder in %d others; name the folder of the tests with --tests DIR",
				filepath.Join(s.root, path, name), depth)
		}
		if err := s.folder(filepath.Join(path, name), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// located is a file below the root, and what it is.
type located struct {
	part
	path string
}

// withPlain finds inputs without any extension, beside answers that are called 01.a: a file 01.
func withPlain(parts []located) []located {
	for i, p := range parts {
		name := filepath.Base(p.path)
		if p.kind == neither && slices.ContainsFunc(parts, func(q located) bool {
			return q.kind == answer && q.key == name
		}) {
			parts[i].part = part{kind: input, key: name}
		}
	}
	return parts
}

// folders takes the tests that lie in two folders, one of inputs and one of answers, and returns the names of these.
func (s *search) folders(path string, names []string) (taken []string, err error) {
	for _, in := range names {
		key := read(in)
		if key.kind != input {
			continue
		}
		var outs []string
		for _, out := range names {
			if other := read(out); other.kind == answer && other.key == key.key {
				outs = append(outs, out)
			}
		}
		if len(outs) > 1 {
			return nil, fmt.Errorf("%s: its answers may be in %s; rename all but one", filepath.Join(s.root, path, in),
				strings.Join(outs, " or in "))
		}
		taken = append(append(taken, in), outs...)
		parts, err := s.files(filepath.Join(path, in), input)
		for _, out := range outs {
			answers, answersErr := s.files(filepath.Join(path, out), answer)
			if err == nil {
				err = answersErr
			}
			parts = append(parts, answers...)
		}
		if err == nil {
			err = s.pair(parts)
		}
		if err != nil {
			return nil, err
		}
	}
	return taken, nil
}

// files are those of a folder that holds nothing but inputs, or nothing but answers.
func (s *search) files(path string, is kind) ([]located, error) {
	entries, err := untrusted.ReadDir(filepath.Join(s.root, path))
	if err != nil {
		return nil, err
	}
	var parts []located
	for _, entry := range entries {
		name := entry.Name()
		info, err := os.Stat(filepath.Join(s.root, path, name))
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(name, ".") || isSource(name) {
			continue
		}
		p := read(name)
		if p.kind != is {
			p = part{key: strings.TrimSuffix(name, filepath.Ext(name))}
		}
		p.kind = is
		parts = append(parts, located{p, filepath.Join(path, name)})
	}
	return parts, nil
}

// pair makes tests of inputs and answers with the same keys.
func (s *search) pair(parts []located) error {
	for _, in := range parts {
		if in.kind != input {
			continue
		}
		test := problem.Test{Name: testName(in.path), Input: filepath.Join(s.root, in.path)}
		var answers []located
		for _, other := range parts {
			switch {
			case other.key != in.key:
			case other.kind == answer:
				answers = append(answers, other)
			case other.kind == input && other.path != in.path:
				return fmt.Errorf("%s and %s: two inputs of one test; rename one", test.Input, filepath.Join(s.root,
					other.path))
			}
		}
		slices.SortStableFunc(answers, func(a, b located) int { return a.rank - b.rank })
		if len(answers) > 1 && answers[0].rank == answers[1].rank {
			return fmt.Errorf("%s: %s and %s may both be its answer; rename one", test.Input, answers[0].path,
				answers[1].path)
		}
		for i, a := range answers {
			if i == 0 {
				test.Answer = filepath.Join(s.root, a.path)
			} else {
				s.note("%s is left out: %s is the answer", a.path, answers[0].path)
			}
		}
		if len(s.found) == maxTests {
			return fmt.Errorf("%s: more than %d tests; name a folder with fewer: --tests DIR", s.root, maxTests)
		}
		s.found = append(s.found, test)
	}
	for _, a := range parts {
		lonely := a.kind == answer && !slices.ContainsFunc(parts, func(in located) bool {
			return in.kind == input && in.key == a.key
		})
		if lonely && filepath.Base(a.path) != "a.out" && strings.ContainsRune(filepath.Base(a.path), '.') {
			s.note("%s is left out: there is no input for it", a.path)
		}
	}
	return nil
}

func (s *search) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// belong keeps to the tests that are called like the program, where there are several programs and such tests: a1.in
// for a.cpp and not for b.cpp.
func (s *search) belong(source problem.Source) error {
	programs, err := programsIn(source.Dir)
	if programs = solutions(programs); err != nil || len(programs) < 2 {
		return err
	}
	owner := func(test string) (owner string) {
		for _, program := range programs {
			stem := stemOf(program)
			if called(test, stem) && len(stem) > len(stemOf(owner)) {
				owner = program
			}
		}
		return owner
	}
	own := func(t problem.Test) bool { return stemOf(owner(t.Name)) == stemOf(source.Name) }
	if !slices.ContainsFunc(s.found, own) {
		return nil
	}
	s.own = true
	s.found = slices.DeleteFunc(s.found, func(t problem.Test) bool {
		if own(t) {
			return false
		}
		s.note("%s is left out: by its name it is no test of %s", t.Input, source.Name)
		return true
	})
	return nil
}

func stemOf(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// called reports whether a test has the name of a program, with or without more behind it: a, a1, a-1, but not abc.
func called(test, stem string) bool {
	rest, ok := strings.CutPrefix(test, stem)
	if !ok || stem == "" {
		return false
	}
	if rest == "" {
		return true
	}
	last, next := rune(stem[len(stem)-1]), rune(rest[0])
	return !unicode.IsLetter(next) && !(unicode.IsDigit(last) && unicode.IsDigit(next))
}
