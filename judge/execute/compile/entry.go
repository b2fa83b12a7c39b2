package compile

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// StandardOf returns the standard that a source is compiled with: the one that its online judge fixes, or the newest
// that the compiler knows. It is "" for a language whose compiler takes no standard.
func (t Toolchain) StandardOf(language Language, source problem.Source) string {
	if dictated := source.Standards[language.Name]; dictated != "" && language.standard != "" {
		return dictated
	}
	return t.newest
}

// arguments expands a row of the table for a compiler that runs in the folder of the files. Each file is written
// ./name, so that no name can look like a flag.
func (l Language) arguments(row []string, program string, source problem.Source, t Toolchain) []string {
	main, class := l.begin(source)
	fill := standIns(main, class, sandbox.Folder+"/"+filesOut, "./")
	var args []string
	for _, arg := range row {
		switch arg {
		case "{standard}":
			if standard := t.StandardOf(l, source); standard != "" {
				args = append(args, strings.ReplaceAll(l.standard, "{}", standard))
			}
			if l.Name == "c" || l.Name == "cpp" {
				for _, macro := range source.Defines {
					args = append(args, "-D"+macro)
				}
			}
		case "{no lto}":
			args = append(args, "-fno-lto")
			// other compilers lack this plugin, and warn
			if strings.Contains(t.version, "Free Software Foundation") {
				args = append(args, "-fno-use-linker-plugin")
			}
		case "{files}":
			for _, file := range l.sources(source) {
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
func (l Language) runs(source problem.Source, contents [][]byte) []string {
	main, class := l.begin(source)
	if source.Entrypoint == "" && l.class != "" {
		class = l.declared(source, contents, main, class)
	}
	fill := standIns(main, class, sandbox.Own, sandbox.Own+"/")
	var args []string
	for _, arg := range l.run {
		args = append(args, strings.ReplaceAll(fill.Replace(arg), "{memory}", sandbox.Memory))
	}
	return args
}

// declared returns the full name of the program's main class, with the package that its file declares. It is the usual
// class if a source declares it, else class if the file main declares it, else the one that has the main method.
func (l Language) declared(source problem.Source, contents [][]byte, main, class string) string {
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

// classStart matches a class, object or similar at the start of a line. Nested ones are indented by convention.
var classStart = regexp.MustCompile(`(?m)^(?:[a-z]+[ \t]+)*(?:class|object|record|enum|interface)\s+([\pL_$][\pL\pN_$]*)`)

// withMain returns the only source that has a main method, and its class; "" if there is none, or more than one.
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

// packageForm matches the package declaration of a Java, Kotlin or Scala file.
var packageForm = regexp.MustCompile(`(?m)^[ \t]*package[ \t]+([\pL_][\pL\pN_.]*)[ \t\r]*;?[ \t\r]*$`)

func standIns(main, class, folder, before string) *strings.Replacer {
	stem := stemOf(main)
	return strings.NewReplacer("{main}", before+main, "{class}", class, "{stem}", stem, "{Stem}", capital(stem),
		"{folder}", folder)
}

// begin returns a source's main file and class. checkEntry has rejected sources without one.
func (l Language) begin(source problem.Source) (main, class string) {
	main, _ = l.mainOf(source)
	if l.class == "" {
		return main, ""
	}
	if source.Entrypoint != "" {
		return main, source.Entrypoint
	}
	if main == "" {
		return "", ""
	}
	stem := stemOf(main)
	return main, strings.NewReplacer("{stem}", stem, "{Stem}", inClass(capital(stem))).Replace(l.class)
}

// mainOf returns a source's main file: the one that submissions.yaml names, the one with the language's usual name, one
// called main, or the only one.
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
		Advice: fmt.Sprintf("which of its files (%s) it begins with is not known; %s", strings.Join(files, ", "),
			l.entryAdvice(source))}
}

// checkEntry returns an error if the language needs a main file, and the source does not show which it is.
func (l Language) checkEntry(source problem.Source, contents [][]byte) error {
	for _, arg := range slices.Concat(l.args[Submission], l.run) {
		named := strings.Contains(arg, "{main}") || strings.Contains(arg, "{stem}")
		if strings.Contains(arg, "{class}") {
			main, class := l.begin(source)
			named = source.Entrypoint == "" && l.declared(source, contents, main, class) == ""
		}
		if named {
			if _, err := l.mainOf(source); err != nil {
				return err
			}
		}
	}
	return nil
}

// drives reports whether the problem adds the main file, which has a fixed name.
func (l Language) drives(files []string) bool {
	return slices.ContainsFunc(l.sources(problem.Source{Files: files}), func(file string) bool {
		return slices.Contains(l.entrypoint, file) || strings.EqualFold(stemOf(file), "main")
	})
}

// entryOf returns where a source begins, in the form of its Entrypoint; "" if unknown.
func (l Language) entryOf(source problem.Source, contents [][]byte) string {
	main, class := l.begin(source)
	if l.class != "" {
		return l.declared(source, contents, main, class)
	}
	return main
}

func (l Language) extension() string {
	if len(l.Extensions) == 0 {
		return ""
	}
	return l.Extensions[0]
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

// settled sets the Entrypoint of a source if only the contents of its files show where it begins.
func (l Language) settled(source problem.Source, contents [][]byte) problem.Source {
	if source.Entrypoint != "" || l.checkEntry(source, contents) == nil {
		return source
	}
	file := l.beginning(source, contents)
	if file == "" {
		return source
	}
	one := source
	one.Files = []string{file}
	source.Entrypoint = l.entryOf(one, [][]byte{contents[slices.Index(source.Files, file)]})
	return source
}

// beginning returns the one file that matches the row's begins, else the only one in the top folder. It is "" if there
// is no such file.
func (l Language) beginning(source problem.Source, contents [][]byte) string {
	var begin, top []string
	for _, file := range l.sources(source) {
		if l.begins != nil && l.begins.Match(contents[slices.Index(source.Files, file)]) {
			begin = append(begin, file)
		}
		if !strings.Contains(file, "/") && stemOf(file) != "__init__" { // which makes a folder a Python package
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
	advice := "call it main" + l.extension()
	if !source.Legacy && source.Package == "" {
		advice += ", or name it in submissions.yaml: entrypoint"
	}
	return advice
}
