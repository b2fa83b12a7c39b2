package scaffold

import (
	"path"
	"path/filepath"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// schemas is the folder beside the problems in which editors find the JSON Schemas of their files.
const schemas = ".schemas"

// schemaLine is the comment by which editors with yaml-language-server find the schema of a file. Up is the way from
// the file's folder to the problems.
func schemaLine(up, file string) string {
	return "# yaml-language-server: $schema=" + path.Join(up, schemas, schemaFile(file)) + "\n"
}

func schemaFile(file string) string { return strictyaml.Form{File: file}.Name() + ".json" }

// schemaFiles are the schemas of the files of a new problem.
func schemaFiles(roots problem.Roots) (files []File, err error) {
	for _, form := range problem.Forms() {
		switch form.File {
		case "problem.yaml", "judge.yaml", "test_group.yaml":
		default:
			continue
		}
		schema, err := form.Schema()
		if err != nil {
			return nil, err
		}
		files = append(files, File{filepath.Join(roots.Problems, schemas, schemaFile(form.File)), string(schema)})
	}
	return files, nil
}
