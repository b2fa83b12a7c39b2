// Package config reads ~/.config/dlxjudge/config.yaml, which holds settings that a user would otherwise type each time.
//
//	jobs: 4          # like --jobs 4, for each command with this flag
//	color: never     # like NO_COLOR=1; "auto" means colours on terminals only
//	judge: poj       # for "judge submit FILE", if nothing else names an online judge
//	include: [~/ac-library] # folders of C and C++ headers, for programs in any folder
//	template: ~/cp/main.cpp # for "judge receive": what a source begins with; a list has a file for each language
//	folder: "{judge}/{contest}/{letter}"         # the folder that it makes for a problem
//	file: "{judge}/{contest}/{letter}/main.cpp"  # the source that it makes
//
// Flags and the environment take precedence. If the environment variable CI is set, the file is not read, so that
// results depend only on the repository. The file cannot change how programs are isolated.
package config

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"dlxjudge/judge/base/untrusted"
	yaml "dlxjudge/judge/read/strictyaml"
)

// Config holds the settings in the file. The zero value has no settings.
type Config struct {
	Path   string // path of the file; "" if no file was read
	Unread error  // why the file could not be used, such as a lack of permission; nil if nothing went wrong
	Jobs   int    // number of tests that run at the same time; 0 if not set
	Color  string // Auto or Never; "" if not set
	Judge  string // key of the online judge to submit files to; "" if not set

	Include []string // absolute paths of folders of headers

	Template     []string // absolute paths of what sources begin with
	Folder, File string   // patterns of what "judge receive" makes; "" if not set
}

// The values of Color.
const (
	Auto  = "auto"
	Never = "never"
)

// MaxJobs is the maximum number of tests that run at the same time, both in the settings and for --jobs.
const MaxJobs = 128

// Path returns the path of one of the user's settings files. On all systems, this is dlxjudge/NAME in XDG_CONFIG_HOME
// or, without that variable, in ~/.config.
func Path(name string) (string, error) { return pathIn("XDG_CONFIG_HOME", ".config", name) }

// DataPath returns the path of data that must not be lost: dlxjudge/NAME in XDG_DATA_HOME or in ~/.local/share.
func DataPath(name string) (string, error) { return pathIn("XDG_DATA_HOME", ".local/share", name) }

func pathIn(variable, usual, name string) (string, error) {
	parent := os.Getenv(variable)
	if !filepath.IsAbs(parent) { // the XDG Base Directory Specification says to ignore relative paths
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		parent = filepath.Join(home, usual)
	}
	folder := filepath.Join(parent, "dlxjudge")
	untrusted.Own(folder)
	return filepath.Join(folder, name), nil
}

// InCI reports whether a CI service runs the judge. Such services set the variable CI.
func InCI() bool { return os.Getenv("CI") != "" }

// Read reads the user's file. A missing file is not an error, nor is one that the user has no permission to read. Any
// other failure is an error, and so is a mistake in the file.
func Read() (Config, error) {
	path, err := Path("config.yaml")
	if err != nil || InCI() { // without a home folder there is no settings file
		return Config{}, nil
	}
	c, err := read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Config{}, nil
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOTDIR): // such as if HOME is another user's folder
		return Config{Unread: err}, nil
	case err != nil:
		return Config{Unread: err}, err
	}
	return c, nil
}

func read(path string) (c Config, err error) {
	doc, err := yaml.ReadFile(path)
	if err != nil {
		return c, err
	}
	c, err = decode(doc)
	c.Path = path
	return c, err
}

func decode(doc yaml.Value) (c Config, err error) {
	err = doc.Keys(yaml.Fields{
		"jobs":     yaml.Into(&c.Jobs, yaml.Between(1, MaxJobs)),
		"color":    yaml.Into(&c.Color, yaml.OneOf(Auto, Never)),
		"judge":    yaml.Into(&c.Judge, yaml.Value.NonEmpty),
		"include":  yaml.Into(&c.Include, yaml.OneOrMore(absolute)),
		"template": yaml.Into(&c.Template, yaml.OneOrMore(absolute)),
		"folder":   yaml.Into(&c.Folder, pattern),
		"file": yaml.Into(&c.File, func(v yaml.Value) (string, error) {
			text, err := pattern(v)
			if err == nil && path.Ext(text) == "" && !doc.Has("template") {
				err = v.Errorf("%q: add the extension of a language, such as .cpp, or the key template", text)
			}
			return text, err
		}),
	})
	return c, err
}

// absolute reads an absolute path. It replaces ~/ with the user's home folder.
func absolute(v yaml.Value) (string, error) {
	path, err := v.NonEmpty()
	if rest, home := strings.CutPrefix(path, "~/"); home && err == nil {
		path, err = os.UserHomeDir()
		path = filepath.Join(path, rest)
	}
	if err == nil && !filepath.IsAbs(path) {
		err = v.Errorf("%q: give a path that begins with / or ~/", path)
	}
	return path, err
}

// PatternFields are the fields of patterns.
var PatternFields = []string{"{judge}", "{contest}", "{id}", "{name}", "{letter}"}

var fieldForm = regexp.MustCompile(`\{[^}]*\}?|\}`)

// pattern reads the pattern of a path below the working folder.
func pattern(v yaml.Value) (string, error) {
	text, err := v.NonEmpty()
	if err == nil && !filepath.IsLocal(text) {
		err = v.Errorf("%q leaves the working folder; give a path without .. that does not begin with /", text)
	}
	for _, field := range fieldForm.FindAllString(text, -1) {
		if err == nil && !slices.Contains(PatternFields, field) {
			err = v.Errorf("%q: there is no field %s%s", text, field, yaml.Instead(field, PatternFields))
		}
	}
	return text, err
}
