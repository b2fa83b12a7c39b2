package loose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Tests holds the tests that were found, in natural order. A test without an answer has Answer "".
type Tests struct {
	Tests []problem.Test
	Notes []string // what was left out, and why
	Own   bool     // tests named after other programs were left out
	Above bool     // the tests are in the folder above the program's, where nothing is written

	root  string // the folder that was searched
	found []found
}

// found is a test whose input is a file.
type found struct {
	problem.Test
	in, answer string // the paths of its files below the root, with slashes; "" for no answer
	pair       int    // the index of the pair that the names fit
}

var errNone = errors.New("no tests")

// The bounds of a search.
const (
	maxTests   = 10_000
	maxEntries = 200_000 // files and folders in all
	maxDepth   = 4       // levels of folders below the root
)

// testFolders lists the words in the names of folders that hold tests.
var testFolders = []string{"tests", "test", "testcases", "testcase", "cases", "case", "samples", "sample", "examples",
	"example", "testdata", "data", "secret"}

// Find finds the tests of a program in the folder that the user named. If the user named none, Find searches the
// program's folder, and those of its folders that are named like tests, such as samples, test1 and a-tests for a.cpp.
// The table of pairs lists the names of the files. Find returns an error if there are no tests, or if two files may be
// the input or the answer of one test.
func Find(ctx context.Context, source problem.Source, named string) (Tests, error) {
	s := &search{ctx: ctx, stem: strings.ToLower(stemOf(source.Name)), stems: make(map[string][]string),
		lower: make(map[string][]string), rivals: make(map[string][]string), taken: make(map[string]found)}
	s.root, s.named = cmp.Or(named, source.Dir), named != ""
	err := s.search("", 0)
	if err == nil {
		err = s.pair()
	}
	if err == nil && named == "" {
		err = s.keepOwn(source)
	}
	if err != nil {
		return Tests{}, err
	}
	if len(s.found) == 0 {
		return Tests{}, fmt.Errorf("%w in %s: put an input and its answer there, such as %s and %s, or name "+
			"their folder: judge test --tests DIR",
			errNone, s.root, filepath.Join(s.root, "1.in"), filepath.Join(s.root, "1.ans"))
	}
	slices.SortFunc(s.found, func(a, b found) int { return natural(a.Name, b.Name) })
	for _, t := range s.found {
		s.Tests.Tests = append(s.Tests.Tests, t.Test)
	}
	return s.Tests, nil
}

// search collects the tests below a folder.
type search struct {
	Tests
	ctx     context.Context
	named   bool   // whether the user named the folder
	stem    string // of the program, in lowercase
	entries int
	files   []string            // those that patterns match, in order
	lower   map[string][]string // the same files, by their paths in lowercase
	stems   map[string][]string // all files, by their paths without extension
	rivals  map[string][]string // the inputs to which a file may be the answer
	taken   map[string]found    // the tests that have answers, by the paths of the input and the answer
}

// search collects the files in a folder that may be part of tests, and searches those of its folders that hold tests.
func (s *search) search(below string, depth int) error {
	entries, err := untrusted.ReadDir(filepath.Join(s.root, below))
	if err != nil {
		return err
	}
	if s.entries += len(entries); s.entries > maxEntries {
		return fmt.Errorf("%s: more than %d files to search; name a folder with fewer: judge test --tests DIR", s.root,
			maxEntries)
	}
	for _, entry := range entries {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		here := path.Join(below, entry.Name())
		kind := entry.Type()
		if kind&fs.ModeSymlink != 0 {
			info, err := os.Stat(s.at(here))
			if err != nil {
				continue
			}
			kind = info.Mode().Type()
		}
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case kind.IsRegular() && !isSource(here):
			s.stems[stemOf(here)] = append(s.stems[stemOf(here)], here)
			if lower := strings.ToLower(here); isTestFile(here, s.at(here)) {
				s.files, s.lower[lower] = append(s.files, here), append(s.lower[lower], here)
			}
		case !kind.IsDir() || depth == 0 && !s.named && !s.holdsTests(here):
		case depth == maxDepth:
			s.note("%s is left out: it is more than %d folders deep", here, maxDepth)
		default:
			if err := s.search(here, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	testFolder   = regexp.MustCompile(`(?:^|[^\pL])(?:[^\pL]*(?:` + strings.Join(testFolders, "|") + `))+[^\pL]*$`)
	numberFolder = regexp.MustCompile(`^(?:\pN[^\pL]*)?$`) // besides the program's name
	shortFolder  = regexp.MustCompile(`^(?:tc?|ex|s)[-_.]?\pN[^\pL]*$`)
)

// holdsTests reports whether a folder beside the program may hold its tests, by its name. A folder called 01 or t1, or
// named after the program, must not hold a program.
func (s *search) holdsTests(folder string) bool {
	name := strings.ToLower(folder)
	for _, rest := range []string{name, strings.TrimPrefix(name, s.stem), strings.TrimSuffix(name, s.stem)} {
		if testFolder.MatchString(rest) {
			return true
		}
		if numberFolder.MatchString(rest) || rest == name && shortFolder.MatchString(name) {
			programs, err := programsIn(s.at(folder))
			return err == nil && len(programs) == 0
		}
	}
	return slices.Contains(inputWords, name) || slices.Contains(answerWords, name)
}

// pair joins inputs and answers, by the best pair of patterns that fits both. Inputs that are left are tests without an
// answer.
func (s *search) pair() error {
	for i := range pairs {
		if len(s.taken) == len(s.files) {
			break // a folder may have thousands of tests
		}
		for _, in := range s.files {
			if err := s.join(in, i); err != nil {
				return err
			}
		}
	}
	for _, file := range s.files {
		if _, taken := s.taken[file]; !taken {
			s.leave(file)
		}
	}
	if len(s.found) > maxTests {
		return fmt.Errorf("%s: more than %d tests; name a folder with fewer: judge test --tests DIR", s.root, maxTests)
	}
	names := make(map[string]found)
	for _, t := range s.found {
		if other, is := names[t.Name]; is {
			return s.twoInputs(other.in, t.in)
		}
		names[t.Name] = t
	}
	return nil
}

// join finds the likeliest answer to an input, if this pair of patterns fits both.
func (s *search) join(in string, pair int) error {
	captures, _, is := forms[input][pair].match(in)
	if !is {
		return nil
	}
	_, done := s.taken[in]
	for _, path := range forms[answer][pair].paths(captures, nil) {
		var free []string
		for _, file := range s.lower[strings.ToLower(path)] {
			same, _, is := forms[answer][pair].match(file)
			if !is || file == in || !slices.Equal(same, captures) { // the case of letters matters outside words
				continue
			}
			s.rivals[file] = append(s.rivals[file], in)
			switch t, taken := s.taken[file]; {
			case !taken:
				free = append(free, file)
			case !done && t.pair == pair && t.answer == file:
				return s.twoInputs(t.in, in)
			}
		}
		switch {
		case done || len(free) == 0:
		case len(free) > 1:
			return fmt.Errorf("%s: %s and %s may both be its answer; rename one", s.at(in), free[0], free[1])
		default:
			s.add(in, pair, free[0])
			done = true
		}
	}
	return nil
}

// add adds a test; answer is "" if the test has none.
func (s *search) add(in string, pair int, answer string) {
	t := found{problem.Test{Name: testName(in), Input: s.at(in)}, in, answer, pair}
	if answer != "" {
		t.Answer = s.at(answer)
		s.taken[in], s.taken[answer] = t, t
	}
	s.found = append(s.found, t)
}

// leave adds a file without a partner as a test without an answer, if its name is that of an input. If its name is that
// of an answer, leave notes why the file is left out.
func (s *search) leave(file string) {
	usual := false
	for i, p := range pairs {
		if p.lone && forms[input][i].regexp.MatchString(file) {
			s.add(file, i, "")
			for _, other := range s.stems[testName(file)] {
				_, taken := s.taken[other]
				if other != file && !taken && !slices.Contains(headers, path.Ext(other)) && !isCompiled(s.at(other)) {
					s.note("%s is left out: its name does not fit an answer to %s", other, file)
				}
			}
			return
		}
		_, words, is := forms[answer][i].match(file)
		usual = usual || is && p.lone && slices.Contains(answerWords, strings.ToLower(words[len(words)-1]))
	}
	for _, in := range s.rivals[file] {
		if t, taken := s.taken[in]; taken {
			s.note("%s is left out: %s is the answer", file, t.answer)
			return
		}
	}
	if base := path.Base(file); usual && base != "a.out" && strings.Contains(base, ".") {
		s.note("%s is left out: there is no input for it", file)
	}
}

func (s *search) twoInputs(a, b string) error {
	return fmt.Errorf("%s and %s: two inputs of one test; rename one", s.at(a), s.at(b))
}

func (t *Tests) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// at returns the path of a file below the root.
func (t Tests) at(file string) string { return filepath.Join(t.root, filepath.FromSlash(file)) }
