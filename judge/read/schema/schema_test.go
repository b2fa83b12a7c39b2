package schema

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/judgetest"
)

// TestSchemas: every YAML file of the checkout is valid by its schema, and with one more key, or a key of another type,
// it is not.
func TestSchemas(t *testing.T) {
	schemas := make(map[string]map[string]any)
	files, err := Files.ReadDir(".")
	judgetest.Check(t, err)
	for _, file := range files {
		text, err := Files.ReadFile(file.Name())
		judgetest.Check(t, err)
		var schema map[string]any
		judgetest.Check(t, json.Unmarshal(text, &schema))
		schemas[strings.TrimSuffix(file.Name(), ".json")+".yaml"] = schema
	}
	seen := make(map[string]bool)
	for _, root := range []string{"../../../problems", "../../../testdata", "../../../solutions",
		"../../execute/compile/languages.yaml", "testdata"} {
		judgetest.Check(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			schema, ok := schemas[filepath.Base(path)]
			if err != nil || d.IsDir() || !ok {
				return err
			}
			seen[filepath.Base(path)] = true
			var value any
			judgetest.Check(t, yaml.Unmarshal([]byte(judgetest.Read(t, path)), &value))
			if wrong := invalid(t, schema, value); wrong != "" {
				t.Errorf("%s: %s", path, wrong)
			}
			if file, ok := value.(map[string]any); ok {
				file["a key that is not there"] = []any{map[string]any{"x": []any{}}}
				if invalid(t, schema, value) == "" {
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

// invalid says what is wrong with a value by a schema, "" if nothing is. It knows the keywords that our schemas have.
func invalid(t *testing.T, schema map[string]any, value any) string {
	for keyword, says := range schema {
		switch keyword {
		case "$schema", "title", "description", "properties":
		case "type":
			types, many := says.([]any)
			if !many {
				types = []any{says}
			}
			if kind := typeOf(value); !slices.Contains(types, any(kind)) &&
				!(kind == "integer" && slices.Contains(types, any("number"))) {
				return "is of type " + kind
			}
		case "enum":
			if !slices.ContainsFunc(says.([]any), func(one any) bool { return reflect.DeepEqual(one, value) }) {
				return "is none of the words"
			}
		case "anyOf":
			if !slices.ContainsFunc(says.([]any), func(one any) bool {
				return invalid(t, one.(map[string]any), value) == ""
			}) {
				return "is nothing of what is possible"
			}
		case "items":
			list, _ := value.([]any)
			for _, element := range list {
				if wrong := invalid(t, says.(map[string]any), element); wrong != "" {
					return "an element " + wrong
				}
			}
		case "additionalProperties":
			entries, _ := value.(map[string]any)
			known, _ := schema["properties"].(map[string]any)
			for key, entry := range entries {
				of, ok := known[key].(map[string]any)
				if !ok {
					if of, ok = says.(map[string]any); !ok {
						return "has the unknown key " + key
					}
				}
				if wrong := invalid(t, of, entry); wrong != "" {
					return key + " " + wrong
				}
			}
		default:
			t.Fatalf("unknown keyword %s", keyword)
		}
	}
	return ""
}

func typeOf(value any) string {
	switch kind := reflect.ValueOf(value).Kind(); kind {
	case reflect.Invalid:
		return "null"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice:
		return "array"
	case reflect.Map:
		return "object"
	case reflect.Float64:
		return "number"
	default:
		return strings.TrimRight(strings.TrimPrefix(kind.String(), "u"), "123468") + "eger"
	}
}
