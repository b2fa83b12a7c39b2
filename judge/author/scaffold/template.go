package scaffold

import (
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

//go:embed templates/*.txt
var builtIn embed.FS

// builtIns lists the templates. The default is the first template in a language that the online judge takes.
var builtIns = []struct{ name, file string }{
	{"go", "main.go"}, {"cpp", "main.cpp"}, {"c", "main.c"}, {"java", "Main.java"}, {"python3", "main.py"},
}

// FindTemplate returns the template with the name "go", "cpp", "c", "java" or "python3". For the name "", it returns
// the first template in a language that the online judge takes. The file has the name that the judge or the language
// requires. If neither requires a name, the file's name is main with the language's extension.
func FindTemplate(name string, judge problem.OnlineJudge) (whole.File, error) {
	for _, b := range builtIns {
		language, _ := compile.LanguageOf(problem.Source{Name: b.file, Files: []string{b.file}}) // always known
		taken := len(judge.Languages) == 0 || slices.Contains(judge.Languages, language.Display)
		if b.name != name && (name != "" || !taken) {
			continue
		}
		text, err := builtIn.ReadFile("templates/" + b.name + ".txt")
		file := b.file
		if asked := judge.FileNames[language.Display]; asked != "" && b.name != "java" { // Main.java has class Main
			file = asked + filepath.Ext(file)
		}
		return whole.File{Path: file, Text: string(text)}, err
	}
	if name == "" {
		return whole.File{}, fmt.Errorf("no template is in a language that %s takes (%s); name one with --from: %s",
			judge.Name, strings.Join(judge.Languages, ", "), strings.Join(TemplateNames(), ", "))
	}
	return whole.File{}, fmt.Errorf("--from %s: there is no such template; there are %s", name,
		strings.Join(TemplateNames(), ", "))
}

// TemplateNames returns the names that FindTemplate knows.
func TemplateNames() []string {
	var names []string
	for _, b := range builtIns {
		names = append(names, b.name)
	}
	return names
}
