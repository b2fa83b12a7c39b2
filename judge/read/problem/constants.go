package problem

import (
	"errors"
	"regexp"

	yaml "dlxjudge/judge/read/strictyaml"
)

// Constants maps the text between the braces of a sequence, such as {{n}} or {{n.tex}}, to the value that replaces the
// sequence. Sequences are replaced in input and output validators, submissions, included files, test_group.yaml and
// statements in Markdown. They are not replaced in tests or in problem.yaml.
type Constants map[string]string

var (
	constantName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]*$`)
	sequenceForm = regexp.MustCompile(`\{\{([a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)?)\}\}`)
)

const constantRule = "it has letters, digits and _, and does not begin with a digit"

// Replace replaces the sequences in a text with the values of the constants. It leaves unknown sequences unchanged.
func (c Constants) Replace(text []byte) []byte {
	if len(c) == 0 {
		return text
	}
	return sequenceForm.ReplaceAllFunc(text, func(sequence []byte) []byte {
		if value, ok := c[string(sequence[2:len(sequence)-2])]; ok {
			return []byte(value)
		}
		return sequence
	})
}

// decodeConstants reads the key "constants". Each name in it has a value, or a map with a value and variants of the
// value.
func decodeConstants(v yaml.Value) (Constants, error) {
	c := make(Constants)
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		if !constantName.MatchString(e.Key) {
			errs = append(errs, e.At.Fault(e.At.Errorf("%q is not the name of a constant; "+constantRule, e.Key), ""))
			continue
		}
		variants := []yaml.Entry{{Key: "value", At: e.At, Value: e.Value}}
		if e.Value.Kind() == yaml.Map {
			variants, err = e.Value.Entries()
			errs = append(errs, err)
		}
		for _, variant := range variants {
			if !constantName.MatchString(variant.Key) {
				errs = append(errs, variant.At.Errorf("%q is not the name of a variant; "+constantRule, variant.Key))
			}
			var value string
			if kind := variant.Value.Kind(); kind == yaml.Text || kind == yaml.Number {
				value, err = variant.Value.Scalar()
			} else {
				err = variant.Value.Errorf("a constant must be a number or a text")
			}
			c[e.Key+"."+variant.Key] = value
			errs = append(errs, err)
		}
		value, ok := c[e.Key+".value"]
		if !ok && e.Value.Kind() == yaml.Map {
			errs = append(errs, e.At.Errorf("the constant %s has no value; add one: value: …", e.Key))
		}
		c[e.Key] = value
	}
	return c, errors.Join(errs...)
}
