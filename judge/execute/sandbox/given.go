package sandbox

import (
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/base/untrusted"
)

// A givenFile is a file in a program's working folder.
type givenFile struct {
	File
	writable bool
}

// openGiven opens the files that lie in a program's working folder, those that it may change last, and makes their
// paths absolute. What was opened is returned even with an error.
func openGiven(task Task) (given []givenFile, opened []*os.File, err error) {
	last := make(map[string]int)
	all := slices.Concat(task.Files, task.Copies)
	for i, file := range all {
		last[file.Name] = i
	}
	for i, file := range all {
		if last[file.Name] != i {
			continue
		}
		path, err := filepath.Abs(file.Path)
		if err != nil {
			return given, opened, err
		}
		source, err := untrusted.OpenAny(path)
		if err != nil {
			return given, opened, err
		}
		writable := i >= len(task.Files) || task.Profile == Submission && !task.ReadOnly
		given = append(given, givenFile{File{Name: file.Name, Path: path}, writable})
		opened = append(opened, source)
	}
	return given, opened, nil
}

func closeAll(files []*os.File) {
	for _, file := range files {
		file.Close()
	}
}
