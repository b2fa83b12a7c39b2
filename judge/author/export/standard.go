package export

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/polygon"
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
	return k.addExpectations()
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

// addExpectations writes submissions.yaml: what is expected of each submission whose folder does not say it, for each
// folder of tests. A checkout may permit a solution more than accepted/ does; such a solution goes to another folder
// here.
func (k *plan) addExpectations() error {
	var doc yaml.MapSlice
	if k.legacy() {
		for _, rule := range legacyRules(k.problem.Format) {
			if slices.ContainsFunc(k.files, func(f File) bool {
				return strings.HasPrefix(f.Path, "submissions/"+rule.Key.(string)+"/")
			}) {
				doc = append(doc, rule)
			}
		}
	}
	for _, s := range k.problem.Submissions {
		expected := possible(k.problem, s)
		_, one := only(expected)
		if one && !byGroup(k.problem, s) && !scored(k.problem, s) || len(known4(expected)) == 0 || s.Broken != "" {
			continue
		}
		entry, err := k.expectation(s, expected)
		if err != nil {
			return err
		}
		if len(entry) == 0 { // its folder says what is expected, or nothing is
			continue
		}
		doc = append(doc, yaml.MapItem{Key: k.folder(s, expected) + "/" + s.Source.Name, Value: entry})
	}
	if len(doc) == 0 {
		return nil
	}
	text, err := yaml.Marshal(doc)
	if err == nil {
		k.text("submissions/submissions.yaml", string(text))
	}
	return err
}

// fourVerdicts are the verdicts that submissions.yaml knows.
var fourVerdicts = []problem.Verdict{problem.AC, problem.WA, problem.TLE, problem.RTE}

// known4 are the names of those that submissions.yaml knows; its RTE covers OLE.
func known4(verdicts []problem.Verdict) []string {
	var names []string
	for _, v := range verdicts {
		if v == problem.OLE {
			v = problem.RTE
		}
		if slices.Contains(fourVerdicts, v) {
			names = append(names, string(v))
		}
	}
	return names
}

func (k *plan) expectation(s problem.Submission, possible []problem.Verdict) (yaml.MapSlice, error) {
	expected := k.problem.Expects(s)
	permitted := make(map[string][]string) // by folder of tests
	var groups []string
	for _, t := range k.problem.Tests {
		var names []string
		for _, v := range fourVerdicts {
			if expected.Permits(t.Name, v) || v == problem.WA && expected.Permits(t.Name, problem.PE) {
				names = append(names, string(v))
			}
		}
		group := t.Group()
		if before, seen := permitted[group]; seen && !slices.Equal(before, names) {
			return nil, fmt.Errorf("what is expected of %s differs between tests of %s; put them into folders of "+
				"their own", s.Name, group)
		}
		if permitted[group] == nil {
			groups = append(groups, group)
		}
		permitted[group] = names
	}
	entry := yaml.MapSlice{}
	if !slices.Contains(possible, problem.AC) {
		entry = append(entry, yaml.MapItem{Key: "required", Value: known4(possible)})
	} else if k.legacy() && len(known4(possible)) < len(fourVerdicts) {
		entry = append(entry, yaml.MapItem{Key: "permitted", Value: known4(possible)})
		if k.problem.Format == polygon.Format {
			return entry, nil // it says the same of each test
		}
		k.note("%s may get %s on any test, where the source says this of the first that is not accepted", s.Name,
			strings.Join(known4(possible), ", "))
	}
	for _, message := range expected.Messages() {
		entry = append(entry, yaml.MapItem{Key: "message", Value: message})
	}
	for _, group := range groups {
		if len(permitted[group]) < len(fourVerdicts) {
			entry = append(entry, yaml.MapItem{Key: group + "/*",
				Value: yaml.MapSlice{{Key: "permitted", Value: permitted[group]}}})
		}
	}
	return k.scoresOf(s, entry)
}

// scored reports whether submissions.yaml says a score of a submission.
func scored(p *problem.Problem, s problem.Submission) bool {
	return slices.ContainsFunc(p.Applying(s), func(e problem.Expectation) bool { return e.Score != nil })
}

// scoresOf adds the scores that are expected of a submission, and of groups.
func (k *plan) scoresOf(s problem.Submission, entry yaml.MapSlice) (yaml.MapSlice, error) {
	for _, e := range k.problem.Applying(s) {
		if e.Score == nil {
			continue
		}
		item, err := scoreItem(*e.Score)
		if err != nil {
			return nil, err
		}
		if e.Tests != "" {
			item = yaml.MapItem{Key: e.Tests, Value: yaml.MapSlice{item}}
		}
		if slices.ContainsFunc(entry, func(m yaml.MapItem) bool { return m.Key == item.Key }) {
			k.note("of two expected scores of %s one is left out: %s", s.Name, e.File)
			continue
		}
		entry = append(entry, item)
	}
	return entry, nil
}
