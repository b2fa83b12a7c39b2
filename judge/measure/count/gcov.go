package count

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// gcov reads gcc's 64-bit counters. Each counter belongs to one arc between basic blocks; the gcov tool turns the
// counters into counts per line and function.
type gcov struct {
	search  string
	sources []string // the program's source files; lines in system headers do not count
	notes   []string // paths of the .gcno files, in which gcc describes the program's arcs
}

func newGcov(source problem.Source, search, dir string) (counters, error) {
	if _, err := exec.LookPath("gcov"); err != nil {
		return counters{}, &compile.MissingError{Language: "gcc coverage", Compiler: "gcov",
			Advice: "install it, for example with: apt-get install gcc"}
	}
	notes, err := filepath.Glob(filepath.Join(dir, "*.gcno"))
	g := &gcov{search: search, sources: source.Files, notes: notes}
	// GCOV_PREFIX_STRIP drops all folders of the path that gcc chose for the counters
	return counters{env: []string{"GCOV_PREFIX=" + sandbox.Folder, "GCOV_PREFIX_STRIP=99"}, files: []string{"*.gcda"},
		read: g.read}, err
}

func (g *gcov) read(ctx context.Context, tools toolRunner, folder string) (Counts, error) {
	var data []string
	var files []sandbox.File
	for _, note := range g.notes { // only these .gcda files: the program may have left others
		name := strings.TrimSuffix(filepath.Base(note), ".gcno") + ".gcda"
		path := filepath.Join(folder, name)
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		data = append(data, "./"+name)
		files = append(files, sandbox.File{Name: name, Path: path}, sandbox.File{Name: filepath.Base(note),
			Path: note})
	}
	if len(data) == 0 {
		return Counts{}, &UnknownError{"the program left no counters: it must end by exit or by returning from main"}
	}
	command := sandbox.Task{Args: append([]string{"--json-format", "--stdout"}, data...), Files: files,
		Output: filepath.Join(folder, "gcov.json")}
	var unknown *UnknownError
	if err := tools(ctx, "gcov", command); errors.As(err, &unknown) {
		return Counts{}, &UnknownError{unknown.Reason + " (gcc 9 or newer is needed)"}
	} else if err != nil {
		return Counts{}, err
	}
	text, err := os.ReadFile(command.Output)
	if err != nil {
		return Counts{}, err
	}
	return g.sum(text)
}

// report is one JSON document of gcov's output. The output has one document for each data file.
type report struct {
	Files []struct {
		File  string `json:"file"`
		Lines []struct {
			Count int64 `json:"count"`
		} `json:"lines"`
		Functions []struct {
			Name       string `json:"demangled_name"`
			Executions int64  `json:"execution_count"`
		} `json:"functions"`
	} `json:"files"`
}

// sum counts executions of the program's own lines as statements, and calls of its search function as nodes.
func (g *gcov) sum(text []byte) (Counts, error) {
	var c Counts
	// matches "Solver::search(int)" in C++ and "search" in C
	name := regexp.MustCompile(`(^|[: ])` + regexp.QuoteMeta(g.search) + `(<[^()]*>)?(\(|$)`)
	decoder := json.NewDecoder(bytes.NewReader(text))
	found := 0
	for decoder.More() {
		var r report
		if err := decoder.Decode(&r); err != nil {
			return Counts{}, &UnknownError{fmt.Sprintf("gcov: %v", err)}
		}
		for _, file := range r.Files {
			if !slices.Contains(g.sources, filepath.Clean(file.File)) {
				continue
			}
			for _, line := range file.Lines {
				if err := c.add(1, line.Count); err != nil {
					return Counts{}, err
				}
			}
			for _, f := range file.Functions {
				if g.search != "" && name.MatchString(f.Name) {
					c.Nodes, c.HasNodes = f.Executions, true
					found++
				}
			}
		}
	}
	if found > 1 {
		return Counts{}, &UnknownError{fmt.Sprintf("%d functions have the name %s; rename all but one", found,
			g.search)}
	}
	return c, nil
}
