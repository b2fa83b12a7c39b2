package export

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// addValidators adds the checkers and the input validators.
func (k *plan) addValidators() error {
	var errs []error
	checkers, validators := k.problem.Checkers, k.problem.InputValidators
	if len(checkers) > 1 {
		errs = append(errs, k.severalCheckers())
	}
	if taken := k.inputValidators(); len(taken) < len(validators) {
		var names []string
		for _, v := range validators[len(taken):] {
			names = append(names, v.Name)
		}
		k.note("DOMjudge takes one input validator: %s is in, %s left out", taken[0].Name, strings.Join(names, ", "))
		validators = taken
	}
	if k.problem.Format == polygon.Format && len(checkers) > 0 {
		k.note("its programs are of testlib and are called as its testlib.h has it; a judge that does not know that " +
			"needs a testlib.h for the package format in its place")
	}
	if k.problem.Format != polygon.Format {
		k.noteTestlib(slices.Concat(checkers, validators))
	}
	for _, c := range checkers {
		if k.to == Standard {
			errs = append(errs, k.addProgram(c, "output_validator", ""))
		} else {
			errs = append(errs, k.addProgram(c, "output_validators", c.Name))
		}
	}
	if k.to == Standard {
		for _, s := range k.static() {
			errs = append(errs, k.addProgram(s, "static_validator", ""))
		}
	}
	for _, v := range validators {
		errs = append(errs, k.addProgram(v, "input_validators", v.Name))
	}
	return errors.Join(errs...)
}

// severalCheckers refuses several output validators unless the target is Kattis, whose format has all of them run, or
// the one that a group names. Its problemtools uses the first (model/validators.py), which a note says.
func (k *plan) severalCheckers() error {
	count := len(k.problem.Checkers)
	if k.to != Kattis {
		return fmt.Errorf("it has %d output validators, all of which must accept, and %s takes one; make them one "+
			"program", count, k.to.called())
	}
	k.note("the format has %d output validators run, and problemtools uses %s alone: better make them one program",
		count, k.problem.Checkers[0].Name)
	return nil
}

// testlibs finds that a source includes testlib.h, as a file of its own folder or any other.
var testlibs = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*["<](.*/)?testlib\.h[">]`)

// noteTestlib names the programs that include a testlib.h which is not among their files: this judge has it elsewhere.
func (k *plan) noteTestlib(programs []problem.Source) {
	for _, folder := range []string{"include", "include/default", "include/cpp"} { // DOMjudge is refused these
		if isFile(filepath.Join(k.problem.Dir, folder, "testlib.h")) {
			return
		}
	}
	var names []string
	for _, s := range programs {
		for _, file := range s.Files {
			text, _ := untrusted.Read(filepath.Join(s.Dir, file), maxFile) // Write says what cannot be read
			if testlibs.Match(text) && !slices.Contains(s.Files, "testlib.h") {
				names = append(names, s.Name)
				break
			}
		}
	}
	if len(names) > 0 {
		k.note("the package has no testlib.h, without which %s cannot build %s; put one that follows the package "+
			"format beside each, in a folder of its own", k.to.called(), several(names))
	}
}

// inputValidators are those that the target takes.
func (k *plan) inputValidators() []problem.Source {
	all := k.problem.InputValidators
	if k.to == DOMjudge && len(all) > 1 {
		return all[:1]
	}
	return all
}

// addProgram adds a checker or validator in a folder of that name, as one file if it is one. A program that the target
// cannot build gets a script that builds it.
func (k *plan) addProgram(s problem.Source, above, name string) error {
	script, err := k.script(s)
	if grammar := above == "input_validators" && single(s) && slices.Contains(grammars, path.Ext(s.Name)); err != nil &&
		(!grammar || k.to == Standard) {
		return err
	}
	folder, headers := path.Join(above, name), k.headersOf(s)
	if single(s) && script == "" && headers == nil {
		folder = above
	}
	k.files = append(k.files, headersIn(folder, headers)...)
	for _, file := range s.Files {
		if strings.Contains(file, "/") && k.to == DOMjudge {
			return fmt.Errorf("%s: DOMjudge wants all files of a validator in one folder", filepath.Join(s.Dir, file))
		}
		k.files = append(k.files, File{Path: folder + "/" + file, From: filepath.Join(s.Dir, file),
			Run: file == "build" || file == "run"})
	}
	if script != "" {
		k.addScript(folder, script)
	}
	return nil
}

// headersOf are the headers beside a program of Polygon, such as testlib.h, which stand in a folder with all programs
// there. Other packages have them in folders that are copied.
func (k *plan) headersOf(s problem.Source) (paths []string) {
	if k.problem.Format != polygon.Format {
		return nil
	}
	entries, _ := untrusted.ReadDir(s.Dir) // the program was read there
	for _, e := range entries {
		if e.Type().IsRegular() && named.MatchString(e.Name()) && strings.HasPrefix(path.Ext(e.Name()), ".h") {
			paths = append(paths, filepath.Join(s.Dir, e.Name()))
		}
	}
	return paths
}

func headersIn(folder string, paths []string) (files []File) {
	for _, from := range paths {
		files = append(files, File{Path: folder + "/" + filepath.Base(from), From: from})
	}
	return files
}

// addScript adds the script that builds the validator in a folder.
func (k *plan) addScript(folder, script string) {
	k.files = append(k.files, File{Path: folder + "/build", Text: []byte(script), Run: true})
	k.note("%s is built by a script, build, since %s builds %s only: %s", folder, k.to.called(), builds[k.to],
		needs(script))
}

// single reports whether a program is a file among others, and not a folder.
func single(s problem.Source) bool { return len(s.Files) == 1 && s.Files[0] == s.Name }

// native are the extensions of the languages that each target builds validators of. DOMjudge compiles only the first
// source.
var native = map[Target][]string{
	DOMjudge: {".c", ".cpp", ".cc", ".cxx", ".c++", ".py"},
	Kattis:   {".c", ".cpp", ".cc", ".cxx", ".c++", ".C", ".py", ".py3", ".java"},
	Standard: {".c", ".cpp", ".cc", ".cxx", ".c++", ".C", ".py", ".py3"},
}

// grammars are the extensions of input validators that are grammars and no programs, in the legacy formats.
var grammars = []string{".ctd", ".viva"}

// builds is the same in words.
var builds = map[Target]string{
	DOMjudge: "one file of C, C++ or Python", Kattis: "C, C++, Python and Java", Standard: "C, C++ and Python",
}

// script is the script that builds a validator; "" if none is needed.
func (k *plan) script(s problem.Source) (string, error) {
	if slices.Contains(s.Files, "build") || slices.Contains(s.Files, "run") {
		return "", nil
	}
	var sources, extensions []string
	for _, file := range s.Files {
		if extension := path.Ext(file); extension != "" && !strings.HasPrefix(extension, ".h") &&
			!slices.Contains(data, extension) {
			sources = append(sources, file)
			extensions = append(extensions, extension)
		}
	}
	slices.Sort(extensions)
	extensions = slices.Compact(extensions)
	switch {
	case len(extensions) == 1 && slices.Contains(native[k.to], extensions[0]) && (len(sources) == 1 ||
		k.to != DOMjudge):
		return "", nil
	case len(extensions) == 1 && extensions[0] == ".go":
		return goScript + "go build -trimpath -o run " + strings.Join(sources, " ") + "\nrm -rf .go\n", nil
	case len(extensions) == 1 && slices.Contains(native[DOMjudge][1:5], extensions[0]):
		return "#!/bin/sh\nset -e\ncd \"$(dirname \"$0\")\"\nc++ -O2 -o run " + strings.Join(sources, " ") + "\n", nil
	}
	return "", fmt.Errorf("%s: %s does not build validators of %s; put a script called build beside it, which makes "+
		"the program run",
		s.Dir, k.to.called(), strings.Join(extensions, " and "))
}

// data are the extensions of files beside a program that are not sources.
var data = []string{".md", ".txt", ".in", ".ans", ".out", ".yaml", ".json"}

// goScript builds without a home, a network and C, and leaves only the program, which runs elsewhere.
const goScript = `#!/bin/sh
# Builds the Go program in this folder. It needs the go command and nothing else.
set -e
cd "$(dirname "$0")"
PATH=$PATH:/usr/local/go/bin
GOCACHE=$PWD/.go/cache GOPATH=$PWD/.go/path GOENV=off GOFLAGS= GO111MODULE=off GOTOOLCHAIN=local CGO_ENABLED=0
export PATH GOCACHE GOPATH GOENV GOFLAGS GO111MODULE GOTOOLCHAIN CGO_ENABLED
`

// needs names what a script requires on the judge's machines.
func needs(script string) string {
	if strings.HasPrefix(script, goScript) {
		return "its machines need the go command"
	}
	return "its machines need a C++ compiler"
}
