package compile

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// StandardOf returns the standard that a source is compiled with: the one that its online judge dictates, or else the
// newest that the compiler knows. It returns "" if the language's compiler takes no standard.
func (t Toolchain) StandardOf(language Language, source problem.Source) string {
	if dictated := source.Standards[language.Name]; dictated != "" && language.standard != "" {
		return dictated
	}
	return t.newest
}

// entry is where a program begins: its main file and, for a language with classes, the full name of its main class.
type entry struct{ main, class string }

// entryOf returns where a source begins. The error is a *MissingError if the language needs a main file or class and
// the source does not show which it is.
func (l Language) entryOf(source problem.Source, contents [][]byte) (entry, error) {
	main, err := l.mainOf(source)
	if !l.needsEntry() {
		return entry{main: main}, nil
	}
	e := entry{main: main}
	switch {
	case l.class != "" && source.Entrypoint != "":
		return entry{main, source.Entrypoint}, nil
	case l.class != "":
		if e.class = l.classOf(source, contents, main); e.class != "" {
			return e, nil
		}
	case err == nil || source.Entrypoint != "":
		return e, err
	}
	file := l.beginning(source, contents)
	if file == "" {
		return e, err
	}
	source.Entrypoint, contents = "", [][]byte{contents[slices.Index(source.Files, file)]}
	source.Files = []string{file}
	return l.entryOf(source, contents)
}

// needsEntry reports whether the language's commands contain the name of the main file or class.
func (l Language) needsEntry() bool {
	return slices.ContainsFunc(slices.Concat(l.args[Submission], l.run), func(arg string) bool {
		return entryForm.MatchString(arg)
	})
}

var entryForm = regexp.MustCompile(`\{(main|class|[sS]tem)\}`)

// arguments returns the compiler's arguments. The compiler runs in the folder of the files. Each file is written
// ./name, so that no name can look like a flag.
func (c compilation) arguments(program string) []string {
	fill := c.begin.standIns(sandbox.Folder+"/"+filesOut, "./")
	var args []string
	for _, arg := range c.args() {
		switch arg {
		case "{standard}":
			if standard := c.tools.StandardOf(c.language, c.source); standard != "" {
				args = append(args, strings.ReplaceAll(c.language.standard, "{}", standard))
			}
			if c.language.Name == "c" || c.language.Name == "cpp" {
				for _, macro := range c.source.Defines {
					args = append(args, "-D"+macro)
				}
			}
		case "{no lto}":
			args = append(args, "-fno-lto")
			// compilers other than gcc lack this plugin, and warn about the option
			if strings.Contains(c.tools.version, "Free Software Foundation") {
				args = append(args, "-fno-use-linker-plugin")
			}
		case "{files}":
			for _, file := range c.language.sources(c.source) {
				args = append(args, "./"+file)
			}
		default:
			args = append(args, strings.NewReplacer("{program}", program, "{work}",
				sandbox.Folder).Replace(fill.Replace(arg)))
		}
	}
	return args
}

// runs returns the arguments of the runner.
func (c compilation) runs() []string {
	fill := c.begin.standIns(sandbox.Own, sandbox.Own+"/")
	var args []string
	for _, arg := range c.language.run {
		args = append(args, strings.ReplaceAll(fill.Replace(arg), "{memory}", sandbox.Memory))
	}
	return args
}

func (e entry) standIns(folder, before string) *strings.Replacer {
	stem := stemOf(e.main)
	return strings.NewReplacer("{main}", before+e.main, "{class}", e.class, "{stem}", stem, "{Stem}", capital(stem),
		"{folder}", folder)
}

// classOf returns the full name of a program's main class, including the package that its file declares. The main class
// is the first of these that exists: l.usualClass, in any file; the class named after the main file, in that file; the
// only class with a main method. If none exists, classOf assumes the class named after the main file, or returns "" if
// the main file is unknown.
func (l Language) classOf(source problem.Source, contents [][]byte, main string) string {
	class := ""
	if main != "" {
		stem := stemOf(main)
		class = strings.NewReplacer("{stem}", stem, "{Stem}", inClass(capital(stem))).Replace(l.class)
	}
	declaring := func(name string) string {
		form := regexp.MustCompile(`\b(?:class|object|record|enum|interface)\s+` + regexp.QuoteMeta(name) + `\b`)
		for _, file := range append([]string{main}, l.sources(source)...) {
			if i := slices.Index(source.Files, file); i >= 0 && form.Match(contents[i]) {
				return file
			}
		}
		return ""
	}
	usual := ""
	if l.usualClass != "" {
		usual = declaring(l.usualClass)
	}
	if usual != "" {
		main, class = usual, l.usualClass
	} else if file, name := l.withMain(source, contents); name != "" && (main == "" || declaring(class) != main) {
		main, class = file, name
	}
	if i := slices.Index(source.Files, main); i >= 0 {
		if name := packageForm.FindSubmatch(contents[i]); name != nil {
			return string(name[1]) + "." + class
		}
	}
	return class
}

// classStart matches the declaration of a class, object or the like at the start of a line. By convention, nested
// classes are indented, so they do not match.
var classStart = regexp.MustCompile(`(?m)^(?:[a-z]+[ \t]+)*(?:class|object|record|enum|interface)\s+([\pL_$][\pL\pN_$]*)`)

// withMain returns the only source file that has a main method, and the method's class. It returns "" if no file or
// more than one has a main method.
func (l Language) withMain(source problem.Source, contents [][]byte) (main, class string) {
	if l.mainMethod == nil {
		return "", ""
	}
	for _, file := range l.sources(source) {
		text := contents[slices.Index(source.Files, file)]
		at := l.mainMethod.FindIndex(text)
		if at == nil {
			continue
		}
		above := classStart.FindAllSubmatch(text[:at[0]], -1)
		if main != "" || len(above) == 0 {
			return "", ""
		}
		main, class = file, string(above[len(above)-1][1])
	}
	return main, class
}

// classTokens matches the parts of a Java file that lead to its classes: their declarations, the braces around nested
// ones, and the comments and strings that may look like these.
var classTokens = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|""".*?"""|"(?:\\.|[^"\\\n])*"|` +
	`'(?:\\.|[^'\\\n])*'|([{}])|(\bpublic\s+(?:@?[\w.-]+\s+)*?)?@?\b(?:class|interface|enum|record)\s+([\pL_$][\pL\pN_$]*)`)

// classesIn returns the top-level classes of a Java file, and its public class, or "" if there is none.
func classesIn(text []byte) (all []string, public string) {
	depth := 0
	for _, token := range classTokens.FindAllSubmatch(text, -1) {
		switch name := string(token[3]); {
		case string(token[1]) == "{":
			depth++
		case string(token[1]) == "}":
			depth--
		case name != "" && depth == 0:
			if all = append(all, name); token[2] != nil {
				public = name
			}
		}
	}
	return all, public
}

// places returns the names of a source's files in the compiler's folder: their own, except that a file with a public
// class has the name of that class.
func (l Language) places(source problem.Source, contents [][]byte) []string {
	places := slices.Clone(source.Files)
	for i, file := range source.Files {
		if !l.publicClass || !slices.Contains(l.sources(source), file) {
			continue
		}
		_, class := classesIn(contents[i])
		place := path.Join(path.Dir(file), class+path.Ext(file))
		if class != "" && !slices.Contains(places, place) {
			places[i] = place
		}
	}
	return places
}

// Pasted returns the class after which an online judge must name a source that is one file: the public class or,
// without one, the main class, with its package. ok is false for languages in which no class names a file.
func Pasted(source problem.Source, text []byte) (class string, ok bool) {
	l, err := LanguageOf(source)
	if err != nil || !l.publicClass || len(source.Files) != 1 {
		return "", false
	}
	source.Files = l.places(source, [][]byte{text})
	begin, _ := l.entryOf(source, [][]byte{text}) // without a main class, the program does not compile
	if _, public := classesIn(text); public != "" && !strings.HasSuffix("."+begin.class, "."+public) {
		return public, true
	}
	return begin.class, true
}

// packageForm matches the package declaration of a Java, Kotlin or Scala file.
var packageForm = regexp.MustCompile(`(?m)^[ \t]*package[ \t]+([\pL_][\pL\pN_.]*)[ \t\r]*;?[ \t\r]*$`)

// mainOf returns a source's main file. This is the file that submissions.yaml names. If submissions.yaml names none,
// the main file is the one with a name in l.entrypoint, else the one called main, else the only file.
func (l Language) mainOf(source problem.Source) (string, error) {
	files := l.sources(source)
	if source.Entrypoint != "" && l.class == "" {
		if !slices.Contains(source.Files, source.Entrypoint) {
			return "", &CompileError{Source: pathOf(source), Output: fmt.Sprintf("it has no file %s, which "+
				"submissions.yaml names as its entrypoint", source.Entrypoint)}
		}
		return source.Entrypoint, nil
	}
	for _, name := range l.entrypoint {
		if slices.Contains(files, name) {
			return name, nil
		}
	}
	named := slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return !strings.EqualFold(stemOf(file), "main") || strings.Contains(file, "/")
	})
	switch {
	case len(named) == 1:
		return named[0], nil
	case len(files) == 1:
		return files[0], nil
	case len(files) > 0 && l.class != "" && source.Entrypoint != "":
		return files[0], nil
	}
	return "", &MissingError{Language: "entrypoint of " + pathOf(source), Unlisted: true,
		Advice: fmt.Sprintf("its main file is unknown (%s); %s", strings.Join(files, ", "),
			l.entryAdvice(source))}
}

// drives reports whether one of these files, which the problem adds, has the name of a main file.
func (l Language) drives(files []string) bool {
	return slices.ContainsFunc(l.sources(problem.Source{Files: files}), func(file string) bool {
		return slices.Contains(l.entrypoint, file) || strings.EqualFold(stemOf(file), "main")
	})
}

func stemOf(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

var noLetter = regexp.MustCompile(`[^\pL\pN]`)

// inClass returns a word as the Kotlin compiler writes it in the name of a file's class.
func inClass(word string) string {
	word = noLetter.ReplaceAllString(word, "_")
	if first, _ := utf8.DecodeRuneInString(word); unicode.IsDigit(first) {
		return "_" + word
	}
	return word
}

func capital(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}

// beginning returns the only file that matches l.begins. If no file matches, it returns the only file in the top
// folder. In all other cases it returns "".
func (l Language) beginning(source problem.Source, contents [][]byte) string {
	var begin, top []string
	for _, file := range l.sources(source) {
		if l.begins != nil && l.begins.Match(contents[slices.Index(source.Files, file)]) {
			begin = append(begin, file)
		}
		if !strings.Contains(file, "/") && stemOf(file) != "__init__" { // __init__.py marks a Python package
			top = append(top, file)
		}
	}
	switch {
	case len(begin) == 1:
		return begin[0]
	case len(begin) == 0 && len(top) == 1:
		return top[0]
	}
	return ""
}

// entryAdvice says how a package can name a source's main file.
func (l Language) entryAdvice(source problem.Source) string {
	advice := "call it main" + slices.Concat(l.Extensions, []string{""})[0]
	if !source.Unnamed && source.Package == "" {
		advice += ", or name it in submissions.yaml: entrypoint"
	}
	return advice
}
