package problem

import (
	"errors"
	"fmt"
	"regexp"

	yaml "dlxjudge/judge/read/strictyaml"
)

// Constants are the values for sequences such as {{n}} and {{n.tex}}, by the text between the braces. They are inserted
// in the input and output validators, in included files, submissions, test_group.yaml and statements in Markdown; not
// in tests and not in problem.yaml.
type Constants map[string]string

var (
	constantName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]*$`)
	sequenceForm = regexp.MustCompile(`\{\{([a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)?)\}\}`)
)

// Replace is a text with the constants in place of their sequences. A sequence that names no constant stays.
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

// decode reads the key constants: a value for each name, or a map with a value and variants of it.
func (c Constants) decode(v yaml.Value) error {
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		if !constantName.MatchString(e.Key) {
			errs = append(errs, e.At.Fault(e.At.Errorf("%q is no name of a constant; it has letters, digits and _, "+
				"and begins with no digit", e.Key), ""))
			continue
		}
		if e.Value.Kind() != yaml.Map {
			value, err := constantValue(e.Value)
			c[e.Key], c[e.Key+".value"] = value, value
			errs = append(errs, err)
			continue
		}
		variants, err := e.Value.Entries()
		errs = append(errs, err)
		for _, variant := range variants {
			value, err := constantValue(variant.Value)
			if err == nil && !constantName.MatchString(variant.Key) {
				err = variant.At.Errorf("%q is no name of a variant; it has letters, digits and _, and begins with "+
					"no digit", variant.Key)
			}
			errs = append(errs, err)
			c[e.Key+"."+variant.Key] = value
		}
		value, ok := c[e.Key+".value"]
		if !ok {
			errs = append(errs, e.At.Errorf("the constant %s has no value; add one: value: …", e.Key))
		}
		c[e.Key] = value
	}
	return errors.Join(errs...)
}

// constantValue is a number or a text as it is written.
func constantValue(v yaml.Value) (string, error) {
	if kind := v.Kind(); kind == yaml.Bool || kind == yaml.Null || kind == yaml.Map || kind == yaml.List {
		return "", v.Errorf("a constant is a number or a text")
	}
	text, err := v.Scalar()
	if err != nil {
		return "", fmt.Errorf("constants: %w", err)
	}
	return text, nil
}
