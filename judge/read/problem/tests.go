package problem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/legacy"
)

// readTests finds the tests in the data folder: sample/ and secret/. The folders of tests that must be rejected or
// accepted (invalid_input, invalid_output, valid_output) are for validators, not for submissions.
func (p *Problem) readTests(at layout) error {
	sample, secret := filepath.Join(p.DataDir, "sample"), filepath.Join(p.DataDir, "secret")
	w := &testWalk{problem: p, configs: newConfigs(p), pack: at.solutions == ""}
	if p.legacy != nil && exists(secret) {
		return w.legacy()
	}
	if exists(sample) && p.legacy == nil {
		w.sample(sample)
	}
	if exists(secret) {
		w.secret(secret)
	} else if len(w.errs) == 0 {
		w.samplesAlone(secret)
	}
	if _, err := w.configs.group("sample"); err != nil && len(w.errs) == 0 {
		w.errs = append(w.errs, err)
	}
	w.staticTests()
	return w.finish()
}

// samplesAlone handles a problem without secret tests. It is judged on its samples, with a warning if it is a package,
// which should be complete. If there are recipes, the secret tests were forgotten, which is an error.
func (w *testWalk) samplesAlone(secret string) {
	switch {
	case len(w.tests) == 0 || exists(recipes(w.problem)):
		w.fail("%s: no secret tests; %s", secret, w.problem.howToMakeTests())
	case w.pack:
		w.problem.warn(fmt.Errorf("%s: no secret tests: only the samples are judged", secret))
	}
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
	if exists(recipes(p)) {
		return "write them with: judge gen " + p.Name
	}
	return "put .in and .ans files there"
}

// recipes is the file with the recipes of the tests, if there is one.
func recipes(p *Problem) string { return filepath.Join(p.Dir, "generators", "tests.yaml") }

// testWalk collects the tests of a problem and their errors.
type testWalk struct {
	problem *Problem
	configs *configs
	pack    bool // a package, which is not spread over a checkout
	tests   []Test
	errs    []error
	folders int  // groups, and folders in them, that were read
	full    bool // a bound was exceeded and reported; nothing more is read
}

// The bounds on tests and their folders. Links can make more of them than there are, and without end.
const (
	maxFolderDepth = 16 // below the data folder
	maxFolders     = 10_000
	maxTests       = 200_000
)

func (w *testWalk) fail(format string, args ...any) {
	w.errs = append(w.errs, fmt.Errorf(format, args...))
}

func (w *testWalk) sample(dir string) {
	for _, sub := range w.folder("sample") {
		w.fail("%s: sample has no groups; move its tests to %s or to secret", filepath.Join(dir, sub), dir)
	}
}

func (w *testWalk) secret(dir string) {
	groups := w.folder("secret")
	var configured, plain []string // groups in the format's sense, and mere folders
	for _, group := range groups {
		if exists(filepath.Join(dir, group, groupConfig)) {
			configured = append(configured, group)
		} else {
			plain = append(plain, group)
		}
	}
	direct := slices.ContainsFunc(w.tests, func(t Test) bool { return t.Group() == "secret" })
	switch {
	case len(configured) > 0 && direct:
		w.fail("%s: both tests and groups (%s, by their %s) in it; move the tests to a group", dir,
			strings.Join(configured, ", "), groupConfig)
	case len(configured) > 0 && len(plain) > 0:
		w.fail("%s: some folders have a %s (%s), and others have none (%s); give one to each, or to none", dir,
			groupConfig, strings.Join(configured, ", "), strings.Join(plain, ", "))
	}
	found := len(w.tests)
	info, err := os.Stat(dir)
	if err != nil {
		w.errs = append(w.errs, unreadable(err))
		return
	}
	for _, group := range groups {
		before := len(w.tests) + len(w.errs)
		w.below("secret/"+group, []os.FileInfo{info})
		if len(w.tests)+len(w.errs) == before && !w.full && slices.Contains(configured, group) {
			if _, err := w.configs.group("secret/" + group); err != nil {
				w.errs = append(w.errs, err)
				continue
			}
			if w.configs.hasStatic("secret/" + group) {
				continue
			}
			w.fail("%s: a group without tests; remove its %s, or %s", filepath.Join(dir, group), groupConfig,
				w.problem.howToMakeTests())
		}
	}
	if !direct && len(w.tests) == found && len(w.errs) == 0 {
		w.samplesAlone(dir)
	}
}

// below reads a group with its subfolders; above are the folders that it is in.
func (w *testWalk) below(name string, above []os.FileInfo) {
	if w.full {
		return
	}
	dir := filepath.Join(w.problem.DataDir, filepath.FromSlash(name))
	info, err := os.Stat(dir)
	w.folders++
	switch {
	case err != nil:
		w.errs = append(w.errs, unreadable(err))
		return
	case slices.ContainsFunc(above, func(a os.FileInfo) bool { return os.SameFile(a, info) }):
		w.fail("%s: a link to a folder that it is in; remove it", dir)
		return
	case len(above) == maxFolderDepth:
		w.full = true
		w.fail("%s: a folder in %d others; move its tests up", dir, maxFolderDepth)
		return
	case w.folders > maxFolders:
		w.full = true
		w.fail("%s: more than %d folders of tests; remove some, or links that lead to the same ones", dir, maxFolders)
		return
	}
	if config := filepath.Join(w.problem.DataDir, name, groupConfig); w.problem.legacy == nil &&
		strings.Count(name, "/") > 1 && exists(config) {
		w.fail("%s: only sample, secret and the groups in secret have a %s; move its content to the group's", config,
			groupConfig)
	}
	for _, sub := range w.folder(name) {
		w.below(name+"/"+sub, append(slices.Clip(above), info))
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
	entries, warnings, err := list(dir)
	if err != nil {
		w.errs = append(w.errs, err)
		return nil
	}
	w.problem.warn(warnings...)
	parts := make(map[string][]string) // extensions by the test's base name
	var bases []string
	for _, e := range entries {
		base, extension := splitTestName(e.name)
		switch {
		case w.problem.legacy == nil && extension == ".files" && !e.dir:
			w.fail("%s: not a folder; put the files of the test into a folder of this name", filepath.Join(dir, e.name))
		case e.dir && (extension != ".files" || w.problem.legacy != nil):
			folders = append(folders, e.name)
		case w.problem.legacy == nil && e.name == groupConfig:
		case w.problem.legacy != nil && w.legacyAside(name, e.name, base, extension):
		case w.problem.legacy == nil && e.name == legacy.GroupFile && !w.problem.strict:
			if exists(filepath.Join(dir, groupConfig)) {
				w.problem.fault(fmt.Errorf("%s: ignored: the settings are in the %s beside it",
					filepath.Join(dir, e.name), groupConfig))
			}
		case w.problem.legacy == nil && e.name == legacy.GroupFile:
			w.fail("%s: %s is of the legacy formats; write its settings into %s", filepath.Join(dir, e.name),
				legacy.GroupFile, groupConfig)
		case extension == "":
			w.problem.warn(fmt.Errorf("%s: ignored: it belongs to no test", filepath.Join(dir, e.name)))
		default:
			if parts[base] == nil {
				bases = append(bases, base)
			}
			parts[base] = append(parts[base], extension)
		}
	}
	if len(w.tests)+len(bases) > maxTests {
		w.full = true
		w.fail("%s: more than %d tests; remove some, or links that lead to the same ones", dir, maxTests)
		return nil
	}
	for _, base := range bases {
		w.test(name+"/"+base, parts[base])
		if slices.Contains(folders, base) {
			w.fail("%s: a folder and a test of one name; rename one", filepath.Join(dir, base))
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
	switch {
	case base == "test_group":
		w.fail("%s%s: a test cannot be called test_group, as %s would be its settings too; rename it", path,
			extensions[0], groupConfig)
	case slices.Contains(extensions, ".in") && slices.Contains(extensions, ".ans"):
		t, err := w.configs.test(name)
		if err != nil {
			w.errs = append(w.errs, err)
		}
		if slices.Contains(extensions, ".interaction") {
			t.Interaction = path + ".interaction"
		}
		w.tests = append(w.tests, t)
		if !w.pack && strings.HasPrefix(name, "sample/") && isEmpty(t.Input) && isEmpty(t.Answer) {
			w.problem.warn(fmt.Errorf("%s.in and %s.ans are empty; write the sample of the statement into them", path,
				base))
		}
	case slices.Contains(extensions, ".in"):
		advice := "write it, or remove " + base + ".in"
		if exists(recipes(w.problem)) {
			advice = "write it with: judge gen " + w.problem.Name
		}
		w.fail("%s.in: no answer file %s.ans beside it; %s", path, base, advice)
	default:
		w.fail("%s%s: no input file %s.in beside it; write it, or remove %s%s", path, extensions[0], base, base,
			extensions[0])
	}
}

// isEmpty reports whether a file has no bytes.
func isEmpty(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() == 0
}
