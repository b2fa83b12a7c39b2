package scaffold

import (
	"errors"
	"os"
	"path"
	"path/filepath"

	"dlxjudge/judge/base/whole"
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

// writeSchemas writes the schemas of the files of a new problem that are not there yet. It returns their paths.
func writeSchemas(roots problem.Roots) (written []string, err error) {
	folder := filepath.Join(roots.Problems, schemas)
	if err := os.Mkdir(folder, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	for _, form := range problem.Forms() {
		switch form.File {
		case "problem.yaml", "judge.yaml", "test_group.yaml":
		default:
			continue
		}
		file := filepath.Join(folder, schemaFile(form.File))
		if free(file) != nil {
			continue // it was there, and stays as it is
		}
		schema, err := form.Schema()
		if err == nil {
			err = whole.Replace(file, schema)
		}
		if err != nil {
			return written, err
		}
		written = append(written, file)
	}
	return written, nil
}
