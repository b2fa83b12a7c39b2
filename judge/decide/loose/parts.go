package loose

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
)

// Role is what a program in the folder is to the problem.
type Role string

// The roles. They are also the names of the flags that name such a program.
const (
	Checker    Role = "checker"
	Interactor Role = "interactor"
	Brute      Role = "brute"
	Generator  Role = "generator"
	Validator  Role = "validator"
)

// names are the names of programs, without extension and in lowercase, by which their role is known.
var names = map[Role][]string{
	Checker:    {"checker", "check", "chk"},
	Interactor: {"interactor"},
	Brute:      {"brute", "slow", "naive"},
	Generator:  {"gen", "generator"},
	Validator:  {"validator", "val"},
}

// None in Named is that there is no such program, whatever the names in the folder.
const None = "none"

// Named are the programs that the user names, by flags or in judge.yaml, by role: a path, or None. A role that is
// missing, or "", is found by name.
type Named map[Role]string

// Parts are the programs of a folder, by role.
type Parts map[Role]problem.Source

// findPart finds the program with a role for the program self; found is false if there is none. It is an error if two
// programs may have the role.
func findPart(self problem.Source, role Role, named Named) (part problem.Source, found bool, err error) {
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
		part, err = withIncluded(self.Dir, programs[0])
		return part, true, err
	}
	return part, false, fmt.Errorf("%s: the %s may be %s; name it in judge.yaml: %s: FILE, or say "+
		"%s: none", self.Dir, role, strings.Join(programs, " or "), role, role)
}

// has reports whether a file is named for some role.
func (n Named) has(path string) bool {
	for _, name := range n {
		if filepath.Clean(name) == path {
			return true
		}
	}
	return false
}

// roleOf is the role of a program by its name, "" for none.
func roleOf(name string) Role {
	stem := strings.ToLower(stemOf(name))
	for role, stems := range names {
		if slices.Contains(stems, stem) {
			return role
		}
	}
	return ""
}

// solutions are those of the programs of a folder that have no role by their names; all if none is left.
func solutions(programs []string) []string {
	left := slices.DeleteFunc(slices.Clone(programs), func(name string) bool { return roleOf(name) != "" })
	if len(left) == 0 {
		return programs
	}
	return left
}
