package compile

import (
	"path/filepath"
	"slices"
)

// foreign is a language that is known by name alone: no row of the table says how to build it.
type foreign struct {
	code       string // of the package format; "" for none
	name       string
	extensions []string
}

// elsewhere are such languages: those of the package format's appendix "Languages", and of some judges. A user's row of
// the same code or extension comes before.
var elsewhere = []foreign{
	{"ada", "Ada", []string{".adb", ".ads"}},
	{"algol68", "Algol 68", []string{".a68"}},
	{"apl", "APL", []string{".apl"}},
	{"cgmp", "C with GMP", nil},
	{"cobol", "COBOL", []string{".cob", ".cbl"}},
	{"cppgmp", "C++ with GMP", nil},
	{"crystal", "Crystal", []string{".cr"}},
	{"d", "D", []string{".d"}},
	{"dart", "Dart", []string{".dart"}},
	{"elixir", "Elixir", []string{".ex", ".exs"}},
	{"erlang", "Erlang", []string{".erl"}},
	{"forth", "Forth", []string{".fth", ".4th", ".forth", ".frt"}},
	{"fortran", "Fortran", []string{".f90", ".f95", ".f03", ".f08", ".f"}},
	{"fsharp", "F#", []string{".fs", ".fsx"}},
	{"gerbil", "Gerbil", []string{".ss"}},
	{"javaalgs4", "Java with Algs4", nil},
	{"julia", "Julia", []string{".jl"}},
	{"lisp", "Common Lisp", []string{".lisp", ".cl", ".lsp"}},
	{"modula2", "Modula-2", []string{".mod", ".def"}},
	{"nim", "Nim", []string{".nim"}},
	{"objectivec", "Objective-C", []string{".m"}},
	{"octave", "Octave", nil},
	{"odin", "Odin", []string{".odin"}},
	{"prolog", "Prolog", []string{".pl", ".pro", ".plg"}},
	{"python3numpy", "Python 3 with NumPy", nil},
	{"racket", "Racket", []string{".rkt"}},
	{"simula", "Simula 67", []string{".sim"}},
	{"smalltalk", "Smalltalk", []string{".st"}},
	{"snobol", "SNOBOL", []string{".sno"}},
	{"swift", "Swift", []string{".swift"}},
	{"visualbasic", "Visual Basic", []string{".vb"}},
	{"zig", "Zig", []string{".zig"}},
	{"", "Clojure", []string{".clj"}},
	{"", "CoffeeScript", []string{".coffee"}},
	{"", "Groovy", []string{".groovy"}},
	{"", "Kotlin script", []string{".kts"}},
	{"", "R", []string{".r", ".R"}},
	{"", "Scala script", []string{".sc"}},
	{"", "Scheme", []string{".scm"}},
	{"", "Tcl", []string{".tcl"}},
}

// foreignOf is the language elsewhere that one of these files is in, by its extension.
func foreignOf(files []string) (foreign, bool) {
	for _, file := range files {
		i := slices.IndexFunc(elsewhere, func(f foreign) bool {
			return slices.Contains(f.extensions, filepath.Ext(file))
		})
		if i >= 0 {
			return elsewhere[i], true
		}
	}
	return foreign{}, false
}

// missing says that there is no row for the language that this source is in.
func (f foreign) missing(path string) *MissingError {
	return &MissingError{Language: f.name, Unlisted: true, Advice: "no row of the languages says how to build " + path +
		"; write one in ~/.config/judge/languages.yaml, in the form of judge/execute/compile/languages.yaml"}
}
