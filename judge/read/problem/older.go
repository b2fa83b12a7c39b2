package problem

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// Packages from elsewhere are in drafts of the format 2025-09, and have keys and names of the formats before it. They
// are read for what they meant there, where that decides a verdict, and where it does not they are ignored.

// draft are the versions that have become 2025-09.
var draft = regexp.MustCompile(`^(draft|2023-07|2023-07-draft|2025-09-draft)$`)

// Keys that decide no verdict, by the file that they are in.
var (
	peopleOfProblem = []string{"name", "uuid", "version", "credits", "source", "source_url", "license", "rights_owner",
		"embargo_until", "keywords", "languages", "author", "authors", "show_test_data_groups"}
	peopleOfTests = []string{"input_validator_args", "input_validator_flags", "input_visualizer_args",
		"output_visualizer_args", "full_feedback", "hint", "description"}
	peopleOfSubmissions = []string{"authors", "model_solution"}
)

// lenient reads a file of the problem. Faults say what a checkout's own problem is refused for.
func (p *Problem) lenient(people []string) *yaml.Lenient {
	return &yaml.Lenient{Warn: p.fault, People: people}
}

// olderFields are the keys of problem.yaml in the formats before 2025-09, and the limits that stand beside limits.
func (p *Problem) olderFields(doc yaml.Value) yaml.Fields {
	p.older = &legacy.Package{Dir: p.Dir, Warn: p.warn, Unjudged: p.unjudged}
	fields := p.About.legacyFields()
	maps.DeleteFunc(fields, func(key string, _ func(yaml.Value) error) bool {
		return !slices.Contains([]string{"author", "authors", "source_url"}, key)
	})
	maps.Copy(fields, p.older.Checking())
	grading := fields["grading"]
	fields["scoring"] = func(v yaml.Value) error { return grading(v) }
	fields = fields.Renamed("older versions of the format", "read as there")
	p.misplacedLimits(doc, fields)
	return fields
}

// misplacedLimits adds the limits that stand beside limits.
func (p *Problem) misplacedLimits(doc yaml.Value, fields yaml.Fields) {
	for key, read := range p.limitFields() {
		fields[key] = func(v yaml.Value) error {
			if within(doc, "limits", key) {
				return v.Errorf("%s is in limits, too; remove one of them", key)
			}
			v.Fault(v.Errorf("%s belongs into limits", key), "read as if it were there")
			return read(v)
		}
	}
}

// within reports whether a map of the document has a key.
func within(doc yaml.Value, keys ...string) bool {
	entries, _ := doc.Entries() // what is wrong with it is said elsewhere
	for _, e := range entries {
		if e.Key == keys[0] && (len(keys) == 1 || within(e.Value, keys[1:]...)) {
			return true
		}
	}
	return false
}

// multiplierFields are the keys of the multipliers: a map in 2025-09, and two numbers in the formats before it.
func (p *Problem) multiplierFields() yaml.Fields {
	multipliers := func(v yaml.Value) error {
		return v.Keys(yaml.Fields{"ac_to_time_limit": p.fromAccepted(), "time_limit_to_tle": p.toTooSlow()})
	}
	now := yaml.Fields{"time_multipliers": multipliers, "time_resolution": yaml.Into(&p.Limits.Resolution, duration)}
	before := yaml.Fields{"time_safety_margin": p.toTooSlow(), "time_multiplier": func(v yaml.Value) error {
		if v.Kind() == yaml.Map {
			return multipliers(v)
		}
		return p.fromAccepted()(v)
	}}
	if p.legacy == nil {
		before = before.Renamed("older versions of the format", "read as in time_multipliers")
	} else {
		now = now.Renamed(formatVersion, "read as there")
		renamed := now["time_multipliers"]
		now["time_multipliers"] = func(v yaml.Value) error {
			if v.Kind() != yaml.Map { // no version has it
				return v.Fault(v.Errorf("time_multipliers is a map in %s, and unknown in this format", formatVersion),
					"ignored")
			}
			return renamed(v)
		}
	}
	maps.Copy(now, before)
	return now
}

// settingsFile is the file with the settings of a folder of tests. It may have the name of another version.
func (p *Problem) settingsFile(dir string) string {
	name, other := groupConfig, legacy.GroupFile
	if p.graded != nil {
		name, other = other, name
	}
	file, found := filepath.Join(dir, name), filepath.Join(dir, other)
	if !p.index.Has(file) && p.index.Has(found) {
		p.fault(fmt.Errorf("%s: read as %s, as which the format knows it; rename the file", found, name), "")
		return found
	}
	return file
}

// argumentFields are the keys for arguments of tests and groups. The formats call them args or flags, and each is read
// in all formats.
func (c *configs) argumentFields(settings *config) yaml.Fields {
	validators := sourceNames(c.problem.InputValidators)
	read := map[string]func(yaml.Value, words) error{
		"output_validator_": func(v yaml.Value, read words) (err error) {
			settings.checkerArgsAt = v.Place()
			if c.problem.graded == nil { // it has one checker
				settings.checkerArgs, err = read(v)
			} else {
				settings.checker, settings.checkerArgs, err = checkerArgs(v, sourceNames(c.problem.Checkers), read)
			}
			return err
		},
		"input_validator_": func(v yaml.Value, read words) (err error) {
			settings.validatorArgs, err = validatorArgs(v, validators, read)
			return err
		},
	}
	fields := make(yaml.Fields)
	for key, read := range read {
		args := yaml.Fields{key + "args": func(v yaml.Value) error { return read(v, arguments) }}
		flags := yaml.Fields{key + "flags": func(v yaml.Value) error { return read(v, legacy.Words) }}
		if c.problem.graded != nil {
			args = args.Renamed(formatVersion, "read as "+key+"flags")
		} else {
			flags = flags.Renamed("older versions of the format", "read as "+key+"args")
		}
		maps.Copy(fields, args)
		maps.Copy(fields, flags)
	}
	return fields
}

// gradingKeys are the keys of a testdata.yaml that only the graders of the legacy formats have.
var gradingKeys = []string{"on_reject", "grader_flags", "accept_score", "reject_score", "range"}

// gradesAsLegacy reports whether tests of a draft have settings for the graders of the legacy formats. What is wrong
// with the files is said where they are read.
func (p *Problem) gradesAsLegacy() (found bool) {
	p.index.At(p.DataDir).Below(func(e *tree.Entry) bool {
		if e.Name == legacy.GroupFile && e.Kind == tree.File {
			doc, _ := (&yaml.Lenient{Warn: func(error, string) {}}).ReadFile(e.Path)
			found = found || slices.ContainsFunc(gradingKeys, func(key string) bool { return within(doc, key) })
		}
		return !e.Misnamed
	})
	return found
}

// scoreOfGroup reports whether a map for scores surely has the score of the group under score. In earlier versions it
// is that of each test, which is the same unless scores are summed up. Those versions had neither the name
// test_group.yaml nor require_pass, and they took the least score of a group that does not say how scores are combined.
func scoreOfGroup(v yaml.Value) bool {
	folder, file := filepath.Split(v.File())
	entries, _ := v.Entries() // what reads the keys says what is wrong
	mode, required := "", false
	for _, e := range entries {
		switch e.Key {
		case "aggregation", "score_aggregation":
			mode, _ = e.Value.Scalar()
		case "require_pass":
			required = true
		}
	}
	return file == groupConfig || required || mode == string(score.Min) || mode == string(score.AllOrNothing) ||
		mode == "" && filepath.Base(folder) != score.Secret
}

// olderScoring adds the keys for scores of older versions to those of a group.
func (c *configs) olderScoring(fields yaml.Fields) {
	scored := c.problem.scored
	nested := yaml.Fields{
		"score": fields["max_score"], "max_score": fields["max_score"], "aggregation": fields["score_aggregation"],
		"score_aggregation": fields["score_aggregation"], "require_pass": fields["require_pass"],
		"verdict_aggregation": yaml.Only(yaml.OneOf("first_error", "worst_error")),
	}
	read := func(v yaml.Value) error {
		v.Fault(v.Errorf("a map for scores is of older versions of the format"), "read as max_score, "+
			"score_aggregation and require_pass")
		if scored && within(v, "score") && !scoreOfGroup(v) {
			return v.Errorf("score has had two meanings; write the greatest score of the group as max_score, in " +
				"place of this key")
		}
		return v.Keys(nested)
	}
	fields["scoring"] = read
	fields["grading"] = func(v yaml.Value) error {
		if v.Kind() == yaml.Map {
			return read(v)
		}
		v.Fault(v.Errorf("grading is a key of the legacy formats"), "ignored")
		return yaml.Only(yaml.OneOf("default"))(v)
	}
	fields["static_validation"] = func(v yaml.Value) error {
		if asked, err := v.Bool(); err == nil && !asked {
			return nil
		}
		return fields["static_validation_score"](v)
	}
	accepts := regexp.MustCompile(`always_accept|accept_if_any_accepted`)
	for _, key := range gradingKeys {
		fields[key] = func(v yaml.Value) error {
			words, err := legacy.Words(v)
			if err != nil || scored || accepts.MatchString(strings.Join(words, " ")) {
				return errors.Join(err, v.Errorf("%s is a key of the legacy formats, whose graders this format does "+
					"not have; write max_score and score_aggregation, or problem_format_version: %s", key,
					legacy.Format))
			}
			return v.Fault(v.Errorf("%s is a key of the legacy formats", key), "ignored")
		}
	}
}
