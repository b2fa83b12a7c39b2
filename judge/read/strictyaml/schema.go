package strictyaml

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Form is the form of one file.
type Form struct {
	File  string // its name: "problem.yaml"
	Means string // what it is for, in a few words
	Shape *Shape
}

// Name is the name of the form: "problem".
func (f Form) Name() string { return strings.TrimSuffix(f.File, ".yaml") }

// Schema is the form as a JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12). It says which keys there
// are and of which types their values. The reader is stricter: it knows which keys are needed, and the forms of texts.
func (f Form) Schema() ([]byte, error) {
	schema := f.Shape.schema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"], schema["description"] = f.File, f.Means
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	err := e.Encode(schema)
	return b.Bytes(), err
}

func (s *Shape) schema() map[string]any {
	schema := make(map[string]any)
	var types []string
	for kind, taken := range s.kinds {
		if taken && !(kind == "integer" && s.kinds["number"]) {
			types = append(types, kind)
		}
	}
	slices.Sort(types)
	switch len(types) {
	case 0:
	case 1:
		schema["type"] = types[0]
	default:
		schema["type"] = types
	}
	if s.kinds["object"] {
		s.mapSchema(schema)
	}
	if s.kinds["array"] && s.elements != nil {
		schema["items"] = s.elements.schema()
	}
	switch {
	case len(s.words) == 0 || s.kinds["string"]:
		if len(types) == 0 {
			return map[string]any{"not": map[string]any{}} // nothing is taken
		}
		return schema
	case len(types) == 0:
		return map[string]any{"enum": s.words}
	}
	return map[string]any{"anyOf": []any{map[string]any{"enum": s.words}, schema}}
}

func (s *Shape) mapSchema(schema map[string]any) {
	if s.keys != nil {
		properties := make(map[string]any)
		for key, value := range s.keys {
			properties[key] = value.schema()
		}
		schema["properties"] = properties
	}
	if s.closed {
		schema["additionalProperties"] = false
	} else if s.others != nil {
		schema["additionalProperties"] = s.others.schema()
	}
}
