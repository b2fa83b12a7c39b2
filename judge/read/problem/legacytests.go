package problem

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
)

// legacy reads the tests of a legacy format: sample and secret are groups like all others, of tests and of groups.
func (w *testWalk) legacy() error {
	data := w.problem.DataDir
	for _, name := range []string{"sample", "secret"} {
		if dir := filepath.Join(data, name); exists(dir) && !w.leaves(dir) {
			w.below(name, nil)
		}
	}
	secret := func(t Test) bool { return strings.HasPrefix(t.Name, "secret/") }
	if len(w.errs) == 0 && !slices.ContainsFunc(w.tests, secret) {
		w.samplesAlone(filepath.Join(data, "secret"))
	}
	w.besides()
	return w.finish()
}

// legacyTexts are the extensions of texts about a test, which only the legacy formats have.
var legacyTexts = []string{".hint", ".desc"}

// legacyAside reports whether a file is no part of a test, and notes it if the legacy formats do not know it.
func (w *testWalk) legacyAside(aside *asides, path, base, extension string) bool {
	file := filepath.Base(path)
	beside := func(name string) bool { return exists(filepath.Join(filepath.Dir(path), name)) }
	switch {
	case file == legacy.GroupFile:
		return true
	case slices.Contains(legacyTexts, filepath.Ext(file)):
		base = strings.TrimSuffix(file, filepath.Ext(file))
		if !beside(base+".in") && !beside(base+".interaction") {
			aside.add(path, noTest)
		}
		return true
	case file == groupConfig && !beside(legacy.GroupFile) && !w.problem.strict: // which is read
		return true
	case file == groupConfig || extension == ".yaml":
		aside.add(path, "ignored: in this format a group's settings are in "+legacy.GroupFile)
		return true
	case extension == ".interaction": // of a test, or only for the statement
		return !beside(base + ".in")
	case extension == ".in" || extension == ".ans" || extension == ".files" && isFolder(path):
		return false
	case extension != "" && !beside(base+".in"):
		aside.add(path, noTest)
		return true
	}
	return false
}

func isFolder(path string) bool {
	info, err := untrusted.Stat(path)
	return err == nil && info.IsDir()
}

// legacyGroups reads the settings of the groups.
func (p *Problem) legacyGroups() *legacy.Groups {
	return &legacy.Groups{Package: p.legacy, Data: p.DataDir, Checkers: sourceNames(p.Checkers),
		Validators: sourceNames(p.InputValidators), Lenient: p.lenient(peopleOfTests)}
}

// legacyTest is the test of that name with the settings of its group.
func (c *configs) legacyTest(name string) (Test, error) {
	base := filepath.Join(c.problem.DataDir, filepath.FromSlash(name))
	group, err := c.legacy.Of(path.Dir(name))
	return Test{
		Name: name, Input: base + ".in", Answer: base + ".ans", Checker: group.Checker,
		InputValidatorArgs: group.ValidatorArgs,
		CheckerArgs:        group.CheckerArgs, CheckerArgsAt: group.CheckerArgsAt,
	}, unreadable(err)
}
