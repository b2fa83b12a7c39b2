package export

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
)

// addPrograms adds the checkers and the input validators.
func (k *plan) addPrograms() error {
	validators, all := k.inputValidators(), k.problem.InputValidators
	if len(validators) < len(all) {
		var names []string
		for _, v := range all[len(validators):] {
			names = append(names, v.Name)
		}
		k.note("DOMjudge accepts one input validator: %s is kept, %s left out", validators[0].Name,
			strings.Join(names, ", "))
	}
	var errs []error
	for _, c := range k.problem.Checkers {
		folder := "output_validators/" + c.Name
		if k.to == Standard {
			folder = "output_validator"
		}
		errs = append(errs, k.addProgram(c, folder, k.problem.Final))
	}
	for _, v := range validators {
		errs = append(errs, k.addProgram(v, "input_validators/"+v.Name, nil))
	}
	return errors.Join(errs...)
}

// inputValidators returns the input validators. DOMjudge accepts only one: the first.
func (k *plan) inputValidators() []problem.Source {
	all := k.problem.InputValidators
	if k.to == Standard {
		return all
	}
	return all[:min(len(all), 1)]
}

// addProgram adds a checker or validator: a folder or, if the target needs nothing besides one file, that file. final
// is the checker that runs after an interactor; nil if there is none.
func (k *plan) addProgram(s problem.Source, folder string, final *problem.Source) error {
	more, err := k.support(s, folder, final)
	if err != nil {
		return err
	}
	if single(s) && more == nil && folder != "output_validator" {
		folder = path.Dir(folder)
	}
	for _, file := range s.Files {
		if strings.Contains(file, "/") && k.to == Legacy {
			return fmt.Errorf("%s: DOMjudge needs all files of a validator in one folder", filepath.Join(s.Dir, file))
		}
		k.files = append(k.files, File{Path: folder + "/" + file, From: filepath.Join(s.Dir, file),
			Run: file == "build" || file == "run"})
	}
	if final != nil {
		k.copy(folder+"/"+final.Name, final.Main())
	}
	k.put(more)
	return nil
}

// put adds files. They replace files with the same paths.
func (k *plan) put(files []File) {
	k.files = slices.DeleteFunc(k.files, func(f File) bool {
		return slices.ContainsFunc(files, func(other File) bool { return other.Path == f.Path })
	})
	k.files = append(k.files, files...)
}

// single reports whether a program is a file, not a folder.
func single(s problem.Source) bool { return len(s.Files) == 1 && s.Files[0] == s.Name }

// native lists the file extensions of the languages in which checkers and validators need no build script.
var native = []string{".py", ".c", ".cpp", ".cc", ".cxx", ".c++"}

// builds says which programs the target builds without a script. DOMjudge compiles only the first source of a checker
// or validator.
func (k *plan) builds() string {
	if k.to == Legacy {
		return "the legacy format builds only one file in C, C++ or Python"
	}
	return "the format 2025-09 builds only C, C++ and Python"
}

// data lists the extensions of files that may be beside a program but are not sources.
var data = []string{".md", ".txt", ".in", ".ans", ".out", ".yaml", ".json", ".ctd", ".viva"}

// script returns the script that builds a checker or validator, or "" if the program needs no script.
func (k *plan) script(s problem.Source) (string, error) {
	if slices.Contains(s.Files, "build") || slices.Contains(s.Files, "run") {
		return "", nil
	}
	var sources, extensions []string
	for _, file := range s.Files {
		if extension := path.Ext(file); extension != "" && !strings.HasPrefix(extension, ".h") &&
			!slices.Contains(data, extension) {
			sources, extensions = append(sources, file), append(extensions, extension)
		}
	}
	slices.Sort(extensions)
	extensions = slices.Compact(extensions)
	builds := func(with string) (string, error) { return with + " -o run " + strings.Join(sources, " ") + "\n", nil }
	switch {
	case len(extensions) == 0:
		return "", nil // a grammar, not a program
	case len(extensions) > 1:
	case k.to == Standard && s.Language == "python2":
		return "", fmt.Errorf("%s is in Python 2, but the format 2025-09 has only Python 3; translate it", s.Main())
	case slices.Contains(native, extensions[0]) && (len(sources) == 1 || k.to != Legacy):
		return "", nil
	case extensions[0] == ".go":
		return builds(goScript + "go build -trimpath")
	case slices.Contains(native[2:], extensions[0]):
		return builds(cppScript + "c++ -O2")
	}
	return "", fmt.Errorf("%s is in %s, but %s; add a script named build that makes a program named run", s.Dir,
		strings.Join(extensions, " and "), k.builds())
}

// cppScript begins the script that builds a C++ program.
const cppScript = "#!/bin/sh\nset -e\ncd \"$(dirname \"$0\")\"\n"

// goScript begins the script that builds a Go program. The script needs no home folder, network or C compiler, and it
// leaves only the program behind.
const goScript = `#!/bin/sh
# Builds the Go program in this folder. It needs the go command and nothing else.
set -e
cd "$(dirname "$0")"
trap 'rm -rf .go' EXIT
PATH=$PATH:/usr/local/go/bin
GOCACHE=$PWD/.go/cache GOPATH=$PWD/.go/path GOENV=off GOFLAGS= GO111MODULE=off GOTOOLCHAIN=local CGO_ENABLED=0
export PATH GOCACHE GOPATH GOENV GOFLAGS GO111MODULE GOTOOLCHAIN CGO_ENABLED
`
