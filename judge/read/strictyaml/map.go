package strictyaml

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Entry is one key of a map with its value.
type Entry struct {
	Key   string
	At    Value // the key itself, for its place
	Value Value
}

// Entries returns the entries of a map in the order of the file; none for an empty document or value.
func (v Value) Entries() (entries []Entry, err error) {
	var pairs []*ast.MappingValueNode
	switch n := v.resolve().(type) {
	case nil, *ast.NullNode:
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		return nil, v.Mismatch("a map")
	}
	if n := v.note(); n != nil {
		samples, notes := v.source.samples()
		n.form, n.others = forms[Map], append(n.others, notes...)
		for _, value := range samples {
			entries = append(entries, Entry{sampleKey, v, value})
		}
		return entries, nil
	}
	first := make(map[string]int) // the index in entries, by key
	var errs []error
	for _, pair := range pairs {
		at := Value{v.source, pair.Key}
		if _, ok := pair.Key.(*ast.MergeKeyNode); ok {
			errs = append(errs, at.Errorf("merge keys are not supported; write the keys out"))
			continue
		}
		key, err := at.Scalar()
		e := Entry{Key: key, At: at, Value: Value{v.source, pair.Value}}
		i, twice := first[key]
		switch {
		case err != nil:
			errs = append(errs, err)
		case twice:
			errs = append(errs, e.again(entries[i]))
			entries[i] = e
		default:
			first[key] = len(entries)
			entries = append(entries, e)
		}
	}
	return entries, errors.Join(errs...)
}

// Each calls read for every entry of a map.
func (v Value) Each(read func(Entry) error) error {
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		errs = append(errs, read(e))
	}
	return errors.Join(errs...)
}

// MapOf returns a function that reads a map by calling read for each entry.
func MapOf[T any](read func(Entry) (T, error)) func(Value) ([]T, error) {
	return func(v Value) (list []T, err error) {
		err = v.Each(func(e Entry) error {
			value, err := read(e)
			list = append(list, value)
			return err
		})
		return list, err
	}
}

// Get returns the value at a path of keys in nested maps, if there is one. It does not report mistakes, because the
// functions that read the maps do.
func (v Value) Get(path ...string) (found Value, ok bool) {
	if n := v.note(); n != nil {
		return n.get(v, path...)
	}
	entries, _ := v.Entries()
	for _, e := range entries {
		if e.Key == path[0] && len(path) == 1 {
			return e.Value, true
		} else if e.Key == path[0] {
			return e.Value.Get(path[1:]...)
		}
	}
	return Value{}, false
}

// Document returns a map as the text of a file of its own, without comments.
func (v Value) Document() (string, error) {
	node := v.resolve()
	if v.Kind() != Map {
		return "", v.Mismatch("a map")
	}
	node.AddColumn(1 - firstToken(node).Position.Column)
	return node.String() + "\n", nil
}

// Has reports whether the value is a map with any of the keys.
func (v Value) Has(keys ...string) bool {
	return v.note() == nil && slices.ContainsFunc(keys, func(key string) bool { _, ok := v.Get(key); return ok })
}

// Fields are the keys that a map may have, each with the function that reads its value.
type Fields map[string]func(Value) error

// Renamed returns the fields as keys of another version of a format. Before they read a value, their functions report a
// fault with this effect.
func (f Fields) Renamed(version, effect string) Fields {
	renamed := make(Fields)
	for key, read := range f {
		renamed[key] = func(v Value) error {
			return errors.Join(v.Fault(v.Errorf("%s is a key of %s", key, version), effect), read(v))
		}
	}
	return renamed
}

// Keys reads a map whose keys must all be in fields.
func (v Value) Keys(fields ...Fields) error { return v.KeysOr(nil, fields...) }

// KeysOr reads a map. If other is not nil, it is called for each entry whose key is not in fields.
func (v Value) KeysOr(other func(Entry) error, all ...Fields) error {
	fields := make(Fields)
	for _, some := range all {
		maps.Copy(fields, some)
	}
	if v.note() != nil && v.Kind() == Map {
		return v.readKeys(fields, other)
	}
	entries, err := v.Entries()
	errs := []error{err}
	for _, e := range entries {
		switch read, ok := fields[e.Key]; {
		case ok:
			errs = append(errs, e.Read(read))
		case other != nil:
			errs = append(errs, other(e))
		default:
			errs = append(errs, e.Unknown(Unwritten(entries, fields.Names())))
		}
	}
	return errors.Join(errs...)
}

// Unwritten returns the known keys that a map does not have. An unknown key can only be a misspelling of one of these.
func Unwritten(entries []Entry, known []string) []string {
	return slices.DeleteFunc(slices.Clone(known), func(name string) bool {
		return slices.ContainsFunc(entries, func(e Entry) bool { return e.Key == name })
	})
}

// Names returns the keys.
func (f Fields) Names() []string { return slices.Collect(maps.Keys(f)) }

// Into returns a function that reads a value into a field. If reading fails, the field is unchanged.
func Into[T any](field *T, read func(Value) (T, error)) func(Value) error {
	return func(v Value) error {
		value, err := read(v)
		if err == nil {
			*field = value
		}
		return err
	}
}

// Only returns a function that reads a value only to check it.
func Only[T any](read func(Value) (T, error)) func(Value) error {
	return func(v Value) error {
		_, err := read(v)
		return err
	}
}

// Is reports whether the value is that word.
func (v Value) Is(word string) bool {
	if v.note() != nil && v.Kind() == Text {
		v.accept(forms[Text], word)
		return true
	}
	return v.Kind() == Text && v.written() == word
}

// OneOf returns a function that reads a string, which must be one of the words.
func OneOf(words ...string) func(Value) (string, error) {
	return func(v Value) (string, error) {
		word, err := v.Text()
		if err == nil {
			err = v.Among(word, words)
		}
		return word, err
	}
}

// Among returns an error if a word, which was read from the value, is not one of the words.
func (v Value) Among(word string, words []string) error {
	if n := v.note(); n != nil {
		n.words = words
	}
	if slices.Contains(words, word) {
		return nil
	}
	return v.Errorf("%q is not one of %s%s", word, strings.Join(words, ", "), DidYouMean(word, words))
}
