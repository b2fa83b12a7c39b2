package loose

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// SourceAt returns the program at a path or, if the path is a folder, the only program in it without a Role.
func SourceAt(path string) (problem.Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return problem.Source{}, fmt.Errorf("%s: no such file or folder; name a program, such as a.cpp, or the "+
			"folder that it is in", path)
	}
	if !info.IsDir() {
		_, err := languageOf(path)
		var misnamed *compile.CompileError
		switch {
		case errors.As(err, &misnamed):
			return problem.Source{}, errors.New(misnamed.Output)
		case err != nil:
			return problem.Source{}, fmt.Errorf("%s: no known language has its extension; list the languages with: "+
				"judge doctor", path)
		}
		return beside(filepath.Dir(path), filepath.Base(path)), nil
	}
	programs, err := programsIn(path)
	if err != nil {
		return problem.Source{}, err
	}
	programs = solutions(programs)
	switch len(programs) {
	case 0:
		return problem.Source{}, fmt.Errorf("%s: no program in it; write one, such as %s", path,
			filepath.Join(path, "a.cpp"))
	case 1:
		return beside(path, programs[0]), nil
	}
	return problem.Source{}, fmt.Errorf("%s: %d programs in it (%s); name one, such as%s", path,
		len(programs), legible.Few(programs, 6), legible.Words(filepath.Join(path, programs[0])))
}

// HasProgram reports whether a folder holds a program whose name gives it no Role.
func HasProgram(dir string) bool {
	programs, err := programsIn(dir)
	return err == nil && len(withRole(programs, "")) > 0
}

// programsIn returns the sorted names of the programs in a folder.
func programsIn(dir string) ([]string, error) {
	entries, err := untrusted.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var programs []string
	for _, entry := range entries {
		if name := entry.Name(); !entry.IsDir() && !strings.HasPrefix(name, ".") && isSource(name) {
			programs = append(programs, name)
		}
	}
	return programs, nil
}

// languageOf returns the language that the extension of a file shows.
func languageOf(path string) (compile.Language, error) {
	name := filepath.Base(path)
	if filepath.Ext(name) == "" {
		return compile.Language{}, errors.New("no extension") // not even a script called build
	}
	return compile.LanguageOf(problem.Source{Name: name, Files: []string{name}})
}

// isSource reports whether a file's extension is that of a program.
func isSource(path string) bool {
	_, err := languageOf(path)
	return err == nil
}

// IsProgram reports whether a path has a language's extension and is not a folder. The file need not exist.
func IsProgram(path string) bool {
	info, err := os.Stat(path)
	return (err != nil || !info.IsDir()) && isSource(path)
}

// beside returns the source of a program, which may include files that lie beside it. A first line that names PyPy
// decides the program's language.
func beside(dir, name string) problem.Source {
	source := problem.Source{Name: name, Dir: dir, Files: []string{name}, Beside: true}
	text, _ := head(filepath.Join(dir, name), 128)
	if line := pypyLine.FindSubmatch(text.Head); line != nil {
		code := "pypy3"
		if string(line[1]) == "2" {
			code = "python2"
		}
		if takes, _ := compile.Takes(code, name); takes {
			source.Language = code
		}
	}
	return source
}

var pypyLine = regexp.MustCompile(`^#![^\n]*\bpypy(\d?)`)

// Role is the role of a program in the problem.
type Role string

// The roles are also the names of flags.
const (
	Checker    Role = "checker"
	Interactor Role = "interactor"
	Brute      Role = "brute"
	Generator  Role = "generator"
	Validator  Role = "validator"
)

// roles maps the names of programs, without extension and in lowercase, to their roles.
var roles = map[string]Role{"checker": Checker, "check": Checker, "chk": Checker, "interactor": Interactor,
	"brute": Brute, "slow": Brute, "naive": Brute, "gen": Generator, "generator": Generator, "validator": Validator,
	"val": Validator}

// None, as a value in Programs, means that no program has the role, whatever the folder holds.
const None = "none"

// Programs maps a role to the path of the program that a flag or judge.yaml names, or to None. For roles that are not
// in the map, file names decide.
type Programs map[Role]string

// Parts holds the programs of a folder, by role.
type Parts map[Role]problem.Source

// find adds the part with a role: the program that is named or, without one, the only candidate beside the program.
// Several candidates are an error.
func (f *Folder) find(role Role, named Programs) error {
	var part problem.Source
	dir := f.Program.Dir
	switch name := named[role]; name {
	case None:
		return nil
	case "":
		programs, err := programsIn(dir)
		if err != nil {
			return err
		}
		programs = slices.DeleteFunc(withRole(programs, role), func(name string) bool {
			is := func(other string) bool { return filepath.Clean(other) == filepath.Join(dir, name) }
			return name == f.Program.Name || slices.ContainsFunc(slices.Collect(maps.Values(named)), is)
		})
		switch len(programs) {
		case 0:
			return nil
		case 1:
			part = beside(dir, programs[0])
		default:
			return fmt.Errorf("%s: the %s may be %s; name it in judge.yaml: %s: FILE, or say %[2]s: none", dir, role,
				strings.Join(programs, " or "), role)
		}
	default:
		var err error
		if part, err = SourceAt(name); err != nil {
			return fmt.Errorf("%s: %w", role, err)
		}
	}
	part.Plain, part.Headers = f.Settings.Plain, f.Program.Headers
	f.Parts[role] = part
	return nil
}

// withRole returns the programs that have a role by their names, or none.
func withRole(programs []string, role Role) []string {
	return slices.DeleteFunc(slices.Clone(programs), func(name string) bool {
		return roles[strings.ToLower(stemOf(name))] != role
	})
}

// solutions returns the programs without a role, or all programs if each has a role.
func solutions(programs []string) []string {
	if left := withRole(programs, ""); len(left) > 0 {
		return left
	}
	return programs
}
