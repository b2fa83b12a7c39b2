package schema

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/judgetest"
)

// schema has the keywords that our schemas use, in a form that says whether a value is valid.
type schema struct {
	Type                 any
	Enum                 []any
	AnyOf                []schema
	Items                *schema
	Properties           map[string]schema
	AdditionalProperties *schema
	never                bool // the schema is false: no value is valid
}

func (s *schema) UnmarshalJSON(text []byte) error {
	if s.never = string(text) == "false"; s.never {
		return nil
	}
	type plain schema
	return json.Unmarshal(text, (*plain)(s))
}

// TestSchemas: every YAML file of the checkout is valid by its schema, and with one more key it is not.
func TestSchemas(t *testing.T) {
	schemas := make(map[string]schema)
	files, err := Files.ReadDir(".")
	judgetest.Check(t, err)
	for _, file := range files {
		text, err := Files.ReadFile(file.Name())
		judgetest.Check(t, err)
		var s schema
		judgetest.Check(t, json.Unmarshal(text, &s))
		schemas[strings.TrimSuffix(file.Name(), ".json")+".yaml"] = s
	}
	seen := make(map[string]bool)
	for _, root := range []string{"../../../problems", "../../../testdata", "../../../solutions",
		"../../execute/compile/languages.yaml", "testdata"} {
		judgetest.Check(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			s, ok := schemas[filepath.Base(path)]
			if err != nil || d.IsDir() || !ok {
				return err
			}
			seen[filepath.Base(path)] = true
			text, err := yaml.YAMLToJSON([]byte(judgetest.Read(t, path)))
			judgetest.Check(t, err)
			var value any
			judgetest.Check(t, json.Unmarshal(text, &value))
			if wrong := s.invalid(value); wrong != "" {
				t.Errorf("%s: %s", path, wrong)
			}
			if file, ok := value.(map[string]any); ok {
				file["a key that is not there"] = []any{map[string]any{"x": []any{}}}
				if s.invalid(value) == "" {
					t.Errorf("%s: a wrong key is valid", path)
				}
			}
			return nil
		}))
	}
	for name := range schemas {
		if name != "test.yaml" && !seen[name] { // no test has settings of its own
			t.Errorf("there is no %s", name)
		}
	}
}

// invalid says what is wrong with a value of JSON by a schema, "" if nothing is.
func (s schema) invalid(value any) string {
	if s.never {
		return "is not known"
	}
	kind := map[reflect.Kind]string{reflect.Invalid: "null", reflect.String: "string", reflect.Bool: "boolean",
		reflect.Slice: "array", reflect.Map: "object", reflect.Float64: "number"}[reflect.ValueOf(value).Kind()]
	integer := kind == "number" && value.(float64) == math.Trunc(value.(float64))
	if types := fmt.Sprint(s.Type); s.Type != nil && !strings.Contains(types, kind) &&
		!(integer && strings.Contains(types, "integer")) {
		return fmt.Sprintf("%v is none of %s", value, types)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, value) {
		return fmt.Sprintf("%v is none of %v", value, s.Enum)
	}
	if s.AnyOf != nil && !slices.ContainsFunc(s.AnyOf, func(one schema) bool { return one.invalid(value) == "" }) {
		return fmt.Sprintf("%v is nothing of what is possible", value)
	}
	if list, ok := value.([]any); ok && s.Items != nil {
		for _, element := range list {
			if wrong := s.Items.invalid(element); wrong != "" {
				return wrong
			}
		}
	}
	entries, _ := value.(map[string]any)
	for key, entry := range entries {
		of, ok := s.Properties[key]
		if !ok && s.AdditionalProperties != nil {
			of = *s.AdditionalProperties
		}
		if wrong := of.invalid(entry); wrong != "" {
			return key + ": " + wrong
		}
	}
	return ""
}
