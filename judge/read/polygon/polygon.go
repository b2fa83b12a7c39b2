// Package polygon reads problem.xml, which describes a problem package of Codeforces Polygon: limits, tests with their
// groups and points, checker, interactor, validators and solutions.
//
// It knows neither problems nor verdicts, and opens only problem.xml; package problem interprets its results. The paths
// of tests, and those that Program.Path returns, are inside the package.
//
//	k, err := polygon.Read("sum/problem.xml")
//	for _, t := range k.Tests { … t.Input, t.Answer … }
//
// Polygon publishes no specification of its format. This parser reads what all Polygon packages have in common.
package polygon

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/tree"
)

// Format is the name of the format, and File the name of the file at the top of each package.
const (
	Format = "polygon"
	File   = "problem.xml"
)

// Package holds the contents of problem.xml.
type Package struct {
	Path string // of the file
	Name string // the short name: "a-plus-b"

	Title  string            // the English title, or else the first one, or else Name
	Titles map[string]string // by language code: {"en": "A plus B"}

	Time   time.Duration // limit of CPU time
	Memory int64         // memory limit in bytes
	// files that a solution reads and writes instead of standard input and output, or ""
	InputFile, OutputFile string

	Tests  []Test // in order of their numbers
	Groups []Group

	Checker, Interactor *Program // nil for none
	Validators          []Program
	Solutions           []Program

	Unjudged []string // features that this judge does not support
	Warnings []error  // ignored parts, with their places
}

// Test is a test of the package.
type Test struct {
	Number        int    `xml:"-"` // counted from 1
	Input, Answer string `xml:"-"` // paths in the package, with slashes
	Sample        bool   `xml:"-"`
	Group         string `xml:"group,attr"`  // "" for none
	Points        string `xml:"points,attr"` // "" for none
	IsSample      string `xml:"sample,attr"` // "true" for a sample
}

// Program is a source file.
type Program struct {
	Tag    string `xml:"tag,attr"`  // a solution's expected result: "wrong-answer"; "" if none is stated
	Name   string `xml:"name,attr"` // name of one of testlib's own checkers: "std::ncmp.cpp"
	Source struct {
		Path string `xml:"path,attr"`
		Type string `xml:"type,attr"` // Polygon's name of its language: "cpp.g++17"
	} `xml:"source"`
}

// document is problem.xml, as Polygon writes it.
type document struct {
	XMLName   xml.Name `xml:"problem"`
	ShortName string   `xml:"short-name,attr"`
	Names     []struct {
		Language string `xml:"language,attr"`
		Value    string `xml:"value,attr"`
	} `xml:"names>name"`
	Judging    *judgingElement `xml:"judging"`
	Checker    *Program        `xml:"assets>checker"`
	Interactor *Program        `xml:"assets>interactor"`
	Validators []Program       `xml:"assets>validators>validator"`
	Solutions  []Program       `xml:"assets>solutions>solution"`
	Resources  []struct {
		Path   string `xml:"path,attr"`
		Assets []struct {
			Name string `xml:"name,attr"`
		} `xml:"assets>asset"`
	} `xml:"files>resources>file"`
}

// The bounds on problem.xml. Real packages have a few hundred tests, and tens of groups and programs.
const (
	mostBytes                     = 4 << 20
	mostTests, mostGroups         = 20_000, 1000
	mostSolutions, mostValidators = 1000, 100
)

// Read reads a problem.xml. All mistakes are reported together, each with the file.
func Read(file string) (*Package, error) {
	text, err := untrusted.Read(file, mostBytes)
	if err != nil {
		return nil, tree.Unreadable(err)
	}
	return Parse(file, text)
}

// Parse reads the text of a problem.xml, like Read. file is the path that errors name.
func Parse(file string, text []byte) (*Package, error) {
	k := &Package{Path: file, Titles: make(map[string]string)}
	decoder := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("it is in the encoding %s; save it as UTF-8, and say so in its first line: "+
			"encoding=\"utf-8\"", charset)
	}
	var d document
	if err := decoder.Decode(&d); err != nil {
		line, _ := decoder.InputPos()
		return nil, fmt.Errorf("%s:%d: not a problem.xml of Polygon: %s", file, line, legible.Line(err.Error()))
	}
	k.Name = strings.TrimSpace(d.ShortName)
	k.names(d)
	err := errors.Join(k.judging(d.Judging), k.programs(d))
	return k, err
}

func (k *Package) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %s", k.Path, fmt.Sprintf(format, args...))
}

// names reads the titles.
func (k *Package) names(d document) {
	for _, name := range d.Names {
		title := legible.Line(strings.TrimSpace(name.Value))
		if title == "" {
			continue
		}
		k.Title = cmp.Or(k.Title, title)
		if code := languageCodes[strings.ToLower(name.Language)]; code != "" {
			k.Titles[code] = title
		}
	}
	k.Title = cmp.Or(k.Titles["en"], k.Title, legible.Line(k.Name))
}

// languageCodes maps Polygon's names of the languages of statements to language codes.
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

// programs reads checker, interactor, validators and solutions, and finds resources that are compiled with solutions.
func (k *Package) programs(d document) error {
	k.Checker, k.Interactor, k.Validators, k.Solutions = d.Checker, d.Interactor, d.Validators, d.Solutions
	switch {
	case len(k.Validators) > mostValidators:
		return k.errorf("more than %d validators; remove some", mostValidators)
	case len(k.Solutions) > mostSolutions:
		return k.errorf("more than %d solutions; remove some", mostSolutions)
	}
	for _, file := range d.Resources {
		for _, asset := range file.Assets {
			if strings.EqualFold(asset.Name, "solution") {
				k.unjudged("files that are compiled with solutions, such as " + legible.Line(file.Path))
				return nil
			}
		}
	}
	return nil
}

// unjudged records a feature that this judge does not support.
func (k *Package) unjudged(what string) { k.Unjudged = append(k.Unjudged, what+" ("+k.Path+")") }

// Path returns the path of the source in the package, with slashes, or says what is wrong with it.
func (g Program) Path() (inside, wrong string) {
	if g.Source.Path == "" {
		return "", "a program names no source; add one: <source path=\"…\" type=\"…\"/>"
	}
	return local(g.Source.Path)
}

// local returns a path if it is inside the package, or says what is wrong with it.
func local(named string) (inside, wrong string) {
	if strings.ContainsAny(named, `\:`) || !fs.ValidPath(named) || !filepath.IsLocal(named) || named == "." {
		return "", fmt.Sprintf("the path %q is not inside the package; write one such as files/check.cpp", named)
	}
	return named, ""
}

// Language returns the code of a program's language; "" if its type is unknown, so that the file's extension decides.
func (g Program) Language() string {
	kind := strings.ToLower(g.Source.Type) + "."
	for _, known := range types {
		if strings.HasPrefix(kind, known.begins) {
			return known.code
		}
	}
	return ""
}

// types maps prefixes of Polygon's language names to language codes; the first match counts.
var types = []struct{ begins, code string }{
	{"cpp.", "cpp"}, {"c.", "c"}, {"javascript", "javascript"}, {"js.", "javascript"}, {"node", "javascript"},
	{"java", "java"}, {"python.2", "python2"}, {"python.pypy2", "python2"}, {"python.pypy3", "pypy3"},
	{"python.3", "python3"},
	{"pas.", "pascal"}, {"kotlin", "kotlin"}, {"csharp", "csharp"}, {"rust", "rust"}, {"go.", "go"}, {"d.", "d"},
	{"haskell", "haskell"}, {"ocaml", "ocaml"}, {"perl", "perl"}, {"php", "php"}, {"ruby", "ruby"},
	{"scala", "scala"},
}
