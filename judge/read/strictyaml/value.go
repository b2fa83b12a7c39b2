package strictyaml

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Value is a part of a document, with its place.
type Value struct {
	source *source
	node   ast.Node // nil for an empty document
}

// Kind is the form of a value.
type Kind string

// The kinds, with the names that errors use.
const (
	Null   Kind = "nothing"
	Text   Kind = "a string"
	Number Kind = "a number"
	Bool   Kind = "true or false"
	List   Kind = "a list"
	Map    Kind = "a map"
	Other  Kind = "a form of YAML that is not supported here"
)

// Place returns the place of the value: "file:line:column".
func (v Value) Place() string {
	if v.node == nil {
		return v.source.path
	}
	return place(v.source.path, firstToken(v.node))
}

// File returns the path of the file that the value is from.
func (v Value) File() string { return v.source.path }

// Errorf returns an error that begins with the value's place.
func (v Value) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %s", v.Place(), fmt.Sprintf(format, args...))
}

// Kind returns the form of the value. It follows aliases.
func (v Value) Kind() Kind {
	switch v.resolve().(type) {
	case nil, *ast.NullNode:
		return Null
	case *ast.StringNode, *ast.LiteralNode:
		return Text
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return Number
	case *ast.BoolNode:
		return Bool
	case *ast.SequenceNode:
		return List
	case *ast.MappingNode, *ast.MappingValueNode:
		return Map
	}
	return Other
}

// Text returns the value as a string.
func (v Value) Text() (string, error) {
	switch v.Kind() {
	case Text:
		v.accept(forms[Text])
		return v.written(), nil
	case Number, Bool:
		mistake := v.Errorf("want a string, got %s; write %q", v.shown(), v.written())
		return v.written(), v.Fault(mistake, "read as a string")
	}
	return "", v.Mismatch("a string")
}

// NonEmpty returns the value as a string that is not blank.
func (v Value) NonEmpty() (string, error) {
	s, err := v.Text()
	if err == nil && strings.TrimSpace(s) == "" {
		err = v.Errorf("want some text, got an empty string")
	}
	return s, err
}

// Scalar returns a scalar as it is written. Arguments are read in this way, because YAML libraries disagree on whether
// 1e-6 is a string or a number.
func (v Value) Scalar() (string, error) {
	if k := v.Kind(); k == Number || k == Bool {
		v.accept(forms[k])
		return v.written(), nil
	}
	return v.Text()
}

// Bool returns the value as true or false.
func (v Value) Bool() (bool, error) {
	if n, ok := v.resolve().(*ast.BoolNode); ok {
		v.accept(forms[Bool])
		return n.Value, nil
	}
	if value, ok := older[v.written()]; ok && v.Kind() == Text && !v.quoted() {
		if v.lenient() && v.source.lenient.Old {
			return value, nil
		}
		return value, v.instead("true or false", value)
	}
	return false, v.Mismatch("true or false")
}

// Int returns the value as a decimal integer. If reading is lenient, the value may have a fraction of 0, as in 2.0.
func (v Value) Int() (int64, error) {
	_, plain := v.resolve().(*ast.IntegerNode)
	if plain && octal.MatchString(v.written()) {
		_, err := v.Decimal()
		return 0, err
	}
	r, err := v.Rational()
	switch {
	case err != nil && plain:
		return 0, v.Errorf("want a decimal integer, got %s", v.written())
	case err != nil || !r.IsInt() || !r.Num().IsInt64():
		return 0, v.Mismatch("an integer")
	case !plain && !v.quoted(): // Decimal has reported a number in quotes
		err = v.instead("an integer", r.Num())
	default:
		v.accept("integer")
	}
	return r.Num().Int64(), err
}

// Between returns a function that reads an integer in that range.
func Between(least, most int) func(Value) (int, error) {
	return func(v Value) (int, error) {
		n, err := v.Int()
		if err == nil && (n < int64(least) || n > int64(most)) {
			err = v.Errorf("%d: give a number from %d to %d", n, least, most)
		}
		return int(n), err
	}
}

// Decimal matches numbers as defined in "General requirements" of the Problem Package Format.
var Decimal = regexp.MustCompile(`^[+-]?([0-9]*\.[0-9]+|[0-9]+\.|[0-9]+)([Ee][+-]?[0-9]+)?$`)

// Float returns the value as a decimal number, which may have an exponent.
func (v Value) Float() (float64, error) {
	text, err := v.Decimal()
	if err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, v.Errorf("the number %s is too large", v.written())
	}
	return f, nil
}

// List returns the value's elements. If reading is lenient, a scalar counts as a list with only that element.
func (v Value) List() ([]Value, error) {
	n, ok := v.resolve().(*ast.SequenceNode)
	if k := v.Kind(); !ok && (k == Text || k == Number || k == Bool) {
		return []Value{v}, v.instead("a list", "a list with this one element")
	}
	if !ok {
		return nil, v.Mismatch("a list")
	}
	if n := v.note(); n != nil {
		samples, notes := v.source.samples()
		n.form, n.items = forms[List], append(n.items, notes...)
		return samples, nil
	}
	list := make([]Value, len(n.Values))
	for i, element := range n.Values {
		list[i] = Value{v.source, element}
	}
	return list, nil
}

// ListOf returns a function that reads a list by calling read for each element.
func ListOf[T any](read func(Value) (T, error)) func(Value) ([]T, error) {
	return func(v Value) ([]T, error) {
		elements, err := v.List()
		if err != nil {
			return nil, err
		}
		list := make([]T, len(elements))
		var errs []error
		for i, e := range elements {
			list[i], err = read(e)
			errs = append(errs, err)
		}
		return list, errors.Join(errs...)
	}
}

// OneOrMore is like ListOf, but a text instead of the list is its only element.
func OneOrMore[T any](read func(Value) (T, error)) func(Value) ([]T, error) {
	return func(v Value) ([]T, error) {
		if v.Kind() != Text {
			return ListOf(read)(v)
		}
		one, err := read(v)
		return []T{one}, err
	}
}

// Mismatch returns the error for a value of the wrong form. want describes the right form: "a list".
func (v Value) Mismatch(want string) error {
	return v.Errorf("want %s, got %s", want, v.shown())
}

// shown returns what the value is, for errors.
func (v Value) shown() string {
	switch k := v.Kind(); k {
	case Text:
		return fmt.Sprintf("the string %q", v.written())
	case Number:
		return "the number " + v.written()
	default:
		return string(k)
	}
}

// written returns the text of a scalar, without quotes.
func (v Value) written() string {
	switch n := v.resolve().(type) {
	case *ast.StringNode:
		return n.Value
	case *ast.LiteralNode:
		return n.Value.Value
	case nil:
		return ""
	default:
		return n.GetToken().Value
	}
}

// resolve follows anchors and aliases. It bounds the number of steps, because an alias within its own anchor leads back
// to itself.
func (v Value) resolve() ast.Node {
	node := v.node
	for range 2*len(v.aliases()) + 2 {
		switch n := node.(type) {
		case *ast.AnchorNode:
			node = n.Value
		case *ast.AliasNode:
			node = v.aliases()[n]
		default:
			return node
		}
	}
	return node
}

// Aliased reports whether the file of the value has aliases.
func (v Value) Aliased() bool { return len(v.aliases()) > 0 }

func (v Value) aliases() map[*ast.AliasNode]ast.Node {
	if v.source == nil {
		return nil
	}
	return v.source.aliases
}

// firstToken returns the token at which a node begins. For a map without braces, that is the first key, although the
// library's token of the map is its first colon.
func firstToken(n ast.Node) *token.Token {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return firstToken(n.Values[0])
		}
	case *ast.MappingValueNode:
		return n.Key.GetToken()
	}
	return n.GetToken()
}
