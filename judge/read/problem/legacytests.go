package problem

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/legacy"
)

// legacy reads the tests of a legacy format: sample and secret are groups like all others, of tests and of groups.
func (w *testWalk) legacy() error {
	data := w.problem.DataDir
	for _, name := range []string{"sample", "secret"} {
		if exists(filepath.Join(data, name)) {
			w.below(name, nil)
		}
	}
	secret := func(t Test) bool { return strings.HasPrefix(t.Name, "secret/") }
	if len(w.errs) == 0 && !slices.ContainsFunc(w.tests, secret) {
		w.fail("%s: no secret tests; put .in and .ans files there", filepath.Join(data, "secret"))
	}
	entries, _, err := list(data)
	if err != nil {
		w.errs = append(w.errs, err)
	}
	for _, e := range entries {
		switch {
		case e.name == "sample" || e.name == "secret" || e.name == legacy.GroupFile:
		case e.dir && (strings.HasPrefix(e.name, "invalid_") || strings.HasPrefix(e.name, "valid_")): // for validators
		default:
			w.problem.warn(fmt.Errorf("%s: not read: tests are in sample and secret", filepath.Join(data, e.name)))
		}
	}
	return w.finish()
}

// legacyAside reports whether a file is no part of a test, and warns if the legacy formats do not know it.
func (w *testWalk) legacyAside(folder, file, base, extension string) bool {
	path := filepath.Join(w.problem.DataDir, folder, file)
	beside := func(extension string) bool { return exists(filepath.Join(filepath.Dir(path), base+extension)) }
	switch {
	case file == legacy.GroupFile:
		return true
	case filepath.Ext(file) == ".hint" || filepath.Ext(file) == ".desc":
		base = strings.TrimSuffix(file, filepath.Ext(file))
		if !beside(".in") && !beside(".interaction") {
			w.problem.warn(fmt.Errorf("%s: ignored: it belongs to no test", path))
		}
		return true
	case file == groupConfig || extension == ".yaml":
		w.problem.warn(fmt.Errorf("%s: ignored: in this format a group's settings are in %s", path, legacy.GroupFile))
		return true
	case extension == ".interaction": // of a test, or only for the statement
		return !beside(".in")
	case extension == ".in" || extension == ".ans" || extension == ".files" && isFolder(path):
		return false
	case extension != "" && !beside(".in"):
		w.problem.warn(fmt.Errorf("%s: ignored: it belongs to no test", path))
		return true
	}
	return false
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
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
