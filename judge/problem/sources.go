package problem

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// readTools finds the checker and the input validators. It refuses parts of the format that change how submissions are
// judged and are not supported.
func (p *Problem) readTools() error {
	var errs []error
	for _, name := range []string{"static_validator"} {
		if path := filepath.Join(p.Dir, name); holdsAny(path) {
			errs = append(errs, fmt.Errorf("%s: a problem with %s/ cannot be judged yet: the verdicts depend on what is in it", path, name))
		}
	}
	if dir := filepath.Join(p.Dir, "output_validator"); holdsAny(dir) {
		source, err := p.readSource(dir)
		errs = append(errs, err)
		p.Checkers = []Source{source}
	}
	if dir := filepath.Join(p.Dir, "input_validators"); exists(dir) {
		validators, err := p.readSources(dir, p.readSource)
		errs = append(errs, err)
		p.InputValidators = validators
	}
	return errors.Join(errs...)
}

// holdsAny reports whether a folder holds anything that the format does not ignore.
func holdsAny(dir string) bool {
	if !exists(dir) {
		return false
	}
	entries, _, err := list(dir)
	return err != nil || len(entries) > 0
}

// Generator is the program of that name in the problem's generators folder.
func (p *Problem) Generator(name string) (Source, error) {
	dir := filepath.Join(p.Dir, "generators", name)
	if !fileName.MatchString(name) || !exists(dir) {
		return Source{}, fmt.Errorf("%s: no such generator", dir)
	}
	return p.readSource(dir)
}

// readSources reads every file and folder in dir as a program. Files that are for people are none.
func (p *Problem) readSources(dir string, read func(dir string) (Source, error)) ([]Source, error) {
	entries, warnings, err := list(dir)
	p.warn(warnings...)
	errs := []error{err}
	var sources []Source
	for _, e := range entries {
		path := filepath.Join(dir, e.name)
		if e.dir {
			source, err := read(path)
			errs = append(errs, err)
			sources = append(sources, source)
			continue
		}
		if forPeople[filepath.Ext(e.name)] {
			p.warn(fmt.Errorf("%s: ignored: not a program", path))
			continue
		}
		sources = append(sources, Source{Name: e.name, Dir: dir, Files: []string{e.name}, Compilation: p.Limits.Compilation})
	}
	return sources, errors.Join(errs...)
}

// forPeople are the extensions of files that are no program by themselves.
var forPeople = map[string]bool{".md": true, ".txt": true, ".in": true, ".ans": true, ".out": true, ".yaml": true, ".json": true}

// readSource reads a folder as a program of the problem, which must look like one.
func (p *Problem) readSource(dir string) (Source, error) {
	source, err := p.readFolder(dir)
	if err != nil {
		return Source{}, err
	}
	var mains []string
	programs := 0
	for _, file := range source.Files {
		extension := filepath.Ext(file)
		if forPeople[extension] {
			continue
		}
		programs++
		if strings.TrimSuffix(file, extension) == "main" && !strings.HasPrefix(extension, ".h") {
			mains = append(mains, file)
		}
	}
	switch {
	case programs == 0:
		return Source{}, fmt.Errorf("%s: no program in it; put one there, such as main.go, or remove the folder", dir)
	case len(mains) > 1:
		return Source{}, fmt.Errorf("%s: %s are two programs of one name; give each a folder of its own", dir, strings.Join(mains, " and "))
	}
	return source, nil
}

// readFolder reads a folder as a program, with the folders below it. Whether it is one, the compiler says.
func (p *Problem) readFolder(dir string) (Source, error) {
	source := Source{Name: filepath.Base(dir), Dir: dir, Compilation: p.Limits.Compilation}
	var files []File
	err := p.addFiles(&files, maxFiles, dir, "", nil)
	for _, f := range files {
		if !strings.HasSuffix(f.Name, "_test.go") {
			source.Files = append(source.Files, f.Name)
		}
	}
	return source, err
}
