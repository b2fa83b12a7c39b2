package problem

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// legacyConfig is the file with a group's settings in the legacy formats. Groups in it inherit them, key by key.
const legacyConfig = "testdata.yaml"

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
		case e.name == "sample" || e.name == "secret" || e.name == legacyConfig:
		case e.dir && (strings.HasPrefix(e.name, "invalid_") || strings.HasPrefix(e.name, "valid_")): // for validators
		default:
			w.problem.warn(fmt.Errorf("%s: not read: tests are in sample and secret", filepath.Join(data, e.name)))
		}
	}
	return w.finish()
}

// legacyAside reports whether a file is one that the legacy formats have beside tests, and warns of one that they do not
// have.
func (w *testWalk) legacyAside(folder, file, base, extension string) bool {
	path := filepath.Join(w.problem.DataDir, folder, file)
	beside := func(extension string) bool { return exists(filepath.Join(filepath.Dir(path), base+extension)) }
	switch {
	case file == legacyConfig:
		return true
	case filepath.Ext(file) == ".hint" || filepath.Ext(file) == ".desc":
		base = strings.TrimSuffix(file, filepath.Ext(file))
		if !beside(".in") && !beside(".interaction") {
			w.problem.warn(fmt.Errorf("%s: ignored: it belongs to no test", path))
		}
		return true
	case file == groupConfig || extension == ".yaml":
		w.problem.warn(fmt.Errorf("%s: ignored: in this format a group's settings are in %s", path, legacyConfig))
		return true
	case extension == ".interaction": // of a test, or alone to be shown in the statement
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

// legacyTest is the test of that name with the settings of its groups.
func (c *configs) legacyTest(name string) (Test, error) {
	base := filepath.Join(c.problem.DataDir, filepath.FromSlash(name))
	o := c.problem.legacy
	settings, err := c.legacyGroup(path.Dir(name))
	t := Test{
		Name: name, Input: base + ".in", Answer: base + ".ans", Checker: settings.checker,
		InputValidatorArgs: settings.validatorArgs,
		CheckerArgs:        settings.checkerArgs, CheckerArgsAt: settings.checkerArgsAt,
	}
	if len(o.flags) > 0 {
		common := o.flags
		if !o.custom {
			common = without(common, settings.checkerArgs)
		}
		t.CheckerArgs = slices.Concat(common, settings.checkerArgs)
	}
	if len(settings.checkerArgs) == 0 {
		t.CheckerArgsAt = o.flagsAt
	}
	return t, err
}

// without are the default checker's arguments, without those that more special ones give again.
func without(common, special []string) (rest []string) {
	tolerance := func(word string) bool { return strings.HasPrefix(word, "float_") }
	for i := 0; i < len(common); i++ {
		switch {
		case tolerance(common[i]) && slices.ContainsFunc(special, tolerance):
			i++ // its number
		case !slices.Contains(special, common[i]):
			rest = append(rest, common[i])
		}
	}
	return rest
}

// legacyGroup returns the settings of a folder below data, "." for data itself.
func (c *configs) legacyGroup(name string) (config, error) {
	if settings, ok := c.groups[name]; ok {
		return settings, nil
	}
	var above config
	var err error
	if name != "." {
		above, err = c.legacyGroup(path.Dir(name))
	}
	settings := above
	if name == score.Root {
		settings.grader = score.DefaultGrader(name)
	}
	settings.grader.Name = name
	if err == nil {
		var doc yaml.Value
		doc, err = yaml.ReadFile(filepath.Join(c.problem.DataDir, filepath.FromSlash(name), legacyConfig))
		switch {
		case errors.Is(err, os.ErrNotExist):
			err = nil
		case err != nil:
			err = unreadable(err)
		default:
			settings, err = c.decodeLegacyGroup(doc, settings)
		}
	}
	c.groups[name] = settings // an error is reported for the first test only
	return settings, err
}

// decodeLegacyGroup reads testdata.yaml, whose settings replace those that the group has from the one above.
func (c *configs) decodeLegacyGroup(doc yaml.Value, settings config) (config, error) {
	o := c.problem.legacy
	fields := yaml.Fields{
		"grading": func(v yaml.Value) error {
			grading, err := yaml.OneOf("default", "custom")(v)
			if grading == "custom" {
				o.unjudged = append(o.unjudged, "custom graders")
			}
			return err
		},
		"input_validator_flags": func(v yaml.Value) (err error) {
			settings.validatorArgs, err = c.legacyValidatorArgs(v)
			return err
		},
		"output_validator_flags": func(v yaml.Value) error { return c.decodeCheckerFlags(v, &settings) },
	}
	maps.Copy(fields, c.problem.graderFields(&settings.grader))
	var known []string
	for key := range fields {
		known = append(known, key)
	}
	err := c.problem.legacyKeys(doc, fields, known...)
	return settings, err
}

// decodeCheckerFlags reads the arguments of the output validators: a text, or a map of the name of the one that decides
// and its flags. A text that is the name of an output validator makes that one decide.
func (c *configs) decodeCheckerFlags(v yaml.Value, settings *config) error {
	settings.checker, settings.checkerArgs, settings.checkerArgsAt = "", nil, v.Place()
	names := sourceNames(c.problem.Checkers)
	if v.Kind() == yaml.Map {
		name, words, err := namedFlags(v)
		if err == nil && name != "" && !slices.Contains(names, name) {
			err = v.Errorf("no output validator %q%s", name, yaml.DidYouMean(name, names))
		}
		settings.checker, settings.checkerArgs = name, words
		return err
	}
	words, err := flags(v)
	if len(words) == 1 && slices.Contains(names, words[0]) {
		settings.checker, words = words[0], nil
	}
	settings.checkerArgs = words
	return err
}

// legacyValidatorArgs reads the arguments of the input validators: a text for all of them; a map of a name and flags,
// for that one alone; or a map from names to flags.
func (c *configs) legacyValidatorArgs(v yaml.Value) (map[string][]string, error) {
	names := sourceNames(c.problem.InputValidators)
	args := make(map[string][]string)
	if v.Kind() != yaml.Map {
		all, err := flags(v)
		for _, name := range names {
			args[name] = all
		}
		return args, err
	}
	entries, err := v.Entries()
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(entries, func(e yaml.Entry) bool { return e.Key == "name" }) {
		name, words, err := namedFlags(v)
		if err == nil && !slices.Contains(names, name) {
			err = v.Errorf("no input validator %q%s", name, yaml.DidYouMean(name, names))
		}
		args[name] = words
		return args, err
	}
	var errs []error
	for _, e := range entries {
		if !slices.Contains(names, e.Key) {
			errs = append(errs, e.At.Errorf("no input validator %q%s", e.Key, yaml.DidYouMean(e.Key, names)))
		}
		args[e.Key], err = flags(e.Value)
		errs = append(errs, err)
	}
	return args, errors.Join(errs...)
}

// namedFlags reads a map with the keys name and flags.
func namedFlags(v yaml.Value) (name string, words []string, err error) {
	err = v.Keys(yaml.Fields{
		"name":  yaml.Into(&name, nonEmpty),
		"flags": yaml.Into(&words, flags),
	})
	return name, words, err
}

func sourceNames(sources []Source) []string {
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	return names
}
