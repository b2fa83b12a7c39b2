package problem

import (
	"cmp"
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

// Packages may be in drafts of the format 2025-09, or have keys and file names of earlier formats. Old keys that affect
// verdicts keep their old meaning. Other old keys are ignored.

// draft matches the versions that became 2025-09.
var draft = regexp.MustCompile(`^(draft|2023-07|2023-07-draft|2025-09-draft)$`)

// These keys do not affect verdicts. There is a list for each kind of file.
var (
	peopleOfTests = []string{"input_validator_args", "input_validator_flags", "input_visualizer_args",
		"output_visualizer_args", "full_feedback", "hint", "description"}
	peopleOfSubmissions = []string{"authors", "model_solution"}
)

// lenient returns a reader for the problem's files. The reader passes mistakes to the method "fault" if they do not
// affect verdicts. Mistakes in the values of the listed keys, which are for people, never affect verdicts.
func (p *Problem) lenient(people []string) *yaml.Lenient {
	return &yaml.Lenient{Warn: p.fault, People: people, Old: &p.legacy}
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
			return p.keys(v, yaml.Fields{
				"objective": func(v yaml.Value) error {
					objective, err := yaml.OneOf("max", "min")(v)
					p.earlier.minimize = objective == "min"
					return err
				},
				"show_test_data_groups": yaml.Only(yaml.Value.Bool),
			})
		},
	}
	if p.legacy {
		flags := yaml.Fields{"output_validator_flags": decisive["validator_flags"]}
		maps.Copy(decisive, flags.Renamed(legacy.GroupFile, "read as validator_flags"))
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

// keys reads a map. In a legacy format, it ignores keys without values, because templates have such keys. An unknown
// key in a legacy format is an error only if it resembles one of the decisive keys, which affect verdicts.
func (p *Problem) keys(v yaml.Value, fields yaml.Fields, decisive ...string) error {
	if !p.legacy {
		return v.Keys(fields)
	}
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		switch read, ok := fields[e.Key]; {
		case !ok:
			errs = append(errs, e.Unknown(yaml.Unwritten(entries, decisive)))
		case e.Value.Kind() != yaml.Null:
			errs = append(errs, e.Read(read))
		}
	}
	return errors.Join(errs...)
}

// misplacedLimits adds fields for limits that are beside the key "limits" instead of below it.
func (p *Problem) misplacedLimits(doc yaml.Value, fields yaml.Fields) {
	for key, read := range p.limitFields() {
		fields[key] = func(v yaml.Value) error {
			if _, twice := doc.Get("limits", key); twice {
				return v.Errorf("%s is in limits, too; remove one of them", key)
			}
			v.Fault(v.Errorf("%s belongs in limits", key), "read as if it were there")
			return read(v)
		}
	}
}

// multiplierFields returns the keys of the multipliers: one key with a map in 2025-09, and two keys with numbers in
// older formats.
func (p *Problem) multiplierFields() yaml.Fields {
	fields := yaml.Fields{"ac_to_time_limit": yaml.Into(&p.Limits.Multipliers.FromAccepted, thousandths),
		"time_limit_to_tle": yaml.Into(&p.Limits.Multipliers.ToTooSlow, thousandths)}
	for key, read := range fields {
		fields[key] = p.About.given(key, read)
	}
	multipliers := func(v yaml.Value) error { return v.Keys(fields) }
	now := yaml.Fields{"time_multipliers": multipliers, "time_resolution": yaml.Into(&p.Limits.Resolution, duration)}
	older := yaml.Fields{"time_safety_margin": fields["time_limit_to_tle"]}
	older["time_multiplier"] = func(v yaml.Value) error {
		if v.Kind() == yaml.Map {
			return multipliers(v)
		}
		return fields["ac_to_time_limit"](v)
	}
	if !p.legacy {
		older = older.Renamed("older versions of the format", "read as in time_multipliers")
	} else {
		now = now.Renamed(formatVersion, "read as in that version")
		renamed := now["time_multipliers"]
		now["time_multipliers"] = func(v yaml.Value) error {
			if v.Kind() != yaml.Map { // in every version that has this key, it is a map
				return v.Fault(v.Errorf("time_multipliers is a map in %s, and unknown in this format", formatVersion),
					"ignored")
			}
			return renamed(v)
		}
	}
	maps.Copy(now, older)
	return now
}

// callSettings makes the settings of each folder of tests available as test_group.yaml, even if they are in a
// testdata.yaml.
func (p *Problem) callSettings() {
	name, other := p.groupFile()
	p.index.At(p.DataDir).Below(func(folder *tree.Entry) bool {
		if folder.Kind != tree.Folder {
			return false
		}
		own, found := p.index.At(filepath.Join(folder.Path, name)), p.index.At(filepath.Join(folder.Path, other))
		switch {
		case own == nil && found != nil:
			p.fault(fmt.Errorf("%s: read as %s, its name in the format; rename the file", found.Path, name), "")
			own = found
		case own != nil && found != nil && !p.graded:
			p.fault(fmt.Errorf("%s: ignored: the settings are in the %s beside it", found.Path, name), "")
			found.Used = true
		}
		if own != nil {
			own.Used = own.Used || p.graded
			p.index.Call(own, filepath.Join(folder.Path, groupConfig))
		}
		return !folder.Misnamed
	})
}

// isGroupFile reports whether files of this name hold the settings of a group.
func isGroupFile(name string) bool { return name == groupConfig || name == legacy.GroupFile }

// argumentFields returns the keys for arguments of checkers and validators. The keys end in "args" in 2025-09, and in
// "flags" in the legacy formats. In all formats, both endings are read.
func (c *configs) argumentFields(settings *config) yaml.Fields {
	validators := sourceNames(c.problem.InputValidators)
	fields := make(yaml.Fields)
	for key, read := range map[string]func(yaml.Value, words) error{
		"output_validator_": func(v yaml.Value, read words) error {
			return settings.decodeCheckerArgs(v, c.problem, read)
		},
		"input_validator_": func(v yaml.Value, read words) (err error) {
			settings.InputValidatorArgs, err = validatorArgs(v, validators, read)
			return err
		},
	} {
		args := yaml.Fields{key + "args": func(v yaml.Value) error { return read(v, arguments) }}
		flags := yaml.Fields{key + "flags": func(v yaml.Value) error { return read(v, legacy.Words) }}
		if c.problem.graded {
			args = args.Renamed(formatVersion, "read as "+key+"flags")
		} else {
			flags = flags.Renamed("older versions of the format", "read as "+key+"args")
		}
		maps.Copy(fields, args)
		maps.Copy(fields, flags)
	}
	return fields
}

// decodeCheckerArgs reads the arguments of the output validators. A legacy package may have several validators. If the
// only argument is the name of a validator, only that validator is used.
func (s *config) decodeCheckerArgs(v yaml.Value, p *Problem, read words) (err error) {
	if s.CheckerArgsAt = v.Place(); !p.graded {
		s.CheckerArgs, err = read(v)
		return err
	}
	names := sourceNames(p.Checkers)
	s.Checker, s.CheckerArgs, err = argsOf(v, "output", names, read)
	if s.Checker == "" && len(s.CheckerArgs) == 1 && slices.Contains(names, s.CheckerArgs[0]) {
		s.Checker, s.CheckerArgs = s.CheckerArgs[0], nil
	}
	return err
}

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
