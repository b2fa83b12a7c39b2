// Package schema holds the JSON Schemas of the YAML files that the judge reads. With them, an editor suggests keys and
// marks wrong ones; the judge is stricter. When you add a key to a reader, add it to the schema, too.
//
//	text, err := schema.Files.ReadFile("problem.json")
package schema

import "embed"

// Files holds the schemas, named after the YAML files: problem.json is for problem.yaml.
//
//go:embed *.json
var Files embed.FS
