package strictyaml

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/goccy/go-yaml/ast"
)

// Schema returns the JSON Schema of the documents that a function reads. It calls the function with a sample of every
// kind of value, and notes which methods succeed on the samples. So the schema contains what the function reads, except
// what the function only tolerates. The function must read the rest of a document even if a part is wrong.
func Schema(title, description string, read func(Value) error) string {
	s := &source{path: title, notes: make(map[ast.Node]*note)}
	schema := schemaOf(s.try(read))
	schema["$schema"], schema["title"] = "https://json-schema.org/draft/2020-12/schema", title
	schema["description"] = description
	text, _ := json.MarshalIndent(schema, "", "  ") // maps, lists and texts have no error
	return string(text) + "\n"
}

// note holds what a reader did with a sample.
type note struct {
	form      string             // the type that the reader accepts, in JSON's words; "" for none
	tolerated bool               // the reader accepts the value only with a warning
	words     []string           // the only permitted texts of a string, or of a list's elements; nil for any
	items     []*note            // samples of a list's elements
	keys      map[string][]*note // samples of the values of known keys
	others    []*note            // samples of the values of other keys
	open      bool               // the reader ignores other keys
}

// forms maps kinds of values to JSON's types.
var forms = map[Kind]string{Text: "string", Number: "number", Bool: "boolean", List: "array", Map: "object"}

// sampleKey is the key of all entries in samples of maps.
const sampleKey = "sample"

// samples returns new values of all kinds, and their notes.
func (s *source) samples() (values []Value, notes []*note) {
	tree, _ := parse([]byte("[a, 1, true, [], {}]")) // this text is valid
	for _, node := range tree.Docs[0].Body.(*ast.SequenceNode).Values {
		s.notes[node] = &note{}
		values, notes = append(values, Value{s, node}), append(notes, s.notes[node])
	}
	return values, notes
}

// try reads samples of all kinds, and returns their notes. A function that asks nothing of a sample accepts it.
func (s *source) try(read func(Value) error) []*note {
	values, notes := s.samples()
	for i, v := range values {
		if read(v) == nil && notes[i].form == "" {
			v.accept(forms[v.Kind()])
		}
	}
	return notes
}

// note returns the note about a sample; nil if the value is from a file.
func (v Value) note() *note {
	if v.source == nil {
		return nil
	}
	return v.source.notes[v.node]
}

// accept notes what a reader takes a sample for.
func (v Value) accept(form string, words ...string) {
	if n := v.note(); n != nil {
		n.form, n.words = form, words
	}
}

// readKeys notes the keys of a map, and reads samples of their values.
func (v Value) readKeys(fields Fields, other func(Entry) error) error {
	n := v.note()
	n.form, n.keys, n.open = forms[Map], make(map[string][]*note), false
	for key, read := range fields {
		n.keys[key] = v.source.try(read)
	}
	if other != nil {
		n.others = v.source.try(func(value Value) error { return other(Entry{Key: sampleKey, At: v, Value: value}) })
	}
	return nil
}

// get returns a sample of a text as the value of a key.
func (n *note) get(v Value, path ...string) (Value, bool) {
	if v.Kind() != Map || len(path) > 1 {
		return Value{}, false
	}
	if n.keys == nil {
		n.form, n.keys, n.open = forms[Map], make(map[string][]*note), true
	}
	values, notes := v.source.samples()
	n.keys[path[0]] = append(n.keys[path[0]], notes[0])
	return values[0], true
}

// schemaOf returns a schema of all values that were accepted.
func schemaOf(notes []*note) map[string]any {
	schema := make(map[string]any)
	var types, words []string
	var items, others []*note
	properties := make(map[string]any)
	closed := false // whether the reader rejects other keys than those in the schema
	for _, n := range notes {
		switch {
		case n.form == "" || n.tolerated:
			continue
		case n.words != nil && n.form == forms[List]:
			schema["items"] = map[string]any{"enum": n.words}
		case n.words != nil:
			words = n.words
			continue
		}
		types, items, others = append(types, n.form), append(items, n.items...), append(others, n.others...)
		closed = closed || !n.open && (n.keys != nil || n.others != nil)
		for key, values := range n.keys {
			if of := schemaOf(values); len(of) > 0 {
				properties[key] = of
			}
		}
	}
	if closed {
		schema["additionalProperties"], types = any(false), append(types, "null")
		if len(others) > 0 {
			schema["additionalProperties"] = schemaOf(others)
		}
	}
	if len(properties) > 0 {
		schema["properties"] = properties
	}
	if len(items) > 0 && schema["items"] == nil {
		schema["items"] = schemaOf(items)
	}
	switch slices.Sort(types); len(types) {
	case 0:
	case 1:
		schema["type"] = types[0]
	default:
		schema["type"] = slices.Compact(types)
	}
	switch {
	case words != nil && types == nil:
		schema["enum"] = words
	case words != nil:
		return map[string]any{"anyOf": []any{map[string]any{"enum": words}, maps.Clone(schema)}}
	}
	return schema
}
