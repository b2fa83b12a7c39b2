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

// Tests holds the tests that were found, in natural order. A test without an answer has Answer "".
type Tests struct {
	Tests        []problem.Test
	Notes        []string          // what was left out, and why
	DisplayNames map[string]string // of files that the judge made for tests, by path
	Own          bool              // only tests named after the program were taken

	search *search
}

// DisplayName returns the name that messages show for a test's file: its path, unless another name was set.
func (t Tests) DisplayName(path string) string { return cmp.Or(t.DisplayNames[path], path) }

// setDisplayName sets the display name of a file.
func (t *Tests) setDisplayName(path, name string) {
	if t.DisplayNames == nil {
		t.DisplayNames = make(map[string]string)
	}
	t.DisplayNames[path] = name
}

var errNone = errors.New("no tests")

// The bounds of a search.
const (
	maxTests = 10_000
	maxDepth = 4 // levels of folders below the root
)

// testFolders lists the names of folders that hold tests, in lowercase.
var testFolders = []string{"tests", "test", "testcases", "cases", "samples", "sample", "examples", "testdata", "data",
	"secret"}

// Find finds the tests of a program in the folder that the user named. If the user named none, Find searches the
// program's folder and those of its folders that are called tests, samples and the like. Examples of an input and its
// answer are 1.in and 1.ans, 1.in and 1.out, sample-1.in and sample-1.out, input1.txt and output1.txt, in/1.txt and
// out/1.txt, 01 and 01.a. Find returns an error if there are no tests, or if an input has two equally likely answers.
func Find(source problem.Source, named string) (Tests, error) {
	s := &search{root: source.Dir, open: make(map[string]testFile)}
	if named != "" {
		s.root, s.all = named, true
	}
	err := s.search(folder{})
	if err == nil {
		err = s.pair()
	}
	if err != nil {
		return Tests{}, err
	}
	if len(s.found) == 0 {
		return Tests{}, fmt.Errorf("%w in %s: put an input and its answer there, such as %s and %s, or name "+
			"their folder: judge test --tests DIR",
			errNone, s.root, filepath.Join(s.root, "1.in"), filepath.Join(s.root, "1.ans"))
	}
	if named == "" {
		if err := s.keepOwn(source); err != nil {
			return Tests{}, err
		}
	}
	slices.SortFunc(s.found, func(a, b problem.Test) int { return natural(a.Name, b.Name) })
	return Tests{Tests: s.found, Notes: s.notes, Own: s.own, search: s}, nil
}

// AnswerPath returns the path of a test's answer. If there is no answer yet, AnswerPath returns a path at which Find
// would find it, named like the other answers. It returns "" for an input that Find did not find, such as an input from
// cph.
func (t Tests) AnswerPath(test problem.Test) string {
	if test.Answer == "" && t.search != nil {
		if in, found := t.search.open[test.Input]; found {
			return t.search.answerPath(in)
		}
	}
	return test.Answer
}

// Matters reports, from a file's name, whether the file can be part of a problem: a program, a file that programs
// include, or a file of a test.
func Matters(path string) bool {
	name, ext := filepath.Base(path), filepath.Ext(path)
	headers := []string{".h", ".hh", ".hpp", ".hxx", ".inc"}
	return isSource(name) || slices.Contains(headers, ext) || read(name).kind != neither || ext == "" &&
		strings.ContainsAny(name, "0123456789") // 01, beside 01.a
}

// search collects the tests below a folder.
type search struct {
	root    string
	all     bool // search all folders below root, whatever their names
	own     bool // see Tests.Own
	parts   []testFile
	found   []problem.Test
	answers []testFile          // answers of the tests in found
	open    map[string]testFile // inputs without an answer, by path
	notes   []string
}

// testFile is a file of a test. Its key includes the folders below the root, so files of different tests have different
// keys.
type testFile struct {
	part
	path string
	in   folder
}

// folder is a folder that is searched, at or below the root. Its kind is input or answer if all files in it are of that
// kind; otherwise neither.
type folder struct {
	part
	path  string
	depth int
}

// file interprets the name of a file in the folder.
func (in folder) file(name string) testFile {
	p := read(name)
	if in.kind != neither {
		if p.kind != in.kind {
			p.key, p.mark = stemOf(name), filepath.Ext(name)
		}
		p.kind, p.rank = in.kind, 0
	}
	p.key = in.key + "/" + p.key
	return testFile{p, filepath.Join(in.path, name), in}
}

// search collects the test files in a folder, and in those of its folders that hold tests. Inputs and answers may be in
// separate folders.
func (s *search) search(in folder) error {
	entries, err := untrusted.ReadDir(filepath.Join(s.root, in.path))
	if err != nil {
		return err
	}
	var folders []string
	for _, entry := range entries {
		name := entry.Name()
		info, err := os.Stat(filepath.Join(s.root, in.path, name))
		switch {
		case strings.HasPrefix(name, ".") || err != nil:
		case info.IsDir() && in.kind == neither:
			folders = append(folders, name)
		case info.Mode().IsRegular() && !isSource(name):
			s.parts = append(s.parts, in.file(name))
		}
	}
	for _, name := range folders {
		p := read(name)
		inner := folder{part{key: in.key + "/" + name}, filepath.Join(in.path, name), in.depth + 1}
		paired := p.kind == input || p.kind == answer && slices.ContainsFunc(folders, func(other string) bool {
			return read(other).kind == input && read(other).key == p.key
		})
		switch {
		case paired:
			inner.part, inner.key = p, in.key+"/"+p.key
		case !s.all && in.depth == 0 && !slices.Contains(testFolders, strings.ToLower(name)):
			continue
		case in.depth == maxDepth:
			return fmt.Errorf("%s: the search ends %d folders deep; name the folder of the tests: judge test "+
				"--tests DIR",
				filepath.Join(s.root, inner.path), in.depth)
		}
		if err := s.search(inner); err != nil {
			return err
		}
	}
	return nil
}

// pair joins inputs and answers with the same key. A file whose name does not say what the file is counts as an input
// if there is an answer for it: 01, beside 01.a.
func (s *search) pair() error {
	answers, taken := make(map[string][]testFile), make(map[string]testFile)
	for _, p := range s.parts {
		if p.kind == answer {
			answers[p.key] = append(answers[p.key], p)
		}
	}
	var inputs []testFile
	for _, p := range s.parts {
		if p.kind == neither {
			p.key = strings.TrimSuffix(p.key, "/") + "/" + filepath.Base(p.path)
		}
		if p.kind == answer || p.kind == neither && answers[p.key] == nil {
			continue
		}
		if other, is := taken[p.key]; is && p.kind == input {
			return fmt.Errorf("%s and %s: two inputs of one test; rename one", filepath.Join(s.root, other.path),
				filepath.Join(s.root, p.path))
		} else if is {
			continue
		}
		taken[p.key] = p
		inputs = append(inputs, p)
	}
	for _, in := range inputs {
		if err := s.test(in, answers[in.key]); err != nil {
			return err
		}
	}
	for _, a := range s.parts {
		_, has := taken[a.key]
		if base := filepath.Base(a.path); a.kind == answer && !has && base != "a.out" &&
			strings.ContainsRune(base, '.') {
			s.note("%s is left out: there is no input for it", a.path)
		}
	}
	return nil
}

// test adds a test, with the likeliest of the possible answers.
func (s *search) test(in testFile, answers []testFile) error {
	test := problem.Test{Name: testName(in.path), Input: filepath.Join(s.root, in.path)}
	slices.SortStableFunc(answers, func(a, b testFile) int { return a.rank - b.rank })
	if len(answers) > 1 && answers[0].rank == answers[1].rank {
		return fmt.Errorf("%s: %s and %s may both be its answer; rename one", test.Input, answers[0].path,
			answers[1].path)
	}
	for i, a := range answers {
		if i == 0 {
			test.Answer = filepath.Join(s.root, a.path)
			s.answers = append(s.answers, a)
		} else {
			s.note("%s is left out: %s is the answer", a.path, answers[0].path)
		}
	}
	if len(answers) == 0 {
		s.open[test.Input] = in
	}
	if len(s.found) == maxTests {
		return fmt.Errorf("%s: more than %d tests; name a folder with fewer: judge test --tests DIR", s.root, maxTests)
	}
	s.found = append(s.found, test)
	return nil
}

// answerPath returns the path at which search would find the answer to an input. The path has the marks of another
// test's answer, preferably one in the same folder. If no test has an answer, the path has the first usual marks that
// search recognizes.
func (s *search) answerPath(in testFile) string {
	var models, elsewhere []testFile
	for _, a := range s.answers {
		if a.in.key == in.in.key {
			models = append(models, a)
		} else {
			elsewhere = append(elsewhere, a)
		}
	}
	models = append(models, elsewhere...)
	for _, mark := range answerMarks(in.in.mark) {
		for _, name := range answerMarks(in.mark) {
			models = append(models, testFile{part: part{mark: name}, in: folder{part: part{mark: mark}}})
		}
	}
	for _, model := range models {
		dir := in.in
		if dir.kind == input { // the answers are in a folder beside it
			name := dir.name(model.in.mark)
			p := read(name)
			if p.kind != answer || p.key != dir.own() {
				continue
			}
			dir.kind, dir.path = answer, filepath.Join(filepath.Dir(dir.path), name)
		}
		if a := dir.file(in.name(model.mark)); a.kind == answer && a.key == in.key {
			return filepath.Join(s.root, a.path)
		}
	}
	return ""
}

func (s *search) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// keepOwn keeps only the tests named after the program, if the folder holds other programs: a1.in is a test of a.cpp,
// not of b.cpp. If no test is named after the program, keepOwn keeps all tests.
func (s *search) keepOwn(source problem.Source) error {
	programs, err := programsIn(source.Dir)
	if programs = solutions(programs); err != nil || len(programs) < 2 {
		return err
	}
	owner := func(test string) (owner string) {
		for _, program := range programs {
			stem := stemOf(program)
			if namedAfter(test, stem) && len(stem) > len(stemOf(owner)) {
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
		s.note("%s is left out: by its name, it is not a test of %s", t.Input, source.Name)
		return true
	})
	return nil
}

func stemOf(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// namedAfter reports whether a test is named after the program whose name without extension is stem. The tests a, a1
// and a-1 are named after the program a, but abc is not.
func namedAfter(test, stem string) bool {
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
