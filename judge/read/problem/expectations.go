package problem

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// defaultExpectations are the format's, by directory, and our own for presentation_error and, in scoring problems,
// partially_accepted.
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
		p.Expectations[i].File = "the format's default for " + e.Submissions
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
	if p.graded != nil {
		ungraded, err := p.readGrader()
		for i := range p.Submissions {
			p.Submissions[i].Broken = cmp.Or(p.Submissions[i].Broken, ungraded)
		}
		if err != nil {
			return tree.Unreadable(err)
		}
	}
	p.checkConsistency()
	return nil
}

// decodeExpectations adds what submissions.yaml says to the defaults.
func (p *Problem) decodeExpectations(doc yaml.Value) error {
	entries, err := doc.Entries()
	defaults, written := p.Expectations, []Expectation(nil)
	errs := []error{err}
	for _, e := range entries {
		g, err := parseGlob(e.Key)
		if err == nil && !slices.ContainsFunc(p.Submissions, func(s Submission) bool { return g.matches(s.Path) }) &&
			!slices.Contains(p.defaultDirectories(), e.Key) {
			p.warn(e.At.Errorf("no submission matches %q%s", e.Key, yaml.DidYouMean(e.Key, p.submissionPaths())))
		}
		if err != nil {
			errs = append(errs, e.At.Errorf("%v", err))
			continue
		}
		added := Expectation{Submissions: e.Key}
		// An entry for a directory replaces its default, key by key.
		if i := slices.IndexFunc(defaults, func(x Expectation) bool { return x.Submissions == e.Key }); i >= 0 {
			added = defaults[i]
			defaults = slices.Delete(defaults, i, i+1)
		}
		added.File = e.At.Place()
		settings := settings{problem: p, expectation: &added}
		nested, err := p.decodeEntry(e.Value, &settings)
		errs = append(errs, err)
		written = append(append(written, settings.all()...), nested...)
	}
	p.Expectations = append(defaults, written...)
	return errors.Join(errs...)
}

// decodeEntry reads the requirements on the submissions of one glob: on all tests, and nested ones on some.
func (p *Problem) decodeEntry(v yaml.Value, whole *settings) (nested []Expectation, err error) {
	fields := whole.fields()
	var language, languageAt, entrypoint string
	for key, check := range submissionFields(&language, &languageAt, &entrypoint) {
		fields[key] = check
	}
	var known []string
	for key := range fields {
		known = append(known, key)
	}
	err = v.KeysOr(fields, func(e yaml.Entry) error {
		g, err := parseGlob(e.Key)
		if err == nil && !slices.ContainsFunc(p.Tests, func(t Test) bool { return g.matches(t.Name) }) {
			unmatched := fmt.Errorf("%q is no key, and no test or group matches it%s", e.Key, yaml.DidYouMean(e.Key,
				append(known, p.groups()...)))
			switch {
			case testGlob(e.Key):
				p.warn(e.At.Errorf("%v", unmatched))
			case !yaml.Misspelt(e.Key, append(known, p.groups()...)):
				p.fault(e.At.Errorf("%v", unmatched), "ignored")
				return nil
			default:
				err = unmatched
			}
		}
		if err != nil {
			return e.At.Errorf("%v", err)
		}
		some := settings{problem: p, expectation: &Expectation{Submissions: whole.expectation.Submissions, Tests: e.Key,
			File: e.At.Place()}}
		errs := []error{e.Value.Keys(some.fields())}
		if some.expectation.Score != nil && len(scoredBy(p.Scoring, e.Key)) == 0 {
			errs = append(errs, e.At.Errorf("%q has no score, and no group that it matches; these have: %s", e.Key,
				strings.Join(p.Scoring.Scored(), ", ")))
		}
		nested = append(nested, some.all()...)
		return errors.Join(errs...)
	})
	p.chooseLanguage(whole.expectation.Submissions, language, languageAt, entrypoint)
	return nested, err
}

// testGlob reports whether a key can only mean tests: all of them are in sample or secret.
func testGlob(key string) bool {
	first, _, _ := strings.Cut(key, "/")
	return first == "sample" || first == "secret" || strings.ContainsAny(key, "*{/")
}

// submissionFields are the keys that describe submissions and say nothing of verdicts. Those about people are
// not used.
func submissionFields(language, languageAt, entrypoint *string) yaml.Fields {
	return yaml.Fields{
		"language": func(v yaml.Value) error {
			*languageAt = v.Place()
			return yaml.Into(language, yaml.Value.NonEmpty)(v)
		},
		"entrypoint":     yaml.Into(entrypoint, yaml.Value.NonEmpty),
		"authors":        func(yaml.Value) error { return nil },
		"model_solution": yaml.Only(yaml.Value.Bool),
	}
}

// chooseLanguage sets language and entry point of the submissions that match, where submissions.yaml gives them.
func (p *Problem) chooseLanguage(submissions, language, languageAt, entrypoint string) {
	g, err := parseGlob(submissions)
	if err != nil {
		return // reported where it was written
	}
	for i := range p.Submissions {
		s := &p.Submissions[i]
		if !g.matches(s.Path) {
			continue
		}
		s.Language, s.LanguageAt = cmp.Or(language, s.Language), cmp.Or(languageAt, s.LanguageAt)
		s.Entrypoint = cmp.Or(entrypoint, s.Entrypoint)
	}
}

// settings are the requirements of one map of submissions.yaml.
type settings struct {
	problem     *Problem
	expectation *Expectation
	bound       *Expectation // the requirement that use_for_time_limit implies
}

func (s *settings) all() []Expectation {
	all := []Expectation{*s.expectation}
	if s.bound != nil {
		s.bound.Submissions, s.bound.Tests, s.bound.File = s.expectation.Submissions, s.expectation.Tests,
			s.expectation.File
		all = append(all, *s.bound)
	}
	return all
}

func (s *settings) fields() yaml.Fields {
	return yaml.Fields{
		"permitted": yaml.Into(&s.expectation.Permitted, readVerdicts),
		"required":  yaml.Into(&s.expectation.Required, readVerdicts),
		"message":   yaml.Into(&s.expectation.Message, yaml.Value.Text),
		"score":     yaml.Into(&s.expectation.Score, s.problem.decodeScore),
		"use_for_time_limit": func(v yaml.Value) error {
			if used, err := v.Bool(); err == nil {
				s.expectation.Untimed = !used
				return nil
			}
			bound, err := yaml.OneOf("lower", "upper")(v)
			if bound == "lower" {
				s.bound = &Expectation{Permitted: []Verdict{AC, WA, RTE}}
			} else {
				s.bound = &Expectation{Required: []Verdict{TLE}}
			}
			return err
		},
	}
}

func readVerdicts(v yaml.Value) ([]Verdict, error) {
	list, err := yaml.ListOf(yaml.OneOf("AC", "WA", "TLE", "RTE", "PE", "MLE", "OLE"))(v)
	if err == nil && len(list) == 0 {
		err = v.Errorf("the list is empty; name at least one verdict, or remove the key")
	}
	verdicts := make([]Verdict, len(list))
	for i, name := range list {
		verdicts[i] = Verdict(name)
	}
	return verdicts, err
}

// checkDirectories warns of submissions of which nothing is expected.
func (p *Problem) checkDirectories(at layout, file string) {
	reported := make(map[string]bool)
	for _, s := range p.Submissions {
		directory, _, _ := strings.Cut(s.Path, "/")
		if !p.Expects(s).Stated() && !reported[directory] {
			reported[directory] = true
			p.warn(fmt.Errorf("%s: nothing is expected of %s, so any verdict will do; say in %s what is, or use one "+
				"of the directories %s",
				filepath.Join(at.submissions, directory), s.Path, file, strings.Join(p.defaultDirectories(), ", ")))
		}
	}
}

func (p *Problem) defaultDirectories() []string {
	var names []string
	for _, e := range p.defaultExpectations() {
		names = append(names, e.Submissions)
	}
	return names
}

func (p *Problem) submissionPaths() []string {
	paths := p.defaultDirectories()
	for _, s := range p.Submissions {
		paths = append(paths, s.Path)
	}
	return paths
}

// groups are the groups of the tests, each once.
func (p *Problem) groups() []string {
	var groups []string
	for _, t := range p.Tests {
		groups = append(groups, t.Group())
	}
	return slices.Compact(groups)
}
