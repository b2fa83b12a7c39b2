package problem

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// defaultExpectations returns the format's expectations for directories, and two of this judge's own: for
// presentation_error and, in scoring problems, for partially_accepted.
func (p *Problem) defaultExpectations() []Expectation {
	defaults := []Expectation{
		{Submissions: "accepted", Permitted: []Verdict{AC}},
		{Submissions: "rejected", Required: []Verdict{RTE, TLE, WA}},
		{Submissions: "wrong_answer", Permitted: []Verdict{AC, WA}, Required: []Verdict{WA}},
		{Submissions: "time_limit_exceeded", Permitted: []Verdict{AC, TLE}, Required: []Verdict{TLE}},
		{Submissions: "run_time_error", Permitted: []Verdict{AC, RTE}, Required: []Verdict{RTE}},
		{Submissions: "brute_force", Permitted: []Verdict{AC, RTE, TLE}, Required: []Verdict{RTE, TLE}},
		{Submissions: "presentation_error", Permitted: []Verdict{AC, PE}, Required: []Verdict{PE}},
	}
	if p.Scoring != nil {
		defaults = append(defaults, Expectation{Submissions: "partially_accepted", Partial: true, Untimed: true})
	}
	return defaults
}

// readExpectations reads submissions.yaml and checks it against the submissions and tests.
func (p *Problem) readExpectations(at layout) error {
	p.Expectations = p.defaultExpectations()
	for i, e := range p.Expectations {
		p.Expectations[i].File, p.Expectations[i].Usual = "the format's default for "+e.Submissions, true
		// In a checkout, solutions are expected to be accepted unless submissions.yaml says otherwise.
		p.Expectations[i].Yields = e.Submissions == "accepted" && at.solutions != ""
	}
	file := filepath.Join(at.submissions, submissionsFile)
	if p.index.Has(file) {
		doc, err := p.lenient(peopleOfSubmissions).ReadFile(file)
		if err != nil {
			return tree.Unreadable(err)
		}
		if err := p.decodeExpectations(doc); err != nil {
			return err
		}
	}
	p.checkDirectories(at, file)
	p.checkConsistency()
	return nil
}

// decodeExpectations adds the expectations in submissions.yaml to the defaults.
func (p *Problem) decodeExpectations(doc yaml.Value) error {
	entries, err := doc.Entries()
	defaults, written := p.Expectations, []Expectation(nil)
	errs := []error{err}
	for _, e := range entries {
		g, err := parseGlob(e.Key)
		if err != nil {
			errs = append(errs, e.At.Errorf("%v", err))
			continue
		}
		var matching []*Submission
		for i := range p.Submissions {
			if g.matches(p.Submissions[i].Path) {
				matching = append(matching, &p.Submissions[i])
			}
		}
		if paths := p.defaultDirectories(); matching == nil && !slices.Contains(paths, e.Key) {
			paths = append(paths, each(p.Submissions, func(s Submission) string { return s.Path })...)
			p.warn(e.At.Errorf("no submission matches %q%s", e.Key, yaml.DidYouMean(e.Key, paths)))
		}
		added := Expectation{Submissions: e.Key}
		// An entry for a directory replaces the directory's default, key by key.
		if i := slices.IndexFunc(defaults, func(x Expectation) bool { return x.Submissions == e.Key }); i >= 0 {
			added = defaults[i]
			defaults = slices.Delete(defaults, i, i+1)
		}
		added.File = e.At.Place()
		of, err := p.decodeEntry(e.Value, added, matching)
		written, errs = append(written, of...), append(errs, err)
	}
	p.Expectations = append(defaults, written...)
	return errors.Join(errs...)
}

// decodeEntry reads an entry for the submissions that match the entry's glob. An entry has requirements on all tests,
// nested requirements on some tests, and keys that say how to build the submissions.
func (p *Problem) decodeEntry(v yaml.Value, whole Expectation, matching []*Submission) ([]Expectation, error) {
	fields := yaml.Fields{
		"language": func(v yaml.Value) error {
			language, err := v.NonEmpty()
			for _, s := range matching {
				s.Language, s.LanguageAt = language, v.Place()
			}
			return err
		},
		"entrypoint": func(v yaml.Value) error {
			entrypoint, err := v.NonEmpty()
			for _, s := range matching {
				s.Entrypoint = entrypoint
			}
			return err
		},
		"authors":        func(yaml.Value) error { return nil }, // only people read this key
		"model_solution": yaml.Only(yaml.Value.Bool),
	}
	var nested []Expectation
	all, err := p.requirements(v, whole, fields, func(e yaml.Entry) error {
		g, err := parseGlob(e.Key)
		if err == nil && !slices.ContainsFunc(p.Tests, func(t Test) bool { return g.matches(t.Name) }) {
			known := slices.Concat(requirementKeys, fields.Names(), slices.Compact(each(p.Tests, Test.Group)))
			unmatched := e.At.Errorf("%q is not a key, and no test or group matches it%s", e.Key, yaml.DidYouMean(e.Key,
				known))
			switch {
			case testGlob(e.Key):
				p.warn(unmatched)
			case !yaml.Misspelt(e.Key, known):
				p.fault(unmatched, "ignored")
				return nil
			default:
				return unmatched
			}
		}
		if err != nil {
			return e.At.Errorf("%v", err)
		}
		some, err := p.requirements(e.Value, Expectation{Submissions: whole.Submissions, Tests: e.Key,
			File: e.At.Place()}, nil, nil)
		if some[0].Score != nil && len(scoredBy(p.Scoring, e.Key)) == 0 {
			err = errors.Join(err, e.At.Errorf("%q matches nothing that has a score; these have one: %s", e.Key,
				strings.Join(p.Scoring.Scored(), ", ")))
		}
		nested = append(nested, some...)
		return err
	})
	return append(all, nested...), err
}

// testGlob reports whether a key can only be a glob for tests. Such a key begins with the folder "sample" or "secret",
// or it has a character that no other key has.
func testGlob(key string) bool {
	first, _, _ := strings.Cut(key, "/")
	return first == "sample" || first == "secret" || strings.ContainsAny(key, "*{/")
}

// requirementKeys are the keys that the method requirements reads.
var requirementKeys = []string{"permitted", "required", "message", "score", "use_for_time_limit"}

// requirements adds the requirements in a map of submissions.yaml to an expectation. The caller passes further fields
// of the map, and a function for entries with any other key. The values lower and upper of use_for_time_limit imply a
// second expectation.
func (p *Problem) requirements(v yaml.Value, e Expectation, more yaml.Fields, other func(yaml.Entry) error) (
	[]Expectation, error) {
	var implied []Expectation
	fields := yaml.Fields{
		"permitted": yaml.Into(&e.Permitted, readVerdicts),
		"required":  yaml.Into(&e.Required, readVerdicts),
		"message":   yaml.Into(&e.Message, yaml.Value.Text),
		"score":     yaml.Into(&e.Score, p.decodeScore),
		"use_for_time_limit": func(v yaml.Value) error {
			if used, err := v.Bool(); err == nil {
				e.Untimed = !used
				return nil
			}
			bound, err := yaml.OneOf("lower", "upper")(v)
			also := Expectation{Submissions: e.Submissions, Tests: e.Tests, File: e.File}
			if bound == "lower" {
				also.Permitted = []Verdict{AC, WA, RTE}
			} else {
				also.Required = []Verdict{TLE}
			}
			implied = append(implied, also)
			return err
		},
	}
	err := v.KeysOr(other, fields, more)
	return append([]Expectation{e}, implied...), err
}

func readVerdicts(v yaml.Value) ([]Verdict, error) {
	verdicts, err := yaml.ListOf(func(v yaml.Value) (Verdict, error) {
		name, err := yaml.OneOf("AC", "WA", "TLE", "RTE", "PE", "MLE", "OLE")(v)
		return Verdict(name), err
	})(v)
	if err == nil && len(verdicts) == 0 {
		err = v.Errorf("the list is empty; name at least one verdict, or remove the key")
	}
	return verdicts, err
}

// checkDirectories warns about submissions without expectations, once for each directory.
func (p *Problem) checkDirectories(at layout, file string) {
	reported := make(map[string]bool)
	for _, s := range p.Submissions {
		directory, _, _ := strings.Cut(s.Path, "/")
		if !p.Expects(s).Stated() && !reported[directory] {
			reported[directory] = true
			p.warn(fmt.Errorf("%s: %s has no expected verdict, so any verdict will do; write one into %s, or use one "+
				"of the directories %s",
				filepath.Join(at.submissions, directory), s.Path, file, strings.Join(p.defaultDirectories(), ", ")))
		}
	}
}

func (p *Problem) defaultDirectories() []string {
	return each(p.defaultExpectations(), func(e Expectation) string { return e.Submissions })
}
