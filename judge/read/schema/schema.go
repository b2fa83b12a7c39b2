// Package schema holds the JSON Schemas of the YAML files that the judge reads. An editor offers keys by them and marks
// wrong ones; the readers are stricter. Whoever gives a reader a key writes it into the schema as well.
//
//	text, err := schema.Files.ReadFile("problem.json")
package schema

import "embed"

// Files are the schemas, by the names of the YAML files: problem.json is that of problem.yaml.
//
//go:embed *.json
var Files embed.FS
