package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// addExpectations writes submissions.yaml for a package in another format: what is expected of each submission whose
// folder does not say it, for each folder of tests.
func (k *plan) addExpectations() error {
	var doc yaml.MapSlice
	for _, rule := range legacyRules(k.problem.Format) {
		if slices.ContainsFunc(k.files, func(f File) bool {
			return strings.HasPrefix(f.Path, "submissions/"+rule.Key.(string)+"/")
		}) {
			doc = append(doc, rule)
		}
	}
	for _, s := range k.problem.Submissions {
		expected := possible(k.problem, s)
		_, one := only(expected)
		if at := k.places[s.Name]; at == "" || len(known4(expected)) == 0 || one && !byGroup(k.problem, s) &&
			!scored(k.problem, s) {
			continue
		}
		entry, err := k.expectation(s, expected)
		if err != nil {
			return err
		}
		if len(entry) == 0 { // its folder says what is expected, or nothing is
			continue
		}
		doc = append(doc, yaml.MapItem{Key: k.places[s.Name], Value: entry})
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
	} else if len(known4(possible)) < len(fourVerdicts) {
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
