package sandbox

import (
	"os"
	"path/filepath"

	"dlxjudge/judge/execute/executor"
)

// openGiven opens the files that lie in a program's working folder, of several with one name the last, and makes their
// paths absolute. What was opened is returned even with an error.
func openGiven(files []executor.File) (given []executor.File, opened []*os.File, err error) {
	last := make(map[string]int)
	for i, file := range files {
		last[file.Name] = i
	}
	for i, file := range files {
		if last[file.Name] != i {
			continue
		}
		path, err := filepath.Abs(file.Path)
		if err != nil {
			return given, opened, err
		}
		source, err := os.Open(path)
		if err != nil {
			return given, opened, err
		}
		given, opened = append(given, executor.File{Name: file.Name, Path: path}), append(opened, source)
	}
	return given, opened, nil
}

func closeAll(files []*os.File) {
	for _, file := range files {
		file.Close()
	}
}
