package strictyaml

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Lenient reads files that were written for other programs. Most of these accept YAML 1.1. Mistakes with only one
// possible meaning, and mistakes without effect, are warnings instead of errors. A nil Lenient is strict.
type Lenient struct {
	Warn   func(mistake error, effect string) // receives each mistake and its effect, such as "ignored"
	People []string                           // keys that affect no verdict; mistakes in their values are warnings
}

func (s *source) forPeople(key string) bool {
	return s.lenient != nil && slices.Contains(s.lenient.People, key)
}

// lenient reports whether the value is from a file that is read leniently.
func (v Value) lenient() bool { return v.source != nil && v.source.lenient != nil }

// Fault handles a mistake that lenient reading tolerates. It returns the mistake if reading is strict; else it warns.
func (v Value) Fault(mistake error, effect string) error {
	if n := v.note(); n != nil {
		n.tolerated = true
	}
	if mistake == nil || !v.lenient() {
		return mistake
	}
	if many, ok := mistake.(interface{ Unwrap() []error }); ok {
		for _, one := range many.Unwrap() {
			v.Fault(one, effect)
		}
		return nil
	}
	v.source.lenient.Warn(mistake, effect)
	return nil
}

// instead reports a value of the wrong kind. If reading is lenient, it only warns, and the caller goes on with the value
// read.
func (v Value) instead(want string, read any) error {
	return v.Fault(v.Mismatch(want), fmt.Sprintf("read as %v", read))
}

// older holds the booleans of YAML 1.1 that are strings in newer versions. It leaves out y and n, because readers of
// YAML 1.1 differ on them.
var older = map[string]bool{"yes": true, "Yes": true, "YES": true, "on": true, "On": true, "ON": true,
	"no": false, "No": false, "NO": false, "off": false, "Off": false, "OFF": false}

// groups matches a number with the underscores that YAML 1.1 allows.
var groups = regexp.MustCompile(`^[+-]?[0-9][0-9_]*(\.[0-9_]*)?$`)

// octal matches numbers that are octal in YAML 1.1 but decimal, with another value, in newer versions.
var octal = regexp.MustCompile(`^[+-]?0+[1-7][0-7]+$`)

// Decimal returns the text of a decimal number, which may have an exponent.
func (v Value) Decimal() (string, error) {
	text := v.written()
	_, isText := v.resolve().(*ast.StringNode)
	number, plain := v.Kind() == Number, isText && !v.quoted() // the library takes 1e-6 for a string
	switch {
	case number && octal.MatchString(text):
		return "", v.Errorf("%s is an octal number in YAML 1.1 and a decimal one in 1.2; write it without the zero",
			text)
	case (number || plain) && Decimal.MatchString(text):
		v.accept(forms[Number])
		return text, nil
	case number && groups.MatchString(text):
		text = strings.ReplaceAll(text, "_", "")
		return text, v.instead("a decimal number", text)
	case isText && Decimal.MatchString(text) && !strings.HasPrefix(text, "0"):
		return text, v.instead("a number", text)
	}
	return "", v.Mismatch("a number")
}

// quoted reports whether the value is a string in quotes.
func (v Value) quoted() bool {
	n, isText := v.resolve().(*ast.StringNode)
	return isText && n.Token.Type != token.StringType
}

// hugeExponent matches exponents that are too large for numbers that are read exactly.
var hugeExponent = regexp.MustCompile(`[eE][+-]?0*[1-9][0-9]{3,}$`)

// ParseDecimal returns the exact value of a decimal number, whose exponent has at most three digits.
func ParseDecimal(text string) (*big.Rat, bool) {
	if !Decimal.MatchString(text) || hugeExponent.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// Rational returns the exact value of a decimal number.
func (v Value) Rational() (*big.Rat, error) {
	text, err := v.Decimal()
	if err != nil {
		return nil, err
	}
	r, ok := ParseDecimal(text)
	if !ok {
		return nil, v.Errorf("the number %s is too large or too small", text)
	}
	return r, nil
}

// Unknown returns an error for an unknown key. If reading is lenient and the key does not resemble any known key,
// Unknown only warns that the key is ignored.
func (e Entry) Unknown(known []string) error {
	err := e.At.Errorf("unknown key %q%s", e.Key, DidYouMean(e.Key, known))
	if !e.At.lenient() {
		return err
	}
	decisive := slices.DeleteFunc(slices.Clone(known), e.At.source.forPeople)
	if DidYouMean(e.Key, decisive) != "" || Misspelt(e.Key, known) {
		return err
	}
	e.At.source.lenient.Warn(err, "ignored")
	return nil
}

// Read reads the value of the key. If reading is lenient, a key without a value is ignored with a warning, and mistakes
// in the value of a key in People are warnings.
func (e Entry) Read(read func(Value) error) error {
	switch {
	case e.At.lenient() && e.Value.Kind() == Null:
		e.At.source.lenient.Warn(e.At.Errorf("the key %q has no value", e.Key), "ignored")
		return nil
	case e.At.source.forPeople(e.Key):
		return e.Value.Fault(read(e.Value), "")
	}
	return read(e.Value)
}

// again handles a duplicate key, which is an error if reading is strict. Lenient reading warns instead if the key is in
// People, or if both values are equal. Readers of YAML 1.1 take the last value.
func (e Entry) again(first Entry) error {
	err := e.At.Errorf("duplicate key %q, first at %s", e.Key, first.At.Place())
	if e.At.source.forPeople(e.Key) || e.Value.node.String() == first.Value.node.String() {
		return e.Value.Fault(err, "")
	}
	return err
}
