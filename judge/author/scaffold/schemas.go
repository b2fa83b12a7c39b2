package scaffold

import (
	"path"
	"path/filepath"
	"strings"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/schema"
)

// schemas is the folder beside the problems in which editors find the JSON Schemas of their files.
const schemas = ".schemas"

// schemaLine is the comment by which editors with yaml-language-server find the schema of a file. Up is the way from
// the file's folder to the problems.
func schemaLine(up, file string) string {
	return "# yaml-language-server: $schema=" + path.Join(up, schemas, schemaFile(file)) + "\n"
}

func schemaFile(file string) string { return strings.TrimSuffix(file, ".yaml") + ".json" }

// schemaFiles are the schemas of the files of a new problem.
func schemaFiles(roots problem.Roots) (files []File, err error) {
	for _, file := range []string{"problem.yaml", "judge.yaml", "test_group.yaml"} {
		text, err := schema.Files.ReadFile(schemaFile(file))
		if err != nil {
			return nil, err
		}
		files = append(files, File{filepath.Join(roots.Problems, schemas, schemaFile(file)), string(text)})
	}
	return files, nil
}
