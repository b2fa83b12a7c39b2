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
	for _, name := range []string{"static_validator", "include"} {
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
		validators, err := p.readSources(dir)
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

// readSources reads every file and folder in dir as a program.
func (p *Problem) readSources(dir string) ([]Source, error) {
	entries, warnings, err := list(dir)
	p.warn(warnings...)
	errs := []error{err}
	var sources []Source
	for _, e := range entries {
		if !e.dir {
			sources = append(sources, Source{Name: e.name, Dir: dir, Files: []string{e.name}, Compilation: p.Limits.Compilation})
			continue
		}
		source, err := p.readSource(filepath.Join(dir, e.name))
		errs = append(errs, err)
		sources = append(sources, source)
	}
	return sources, errors.Join(errs...)
}

// notSource are the extensions of files beside a program that are not part of it.
var notSource = map[string]bool{".md": true, ".txt": true, ".in": true, ".ans": true, ".out": true, ".yaml": true, ".json": true}

// readSource reads a folder as a program.
func (p *Problem) readSource(dir string) (Source, error) {
	entries, warnings, err := list(dir)
	if err != nil {
		return Source{}, err
	}
	p.warn(warnings...)
	source := Source{Name: filepath.Base(dir), Dir: dir, Compilation: p.Limits.Compilation}
	var mains []string
	for _, e := range entries {
		extension := filepath.Ext(e.name)
		if e.dir || notSource[extension] || strings.HasSuffix(e.name, "_test.go") {
			continue
		}
		source.Files = append(source.Files, e.name)
		if strings.TrimSuffix(e.name, extension) == "main" && !strings.HasPrefix(extension, ".h") {
			mains = append(mains, e.name)
		}
	}
	switch {
	case len(source.Files) == 0:
		return Source{}, fmt.Errorf("%s: no program in it; put one there, such as main.go, or remove the folder", dir)
	case len(mains) > 1:
		return Source{}, fmt.Errorf("%s: %s are two programs of one name; give each a folder of its own", dir, strings.Join(mains, " and "))
	}
	return source, nil
}
