package export

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// whole reports whether the problem is a package in the format 2025-09, of which every file is copied.
func (k *plan) whole() bool {
	return k.problem.Format == string(Standard) && len(k.problem.LeftOut) == 0 && filepath.Join(k.problem.Dir,
		"data") == filepath.Clean(k.problem.DataDir)
}

// ours are files at the top of a package that are this judge's, and no part of the format.
var ours = []string{"judge.yaml", "judges.yaml", "mutants.yaml", "audit.yaml"}

func (k *plan) copyWhole() error {
	k.leaveOut = make(map[string]bool)
	if faults := len(k.problem.Faults); faults > 0 {
		k.note("its files are copied as they are, with what is against the format (%d in all): judge validate says "+
			"what", faults)
	}
	for _, s := range k.problem.Submissions {
		if s.Broken == "" {
			k.submissions++
			continue
		}
		k.note("%s is left out: %s", s.Name, s.Broken)
		k.leaveOut["submissions/"+s.Path] = true
	}
	if err := k.addTree("", k.problem.Dir); err != nil {
		return err
	}
	k.files = slices.DeleteFunc(k.files, func(f File) bool { return slices.Contains(ours, f.Path) })
	for _, s := range slices.Concat(k.problem.Checkers, k.problem.InputValidators, k.static()) {
		script, err := k.script(s)
		at, relErr := filepath.Rel(k.problem.Dir, s.Dir)
		switch {
		case err != nil:
			k.note("%v", err)
		case script != "" && (single(s) || relErr != nil):
			k.note("%s: the format builds %s only; put it into a folder of its own, and it gets a script that "+
				"builds it", filepath.Join(s.Dir, s.Files[0]), builds[k.to])
		case script != "":
			k.addScript(filepath.ToSlash(at), script)
		}
	}
	return nil
}

// static is the static validator, if there is one.
func (k *plan) static() []problem.Source {
	if k.problem.StaticValidator == nil {
		return nil
	}
	return []problem.Source{*k.problem.StaticValidator}
}

// named is the form of names in a package; others are ignored, as the format demands.
var named = regexp.MustCompile(`^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}$`)

// deepest bounds the depth of a tree that is copied, as links can form a cycle.
const deepest = 16

// addTree copies a folder and those in it. Links are followed: an archive has none.
func (k *plan) addTree(to, from string) error { return k.addFolder(to, from, 0) }

func (k *plan) addFolder(to, from string, depth int) error {
	entries, err := untrusted.ReadDir(from)
	if err != nil {
		return err
	}
	if depth > deepest {
		return fmt.Errorf("%s: more than %d folders deep", from, deepest)
	}
	for _, e := range entries {
		source, target := filepath.Join(from, e.Name()), path.Join(to, e.Name())
		if !named.MatchString(e.Name()) || k.leaveOut[target] {
			continue
		}
		info, err := untrusted.Stat(source)
		switch {
		case errors.Is(err, untrusted.ErrOutside): // Plan says so
			continue
		case err != nil:
		case info.IsDir():
			err = k.addFolder(target, source, depth+1)
		default:
			k.files = append(k.files, File{Path: target, From: source, Run: info.Mode()&0o111 != 0})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addRest adds the folders that need no change.
func (k *plan) addRest() error {
	folders := []string{"attachments"}
	switch k.to {
	case Kattis:
		folders = append(folders, "include")
	case Standard:
		folders = append(folders, "include", "solution", "generators")
	}
	var errs []error
	for _, folder := range folders {
		if holds(k.problem.Dir, folder) {
			errs = append(errs, k.addTree(folder, filepath.Join(k.problem.Dir, folder)))
		}
	}
	return errors.Join(errs...)
}

// addStandardMetadata copies problem.yaml, and says what is expected of the submissions.
func (k *plan) addStandardMetadata() error {
	if k.legacy() {
		return errors.Join(k.modernMetadata(), k.addExpectations())
	}
	k.copy("problem.yaml", filepath.Join(k.problem.Dir, "problem.yaml"))
	return k.keepExpectations()
}

// addStandardSettings copies the settings of groups and tests, with the online judge's rule for whitespace among the
// arguments of the checker.
func (k *plan) addStandardSettings() error {
	if k.legacy() {
		return k.modernSettings()
	}
	settings := make(map[string]string) // path in the package → file
	for _, t := range k.problem.Tests {
		names := []string{"data/" + t.Name + ".yaml", "data/test_group.yaml"}
		for group := t.Group(); group != "."; group = path.Dir(group) { // scores are those of the upper levels
			names = append(names, "data/"+group+"/test_group.yaml")
		}
		for _, name := range names {
			if from := filepath.Join(k.problem.DataDir, filepath.FromSlash(name[len("data/"):])); isFile(from) {
				settings[name] = from
			}
		}
	}
	if !k.strictSpace() {
		for name, from := range settings {
			k.copy(name, from)
		}
		return nil
	}
	for _, t := range k.problem.Tests {
		if name := "data/" + top(t) + "/test_group.yaml"; settings[name] == "" {
			settings[name] = "" // to be made
		}
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		text, err := strictSettings(settings[name], path.Dir(path.Dir(name)) == "data" &&
			path.Base(name) == "test_group.yaml")
		errs = append(errs, err)
		k.text(name, string(text))
	}
	return errors.Join(errs...)
}

// top is sample or secret.
func top(t problem.Test) string {
	group := t.Group()
	for path.Dir(group) != "." {
		group = path.Dir(group)
	}
	return group
}

// strictSettings are the settings of a file, "" for none, with the argument that makes the checker compare whitespace:
// where the file has arguments for the checker, and always where add is true, in the file from which all others
// inherit.
func strictSettings(from string, add bool) ([]byte, error) {
	var doc yaml.MapSlice
	if from != "" {
		text, err := untrusted.Read(from, maxStatement)
		if err == nil {
			err = yaml.Unmarshal(text, &doc)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
	}
	const key = "output_validator_args"
	i := slices.IndexFunc(doc, func(m yaml.MapItem) bool { return m.Key == key })
	switch {
	case i >= 0:
		args, _ := doc[i].Value.([]any)
		if !slices.Contains(args, any(spaceFlag)) {
			doc[i].Value = append(args, spaceFlag)
		}
	case add:
		doc = append(doc, yaml.MapItem{Key: key, Value: []string{spaceFlag}})
	}
	return yaml.Marshal(doc)
}
