package export

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// This file makes a package of the format 2025-09 of one in a legacy format, or of Polygon.

// legacy reports whether the problem is in a format with other files than 2025-09: a legacy one, or that of Polygon.
func (k *plan) legacy() bool { return k.problem.Format != string(Standard) }

// testName is the name of a test. In the format 2025-09 all samples are in one folder.
func (k *plan) testName(t problem.Test) string {
	below, sample := strings.CutPrefix(t.Name, "sample/")
	if k.to == Standard && k.legacy() && sample {
		return "sample/" + strings.ReplaceAll(below, "/", "-")
	}
	return t.Name
}

// modernMetadata writes problem.yaml anew.
func (k *plan) modernMetadata() error {
	p, a := k.problem, k.problem.About
	doc := yaml.MapSlice{{Key: "problem_format_version", Value: string(Standard)}}
	add := func(key string, value any, given bool) {
		if given {
			doc = append(doc, yaml.MapItem{Key: key, Value: value})
		}
	}
	from := yaml.MapSlice{{Key: "name", Value: a.Source}}
	if a.SourceURL != "" {
		from = append(from, yaml.MapItem{Key: "url", Value: a.SourceURL})
	}
	limits := k.modernLimits()
	add("type", p.Types(), true)
	add("name", p.Titles, true)
	add("uuid", p.UUID, p.UUID != "")
	add("credits", yaml.MapSlice{{Key: "authors", Value: a.Authors}}, len(a.Authors) > 0)
	add("source", from, a.Source != "")
	add("license", p.License, p.License != "")
	add("rights_owner", a.Owner, a.Owner != "")
	add("keywords", a.Keywords, len(a.Keywords) > 0)
	add("limits", limits, len(limits) > 0)
	text, err := yaml.Marshal(doc)
	k.text("problem.yaml", string(text))
	if p.UUID == "" {
		k.note("it has no uuid, which the format wants; add one to its problem.yaml")
	}
	return err
}

// modernLimits are the limits under their names in the format 2025-09, the time limit with a resolution of which it is
// a multiple.
func (k *plan) modernLimits() (limits yaml.MapSlice) {
	var multipliers yaml.MapSlice
	for _, l := range k.problem.About.Limits {
		item := yaml.MapItem{Key: l.Key, Value: integral(l.Value)}
		if legacyMultipliers[l.Key] != "" {
			multipliers = append(multipliers, item)
		} else {
			limits = append(limits, item)
		}
	}
	if len(multipliers) > 0 {
		limits = append(limits, yaml.MapItem{Key: "time_multipliers", Value: multipliers})
	}
	limit := k.problem.Limits.Time
	if limit == 0 {
		return limits
	}
	step := time.Second
	for _, finer := range []time.Duration{time.Second / 2, time.Second / 10, time.Second / 100, time.Millisecond,
		time.Microsecond, time.Nanosecond} {
		if limit%step != 0 {
			step = finer
		}
	}
	limits = append(limits, yaml.MapItem{Key: "time_limit", Value: integral(limit.Seconds())})
	if step != time.Second {
		limits = append(limits, yaml.MapItem{Key: "time_resolution", Value: step.Seconds()})
	}
	return limits
}

// modernStatement copies the statements under their names in the format 2025-09, with the files beside them.
func (k *plan) modernStatement(found []statement, folder string) error {
	for _, s := range found {
		if s.form == "html" || s.form == "txt" {
			k.note("%s is left out: the format wants LaTeX, Markdown or PDF", filepath.Base(s.path))
			continue
		}
		if s.form == "pdf" && inLaTeX(found, s) {
			continue
		}
		k.copy("statement/problem."+s.language+"."+s.form, s.path)
	}
	if filepath.Base(folder) != "problem_statement" {
		return nil // statements at the top of the package, with all else
	}
	kept := k.files
	k.files = nil
	err := k.addTree("statement", folder)
	beside := slices.DeleteFunc(k.files, func(f File) bool {
		return path.Dir(f.Path) == "statement" && statementForm.MatchString(path.Base(f.Path))
	})
	k.files = append(kept, beside...)
	return err
}

// modernSettings writes the arguments of checker and input validators: for all tests of sample or secret where they are
// the same, else for each test, since folders in folders have no settings in the format 2025-09.
func (k *plan) modernSettings() error {
	var errs []error
	write := func(path string, doc yaml.MapSlice) {
		if len(doc) > 0 {
			text, err := yaml.Marshal(doc)
			errs = append(errs, err)
			k.text(path, string(text))
		}
	}
	for _, folder := range []string{"sample", "secret"} {
		var tests []problem.Test
		for _, t := range k.tests {
			if top(t) == folder {
				tests = append(tests, t)
			}
		}
		key := func(t problem.Test) string { return strings.Join(k.checkerArgs(t), "\n") + "\x00" + validatorFlags(t) }
		if len(tests) > 0 && !slices.ContainsFunc(tests, func(t problem.Test) bool { return key(t) != key(tests[0]) }) {
			write("data/"+folder+"/test_group.yaml", append(k.settingsOf(tests[0]), k.settingDoc(folder)...))
			continue
		}
		write("data/"+folder+"/test_group.yaml", k.settingDoc(folder))
		for _, t := range tests {
			write("data/"+k.testName(t)+".yaml", k.settingsOf(t))
		}
	}
	for _, s := range k.settings {
		if s.Name != score.Secret {
			write("data/"+s.Name+"/test_group.yaml", k.settingDoc(s.Name))
		}
	}
	return errors.Join(errs...)
}

func (k *plan) settingsOf(t problem.Test) yaml.MapSlice {
	var doc yaml.MapSlice
	if args := k.checkerArgs(t); len(args) > 0 {
		doc = append(doc, yaml.MapItem{Key: "output_validator_args", Value: args})
	}
	if validatorFlags(t) != "" {
		args := yaml.MapSlice{}
		for _, v := range k.problem.InputValidators {
			if words := t.InputValidatorArgs[v.Name]; len(words) > 0 {
				args = append(args, yaml.MapItem{Key: v.Name, Value: words})
			}
		}
		doc = append(doc, yaml.MapItem{Key: "input_validator_args", Value: args})
	}
	return doc
}

// legacyRules are what the legacy formats expect of folders, where the format 2025-09 expects more. Polygon expects the
// same as that.
func legacyRules(format string) yaml.MapSlice {
	if format == polygon.Format {
		return nil
	}
	return yaml.MapSlice{
		{Key: "time_limit_exceeded", Value: yaml.MapSlice{{Key: "permitted", Value: []string{"AC", "WA", "TLE"}},
			{Key: "required", Value: []string{"TLE"}}}},
		{Key: "run_time_error", Value: yaml.MapSlice{{Key: "permitted", Value: []string{"AC", "WA", "TLE", "RTE"}},
			{Key: "required", Value: []string{"RTE"}}}},
	}
}
