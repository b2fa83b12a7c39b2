package problem

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	yaml "dlxjudge/judge/read/strictyaml"
)

// The legacy formats. legacy-icpc is a subset of legacy, which is also what a package without a version is in.
//
// Formats: https://www.kattis.com/problem-package-format/spec/legacy.html and legacy-icpc.html
const (
	legacyFormat = "legacy"
	legacyICPC   = "legacy-icpc"
)

// legacy is what a package in a legacy format says and Problem has no field for, since later readers do not need it.
type legacy struct {
	scoring  bool
	minimize bool     // whether scores are to be low: objective: min
	custom   bool     // whether its own output validators are used
	scores   string   // where it is said that these give scores; "" if they do not
	customAt string   // where that is said
	flags    []string // arguments of all output validators
	flagsAt  string
	ownerAt  yaml.Value // rights_owner
	timeAt   string     // where the time limit was written that is used
	unjudged []string   // what it demands that is not judged yet: "scoring"
}

// decodeLegacy reads problem.yaml of a legacy format.
func (p *Problem) decodeLegacy(doc yaml.Value) (*legacy, error) {
	o := new(legacy)
	p.Limits = Limits{Memory: defaultMemory, Output: defaultOutput, Validation: DefaultValidation,
		Resolution: time.Second, Multipliers: Multipliers{5000, 2000}}
	err := p.legacyKeys(doc, p.legacyFields(o), "type", "limits", "validation", "validator_flags")
	p.scored = o.scoring
	err = errors.Join(err, p.checkPasses(""))
	if o.scores != "" && !p.scored {
		err = errors.Join(err, fmt.Errorf("%s: validation with score is for problems of the type scoring; write "+
			"type: scoring, or remove the word", o.scores))
	}
	if p.License == "public domain" && o.ownerAt != (yaml.Value{}) {
		p.warn(o.ownerAt.Errorf("what is in the public domain has no rights owner; remove rights_owner, or give the " +
			"license that the owner grants"))
	}
	return o, err
}

// legacyKeys reads a map. Keys without a value count as not given, as templates have many. Packages of all times have
// other keys, which do no harm; but one that looks like a decisive one, on which verdicts depend, is a mistake.
func (p *Problem) legacyKeys(v yaml.Value, fields yaml.Fields, decisive ...string) error {
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		read, ok := fields[e.Key]
		switch {
		case ok && e.Value.Kind() != yaml.Null:
			errs = append(errs, read(e.Value))
		case ok:
		case yaml.DidYouMean(e.Key, decisive) != "":
			errs = append(errs, e.At.Errorf("unknown key %q%s", e.Key, yaml.DidYouMean(e.Key, decisive)))
		default:
			p.warn(e.At.Errorf("unknown key %q: ignored", e.Key))
		}
	}
	return errors.Join(errs...)
}

func (p *Problem) legacyFields(o *legacy) yaml.Fields {
	fields := p.About.legacyFields()
	maps.Copy(fields, yaml.Fields{
		"problem_format_version": yaml.Only(yaml.Value.Scalar),
		"type":                   func(v yaml.Value) error { return p.decodeLegacyType(v, o) },
		"name":                   p.decodeLegacyName,
		"uuid":                   p.decodeLegacyUUID,
		"rights_owner":           func(v yaml.Value) error { o.ownerAt = v; p.About.Owner, _ = v.Scalar(); return nil },
		"license":                yaml.Into(&p.License, yaml.Value.Text),
		"limits":                 func(v yaml.Value) error { return p.decodeLegacyLimits(v, o) },
		"validation":             func(v yaml.Value) error { return p.decodeValidation(v, o) },
		"validator_flags": func(v yaml.Value) (err error) {
			o.flagsAt = v.Place()
			o.flags, err = flags(v)
			return err
		},
		"grading": func(v yaml.Value) error { return p.decodeGrading(v, o) },
	})
	return fields
}

// decodeLegacyType reads the type. One or several words are known to judges, of which the format has pass-fail and
// scoring.
func (p *Problem) decodeLegacyType(v yaml.Value, o *legacy) error {
	words, err := flags(v)
	for _, word := range words {
		switch word {
		case "pass-fail":
		case "scoring":
			o.scoring = true
		case "interactive":
			p.Interactive = true
		case "multi-pass":
			p.MultiPass = true
		case "submit-answer":
			p.SubmitAnswer = true
			o.unjudged = append(o.unjudged, word)
		default:
			err = errors.Join(err, v.Errorf("%q is not one of pass-fail, scoring%s", word, yaml.DidYouMean(word,
				[]string{"pass-fail", "scoring", "interactive", "multi-pass"})))
		}
	}
	return err
}

// decodeLegacyName reads the name, which many packages give by language.
func (p *Problem) decodeLegacyName(v yaml.Value) error {
	if v.Kind() == yaml.Map {
		return p.decodeName(v)
	}
	title, err := v.Scalar()
	if title = strings.TrimSpace(title); title != "" {
		p.Title, p.Titles = title, map[string]string{"en": title}
	}
	return err
}

// decodeLegacyUUID reads the uuid. The legacy formats do not say what form it has.
func (p *Problem) decodeLegacyUUID(v yaml.Value) (err error) {
	p.UUID, err = v.Scalar()
	return err
}

// decodeValidation reads how outputs are checked: default, or custom with more words.
func (p *Problem) decodeValidation(v yaml.Value, o *legacy) error {
	words, err := flags(v)
	if err != nil || len(words) == 0 {
		return err
	}
	o.custom, o.customAt = words[0] == "custom", v.Place()
	if !o.custom && words[0] != "default" {
		return v.Errorf("validation %q; it begins with default or custom%s", words[0], yaml.DidYouMean(words[0],
			[]string{"default", "custom"}))
	}
	for _, word := range words[1:] {
		switch {
		case o.custom && word == "interactive":
			p.Interactive = true
		case o.custom && word == "multi-pass":
			p.MultiPass = true
		case o.custom && word == "score":
			o.scores = v.Place()
		case o.custom:
			err = errors.Join(err, v.Errorf("validation: custom is followed by score, interactive or multi-pass, "+
				"not %q%s", word, yaml.DidYouMean(word, []string{"score", "interactive", "multi-pass"})))
		default:
			err = errors.Join(err, v.Errorf("validation: default stands alone; arguments of the default validator "+
				"are validator_flags"))
		}
	}
	return err
}

// decodeGrading reads the grading, which only scoring problems have.
func (p *Problem) decodeGrading(v yaml.Value, o *legacy) error {
	return p.legacyKeys(v, yaml.Fields{
		"objective": func(v yaml.Value) error {
			objective, err := yaml.OneOf("max", "min")(v)
			o.minimize = objective == "min"
			return err
		},
		"show_test_data_groups": yaml.Only(yaml.Value.Bool),
	})
}

// decodeLegacyLimits reads the limits. A time limit is not in the legacy formats, but newer judges read one there.
func (p *Problem) decodeLegacyLimits(v yaml.Value, o *legacy) error {
	fields := p.limitFields()
	fields["time_multiplier"], fields["time_safety_margin"] = p.fromAccepted(), p.toTooSlow()
	fields["validation_passes"] = p.About.given("validation_passes", func(v yaml.Value) error {
		p.MultiPass = true
		return p.decodePasses(v)
	})
	var known []string
	for key := range fields {
		known = append(known, key)
	}
	return p.legacyKeys(v, fields, known...)
}

// flags reads arguments: words in one string, or a list.
func flags(v yaml.Value) ([]string, error) {
	if v.Kind() == yaml.List {
		return arguments(v)
	}
	if v.Kind() == yaml.Null {
		return nil, nil
	}
	text, err := v.Scalar()
	return strings.Fields(text), err
}

// readLegacyTools finds the output validators, if they are used, and the input validators.
func (p *Problem) readLegacyTools() error {
	o := p.legacy
	var errs []error
	for _, name := range []string{"input_validators", "input_format_validators"} {
		validators, err := p.readTool(name)
		errs = append(errs, err)
		p.InputValidators = append(p.InputValidators, validators...)
	}
	for i := range p.InputValidators {
		p.python2(&p.InputValidators[i])
	}
	slices.SortFunc(p.InputValidators, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	dir := filepath.Join(p.Dir, "output_validators")
	switch {
	case o.custom:
		checkers, err := p.readTool("output_validators")
		if err == nil && len(checkers) == 0 {
			err = fmt.Errorf("%s: validation is custom, but there is no program in %s; put one there, or write: "+
				"validation: default", o.customAt, dir)
		}
		for i := range checkers {
			p.python2(&checkers[i])
		}
		errs = append(errs, err)
		p.Checkers = checkers
	case exists(dir):
		p.warn(fmt.Errorf("%s: not used: problem.yaml does not say validation: custom", dir))
	}
	if include := filepath.Join(p.Dir, "include"); exists(include) {
		if p.Format == legacyICPC {
			p.warn(fmt.Errorf("%s: the format %s does not know it; read as in %s", include, legacyICPC, legacyFormat))
		}
		if exists(filepath.Join(include, "default")) {
			p.warn(fmt.Errorf("%s: not read: in this format files are included by language", filepath.Join(include,
				"default")))
		}
	}
	return errors.Join(errs...)
}

// readTool reads the programs of a folder that need not be there. A header beside them is for those that include it.
func (p *Problem) readTool(name string) ([]Source, error) {
	dir := filepath.Join(p.Dir, name)
	if !exists(dir) {
		return nil, nil
	}
	sources, err := p.readSources(dir, p.readSource)
	return slices.DeleteFunc(sources, func(s Source) bool {
		extension := filepath.Ext(s.Name)
		aside := s.Dir == dir && forPeople[extension]
		if aside {
			p.warn(fmt.Errorf("%s: ignored: it is no program; files of one program go in a folder",
				filepath.Join(dir, s.Name)))
		}
		return aside
	}), err
}
