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

// readTests finds the tests in the data folder: sample/ and secret/. The folders of tests that must be rejected or
// accepted (invalid_input, invalid_output, valid_output) are for validators, not for submissions.
func (p *Problem) readTests(at layout) error {
	sample, secret := filepath.Join(p.DataDir, "sample"), filepath.Join(p.DataDir, "secret")
	w := &testWalk{problem: p, configs: newConfigs(p), pack: at.solutions == ""}
	if p.legacy != nil {
		return w.legacy()
	}
	if config := p.settingsFile(p.DataDir); p.index.Has(config) {
		w.odd(config, "the format has no settings of all tests", "it is read as those of sample and secret",
			"move its content there")
	}
	if w.opens(sample) {
		w.sample(sample)
	}
	if w.opens(secret) {
		w.secret(secret)
	} else if len(w.errs) == 0 {
		w.samplesAlone(secret)
	}
	if _, err := w.configs.group("sample"); err != nil && len(w.errs) == 0 && !p.index.Is(sample, tree.Outside) {
		w.errs = append(w.errs, err)
	}
	return w.finish()
}

// finish sorts the tests and hands them to the problem.
func (w *testWalk) finish() error {
	slices.SortFunc(w.tests, func(a, b Test) int {
		return slices.Compare(strings.Split(a.Name, "/"), strings.Split(b.Name, "/"))
	})
	w.problem.Tests = w.tests
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
	found := len(w.tests)
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
	if !direct && len(w.tests) == found && len(w.errs) == 0 {
		w.samplesAlone(dir)
	}
}

// below reads a group with its subfolders.
func (w *testWalk) below(name string) {
	dir := filepath.Join(w.problem.DataDir, filepath.FromSlash(name))
	deep := w.problem.legacy == nil && strings.Count(name, "/") > 1
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
	parts := make(map[string][]string) // extensions by the test's base name
	var bases []string
	for _, e := range entries {
		path := e.Path
		base, extension := splitTestName(e.Name)
		switch {
		case e.Kind == tree.Folder && (extension != ".files" || w.problem.legacy != nil):
			folders = append(folders, e.Name)
		case w.problem.legacy != nil && w.settings(e):
		case w.problem.legacy == nil && e.Name == legacy.GroupFile:
			if w.problem.index.Has(filepath.Join(dir, groupConfig)) {
				e.Used = true
				w.problem.fault(fmt.Errorf("%s: ignored: the settings are in the %s beside it", path, groupConfig), "")
			}
		case e.Name == groupConfig || extension == "" || w.problem.legacy != nil && !slices.Contains([]string{".in",
			".ans", ".files", ".interaction"}, extension):
		case w.problem.legacy != nil && extension == ".interaction" && !w.problem.index.Has(filepath.Join(dir,
			base+".in")):
		default:
			if err := tooLarge(e); err != nil {
				w.errs = append(w.errs, err)
			}
			if parts[base] == nil {
				bases = append(bases, base)
			}
			parts[base] = append(parts[base], extension)
		}
	}
	if len(w.tests)+len(bases) > maxTests {
		w.fail("%s: more than %d tests; remove some, or links that lead to the same ones", dir, maxTests)
		return nil
	}
	w.tests = slices.Grow(w.tests, len(bases))
	for _, base := range bases {
		if out[base] {
			continue
		}
		if slices.Contains(folders, base+".yaml") { // which is an error
			parts[base] = append(parts[base], ".yaml")
		}
		w.test(name+"/"+base, parts[base])
		if slices.Contains(folders, base) {
			w.odd(filepath.Join(dir, base), "a folder and a test of one name", "both are read", "rename one")
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

// test reads one test, whose files have these extensions.
func (w *testWalk) test(name string, extensions []string) {
	path := filepath.Join(w.problem.DataDir, filepath.FromSlash(name))
	base := filepath.Base(path)
	if base == "test_group" {
		w.odd(path+extensions[0], "a test cannot be called test_group, as "+groupConfig+" would be its settings too",
			"those are the group's", "rename it")
	}
	switch {
	case slices.Contains(extensions, ".files") && !w.problem.index.Is(path+".files", tree.Folder):
		w.leaveOut(name, path+".files", "not a folder", "put the files of the test into a folder of this name")
	case slices.Contains(extensions, ".in") && slices.Contains(extensions, ".ans"):
		t, err := w.configs.test(name, extensions)
		if err != nil {
			w.errs = append(w.errs, err)
		}
		if slices.Contains(extensions, ".interaction") {
			t.Interaction = path + ".interaction"
		}
		w.tests = append(w.tests, t)
		if !w.pack && strings.HasPrefix(name, "sample/") && w.isEmpty(t.Input) && w.isEmpty(t.Answer) {
			w.problem.warn(fmt.Errorf("%s.in and %s.ans are empty; write the sample of the statement into them", path,
				base))
		}
	case slices.Contains(extensions, ".in"):
		advice := "write it, or remove " + base + ".in"
		if w.problem.index.Has(recipes(w.problem)) {
			advice = "write it with: " + w.problem.Gen()
		}
		w.leaveOut(name, path+".in", fmt.Sprintf("no answer file %s.ans beside it", base), advice)
	case slices.Contains(extensions, ".ans") || w.problem.Strict():
		wrong := fmt.Sprintf("no input file %s.in beside it", base)
		advice := fmt.Sprintf("write it, or remove %s%s", base, extensions[0])
		w.leftOut = append(w.leftOut, fmt.Errorf("%s%s: %s; %s", path, extensions[0], wrong, advice))
		w.odd(path+extensions[0], wrong, "the test is left out", advice)
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
	if p.polygon != nil || !p.index.Has(dir) {
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
		t, err := settings.test(folder+"/"+name, testExtensions)
		tests, errs = append(tests, t), append(errs, err)
	}
	return tests, errors.Join(errs...)
}

// Output is the path of a test's .out file, an output that is shown or checked in place of a program's. There may be
// none.
func (t Test) Output() string { return strings.TrimSuffix(t.Input, ".in") + ".out" }

// LanguageCodes are the codes of programming languages that the package format knows.
func LanguageCodes() []string { return languageCodes }
