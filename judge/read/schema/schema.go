// Package schema holds the JSON Schemas of the YAML files that the judge reads. With them, an editor suggests keys and
// marks wrong ones; the judge is stricter. strictyaml.Schema makes them from the readers: the tests TestSchema of the
// readers' packages compare them, and rewrite them with -update.
//
//	text, err := schema.Files.ReadFile("problem.json")
package schema

import "embed"

// Files holds the schemas, named after the YAML files: problem.json is for problem.yaml.
//
//go:embed *.json
var Files embed.FS
