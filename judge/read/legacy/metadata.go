// Package legacy reads what is different in the formats legacy and legacy-icpc from the format 2025-09: in
// problem.yaml, in testdata.yaml, in files beside them and in the sources of submissions. legacy-icpc is a subset of
// legacy.
//
// It knows no problems and no verdicts: the package problem makes a problem of what is found here.
//
//	k := &legacy.Package{Dir: "sum", Warn: warn}
//	err := k.Decode(doc, fields)
//	err = k.ReadFiles(limit)
//
// Formats: https://www.kattis.com/problem-package-format/spec/legacy.html and legacy-icpc.html
package legacy

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"time"

	yaml "dlxjudge/judge/read/strictyaml"
)

// The names of the formats. A package without a version is in the first.
const (
	Format = "legacy"
	ICPC   = "legacy-icpc"
)

// Package is what a package says, as far as it was read.
type Package struct {
	Dir  string         // its folder
	Warn func(...error) // receives what is ignored, with its place
	// receives what it demands that is not judged yet: "on_reject grade"
	Unjudged func(what string)

	Interactive, MultiPass bool // its types, as its validation says
	Scoring                bool // it is of the type scoring

	Custom   bool   // whether its own output validators are used
	CustomAt string // where that is said
	GraderAt string // where the first group with a custom grader says so; "" for none

	Title string        // the name, where problem.yaml has none; "" if no other file has one
	Time  time.Duration // the time limit; 0 for none

	minimize bool     // whether scores are to be low: objective: min
	scores   string   // where it is said that the output validators give scores; "" if they do not
	flags    []string // arguments of all output validators
	flagsAt  string
}

// Decode reads problem.yaml. The keys that are not about types, validation and grading are read by other functions.
func (k *Package) Decode(doc yaml.Value, others yaml.Fields) error {
	fields := yaml.Fields{"problem_format_version": yaml.Only(yaml.Value.Scalar)}
	maps.Copy(fields, k.Checking())
	maps.Copy(fields, others)
	err := k.Keys(doc, fields, "type", "limits", "validation", "validator_flags")
	if k.scores != "" && !k.Scoring {
		err = errors.Join(err, doc.Fault(fmt.Errorf("%s: validation with score is for problems of the type "+
			"scoring; write type: scoring, or remove the word", k.scores), ""))
	}
	return err
}

// Checking are the keys of problem.yaml about how outputs are checked and scored, which later formats do not have.
func (k *Package) Checking() yaml.Fields {
	return yaml.Fields{
		"validation": k.decodeValidation,
		"validator_flags": func(v yaml.Value) (err error) {
			k.flagsAt = v.Place()
			k.flags, err = Words(v)
			return err
		},
		"grading": k.decodeGrading,
	}
}

// Minimizes reports whether scores are to be low.
func (k *Package) Minimizes() bool { return k.minimize }

// Keys reads a map. Keys without a value count as not given, as templates have many. Where
// reading is lenient, unknown keys are ignored with a warning, but for those that resemble a decisive key, on which
// verdicts depend.
func (k *Package) Keys(v yaml.Value, fields yaml.Fields, decisive ...string) error {
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		read, ok := fields[e.Key]
		switch {
		case ok && e.Value.Kind() != yaml.Null:
			errs = append(errs, e.Read(read))
		case ok:
		default:
			errs = append(errs, e.Unknown(yaml.Unwritten(entries, decisive)))
		}
	}
	return errors.Join(errs...)
}

// Words reads arguments: words in one string, in which quotes hold words together, or a list.
func Words(v yaml.Value) ([]string, error) {
	if v.Kind() == yaml.List {
		return yaml.ListOf(yaml.Value.Scalar)(v)
	}
	if v.Kind() == yaml.Null {
		return nil, nil
	}
	text, err := v.Scalar()
	return split(text), err
}

// split splits arguments as a shell does, as DOMjudge's packages need it: what stands in quotes belongs to one word,
// blanks too. A quote without its other half is a letter.
func split(text string) []string {
	if !quoted.MatchString(text) {
		return strings.Fields(text)
	}
	words := word.FindAllString(text, -1)
	for i := range words {
		words[i] = inQuotes.ReplaceAllString(words[i], "$1$2")
	}
	return words
}

var (
	word     = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
	quoted   = regexp.MustCompile(`^(?:\s|` + word.String() + `)*$`)
	inQuotes = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
)

// decodeValidation reads how outputs are checked: default, or custom with more words.
func (k *Package) decodeValidation(v yaml.Value) error {
	words, err := k.validation(v)
	if err != nil || len(words) == 0 {
		return err
	}
	k.Custom, k.CustomAt = words[0] == "custom", v.Place()
	if !k.Custom && words[0] != "default" {
		return v.Errorf("validation %q; it begins with default or custom%s", words[0], yaml.DidYouMean(words[0],
			[]string{"default", "custom"}))
	}
	for _, word := range words[1:] {
		switch {
		case k.Custom && word == "interactive":
			k.Interactive = true
		case k.Custom && word == "multi-pass":
			k.MultiPass = true
		case k.Custom && word == "score":
			k.scores = v.Place()
		case k.Custom:
			err = errors.Join(err, v.Errorf("validation: custom is followed by score, interactive or multi-pass, "+
				"not %q%s", word, yaml.DidYouMean(word, []string{"score", "interactive", "multi-pass"})))
		default:
			err = errors.Join(err, v.Errorf("validation: default stands alone; arguments of the default validator "+
				"are validator_flags"))
		}
	}
	return err
}

// validation are the words of how outputs are checked. In drafts of later formats they may be keys of a map.
func (k *Package) validation(v yaml.Value) ([]string, error) {
	if v.Kind() != yaml.Map {
		return Words(v)
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
			words = append(words, map[string]string{"multipass": "multi-pass", "scoring": "score"}[e.Key])
			words[len(words)-1] = cmp.Or(words[len(words)-1], e.Key)
		}
	}
	return words, errors.Join(errs...)
}

// decodeGrading reads the grading, which only scoring problems have.
func (k *Package) decodeGrading(v yaml.Value) error {
	return k.Keys(v, yaml.Fields{
		"objective": func(v yaml.Value) error {
			objective, err := yaml.OneOf("max", "min")(v)
			k.minimize = objective == "min"
			return err
		},
		"show_test_data_groups": yaml.Only(yaml.Value.Bool),
	})
}
