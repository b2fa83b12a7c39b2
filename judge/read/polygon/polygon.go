// Package polygon reads problem.xml, which describes a problem package of Codeforces Polygon: limits, tests with their
// groups and points, checker, interactor, validators and solutions.
//
// It knows no problems and no verdicts, and opens no file but problem.xml: the package problem makes a problem of what
// is found here. Paths are only handed on if they lead to something inside the package.
//
//	k, err := polygon.Read("sum/problem.xml")
//	for _, t := range k.Tests { … t.Input, t.Answer … }
//
// Polygon publishes no text of its format. What is read here is what its packages have in common.
package polygon

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
)

// Format is the name of the format, and File that of the file which every package of it has at its top.
const (
	Format = "polygon"
	File   = "problem.xml"
)

// Package is what problem.xml says.
type Package struct {
	Path string // of the file
	Name string // the short name: "a-plus-b"

	Title  string            // in English if there is one, else the first
	Titles map[string]string // by language code: {"en": "A plus B"}

	Time   time.Duration // limit of CPU time
	TimeAt string        // where it is written
	Memory int64         // bytes
	// files that a solution reads and writes in place of standard input and output; "" for those
	InputFile, OutputFile string
	FilesAt               string // where these are named

	Tests  []Test // in their order
	Groups []Group

	Checker, Interactor *Program // nil for none
	Validators          []Program
	Solutions           []Solution

	Unjudged []string // what it demands that is not judged yet
	Warnings []error  // what is not read, with its place
}

// Test is a test of the package.
type Test struct {
	Number        int    // from 1 on
	Input, Answer string // paths in the package, with slashes
	Sample        bool
	Generated     bool   // by a generator, and not written by hand
	Generator     string // the generator's name, if it is one
	Group         string // "" for none
	Points        string // "" for none
	At            string // where it is said
}

// Program is a source file.
type Program struct {
	Path  string // in the package, with slashes; "" if it is none that may be read
	Named string // the path as it is written there; for people
	Type  string // Polygon's name of its language: "cpp.g++17"
	At    string // where it is named
	// one that testlib brings, which has a name such as std::ncmp.cpp; "" for others
	Standard string
	Wrong    string // what is wrong with its path, "" for nothing
}

// Solution is a program that is judged.
type Solution struct {
	Program
	Tag string // what is expected of it: "wrong-answer"; "" if nothing is
}

// Read reads a problem.xml. All mistakes are reported together, each with file and line.
func Read(file string) (*Package, error) {
	text, err := untrusted.Read(file, mostBytes)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = fmt.Errorf("%s: %w", at.Path, at.Err)
		}
		return nil, err
	}
	return Parse(file, text)
}

// Parse is Read of a text; file is what errors call it.
func Parse(file string, text []byte) (*Package, error) {
	root, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	k := &Package{Path: file, Name: root.attribute("short-name")}
	k.names(root)
	err = errors.Join(k.judging(root), k.programs(root))
	return k, err
}

func (k *Package) warn(warnings ...error) { k.Warnings = append(k.Warnings, warnings...) }

// names reads the titles.
func (k *Package) names(root *element) {
	for _, name := range root.all("names/name") {
		title := legible.Line(name.attribute("value"))
		if title == "" {
			continue
		}
		k.Title = cmp.Or(k.Title, title)
		if code := languageCodes[strings.ToLower(name.attribute("language"))]; code != "" {
			if k.Titles == nil {
				k.Titles = make(map[string]string)
			}
			k.Titles[code] = title
		}
	}
	k.Title = cmp.Or(k.Titles["en"], k.Title, legible.Line(k.Name))
}

// languageCodes are the codes of the languages that statements are written in, by their names on Polygon.
var languageCodes = map[string]string{
	"arabic": "ar", "armenian": "hy", "azerbaijani": "az", "belarusian": "be", "bengali": "bn", "bulgarian": "bg",
	"chinese": "zh", "croatian": "hr", "czech": "cs", "dutch": "nl", "english": "en", "estonian": "et",
	"finnish": "fi", "french": "fr", "georgian": "ka", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi",
	"hungarian": "hu", "indonesian": "id", "italian": "it", "japanese": "ja", "kazakh": "kk", "korean": "ko",
	"kyrgyz": "ky", "latvian": "lv", "lithuanian": "lt", "mongolian": "mn", "persian": "fa", "polish": "pl",
	"portuguese": "pt", "romanian": "ro", "russian": "ru", "serbian": "sr", "slovak": "sk", "spanish": "es",
	"swedish": "sv", "tajik": "tg", "thai": "th", "turkish": "tr", "turkmen": "tk", "ukrainian": "uk", "uzbek": "uz",
	"vietnamese": "vi",
}

// programs reads checker, interactor, validators and solutions, and which resources are compiled with the solutions.
func (k *Package) programs(root *element) error {
	if e := root.one("assets/checker"); e != nil {
		checker := program(e)
		checker.Standard = e.attribute("name")
		k.Checker = &checker
	}
	if e := root.one("assets/interactor"); e != nil {
		interactor := program(e)
		k.Interactor = &interactor
	}
	for _, e := range root.all("assets/validators/validator") {
		if len(k.Validators) == mostValidators {
			return e.errorf("more than %d validators; remove some", mostValidators)
		}
		k.Validators = append(k.Validators, program(e))
	}
	for _, e := range root.all("assets/solutions/solution") {
		if len(k.Solutions) == mostSolutions {
			return e.errorf("more than %d solutions; remove some", mostSolutions)
		}
		k.Solutions = append(k.Solutions, Solution{program(e), e.attribute("tag")})
	}
	for _, e := range root.all("files/resources/file") {
		for _, asset := range e.all("assets/asset") {
			if strings.EqualFold(asset.attribute("name"), "solution") {
				k.unjudged(e, "files that are compiled with solutions, such as "+legible.Line(e.attribute("path")))
				return nil
			}
		}
	}
	return nil
}

// The bounds on the programs of a package.
const mostSolutions, mostValidators = 1000, 100

// unjudged notes something that is not judged yet.
func (k *Package) unjudged(e *element, what string) {
	k.Unjudged = append(k.Unjudged, what+" ("+e.place()+")")
}

// program reads the source that an element names.
func program(e *element) Program {
	source := e.one("source")
	if source == nil {
		return Program{At: e.place(), Wrong: "it names no source; add one: <source path=\"…\" type=\"…\"/>"}
	}
	named, wrong := local(source.attribute("path"))
	return Program{Path: named, Named: legible.Line(source.attribute("path")), Type: source.attribute("type"),
		At: source.place(), Wrong: wrong}
}

// local is a path if it leads to something inside the package, or else what is wrong with it.
func local(named string) (inside, wrong string) {
	switch {
	case named == "":
		wrong = "no path; name a file of the package"
	case strings.Contains(named, `\`):
		wrong = fmt.Sprintf("the path %q has a backslash; write / between folders", named)
	case strings.HasPrefix(named, "/") || strings.Contains(named, ":"):
		wrong = fmt.Sprintf("the path %q does not begin in the package; write one that does, such as files/check.cpp",
			named)
	case !fs.ValidPath(named) || !filepath.IsLocal(named) || path.Clean(named) != named || named == ".":
		wrong = fmt.Sprintf("the path %q is none inside the package; write one without .. and empty parts", named)
	default:
		return named, ""
	}
	return "", wrong
}

// Language is the code of a program's language, "" if its type does not decide: then the extension of its file does.
func (g Program) Language() string {
	kind := strings.ToLower(g.Type) + "."
	for _, known := range types {
		if strings.HasPrefix(kind, known.begins) {
			return known.code
		}
	}
	return ""
}

// types are the languages by how Polygon's names of them begin; the first that fits counts.
var types = []struct{ begins, code string }{
	{"cpp.", "cpp"}, {"c.", "c"}, {"javascript", "javascript"}, {"js.", "javascript"}, {"node", "javascript"},
	{"java", "java"},
	{"python.2", "python2"}, {"python.pypy2", "python2"}, {"python.pypy3", "pypy3"}, {"python.3", "python3"},
	{"pas.", "pascal"}, {"kotlin", "kotlin"}, {"csharp", "csharp"}, {"rust", "rust"}, {"go.", "go"}, {"d.", "d"},
	{"haskell", "haskell"}, {"ocaml", "ocaml"}, {"perl", "perl"}, {"php", "php"}, {"ruby", "ruby"},
	{"scala", "scala"},
}
