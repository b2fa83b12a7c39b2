package build

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/problem"
)

// Language is one row of the table of languages: how its sources are known and how they are compiled.
type Language struct {
	Name       string   // "cpp", as submissions.yaml writes it
	Display    string   // "C++", as people write it
	Extensions []string // of the files that are compiled
	Headers    []string // extensions of the files that only lie beside them
	Compilers  []string // the first of these on the PATH compiles
	Advice     string   // how to get a compiler
	Counters   string   // what reads the counters of a Counted program: "covdata", "gcov"
	Standard   string   // that sources are compiled as, "gnu++17"; "" for a language whose arguments say it

	empty   string            // the smallest program, to see whether anything compiles here
	notes   string            // glob of the files that a Counted program's counters are read with, beside the program
	version []string          // arguments that make the compiler print its version
	root    []string          // arguments that make it print the folder of its toolchain; nil where its path tells
	args    map[Kind][]string // arguments that compile; {standard}, {no lto}, {program} and {files} stand for what they say
	env     []string          // beside what every compiler gets
}

// languages is the table of languages. A new language is a new row.
//
// Go is built in GOPATH mode with an empty GOPATH: without a module there is no go.mod or go.work to bend the build, and
// nothing beyond the standard library to import. The language version is then the toolchain's own, unless -lang says otherwise.
//
// C and C++ are linked without link-time optimization. Inline assembly can carry what pretends to be its intermediate code;
// gcc would then start further programs with arguments from there.
var languages = []Language{
	{
		Name: "go", Display: "Go", Extensions: []string{".go"},
		Compilers: []string{"go"}, Advice: "install it from https://go.dev/dl/", version: []string{"version"}, root: []string{"env", "GOROOT"},
		args: map[Kind][]string{
			Submission: {"build", "-ldflags=-s -w", "-gcflags=-lang=go1.12", "-o", "{program}", "{files}"},
			Strict:     {"build", "-ldflags=-s -w", "-gcflags=-lang=go1.12", "-o", "{program}", "{files}"}, // knows no warnings
			Counted:    {"build", "-cover", "-covermode=count", "-gcflags=-lang=go1.12", "-o", "{program}", "{files}"},
			Tool:       {"build", "-ldflags=-s -w", "-o", "{program}", "{files}"},
		},
		Counters: "covdata",
		empty:    "package main\n\nfunc main() {}\n",
		env:      []string{"GO111MODULE=off", "GOENV=off", "GOTOOLCHAIN=local", "CGO_ENABLED=0", "GOFLAGS=-trimpath"},
	},
	{
		Name: "c", Display: "C", Extensions: []string{".c"}, Headers: []string{".h"},
		Compilers: []string{"gcc", "cc"}, Advice: "install it, for example with: apt-get install gcc", version: []string{"--version"},
		Standard: "gnu17",
		args: map[Kind][]string{
			Submission: {"{standard}", "{no lto}", "-O2", "-o", "{program}", "{files}", "-lm"},
			Strict:     {"{standard}", "{no lto}", "-O2", "-Wall", "-Wextra", "-Werror", "-o", "{program}", "{files}", "-lm"},
			Counted:    {"{standard}", "{no lto}", "-O0", "--coverage", "-o", "{program}", "{files}", "-lm"},
			Tool:       {"{standard}", "{no lto}", "-O2", "-o", "{program}", "{files}", "-lm"},
		},
		Counters: "gcov", notes: "*.gcno",
		empty: "int main(void) { return 0; }\n",
	},
	{
		Name: "cpp", Display: "C++", Extensions: []string{".cc", ".cpp", ".cxx", ".C"}, Headers: []string{".h", ".hh", ".hpp", ".hxx"},
		Compilers: []string{"g++", "c++"}, Advice: "install it, for example with: apt-get install g++", version: []string{"--version"},
		Standard: "gnu++17",
		args: map[Kind][]string{
			Submission: {"{standard}", "{no lto}", "-O2", "-o", "{program}", "{files}"},
			Strict:     {"{standard}", "{no lto}", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o", "{program}", "{files}"},
			Counted:    {"{standard}", "{no lto}", "-O0", "--coverage", "-o", "{program}", "{files}"},
			Tool:       {"{standard}", "{no lto}", "-O2", "-o", "{program}", "{files}"},
		},
		Counters: "gcov", notes: "*.gcno",
		empty: "int main() { return 0; }\n",
	},
}

// LanguageOf tells a source's language by its files' extensions. The error is a *MissingError when no language here has
// such an extension, and a *CompileError when the files are of several languages.
func LanguageOf(source problem.Source) (Language, error) {
	found := -1
	var named, unknown []string
	for _, file := range source.Files {
		ext := filepath.Ext(file)
		i := slices.IndexFunc(languages, func(l Language) bool { return slices.Contains(l.Extensions, ext) })
		if i < 0 {
			unknown = append(unknown, file)
			continue
		}
		named = append(named, fmt.Sprintf("%s (%s)", file, languages[i].Display))
		if found >= 0 && found != i {
			return Language{}, &CompileError{Source: pathOf(source), Output: "its files are of several languages: " + strings.Join(named, ", ")}
		}
		found = i
	}
	if found >= 0 {
		headers := languages[found].Headers
		unknown = slices.DeleteFunc(unknown, func(file string) bool { return slices.Contains(headers, filepath.Ext(file)) })
	}
	if len(unknown) > 0 || found < 0 {
		return Language{}, &MissingError{Language: strings.Join(unknown, ", "), Advice: "known extensions: " + strings.Join(extensions(), " ")}
	}
	return languages[found], nil
}

// StandardOf is the standard that a source in the language is compiled as: the one that its online judge dictates, or
// the language's usual one.
func (l Language) StandardOf(source problem.Source) string {
	if l.Name == "cpp" && source.CPlusPlus != "" {
		return source.CPlusPlus
	}
	return l.Standard
}

// pathOf is what messages call a source: its one file, or its folder.
func pathOf(source problem.Source) string {
	if len(source.Files) == 1 {
		return filepath.Join(source.Dir, source.Files[0])
	}
	return source.Dir
}

func extensions() []string {
	var all []string
	for _, language := range languages {
		all = append(all, language.Extensions...)
	}
	return all
}

// compiler finds the language's compiler on the PATH and returns its absolute path.
func (l Language) compiler() (string, error) {
	for _, name := range l.Compilers {
		if path, err := exec.LookPath(name); err == nil {
			return filepath.Abs(path)
		}
	}
	return "", &MissingError{Language: l.Display, Compiler: l.Compilers[0], Advice: l.Advice}
}

// arguments are a row of the table for a compiler of that version, which runs in the folder of the files. Each file is
// written ./name, so that no name can look like a flag.
func (l Language) arguments(row []string, program string, source problem.Source, version string) []string {
	var args []string
	for _, arg := range row {
		switch arg {
		case "{standard}":
			args = append(args, "-std="+l.StandardOf(source))
		case "{no lto}":
			args = append(args, "-fno-lto")
			if strings.Contains(version, "Free Software Foundation") { // other compilers have no such plugin, and warn
				args = append(args, "-fno-use-linker-plugin")
			}
		case "{program}":
			args = append(args, program)
		case "{files}":
			for _, file := range source.Files {
				if slices.Contains(l.Extensions, filepath.Ext(file)) {
					args = append(args, "./"+file)
				}
			}
		default:
			args = append(args, arg)
		}
	}
	return args
}
