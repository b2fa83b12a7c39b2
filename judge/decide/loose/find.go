package loose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Tests holds the tests that were found, in natural order. A test without an answer has Answer "".
type Tests struct {
	Tests        []problem.Test
	Notes        []string          // what was left out, and why
	DisplayNames map[string]string // of files that the judge made for tests, by path
	Own          bool              // tests named after other programs were left out
	Above        bool              // the tests are in the folder above the program's, where nothing is written

	root  string // the folder that was searched
	named bool   // whether the user named that folder
	found []found
}

// found is a test whose input is a file.
type found struct {
	problem.Test
	path  string   // of the input, below the root, with slashes
	pair  int      // the index of the names' pair; -1 if there is no answer
	words []string // those in the name of the answer
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
	maxTests   = 10_000
	maxEntries = 200_000 // files and folders in all
	maxDepth   = 4       // levels of folders below the root
)

// testFolders lists the words in the names of folders that hold tests.
var testFolders = []string{"tests", "test", "testcases", "testcase", "cases", "case", "samples", "sample", "examples",
	"example", "testdata", "data", "secret"}

// Find finds the tests of a program in the folder that the user named. If the user named none, Find searches the
// program's folder, and those of its folders that have the names of tests, such as samples, test1 and a-tests for
// a.cpp. The table of pairs says how the files are called. Find returns an error if there are no tests, or if two files
// may be the input or the answer of one test.
func Find(ctx context.Context, source problem.Source, named string) (Tests, error) {
	s := &search{ctx: ctx, stem: strings.ToLower(stemOf(source.Name)), stems: make(map[string][]string),
		matched: [2]map[string][]matchedFile{make(map[string][]matchedFile), make(map[string][]matchedFile)}}
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
	stem    string // of the program, in lowercase
	entries int
	files   []string                    // those that patterns match, in order
	stems   map[string][]string         // the files of each path without extension
	matched [2]map[string][]matchedFile // the files that may be inputs or answers, by slot
}

// matchedFile is a file that matches a pattern.
type matchedFile struct {
	name
	path string // below the root, with slashes
}

// slot returns the place of a pair's inputs and answers with one key in search.matched. Slots are in the pairs' order.
func slot(pair int, key string) string { return fmt.Sprintf("%02d%s", pair, key) }

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
			info, err := os.Stat(filepath.Join(s.root, here))
			if err != nil {
				continue
			}
			kind = info.Mode().Type()
		}
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case kind.IsRegular() && !isSource(entry.Name()):
			s.collect(here)
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

// holdsTests reports whether a folder beside the program may hold its tests, by its name. A folder that is called 01 or
// t1, or after the program, must not hold a program.
func (s *search) holdsTests(folder string) bool {
	name := strings.ToLower(folder)
	for _, rest := range []string{name, strings.TrimPrefix(name, s.stem), strings.TrimSuffix(name, s.stem)} {
		if testFolder.MatchString(rest) {
			return true
		}
		if numberFolder.MatchString(rest) || rest == name && shortFolder.MatchString(name) {
			programs, err := programsIn(filepath.Join(s.root, folder))
			return err == nil && len(programs) == 0
		}
	}
	return slices.Contains(inputWords, name) || slices.Contains(answerWords, name)
}

// collect adds a file to those that may be inputs or answers. It leaves out what a compiler made.
func (s *search) collect(path string) {
	s.stems[stemOf(path)] = append(s.stems[stemOf(path)], path)
	is := false
	for side, all := range forms {
		for i, m := range all {
			n, ok := m.match(path)
			if !ok {
				continue
			}
			if !is && isCompiled(s.at(path)) {
				return
			}
			is = true
			s.matched[side][slot(i, n.key)] = append(s.matched[side][slot(i, n.key)], matchedFile{n, path})
		}
	}
	if is {
		s.files = append(s.files, path)
	}
}

// pair joins inputs and answers, by the best pair of patterns that matches both. Inputs that are left are tests without
// an answer.
func (s *search) pair() error {
	taken := make(map[string]string) // the answer of an input; for an answer, the path itself
	left := func(files []matchedFile) []matchedFile {
		return slices.DeleteFunc(slices.Clone(files), func(f matchedFile) bool { return taken[f.path] != "" })
	}
	for _, slot := range slices.Sorted(maps.Keys(s.matched[input])) {
		ins, outs := left(s.matched[input][slot]), left(s.matched[answer][slot])
		slices.SortStableFunc(outs, func(a, b matchedFile) int { return a.rank - b.rank })
		switch {
		case len(ins) == 0 || len(outs) == 0 || ins[0].path == outs[0].path:
			continue
		case len(ins) > 1:
			return s.twoInputs(ins[0].path, ins[1].path)
		case len(outs) > 1 && outs[0].rank == outs[1].rank:
			return fmt.Errorf("%s: %s and %s may both be its answer; rename one", s.at(ins[0].path), outs[0].path,
				outs[1].path)
		}
		taken[ins[0].path], taken[outs[0].path] = outs[0].path, outs[0].path
		pair, _ := strconv.Atoi(slot[:2])
		s.add(ins[0].path, pair, outs[0])
	}
	for _, file := range s.files {
		if taken[file] == "" {
			s.leave(file, taken)
		}
	}
	return s.unique()
}

// leave adds a file without a partner as a test without an answer, if its name is that of an input. If its name is that
// of an answer, leave notes why the file is left out.
func (s *search) leave(file string, taken map[string]string) {
	for i, p := range pairs {
		if _, is := forms[input][i].match(file); is && p.lone {
			s.add(file, -1, matchedFile{})
			for _, other := range s.stems[testName(file)] {
				if other != file && taken[other] == "" && !slices.Contains(headers, path.Ext(other)) &&
					!isCompiled(s.at(other)) {
					s.note("%s is left out: its name is not that of an answer to %s", other, file)
				}
			}
			return
		}
	}
	base := path.Base(file)
	usual := false
	for i, p := range pairs {
		n, is := forms[answer][i].match(file)
		if !is {
			continue
		}
		for _, in := range s.matched[input][slot(i, n.key)] {
			if taken[in.path] != "" {
				s.note("%s is left out: %s is the answer", file, taken[in.path])
				return
			}
		}
		usual = usual || p.lone && slices.Contains(answerWords, strings.ToLower(n.words[len(n.words)-1]))
	}
	if usual && base != "a.out" && strings.Contains(base, ".") {
		s.note("%s is left out: there is no input for it", file)
	}
}

// add adds a test.
func (s *search) add(in string, pair int, a matchedFile) {
	t := found{problem.Test{Name: testName(in), Input: s.at(in)}, in, pair, a.words}
	if pair >= 0 {
		t.Answer = s.at(a.path)
	}
	s.found = append(s.found, t)
}

// unique returns an error if there are too many tests, or two with one name.
func (s *search) unique() error {
	if len(s.found) > maxTests {
		return fmt.Errorf("%s: more than %d tests; name a folder with fewer: judge test --tests DIR", s.root, maxTests)
	}
	names := make(map[string]found)
	for _, t := range s.found {
		if other, is := names[t.Name]; is {
			return s.twoInputs(other.path, t.path)
		}
		names[t.Name] = t
	}
	return nil
}

func (s *search) twoInputs(a, b string) error {
	return fmt.Errorf("%s and %s: two inputs of one test; rename one", s.at(a), s.at(b))
}

func (s *search) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// at returns the path of a file below the root.
func (t Tests) at(file string) string { return filepath.Join(t.root, filepath.FromSlash(file)) }
