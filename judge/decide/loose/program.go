package loose

import (
	"errors"
	"fmt"
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

// Program returns the program at a path or, if the path is a folder, the only program in it without a Role.
func Program(path string) (problem.Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return problem.Source{}, fmt.Errorf("%s: no such file or folder; name a program, such as a.cpp, or the "+
			"folder that it is in", path)
	}
	if !info.IsDir() {
		name := filepath.Base(path)
		_, err := compile.LanguageOf(problem.Source{Name: name, Files: []string{name}})
		var misnamed *compile.CompileError
		if errors.As(err, &misnamed) {
			return problem.Source{}, errors.New(misnamed.Output)
		}
		if !isSource(name) {
			return problem.Source{}, fmt.Errorf("%s: its extension is not that of a known language; list the "+
				"languages with: judge doctor", path)
		}
		return beside(filepath.Dir(path), name), nil
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
		len(programs), strings.Join(programs, ", "), legible.Words(filepath.Join(path, programs[0])))
}

// HasProgram reports whether a folder holds a program whose name gives it no Role.
func HasProgram(dir string) bool {
	programs, err := programsIn(dir)
	return err == nil && slices.ContainsFunc(programs, func(name string) bool { return roleOf(name) == "" })
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

// isSource reports whether a file's extension is that of a program.
func isSource(name string) bool {
	if filepath.Ext(name) == "" {
		return false
	}
	_, err := compile.LanguageOf(problem.Source{Name: name, Files: []string{name}})
	return err == nil
}

// IsProgram reports whether a path has a language's extension and is not a folder. The file need not exist.
func IsProgram(path string) bool {
	info, err := os.Stat(path)
	return (err != nil || !info.IsDir()) && isSource(filepath.Base(path))
}

// beside returns the source of a program, which may include files that lie beside it. A first line that names PyPy
// decides the program's language.
func beside(dir, name string) problem.Source {
	source := problem.Source{Name: name, Dir: dir, Files: []string{name}, Beside: true}
	if line := pypyLine.FindStringSubmatch(head(filepath.Join(dir, name))); line != nil {
		code := "pypy3"
		if line[1] == "2" {
			code = "python2"
		}
		if takes, _ := compile.Takes(code, name); takes {
			source.Language = code
		}
	}
	return source
}

var pypyLine = regexp.MustCompile(`^#![^\n]*\bpypy(\d?)`)

// head returns the first bytes of a file; "" if it cannot be read.
func head(path string) string {
	file, err := untrusted.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	var text [128]byte
	n, _ := file.ReadAt(text[:], 0)
	return string(text[:n])
}

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

// names lists, for each role, the names of programs with that role, without extension and in lowercase.
var names = map[Role][]string{
	Checker:    {"checker", "check", "chk"},
	Interactor: {"interactor"},
	Brute:      {"brute", "slow", "naive"},
	Generator:  {"gen", "generator"},
	Validator:  {"validator", "val"},
}

// None, as a value in Programs, means that no program has the role, whatever the folder holds.
const None = "none"

// Programs maps a role to the path of the program that a flag or judge.yaml names, or to None. For roles that are not
// in the map, file names decide.
type Programs map[Role]string

// Parts holds the programs of a folder, by role.
type Parts map[Role]problem.Source

// findPart finds the program with this role: named[role] or, if that is "", the only candidate in self.Dir. If
// there is none, found is false. If there are several candidates, findPart returns an error.
func findPart(self problem.Source, role Role, named Programs) (part problem.Source, found bool, err error) {
	if name := named[role]; name == None {
		return part, false, nil
	} else if name != "" {
		if part, err = Program(name); err != nil {
			err = fmt.Errorf("%s: %w", role, err)
		}
		return part, true, err
	}
	programs, err := programsIn(self.Dir)
	if err != nil {
		return part, false, err
	}
	programs = slices.DeleteFunc(programs, func(name string) bool {
		return roleOf(name) != role || name == self.Name || named.has(filepath.Join(self.Dir, name))
	})
	switch len(programs) {
	case 0:
		return part, false, nil
	case 1:
		return beside(self.Dir, programs[0]), true, nil
	}
	return part, false, fmt.Errorf("%s: the %s may be %s; name it in judge.yaml: %s: FILE, or say "+
		"%s: none", self.Dir, role, strings.Join(programs, " or "), role, role)
}

// has reports whether a path is that of a named program.
func (n Programs) has(path string) bool {
	for _, name := range n {
		if filepath.Clean(name) == path {
			return true
		}
	}
	return false
}

// roleOf returns the role that a program has by its name, or "".
func roleOf(name string) Role {
	stem := strings.ToLower(stemOf(name))
	for role, stems := range names {
		if slices.Contains(stems, stem) {
			return role
		}
	}
	return ""
}

// solutions returns the programs without a role, or all programs if each has a role.
func solutions(programs []string) []string {
	left := slices.DeleteFunc(slices.Clone(programs), func(name string) bool { return roleOf(name) != "" })
	if len(left) == 0 {
		return programs
	}
	return left
}
