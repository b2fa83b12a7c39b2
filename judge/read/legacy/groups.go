package legacy

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

// GroupFile is the file with a group's settings. Groups in it inherit them, key by key.
const GroupFile = "testdata.yaml"

// laterFile is what the format 2025-09 calls it.
const laterFile = "test_group.yaml"

// Group is what testdata.yaml says of the tests in a folder, with what it inherits.
type Group struct {
	Checker       string // the name of the one output validator that decides; "" for all
	CheckerArgs   []string
	CheckerArgsAt string              // where they were written, "data/secret/testdata.yaml:1:24"
	ValidatorArgs map[string][]string // by the input validator's name
	grader        score.Grader
}

// Groups reads the settings of groups, each once.
type Groups struct {
	Package              *Package
	Data                 string        // the folder that holds sample and secret
	Checkers, Validators []string      // the names of the output and input validators
	Lenient              *yaml.Lenient // how the files are read
	known                map[string]Group
}

// Of are the settings of a group, by its path below the data folder, such as secret/hard. To the arguments of the
// output validators those for all tests are added. A mistake in a file is an error for the first group only.
func (g *Groups) Of(name string) (Group, error) {
	settings, err := g.group(name)
	settings.CheckerArgs, settings.CheckerArgsAt = g.Package.Arguments(g.Package.Custom, settings.CheckerArgs,
		settings.CheckerArgsAt)
	return settings, err
}

// Arguments are those for all tests and then a group's own; custom is whether they are for the package's own output
// validators. Their place is that of the group's, if it has any.
func (k *Package) Arguments(custom bool, own []string, ownAt string) (args []string, at string) {
	if len(own) == 0 && k.flagsAt != "" {
		ownAt = k.flagsAt
	}
	common := k.flags
	if !custom {
		common = without(common, own)
	}
	if len(k.flags) > 0 {
		own = slices.Concat(common, own)
	}
	return own, ownAt
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

// group returns the settings of a folder below data, "." for data itself.
func (g *Groups) group(name string) (Group, error) {
	if settings, ok := g.known[name]; ok {
		return settings, nil
	}
	var above Group
	var err error
	if name != "." {
		above, err = g.group(path.Dir(name))
	}
	settings := above
	if name == score.Root {
		settings.grader = score.DefaultGrader(name)
	}
	settings.grader.Name = name
	if err == nil {
		var doc yaml.Value
		doc, err = g.read(filepath.Join(g.Data, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, os.ErrNotExist):
			err = nil
		case err == nil:
			settings, err = g.decode(doc, settings)
		}
	}
	if g.known == nil {
		g.known = make(map[string]Group)
	}
	g.known[name] = settings
	return settings, err
}

// read reads the settings of a folder: testdata.yaml or, of a package from elsewhere that has none, the file of the
// format 2025-09.
func (g *Groups) read(dir string) (yaml.Value, error) {
	doc, err := g.Lenient.ReadFile(filepath.Join(dir, GroupFile))
	if !errors.Is(err, os.ErrNotExist) || g.Lenient == nil {
		return doc, err
	}
	path := filepath.Join(dir, laterFile)
	if doc, err = g.Lenient.ReadFile(path); err == nil {
		g.Package.Warn(fmt.Errorf("%s: read, though in this format a group's settings are in %s", path, GroupFile))
	}
	return doc, err
}

// decode reads testdata.yaml, whose settings replace those that the group has from the one above.
func (g *Groups) decode(doc yaml.Value, settings Group) (Group, error) {
	k := g.Package
	fields := yaml.Fields{
		"input_validator_flags": func(v yaml.Value) (err error) {
			settings.ValidatorArgs, err = g.ValidatorArgs(v)
			return err
		},
		"output_validator_flags": func(v yaml.Value) error { return g.decodeCheckerFlags(v, &settings) },
	}
	for now, before := range map[string]string{"output_validator_args": "output_validator_flags",
		"input_validator_args": "input_validator_flags"} {
		maps.Copy(fields, yaml.Fields{now: fields[before]}.Renamed("2025-09", "read as "+before))
	}
	if filepath.Base(doc.File()) == laterFile {
		maps.Copy(fields, k.laterFields())
	}
	var flags yaml.Value
	maps.Copy(fields, k.graderFields(&settings.grader, &flags))
	var known []string
	for key := range fields {
		known = append(known, key)
	}
	err := k.Keys(doc, fields, known...)
	if err == nil {
		err = k.settleGrader(&settings.grader, flags)
	}
	return settings, err
}

// decodeCheckerFlags reads the arguments of the output validators: a text, or a map of the name of the one that decides
// and its flags. A text that is the name of an output validator makes that one decide.
func (g *Groups) decodeCheckerFlags(v yaml.Value, settings *Group) error {
	settings.Checker, settings.CheckerArgs, settings.CheckerArgsAt = "", nil, v.Place()
	names := g.Checkers
	if v.Kind() == yaml.Map {
		name, words, err := named(v)
		if err == nil && name != "" && !slices.Contains(names, name) {
			err = v.Errorf("no output validator %q%s", name, yaml.DidYouMean(name, names))
		}
		settings.Checker, settings.CheckerArgs = name, words
		return err
	}
	words, err := Words(v)
	if len(words) == 1 && slices.Contains(names, words[0]) {
		settings.Checker, words = words[0], nil
	}
	settings.CheckerArgs = words
	return err
}

// ValidatorArgs reads the arguments of the input validators: a text for all of them; a map of a name and flags,
// for that one alone; or a map from names to flags.
func (g *Groups) ValidatorArgs(v yaml.Value) (map[string][]string, error) {
	names := g.Validators
	args := make(map[string][]string)
	if v.Kind() != yaml.Map {
		all, err := Words(v)
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
		name, words, err := named(v)
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
		args[e.Key], err = Words(e.Value)
		errs = append(errs, err)
	}
	return args, errors.Join(errs...)
}

// named reads a map with the keys name and flags.
func named(v yaml.Value) (name string, words []string, err error) {
	err = v.Keys(yaml.Fields{
		"name":  yaml.Into(&name, yaml.Value.NonEmpty),
		"flags": yaml.Into(&words, Words),
	})
	return name, words, err
}
