package problem

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/read/tree"
)

// readTests finds the tests in the folders "sample" and "secret" of the data folder. In the legacy formats, these are
// ordinary groups. readTests ignores invalid_input, invalid_output and valid_output, because no submission runs on
// their tests.
func (p *Problem) readTests() error {
	w := &testWalk{Problem: p, configs: newConfigs(p)}
	if config := w.groupSettings(p.DataDir); config != nil {
		w.odd(config.Path, "the format has no settings for all tests", "read as the settings of sample and secret",
			"move its content there")
	}
	for _, name := range []string{"sample", "secret"} {
		if dir := filepath.Join(p.DataDir, name); p.index.Is(dir, tree.Outside) {
			w.lose(p.index.At(dir), "")
		} else if p.index.Has(dir) {
			w.below(name)
		}
	}
	if len(w.errs) == 0 && !slices.ContainsFunc(w.Tests, Test.secret) {
		w.samplesAlone(filepath.Join(p.DataDir, "secret"))
	}
	if len(w.errs) == 0 && !p.index.Is(filepath.Join(p.DataDir, "sample"), tree.Outside) {
		w.settings("sample")
	}
	if p.sortTests(); p.scored && len(w.errs) == 0 {
		w.scoring()
	}
	return errors.Join(w.errs...)
}

func (t Test) secret() bool { return strings.HasPrefix(t.Name, "secret/") }

// sortTests sorts the tests by name.
func (p *Problem) sortTests() {
	slices.SortFunc(p.Tests, func(a, b Test) int { return score.Compare(a.Name, b.Name) })
}

func (p *Problem) howToMakeTests() string { return cmp.Or(p.maker(), "put .in and .ans files there") }

// maker says what makes the tests that are missing, "" if nothing is known.
func (p *Problem) maker() string {
	if p.index.Has(p.Recipes()) {
		return "write them with: " + p.Gen()
	}
	for _, script := range []string{"data/generator.sh", "data/gen.sh", "generators/generator.sh",
		"generators/gen.sh"} {
		if path := filepath.Join(p.Dir, script); p.index.Is(path, tree.File) && !p.Strict() {
			return "make them with: sh" + legible.Words(path)
		}
	}
	return ""
}

// Recipes returns the path of the file with the recipes for the tests, which may not exist: tests.yaml or, if there is
// no such file, the generators.yaml of BAPCtools.
func (p *Problem) Recipes() string {
	own, foreign := filepath.Join(p.Dir, "generators/tests.yaml"), filepath.Join(p.Dir, "generators/generators.yaml")
	if p.index.Has(foreign) && !p.index.Has(own) {
		return foreign
	}
	return own
}

// testWalk collects the tests of a problem and their errors.
type testWalk struct {
	*Problem
	configs     *configs
	errs        []error
	leftOut     []error // reasons why tests are not judged, as errors
	lostSamples []error // in a scoring problem, the reasons in leftOut that concern samples
}

// MaxTestFile is the maximum size in bytes of an input, an answer, or a file in a .files folder.
const MaxTestFile = 1 << 30

// maxTests bounds the number of tests of a problem, because links can multiply tests.
const maxTests = 200_000

func (w *testWalk) fail(format string, args ...any) {
	w.errs = append(w.errs, fmt.Errorf(format, args...))
}

// below reads a folder of tests and its subfolders. In the format 2025-09, sample should have no subfolders, and the
// subfolders of a group in secret should have no settings.
func (w *testWalk) below(name string) {
	dir, depth := filepath.Join(w.DataDir, filepath.FromSlash(name)), strings.Count(name, "/")
	config := w.groupSettings(dir)
	switch {
	case !w.groups.anywhere && depth == 1 && strings.HasPrefix(name, "sample/"):
		w.odd(dir, "sample has no groups", "its tests are samples",
			fmt.Sprintf("move its tests to %s or to secret", filepath.Dir(dir)))
	case depth > 1 && config != nil:
		w.odd(config.Path, "only sample, secret and the groups in secret can have a "+groupConfig,
			"it applies to the tests below it", "move its content to the group's file")
		w.settings(name)
	}
	folders := w.folder(name)
	if name == "secret" {
		w.checkGroups(dir, folders)
	}
	for _, sub := range folders {
		before := len(w.Tests) + len(w.errs) + len(w.leftOut)
		w.below(name + "/" + sub)
		empty := len(w.Tests)+len(w.errs)+len(w.leftOut) == before
		if empty && name == "secret" && w.configured(dir, sub) && w.settings(name+"/"+sub) {
			w.oddScores(filepath.Join(dir, sub), "a group without tests", "it is left out",
				fmt.Sprintf("remove its %s, or %s", groupConfig, w.howToMakeTests()))
		}
	}
}

// settings reads the settings of a folder, which may have no tests, and reports whether they are valid.
func (w *testWalk) settings(name string) bool {
	_, err := w.configs.group(name)
	if err != nil {
		w.errs = append(w.errs, err)
	}
	return err == nil
}

// groupSettings returns the file with a folder's settings; nil if there is none. Its callers check that such files are
// only in folders that may have them. If any folder may have settings, it returns nil.
func (w *testWalk) groupSettings(dir string) *tree.Entry {
	if w.groups.anywhere {
		return nil
	}
	return w.index.At(filepath.Join(dir, groupConfig))
}

func (w *testWalk) configured(dir, group string) bool {
	e := w.groupSettings(filepath.Join(dir, group))
	return e != nil && e.Kind != tree.Nothing
}

// checkGroups checks the folder secret. If any folder in secret has settings, all folders in it must have settings, and
// no test may be directly in secret.
func (w *testWalk) checkGroups(dir string, folders []string) {
	plain := slices.DeleteFunc(slices.Clone(folders), func(f string) bool { return w.configured(dir, f) })
	groups := slices.DeleteFunc(slices.Clone(folders), func(f string) bool { return !w.configured(dir, f) })
	direct := slices.ContainsFunc(w.Tests, func(t Test) bool { return t.Group() == "secret" })
	const effect = "all are judged"
	switch {
	case len(groups) > 0 && direct:
		w.oddScores(dir, fmt.Sprintf("it holds both tests and groups (folders with a %s: %s)", groupConfig,
			strings.Join(groups, ", ")), effect, "move the tests to a group")
	case len(groups) > 0 && len(plain) > 0:
		w.oddScores(dir, fmt.Sprintf("some folders have a %s (%s), and others have none (%s)", groupConfig,
			strings.Join(groups, ", "), strings.Join(plain, ", ")), effect, "give one to each, or to none")
	}
}

// folder reads the tests of one folder and returns the names of its subfolders.
func (w *testWalk) folder(name string) (folders []string) {
	dir := filepath.Join(w.DataDir, name)
	entries, err := w.index.List(dir)
	if err != nil {
		w.errs = append(w.errs, err)
		return nil
	}
	entries, out := w.readable(entries)
	for _, e := range entries {
		base, extension := w.splitTestName(e.Name)
		switch {
		case e.Kind == tree.Folder && extension != ".files":
			folders = append(folders, e.Name)
		case extension == "" || out[base] || isGroupFile(e.Name):
		case extension == ".in":
			w.input(name+"/"+base, e)
		case !w.index.Is(filepath.Join(dir, base+".in"), tree.File):
			w.withoutInput(e, base, extension)
		}
	}
	return folders
}

// input reads the test that an input belongs to. Without an answer, the test is left out.
func (w *testWalk) input(name string, e *tree.Entry) {
	place := strings.TrimSuffix(e.Path, ".in")
	if w.index.Is(place+".ans", tree.File) {
		w.test(name, e)
		if w.index.Is(place, tree.Folder) {
			w.odd(place, "a folder and a test have the same name", "both are read", "rename one")
		}
		return
	}
	advice := "write it, or remove " + e.Name
	if w.index.Has(w.Recipes()) {
		advice = "write it with: " + w.Gen()
	}
	w.leaveOut(name, e.Path, fmt.Sprintf("no answer file %s.ans beside it", path.Base(name)), advice)
}

// withoutInput reports a file of a test that has no input. In a package, only a missing input of an answer matters.
func (w *testWalk) withoutInput(e *tree.Entry, base, extension string) {
	answer := w.index.Is(strings.TrimSuffix(e.Path, extension)+".ans", tree.File)
	if extension == ".ans" || w.Strict() && !answer {
		wrong, advice := fmt.Sprintf("no input file %s.in beside it", base), "write it, or remove "+e.Name
		w.leftOut = append(w.leftOut, fmt.Errorf("%s: %s; %s", e.Path, wrong, advice))
		w.odd(e.Path, wrong, "the test is left out", advice)
	}
}

func (p *Problem) splitTestName(file string) (base, extension string) {
	for _, extension := range p.extensions {
		if base, ok := strings.CutSuffix(file, extension); ok && base != "" {
			return base, extension
		}
	}
	return file, ""
}

// test reads one test, which has an input and an answer.
func (w *testWalk) test(name string, input *tree.Entry) {
	path := strings.TrimSuffix(input.Path, ".in")
	if filepath.Base(path) == "test_group" {
		w.odd(path+".ans", "a test cannot be called test_group, because "+groupConfig+" has the group's settings",
			"only the group has these settings", "rename the test")
	}
	switch {
	case len(w.Tests) > maxTests:
		return
	case len(w.Tests) == maxTests:
		w.fail("%s: more than %d tests; remove some, or links to the same tests", filepath.Dir(path), maxTests)
	}
	if slices.Contains(w.extensions, ".files") && w.index.Is(path+".files", tree.File) {
		w.leaveOut(name, path+".files", "not a folder", "put the files of the test into a folder of this name")
		return
	}
	t, err := w.configs.test(name)
	if err = errors.Join(err, tooLarge(input), tooLarge(w.index.At(t.Answer))); err != nil {
		w.errs = append(w.errs, err)
	}
	w.Tests = append(w.Tests, t)
	if w.Strict() && strings.HasPrefix(name, "sample/") && input.Size == 0 && w.index.At(t.Answer).Size == 0 {
		w.warn(fmt.Errorf("%s and %s.ans are empty; write the sample of the statement into them", input.Path,
			filepath.Base(path)))
	}
}

// These folders hold tests for validators and checkers. No submission runs on these tests.
const (
	InvalidInput  = "invalid_input"  // inputs that a validator must reject, without answers
	InvalidOutput = "invalid_output" // tests with an output that the checker must reject
	ValidOutput   = "valid_output"   // tests with an output that the checker must accept
)

// ValidationTests returns the tests of InvalidInput, InvalidOutput or ValidOutput, sorted by name, with their settings.
// Only the inputs of these tests are known to exist.
func (p *Problem) ValidationTests(folder string) ([]Test, error) {
	dir := filepath.Join(p.DataDir, folder)
	if !p.index.Has(dir) {
		return nil, nil
	}
	files, err := p.readFiles(dir, maxTests)
	errs := []error{err}
	settings := newConfigs(p)
	var tests []Test
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name, ".in")
		if !ok || strings.Contains(path.Dir(name), ".files") {
			continue
		}
		t, err := settings.test(folder + "/" + name)
		tests, errs = append(tests, t), append(errs, err)
	}
	return tests, errors.Join(errs...)
}

// Output returns the path of a test's .out file, which may not exist. The file holds an output that is shown or checked
// instead of the output of a program.
func (t Test) Output() string { return strings.TrimSuffix(t.Input, ".in") + ".out" }
