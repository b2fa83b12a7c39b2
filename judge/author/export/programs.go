package export

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// addPrograms adds the checker and the input validator.
func (k *plan) addPrograms() error {
	checkers, validators := k.problem.Checkers, k.inputValidators()
	if all := k.problem.InputValidators; len(validators) < len(all) {
		var names []string
		for _, v := range all[len(validators):] {
			names = append(names, v.Name)
		}
		k.note("DOMjudge accepts one input validator: %s is kept, %s left out", validators[0].Name,
			strings.Join(names, ", "))
	}
	if k.problem.Format != polygon.Format {
		k.noteTestlib(slices.Concat(checkers, validators))
	} else if len(checkers) > 0 {
		k.note("the checker and the validators use Polygon's testlib.h; for a judge that does not support it, " +
			"replace it with a testlib.h for the package format")
	}
	var errs []error
	for _, c := range checkers {
		errs = append(errs, k.addProgram(c, "output_validators"))
	}
	for _, v := range validators {
		errs = append(errs, k.addProgram(v, "input_validators"))
	}
	return errors.Join(errs...)
}

// inputValidators returns the first input validator, if there is one. DOMjudge accepts only one.
func (k *plan) inputValidators() []problem.Source {
	all := k.problem.InputValidators
	return all[:min(len(all), 1)]
}

// testlibs matches an #include of testlib.h from any folder.
var testlibs = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*["<](.*/)?testlib\.h[">]`)

// noteTestlib adds a note about programs that include testlib.h but do not have it among their files. This judge finds
// testlib.h elsewhere; the other judge does not.
func (k *plan) noteTestlib(programs []problem.Source) {
	for _, folder := range []string{"include", "include/default", "include/cpp"} {
		if isFile(filepath.Join(k.problem.Dir, folder, "testlib.h")) {
			return
		}
	}
	var names []string
	for _, s := range programs {
		for _, file := range s.Files {
			text, _ := untrusted.Read(filepath.Join(s.Dir, file), maxFile) // Write will report errors
			if testlibs.Match(text) && !slices.Contains(s.Files, "testlib.h") {
				names = append(names, s.Name)
				break
			}
		}
	}
	if len(names) > 0 {
		k.note("the package has no testlib.h, so the other judge cannot build %s; put each into a folder with a "+
			"testlib.h for the package format", legible.Few(names, 6))
	}
}

// addProgram adds a checker or validator. It adds a single file if possible, and otherwise a folder with the program's
// name. A program that the target cannot build gets a script that builds it.
func (k *plan) addProgram(s problem.Source, above string) error {
	script, err := k.script(s)
	if err != nil {
		return err
	}
	folder, headers := path.Join(above, s.Name), k.headersOf(s)
	if single(s) && script == "" && headers == nil {
		folder = above
	}
	for _, header := range headers {
		k.copy(folder+"/"+filepath.Base(header), header)
	}
	for _, file := range s.Files {
		if strings.Contains(file, "/") {
			return fmt.Errorf("%s: DOMjudge needs all files of a validator in one folder", filepath.Join(s.Dir, file))
		}
		k.files = append(k.files, File{Path: folder + "/" + file, From: filepath.Join(s.Dir, file),
			Run: file == "build" || file == "run"})
	}
	if script != "" {
		k.addScript(folder, script)
	}
	return nil
}

// headersOf returns the headers, such as testlib.h, beside a program of a Polygon package. Such a package has all
// programs and headers in one folder. For other problems, headersOf returns none.
func (k *plan) headersOf(s problem.Source) (paths []string) {
	if k.problem.Format != polygon.Format {
		return nil
	}
	entries, _ := untrusted.ReadDir(s.Dir) // the folder is readable, because the program was read from it
	for _, e := range entries {
		if e.Type().IsRegular() && allowed(e.Name()) && strings.HasPrefix(path.Ext(e.Name()), ".h") {
			paths = append(paths, filepath.Join(s.Dir, e.Name()))
		}
	}
	return paths
}

// addScript adds a build script to the folder of a checker or validator.
func (k *plan) addScript(folder, script string) {
	needs := "a C++ compiler"
	if strings.HasPrefix(script, goScript) {
		needs = "the go command"
	}
	k.files = append(k.files, File{Path: folder + "/build", Text: []byte(script), Run: true})
	k.note("%s gets a build script, because %s; the script needs %s on the other judge", folder, k.builds(), needs)
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
	case slices.Contains(native, extensions[0]) && (len(sources) == 1 || k.to != Legacy):
		return "", nil
	case extensions[0] == ".go":
		return builds(goScript + "go build -trimpath")
	case slices.Contains(native[2:], extensions[0]):
		return builds("#!/bin/sh\nset -e\ncd \"$(dirname \"$0\")\"\nc++ -O2")
	}
	return "", fmt.Errorf("%s is in %s, but %s; add a script named build that makes a program named run", s.Dir,
		strings.Join(extensions, " and "), k.builds())
}

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
