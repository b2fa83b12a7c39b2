package problem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	yaml "dlxjudge/judge/read/strictyaml"
	"dlxjudge/judge/read/tree"
)

// FolderSettings holds the settings in the judge.yaml of a folder that has programs and tests but is not a package.
//
//	checker: check.cpp            # likewise: interactor, brute, generator, validator; "none" means no program
//	eps: 1e-6
//	language: pypy3               # of the program, if its extension may be that of this language
//	plain: true                   # these programs accept with exit status 0, not 42
//	limits: {time_limit: 2, memory: 256}
//	defines: [LOCAL]              # for C and C++
//	include: [lib]                # folders of headers, for C and C++
//	input_file: cow.in            # submissions read this file instead of standard input
//	output_file: cow.out
//	judge: poj
//	id: 3074
type FolderSettings struct {
	Programs   map[string]string // by role: a file in the folder, or "none"
	Epsilon    float64           // numbers in outputs may differ by this much; 0 if it is not set
	Plain      bool
	Language   string        // a code, or "" for the language that the extension shows
	Time       time.Duration // time limit; 0 for none
	Memory     int64         // memory limit in bytes; 0 for none
	Defines    []string
	Include    []string // paths of folders of headers
	InputFile  string   // "" for standard input
	OutputFile string   // "" for standard output
	Judge, ID  string   // an online judge, and the problem's id there; "" for none
}

// FolderRoles are the keys that name programs.
var FolderRoles = []string{"checker", "interactor", "brute", "generator", "validator"}

// ReadFolder reads judge.yaml in a folder. If the file is missing, ReadFolder returns zero values.
func ReadFolder(dir string) (s FolderSettings, err error) {
	path := filepath.Join(dir, "judge.yaml")
	doc, err := yaml.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	} else if err != nil {
		return s, tree.Unreadable(err)
	}
	if s, err = decodeFolder(doc, dir); err == nil && s.InputFile != "" && s.InputFile == s.OutputFile {
		err = fmt.Errorf("%s: programs read and write the same file, %q; give input and output different names", path,
			s.InputFile)
	}
	return s, err
}

func decodeFolder(doc yaml.Value, dir string) (s FolderSettings, err error) {
	s.Programs = make(map[string]string)
	fields := yaml.Fields{
		"eps": func(v yaml.Value) (err error) {
			if s.Epsilon, err = number(0)(v); err == nil && s.Epsilon > 1 {
				err = v.Errorf("want a tolerance of 1 or less, such as 1e-6, got %v", s.Epsilon)
			}
			return err
		},
		"plain":    yaml.Into(&s.Plain, yaml.Value.Bool),
		"language": yaml.Into(&s.Language, yaml.Value.NonEmpty),
		"limits": func(v yaml.Value) error {
			return v.Keys(yaml.Fields{
				"time_limit": yaml.Into(&s.Time, duration),
				"memory":     amount(&s.Memory, "MiB", 1<<20),
			})
		},
		"defines": yaml.Into(&s.Defines, yaml.ListOf(define)),
		"include": yaml.Into(&s.Include, yaml.OneOrMore(func(v yaml.Value) (string, error) {
			return included(v, dir)
		})),
		"input_file":  yaml.Into(&s.InputFile, bareName),
		"output_file": yaml.Into(&s.OutputFile, bareName),
		"judge":       yaml.Into(&s.Judge, yaml.Value.NonEmpty),
		"id":          yaml.Into(&s.ID, yaml.Value.Scalar),
	}
	for _, role := range FolderRoles {
		fields[role] = func(v yaml.Value) error {
			name, err := v.NonEmpty()
			if err == nil && !filepath.IsLocal(name) {
				err = v.Errorf("%q leaves the folder; name a file in it, or none", name)
			}
			s.Programs[role] = name
			return err
		}
	}
	err = doc.Keys(fields)
	return s, err
}

// included reads the path of a folder of headers. A stranger's folder brings this file along, so the path must not
// leave the folder above programs.
func included(v yaml.Value, dir string) (string, error) {
	name, err := v.NonEmpty()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	whole, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if below, err := filepath.Rel(Root(real), whole); err != nil || filepath.IsAbs(name) || !filepath.IsLocal(below) {
		return "", v.Errorf("%q leaves %s; name folders elsewhere with -I, or in config.yaml", name, Root(real))
	}
	return path, nil
}

// bareName reads the name of a file that programs open in their working folder.
func bareName(v yaml.Value) (string, error) {
	name, err := v.NonEmpty()
	if err == nil && (strings.Contains(name, "/") || !tree.Allowed(name)) {
		err = v.Errorf("%q is not the name of a file that a program can open; "+tree.NameRule, name)
	}
	return name, err
}

var defineForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(=[^\n]*)?$`)

// define reads a macro, NAME or NAME=VALUE.
func define(v yaml.Value) (string, error) {
	text, err := v.NonEmpty()
	if err == nil && !defineForm.MatchString(text) {
		err = v.Errorf("%q is not a macro; write NAME or NAME=VALUE", text)
	}
	return text, err
}

// Root returns the folder below which programs in a folder may include files: the root of the Git work tree around it
// or, without one, its parent.
func Root(dir string) string {
	for top := dir; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			return top
		}
		if top == filepath.Dir(top) {
			return filepath.Dir(dir)
		}
	}
}
