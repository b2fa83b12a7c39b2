package problem

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/tree"
)

// readTests finds the tests in the data folder: sample/ and secret/, which in a legacy format are groups like all
// others. The folders of tests that must be rejected or accepted (invalid_input, invalid_output, valid_output) are for
// validators, not for submissions.
func (p *Problem) readTests(at layout) error {
	w := &testWalk{problem: p, configs: newConfigs(p), pack: at.solutions == ""}
	config := p.settingsFile(p.DataDir)
	if p.graded == nil && p.index.Has(config) {
		w.odd(config, "the format has no settings of all tests", "it is read as those of sample and secret",
			"move its content there")
	}
	for _, name := range []string{"sample", "secret"} {
		dir := filepath.Join(p.DataDir, name)
		switch {
		case !w.opens(dir):
		case p.graded != nil:
			w.below(name)
		case name == "sample":
			w.sample(dir)
		default:
			w.secret(dir)
		}
	}
	secret := func(t Test) bool { return strings.HasPrefix(t.Name, "secret/") }
	if len(w.errs) == 0 && !slices.ContainsFunc(w.tests, secret) {
		w.samplesAlone(filepath.Join(p.DataDir, "secret"))
	}
	if p.legacy == nil && len(w.errs) == 0 && !p.index.Is(filepath.Join(p.DataDir, "sample"), tree.Outside) {
		if _, err := w.configs.group("sample"); err != nil {
			w.errs = append(w.errs, err)
		}
	}
	return w.finish()
}

// sortTests puts the tests in the order of their names.
func (p *Problem) sortTests() {
	slices.SortFunc(p.Tests, func(a, b Test) int {
		return slices.Compare(strings.Split(a.Name, "/"), strings.Split(b.Name, "/"))
	})
}

// finish hands the tests to the problem.
func (w *testWalk) finish() error {
	w.problem.Tests = w.tests
	w.problem.sortTests()
	if w.problem.scored && len(w.errs) == 0 {
		w.scoring()
	}
	return errors.Join(w.errs...)
}

func (p *Problem) howToMakeTests() string {
	if p.index.Has(recipes(p)) {
		return "write them with: " + p.Gen()
	}
	return "put .in and .ans files there"
}

// recipes is the file with the recipes of the tests, if there is one.
func recipes(p *Problem) string { return filepath.Join(p.Dir, "generators", "tests.yaml") }

// testWalk collects the tests of a problem and their errors.
type testWalk struct {
	problem     *Problem
	configs     *configs
	pack        bool // a package, which is not spread over a checkout
	tests       []Test
	errs        []error
	leftOut     []error // files of tests that are not judged, and why, as an error would say it
	lostSamples []error // those of samples, in a scoring problem
}

// MaxTestFile is the largest file of a test that is read, in bytes: an input, an answer, or a file that a program finds
// in its folder.
const MaxTestFile = 1 << 30

// maxTests bounds the tests of a problem. Links can make more of them than there are.
const maxTests = 200_000

func (w *testWalk) fail(format string, args ...any) {
	w.errs = append(w.errs, fmt.Errorf(format, args...))
}

func (w *testWalk) sample(dir string) {
	for _, sub := range w.folder("sample") {
		w.odd(filepath.Join(dir, sub), "sample has no groups", "its tests are samples",
			fmt.Sprintf("move its tests to %s or to secret", dir))
		w.below("sample/" + sub)
	}
}

func (w *testWalk) secret(dir string) {
	groups := w.folder("secret")
	var configured, plain []string // groups in the format's sense, and mere folders
	for _, group := range groups {
		if w.problem.index.Has(w.problem.settingsFile(filepath.Join(dir, group))) {
			configured = append(configured, group)
		} else {
			plain = append(plain, group)
		}
	}
	direct := slices.ContainsFunc(w.tests, func(t Test) bool { return t.Group() == "secret" })
	odd := func(wrong, advice string) {
		if w.problem.scored { // which group has which score is not known
			w.fail("%s: %s; %s", dir, wrong, advice)
			return
		}
		w.odd(dir, wrong, "all are judged", advice)
	}
	switch {
	case len(configured) > 0 && direct:
		odd(fmt.Sprintf("both tests and groups (%s, by their %s) in it", strings.Join(configured, ", "), groupConfig),
			"move the tests to a group")
	case len(configured) > 0 && len(plain) > 0:
		odd(fmt.Sprintf("some folders have a %s (%s), and others have none (%s)", groupConfig, strings.Join(configured,
			", "), strings.Join(plain, ", ")), "give one to each, or to none")
	}
	for _, group := range groups {
		before := len(w.tests) + len(w.errs) + len(w.leftOut)
		w.below("secret/" + group)
		if len(w.tests)+len(w.errs)+len(w.leftOut) == before && slices.Contains(configured, group) {
			if _, err := w.configs.group("secret/" + group); err != nil {
				w.errs = append(w.errs, err)
				continue
			}
			place, wrong := filepath.Join(dir, group), "a group without tests"
			advice := fmt.Sprintf("remove its %s, or %s", groupConfig, w.problem.howToMakeTests())
			if w.problem.scored {
				w.fail("%s: %s; %s", place, wrong, advice)
			} else {
				w.odd(place, wrong, "it is left out", advice)
			}
		}
	}
}

// below reads a group with its subfolders.
func (w *testWalk) below(name string) {
	dir := filepath.Join(w.problem.DataDir, filepath.FromSlash(name))
	deep := w.problem.graded == nil && strings.Count(name, "/") > 1
	if deep && w.problem.index.Has(w.problem.settingsFile(dir)) {
		w.odd(w.problem.settingsFile(dir), "only sample, secret and the groups in secret have a "+groupConfig,
			"its settings apply to what lies below it", "move its content to the group's")
		if _, err := w.configs.group(name); err != nil {
			w.errs = append(w.errs, err)
		}
	}
	for _, sub := range w.folder(name) {
		w.below(name + "/" + sub)
	}
}

// testExtensions are the extensions of a test's files, longer ones before those that they end with.
var testExtensions = []string{
	".in.statement", ".ans.statement", ".in.download", ".ans.download", ".interaction",
	".in", ".ans", ".out", ".yaml", ".files", ".png", ".jpg", ".jpeg", ".svg",
}

// folder reads the tests of one folder and returns the names of its subfolders.
func (w *testWalk) folder(name string) (folders []string) {
	dir := filepath.Join(w.problem.DataDir, name)
	entries, err := w.problem.index.List(dir)
	if err != nil {
		w.errs = append(w.errs, err)
		return nil
	}
	entries, out := w.readable(entries)
	for _, e := range entries {
		if _, extension := splitTestName(e.Name); e.Kind == tree.Folder && (extension != ".files" ||
			w.problem.legacy != nil) {
			folders = append(folders, e.Name)
		}
	}
	for _, e := range entries {
		base, extension := splitTestName(e.Name)
		has := func(extension string) bool { return w.problem.index.Is(filepath.Join(dir, base+extension), tree.File) }
		switch {
		case e.Kind == tree.Folder && extension != ".files" || out[base]:
		case e.Name == legacy.GroupFile || e.Name == groupConfig && w.problem.graded != nil:
			chosen := e.Path == w.problem.settingsFile(dir)
			if e.Used = chosen || w.problem.graded == nil; !chosen && e.Used {
				w.problem.fault(fmt.Errorf("%s: ignored: the settings are in the %s beside it", e.Path, groupConfig),
					"")
			}
		case extension == ".in" && has(".ans"):
			w.test(name+"/"+base, e)
			if slices.Contains(folders, base) {
				w.odd(filepath.Join(dir, base), "a folder and a test of one name", "both are read", "rename one")
			}
		case extension == ".in":
			advice := "write it, or remove " + e.Name
			if w.problem.index.Has(recipes(w.problem)) {
				advice = "write it with: " + w.problem.Gen()
			}
			w.leaveOut(name+"/", e.Path, fmt.Sprintf("no answer file %s.ans beside it", base), advice)
		case extension != "" && !has(".in") && e.Name != groupConfig && (extension == ".ans" || w.problem.Strict() &&
			!has(".ans")):
			wrong, advice := fmt.Sprintf("no input file %s.in beside it", base), "write it, or remove "+e.Name
			w.leftOut = append(w.leftOut, fmt.Errorf("%s: %s; %s", e.Path, wrong, advice))
			w.odd(e.Path, wrong, "the test is left out", advice)
		}
	}
	return folders
}

func splitTestName(file string) (base, extension string) {
	for _, extension := range testExtensions {
		if base, ok := strings.CutSuffix(file, extension); ok && base != "" {
			return base, extension
		}
	}
	return file, ""
}

// test reads one test, which has an input and an answer.
func (w *testWalk) test(name string, input *tree.Entry) {
	path := strings.TrimSuffix(input.Path, ".in")
	if filepath.Base(path) == "test_group" && w.problem.legacy == nil {
		w.odd(path+".ans", "a test cannot be called test_group, as "+groupConfig+" would be its settings too",
			"those are the group's", "rename it")
	}
	switch {
	case len(w.tests) > maxTests:
		return
	case len(w.tests) == maxTests:
		w.fail("%s: more than %d tests; remove some, or links that lead to the same ones", filepath.Dir(path), maxTests)
	}
	if w.problem.legacy == nil && w.problem.index.Is(path+".files", tree.File) {
		w.leaveOut(name, path+".files", "not a folder", "put the files of the test into a folder of this name")
		return
	}
	t, err := w.configs.test(name)
	if err = errors.Join(err, tooLarge(input), tooLarge(w.problem.index.At(t.Answer))); err != nil {
		w.errs = append(w.errs, err)
	}
	w.tests = append(w.tests, t)
	if !w.pack && strings.HasPrefix(name, "sample/") && w.isEmpty(t.Input) && w.isEmpty(t.Answer) {
		w.problem.warn(fmt.Errorf("%s and %s.ans are empty; write the sample of the statement into them", input.Path,
			filepath.Base(path)))
	}
}

// isEmpty reports whether a file has no bytes.
func (w *testWalk) isEmpty(path string) bool {
	e := w.problem.index.At(path)
	return e != nil && e.Size == 0
}

// The folders of tests for validators and checkers; no submission runs on them.
const (
	InvalidInput  = "invalid_input"  // that a validator must reject; without answers
	InvalidOutput = "invalid_output" // with an output that the checker must reject
	ValidOutput   = "valid_output"   // with an output that the checker must accept
)

// ValidationTests are the tests of one of these folders, in order of their names, with the settings that stand beside
// them. Only their inputs are known to exist.
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

// Output is the path of a test's .out file, an output that is shown or checked in place of a program's. There may be
// none.
func (t Test) Output() string { return strings.TrimSuffix(t.Input, ".in") + ".out" }

// LanguageCodes are the codes of programming languages that the package format knows.
func LanguageCodes() []string { return languageCodes }
