package legacy

import (
	"errors"
	"maps"
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

// Group reads testdata.yaml: the keys about scores, and fields.
func (k *Package) Group(doc yaml.Value, grader *score.Grader, fields yaml.Fields) error {
	if filepath.Base(doc.File()) == laterFile {
		maps.Copy(fields, k.laterFields())
	}
	var flags yaml.Value
	maps.Copy(fields, k.graderFields(grader, &flags))
	if err := k.Keys(doc, fields, slices.Collect(maps.Keys(fields))...); err != nil {
		return err
	}
	return k.settleGrader(grader, flags)
}

// CheckerFlags reads the arguments of the output validators: a text, or a map of the name of the one that decides and
// its flags. A text that is the name of an output validator makes that one decide.
func CheckerFlags(v yaml.Value, names []string) (checker string, words []string, err error) {
	if v.Kind() == yaml.Map {
		return named(v, "output", names)
	}
	words, err = Words(v)
	if len(words) == 1 && slices.Contains(names, words[0]) {
		return words[0], nil, err
	}
	return "", words, err
}

// ValidatorFlags reads the arguments of the input validators: a text for all of them; a map of a name and flags, for
// that one alone; or a map from names to flags.
func ValidatorFlags(v yaml.Value, names []string) (args map[string][]string, err error) {
	args = make(map[string][]string)
	if v.Kind() != yaml.Map {
		all, err := Words(v)
		for _, name := range names {
			args[name] = all
		}
		return args, err
	}
	entries, err := v.Entries()
	if slices.ContainsFunc(entries, func(e yaml.Entry) bool { return e.Key == "name" }) {
		name, words, err := named(v, "input", names)
		args[name] = words
		return args, err
	}
	errs := []error{err}
	for _, e := range entries {
		if !slices.Contains(names, e.Key) {
			errs = append(errs, e.At.Errorf("no input validator %q%s", e.Key, yaml.DidYouMean(e.Key, names)))
		}
		args[e.Key], err = Words(e.Value)
		errs = append(errs, err)
	}
	return args, errors.Join(errs...)
}

// named reads a map with the keys name and flags of an input or output validator.
func named(v yaml.Value, kind string, names []string) (name string, words []string, err error) {
	err = v.Keys(yaml.Fields{
		"name":  yaml.Into(&name, yaml.Value.NonEmpty),
		"flags": yaml.Into(&words, Words),
	})
	if err == nil && name != "" && !slices.Contains(names, name) {
		err = v.Errorf("no %s validator %q%s", kind, name, yaml.DidYouMean(name, names))
	}
	return name, words, err
}
