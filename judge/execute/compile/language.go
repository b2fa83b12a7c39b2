package compile

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/strictyaml"
)

// Language is one row of the table of languages. languages.yaml describes each field.
type Language struct {
	Name       string   // its code, "cpp", as submissions.yaml writes it
	Display    string   // "C++", as people write it
	Extensions []string // extensions of the files that are compiled
	chosen     []string // extensions of other languages, for sources whose language submissions.yaml names
	Headers    []string // extensions of files that are not compiled themselves
	Compilers  []string // names of compilers; the first one that is on the PATH is used
	Advice     string   // how to get a compiler
	Counters   string   // the tool that reads the counters of a Counted program: "covdata", "gcov"

	compiler, runner tool
	reads            []string
	with             []string
	standards        []string
	standard         string
	earlier          bool
	try              []string
	entrypoint       []string
	class            string
	usualClass       string
	publicClass      bool
	outdated         *regexp.Regexp
	mainMethod       *regexp.Regexp
	begins           *regexp.Regexp
	notes            string
	args             [Tool + 1][]string // arguments of the compiler, by Kind
	env              []string
	debugEnv         []string
	run              []string // arguments of the runner; nil for a language whose compiler makes executables
	runEnv           []string
	memory           int64 // bytes
	processes        int
	outOfMemory      []string
}

// tool is a program of a language's toolchain.
type tool struct {
	names    []string
	version  []string
	root     []string
	rootLine string
}

// scripts is the language code of programs that bring their own scripts.
const scripts = "script"

// buildScript and runScript are the names of those scripts.
const buildScript, runScript = "build", "run"

// Scripts reports whether the language's programs bring their own scripts. What such programs need is unknown.
func (l Language) Scripts() bool { return l.Name == scripts }

// byName returns the language that has this code, and whether there is one.
func byName(name string) (Language, bool) {
	rows := Languages()
	i := slices.IndexFunc(rows, func(l Language) bool { return l.Name == name })
	if i < 0 {
		return Language{}, false
	}
	return rows[i], true
}

// Takes reports whether a source in the language with this code may have a file's extension. It returns an error if
// there is no such language.
func Takes(code, file string) (bool, error) {
	row, ok := byName(code)
	if !ok || row.Scripts() {
		return false, fmt.Errorf("%q is not the code of a language%s; list them with: judge doctor", code,
			strictyaml.DidYouMean(code, codes()))
	}
	return row.endings() == nil || slices.Contains(row.endings(), filepath.Ext(file)), nil
}

// endings returns the extensions that sources in the language may have.
func (l Language) endings() []string { return slices.Concat(l.Extensions, l.chosen) }

// LanguageOf returns a source's language: the one that submissions.yaml names, or else the one that the files'
// extensions show. Files with unknown extensions are data or documentation. The error is a *MissingError for an unknown
// language or extension. It is a *CompileError if the files are in several languages, or if a folder holds no program.
// It is also a *CompileError if an extension is known only in lower case, since case matters: .c is C, and .C is C++.
func LanguageOf(source problem.Source) (Language, error) {
	rows := Languages()
	rowFor := func(ext string) int {
		return slices.IndexFunc(rows, func(l Language) bool { return slices.Contains(l.Extensions, ext) })
	}
	if source.Language != "" {
		row, ok := byName(source.Language)
		if !ok || source.Language == scripts {
			return Language{}, &MissingError{Language: fmt.Sprintf("%s of %s", source.Language, pathOf(source)),
				Advice: "known codes: " + strings.Join(codes(), " ")}
		}
		return row, nil
	}
	if slices.Contains(source.Files, buildScript) || slices.Contains(source.Files, runScript) {
		row, _ := byName(scripts)
		return row, nil
	}
	found := -1
	var named, unknown []string
	for _, file := range source.Files {
		i := rowFor(filepath.Ext(file))
		if i < 0 {
			unknown = append(unknown, file)
			continue
		}
		named = append(named, fmt.Sprintf("%s (%s)", file, rows[i].Display))
		if found >= 0 && found != i {
			return Language{}, &CompileError{Source: pathOf(source), Output: "its files are in several languages: " +
				strings.Join(named, ", ")}
		}
		found = i
	}
	if found >= 0 {
		return rows[found], nil
	}
	var miscased error
	for _, file := range unknown {
		ext := filepath.Ext(file)
		if slices.Contains(foreign, ext) {
			return Language{}, &MissingError{Language: "language of " + ext, Unlisted: true, Advice: fmt.Sprintf(
				"nothing says how to build %s; add its language to ~/.config/dlxjudge/languages.yaml, in the form of "+
					"judge/execute/compile/languages.yaml", pathOf(source))}
		}
		small := strings.ToLower(ext)
		if i := rowFor(small); i >= 0 && miscased == nil {
			miscased = &CompileError{Source: pathOf(source),
				Output: fmt.Sprintf("%s: no language has the extension %s; for %s, rename it to %s",
					file, ext, rows[i].Display, strings.TrimSuffix(file, ext)+small)}
		}
	}
	switch {
	case miscased != nil:
		return Language{}, miscased
	case len(unknown) == 1 && unknown[0] == source.Name:
		return Language{}, &MissingError{Language: strings.Join(unknown, ", "), Advice: "known extensions: " +
			strings.Join(extensions(), " ")}
	}
	return Language{}, &CompileError{Source: pathOf(source), Output: "none of its files is a program (known " +
		"extensions: " + strings.Join(extensions(), " ") + ")"}
}

// foreign lists extensions of languages that have no row in the table. The package format, or some online judge, has
// these languages.
var foreign = strings.Fields(".adb .ads .a68 .apl .cob .cbl .cr .d .dart .ex .exs .erl .fth .4th .forth .frt " +
	".f90 .f95 .f03 .f08 .f .fs .fsx .ss .jl .lsp .mod .def .nim .m .odin .pro .plg .rkt .sim .st " +
	".sno .swift .vb .zig .clj .coffee .groovy .kts .sc .scm .tcl")

// pathOf returns a source's path for messages: its one file, or its folder.
func pathOf(source problem.Source) string {
	if len(source.Files) == 1 {
		return filepath.Join(source.Dir, source.Files[0])
	}
	return source.Dir
}

func extensions() []string {
	var all []string
	for _, language := range Languages() {
		all = append(all, language.Extensions...)
	}
	return all
}

func codes() []string {
	var all []string
	for _, language := range Languages() {
		if language.Name != scripts {
			all = append(all, language.Name)
		}
	}
	return all
}

// sources returns the files of a source that are in the language: those with its extensions. If there are none, but the
// source names the language, the result is the files with an extension in l.chosen, or else all files except headers.
func (l Language) sources(source problem.Source) []string {
	var named, chosen, others []string
	for _, file := range source.Files {
		switch ext := filepath.Ext(file); {
		case slices.Contains(l.Extensions, ext):
			named = append(named, file)
		case slices.Contains(l.chosen, ext):
			chosen = append(chosen, file)
		case !slices.Contains(l.Headers, ext):
			others = append(others, file)
		}
	}
	switch {
	case named != nil || source.Language != l.Name:
		return named
	case chosen != nil:
		return chosen
	}
	return others
}

// makesFolder reports whether the compiler makes the files that a runner runs. Otherwise the runner runs the sources.
func (l Language) makesFolder() bool {
	return slices.ContainsFunc(l.args[Submission], func(arg string) bool { return strings.Contains(arg, "{folder}") })
}

// Debugs reports whether the language has builds of kind Debug here. Other languages get builds of kind Submission
// instead, and so does Go without a C compiler, which its race detector needs.
func (l Language) Debugs() bool {
	if l.Name == "go" && l.args[Debug] != nil {
		_, err := exec.LookPath("gcc")
		return err == nil
	}
	return l.args[Debug] != nil
}

// debugging returns the language with the environment of its Debug programs. In an environment, later entries replace
// earlier ones.
func (l Language) debugging() Language {
	l.env = slices.Concat(l.env, l.debugEnv)
	return l
}

// Unfit marks submissions as broken if problem.yaml does not allow their language. In a foreign package, it also marks
// those that no machine can build: their language is unknown, or their files are in several languages or in none. In a
// checkout's own problem, Codes reports unknown languages instead, and submissions with such files fail to compile.
// Unfit accepts a language's name, such as "Python 3", instead of its code.
func Unfit(p *problem.Problem) {
	warn := func(mistake error) {
		if mistake != nil {
			p.Warnings, p.Faults = append(p.Warnings, mistake), append(p.Faults, mistake)
		}
	}
	rename := func(name *string, at string) {
		if code := codeNamed(*name); code != "" {
			warn(fmt.Errorf("%s: %q is the name of a language; using its code, %s", at, *name, code))
			*name = code
		}
	}
	metadata := filepath.Join(p.Dir, "problem.yaml")
	if !p.Strict() {
		for i := range p.Languages {
			rename(&p.Languages[i], metadata+": languages")
			warn(checkCode(p.Languages[i], metadata+": languages"))
		}
	}
	for i := range p.Submissions {
		s := &p.Submissions[i]
		if s.Broken != "" || p.SubmitAnswer || p.Expects(*s).Permits("", problem.CE) {
			continue
		}
		if !p.Strict() {
			rename(&s.Language, s.LanguageAt)
		}
		language, err := LanguageOf(s.Source)
		var unfit *CompileError
		switch wrong := checkCode(s.Language, s.LanguageAt); {
		case wrong != nil && !p.Strict():
			s.Broken = wrong.Error()
		case errors.As(err, &unfit) && !p.Strict():
			s.Broken = unfit.Source + ": " + unfit.Output
		case err == nil && !allows(p.Languages, language):
			s.Broken = fmt.Sprintf("%s: it is in %s, and %s allows only %s (languages)", pathOf(s.Source),
				language.Name, metadata, strings.Join(p.Languages, ", "))
		}
	}
}

// withLibrary maps codes of the package format for a language with a library, or for an implementation of a language,
// to the language's code.
var withLibrary = map[string]string{"cgmp": "c", "cppgmp": "cpp", "javaalgs4": "java", "python3numpy": "python3",
	"pypy3": "python3"}

// allows reports whether a list of codes allows a language. An empty list allows all languages.
func allows(codes []string, l Language) bool {
	return len(codes) == 0 || l.Scripts() || slices.ContainsFunc(codes, func(code string) bool {
		return code == l.Name || withLibrary[code] == l.Name || withLibrary[l.Name] == code
	})
}

// Codes reports the languages in problem.yaml and submissions.yaml that are neither in the package format nor in the
// table, which users can extend. A language that the format has and the table lacks is not an error.
func Codes(p *problem.Problem) error {
	var errs []error
	check := func(code, at string) {
		err := checkCode(code, at)
		if err != nil && !slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() }) {
			errs = append(errs, err)
		}
	}
	for _, code := range p.Languages {
		check(code, filepath.Join(p.Dir, "problem.yaml")+": languages")
	}
	for _, s := range p.Submissions {
		check(s.Language, s.LanguageAt)
	}
	return errors.Join(errs...)
}

// codeNamed returns the code of the language with this name in the table; "" if there is none.
func codeNamed(name string) string {
	for _, language := range Languages() {
		if language.Name != scripts && language.Name != name && strings.EqualFold(language.Display, name) {
			return language.Name
		}
	}
	return ""
}

// checkCode returns an error if a language code is unknown. at is the code's place.
func checkCode(code, at string) error {
	known := slices.Concat(codes(), problem.LanguageCodes)
	if code == "" || code != scripts && slices.Contains(known, code) {
		return nil
	}
	return fmt.Errorf("%s: %q is not a language code%s", at, code, strictyaml.DidYouMean(code, codes()))
}
