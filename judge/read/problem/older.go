package problem

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// Packages may be in drafts of the format 2025-09, or have keys and file names of earlier formats. Old keys that affect
// verdicts keep their old meaning. Other old keys are ignored.

// draft matches the versions that became 2025-09.
var draft = regexp.MustCompile(`^(draft|2023-07|2023-07-draft|2025-09-draft)$`)

// olderVersions names the versions of old keys in messages.
const olderVersions = "older versions of the format"

// These keys do not affect verdicts. There is a list for each kind of file.
var (
	peopleOfTests = []string{"input_validator_args", "input_validator_flags", "input_visualizer_args",
		"output_visualizer_args", "full_feedback", "hint", "description"}
	peopleOfSubmissions = []string{"authors", "model_solution"}
)

// lenient returns a reader for the problem's files. The reader passes mistakes to the method "fault" if they do not
// affect verdicts. Mistakes in the values of the listed keys, which are for people, never affect verdicts.
func (p *Problem) lenient(people []string) *yaml.Lenient {
	return &yaml.Lenient{Warn: p.fault, People: people, Old: p.legacy}
}

// earlierKeys holds settings of checkers and graders from keys of the formats before 2025-09.
type earlierKeys struct {
	custom       bool     // validation: custom
	validationAt string   // where the package says whether its own output validators are used; "" for nowhere
	scoresAt     string   // where the package says that its output validators give scores; "" for nowhere
	minimize     bool     // objective: min, so low scores are better
	args         []string // arguments of all output validators
	argsAt       string
	graderAt     string // the place of the first "grading: custom"; "" if there is none
	elsewhere    string // which settings name a program that is not in the package, for messages
}

// olderFields returns the keys of problem.yaml that only the formats before 2025-09 have, as metadataFields does.
func (p *Problem) olderFields() (decisive, people yaml.Fields) {
	people = yaml.Fields{
		"author":     p.About.decodeAuthors,
		"authors":    p.About.decodeAuthors,
		"source_url": func(v yaml.Value) error { p.About.SourceURL, _ = v.Scalar(); return nil },
	}
	decisive = yaml.Fields{
		"validation": p.decodeValidation,
		"validator_flags": func(v yaml.Value) (err error) {
			if p.earlier.argsAt != "" {
				return v.Errorf("validator_flags and output_validator_flags mean the same; remove one of them")
			}
			p.earlier.argsAt = v.Place()
			p.earlier.args, err = legacy.Words(v)
			return err
		},
		"grading": func(v yaml.Value) error {
			return v.Keys(yaml.Fields{
				"objective": func(v yaml.Value) error {
					objective, err := yaml.OneOf("max", "min")(v)
					p.earlier.minimize = objective == "min"
					return err
				},
				"show_test_data_groups": yaml.Only(yaml.Value.Bool),
			})
		},
	}
	return decisive, people
}

// decodeValidation reads the key "validation": the word "default", or the word "custom" and further words.
func (p *Problem) decodeValidation(v yaml.Value) error {
	words, err := validationWords(v)
	if err != nil || len(words) == 0 {
		return err
	}
	p.earlier.custom, p.earlier.validationAt = words[0] == "custom", v.Place()
	if !p.earlier.custom && words[0] != "default" {
		return v.Errorf("validation %q; it begins with default or custom%s", words[0], yaml.DidYouMean(words[0],
			[]string{"default", "custom"}))
	}
	for _, word := range words[1:] {
		switch {
		case !p.earlier.custom:
			err = errors.Join(err, v.Errorf("validation: no word may follow default; write arguments of the default "+
				"validator as validator_flags"))
		case word == "interactive":
			p.Interactive = true
		case word == "multi-pass":
			p.MultiPass = true
		case word == "score":
			p.earlier.scoresAt = v.Place()
		default:
			err = errors.Join(err, v.Errorf("validation: custom is followed by score, interactive or multi-pass, "+
				"not %q%s", word, yaml.DidYouMean(word, []string{"score", "interactive", "multi-pass"})))
		}
	}
	return err
}

// validationWords returns the words of the key "validation". In some drafts, the words are the keys of a map.
func validationWords(v yaml.Value) ([]string, error) {
	if v.Kind() != yaml.Map {
		return legacy.Words(v)
	}
	words := []string{"custom"}
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		is, err := e.Value.Bool()
		if e.Value.Kind() == yaml.Null {
			is, err = true, nil
		}
		errs = append(errs, err)
		if is {
			words = append(words, cmp.Or(map[string]string{"multipass": "multi-pass", "scoring": "score"}[e.Key],
				e.Key))
		}
	}
	return words, errors.Join(errs...)
}

// beginLimits sets the default limits, and returns fields for limits that are beside the key "limits" instead of below
// it.
func (p *Problem) beginLimits(doc yaml.Value) yaml.Fields {
	p.Limits = Limits{Memory: 2048 << 20, Output: 8 << 20, Validation: DefaultValidation, // the format's defaults
		Resolution: time.Second, Multipliers: p.multipliers}
	fields := p.limitFields()
	delete(fields, "validation_passes") // it is read only below limits
	for key, read := range fields {
		fields[key] = func(v yaml.Value) error {
			if _, twice := doc.Get("limits", key); twice {
				return v.Errorf("%s is in limits, too; remove one of them", key)
			}
			v.Fault(v.Errorf("%s belongs in limits", key), "read as if it were there")
			return read(v)
		}
	}
	return fields
}

// multiplierFields returns the keys of the multipliers: one key with a map in 2025-09, beside the resolution, and two
// keys with numbers in older formats.
func (p *Problem) multiplierFields() (now, older yaml.Fields) {
	fields := yaml.Fields{"ac_to_time_limit": yaml.Into(&p.Limits.Multipliers.FromAccepted, thousandths),
		"time_limit_to_tle": yaml.Into(&p.Limits.Multipliers.ToTooSlow, thousandths)}
	for key, read := range fields {
		fields[key] = p.About.given(key, read)
	}
	multipliers := func(v yaml.Value) error { return v.Keys(fields) }
	now = yaml.Fields{"time_multipliers": multipliers, "time_resolution": yaml.Into(&p.Limits.Resolution, duration)}
	older = yaml.Fields{"time_safety_margin": fields["time_limit_to_tle"], "time_multiplier": func(v yaml.Value) error {
		if v.Kind() == yaml.Map {
			return multipliers(v)
		}
		return fields["ac_to_time_limit"](v)
	}}
	return now, older
}

// callSettings makes the settings of each folder of tests available as test_group.yaml, whatever the file's name is.
func (p *Problem) callSettings() {
	rules := p.groups
	p.index.At(p.DataDir).Below(func(folder *tree.Entry) bool {
		if folder.Kind != tree.Folder {
			return false
		}
		own := p.index.At(filepath.Join(folder.Path, rules.file))
		found := p.index.At(filepath.Join(folder.Path, rules.other))
		switch {
		case own == nil && found != nil:
			p.fault(fmt.Errorf("%s: read as %s, its name in the format; rename the file", found.Path, rules.file), "")
			own = found
		case own != nil && found != nil && !rules.anywhere:
			p.fault(fmt.Errorf("%s: ignored: the settings are in the %s beside it", found.Path, rules.file), "")
			found.Used = true
		}
		if own != nil {
			own.Used = own.Used || rules.anywhere
			p.index.Call(own, filepath.Join(folder.Path, groupConfig))
		}
		return !folder.Misnamed
	})
}

// isGroupFile reports whether files of this name hold the settings of a group.
func isGroupFile(name string) bool { return name == groupConfig || name == legacy.GroupFile }

// gradingKeys are the keys of testdata.yaml that exist only for the graders of the legacy formats.
var gradingKeys = []string{"on_reject", "grader_flags", "accept_score", "reject_score", "range"}

// gradesAsLegacy reports whether the tests of a package in a draft format have settings for legacy graders. It ignores
// mistakes in these settings.
func (p *Problem) gradesAsLegacy() (found bool) {
	p.index.At(p.DataDir).Below(func(e *tree.Entry) bool {
		if e.Name == legacy.GroupFile && e.Kind == tree.File {
			doc, _ := (&yaml.Lenient{Warn: func(error, string) {}}).ReadFile(e.Path)
			found = found || doc.Has(gradingKeys...)
		}
		return !e.Misnamed
	})
	return found
}

// scoreOfGroup reports whether the key "score" in a map for scores certainly means the score of the group. In earlier
// versions, it meant the score of each test. The two meanings differ only if scores are summed up. Earlier versions had
// neither the name test_group.yaml nor the key require_pass. In those versions, a group had the minimum score of its
// tests by default.
func scoreOfGroup(v yaml.Value) bool {
	folder, file := filepath.Split(v.File())
	mode := ""
	for _, key := range []string{"aggregation", "score_aggregation"} {
		if said, ok := v.Get(key); ok {
			mode, _ = said.Scalar() // the reader of the key reports mistakes
		}
	}
	return file == groupConfig || v.Has("require_pass") || mode == string(score.Min) ||
		mode == string(score.AllOrNothing) || mode == "" && filepath.Base(folder) != score.Secret
}

// olderScoring extends the keys of a group by those that older versions had for scores.
func (c *configs) olderScoring(fields yaml.Fields) {
	scored := c.problem.scored
	nested := yaml.Fields{
		"score": fields["max_score"], "max_score": fields["max_score"], "aggregation": fields["score_aggregation"],
		"score_aggregation": fields["score_aggregation"], "require_pass": fields["require_pass"],
		"verdict_aggregation": yaml.Only(yaml.OneOf("first_error", "worst_error")),
	}
	read := func(v yaml.Value) error {
		v.Fault(v.Errorf("a map for scores is from older versions of the format"), "read as max_score, "+
			"score_aggregation and require_pass")
		if scored && v.Has("score") && !scoreOfGroup(v) {
			return v.Errorf("the key score had two meanings in older versions; replace it with max_score, " +
				"the group's maximum score")
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
			var words []string
			var err error
			if !scored {
				words, err = legacy.Words(v)
			}
			if err != nil || scored || accepts.MatchString(strings.Join(words, " ")) {
				return errors.Join(err, v.Errorf("%s is a key of the legacy formats, whose graders this format does "+
					"not have; write max_score and score_aggregation, or problem_format_version: %s", key,
					legacy.Format))
			}
			return v.Fault(v.Errorf("%s is a key of the legacy formats", key), "ignored")
		}
	}
}
