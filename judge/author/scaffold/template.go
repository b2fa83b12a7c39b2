package scaffold

import (
	"cmp"
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Template is the first version of a solution.
type Template struct {
	File string // its name, with the extension of the language
	Text []byte
}

//go:embed templates/*.txt
var builtIn embed.FS

// builtIns are the templates. The first in a language that the online judge takes is the default.
var builtIns = []struct{ name, file string }{
	{"go", "main.go"}, {"cpp", "main.cpp"}, {"c", "main.c"}, {"java", "main.java"}, {"python3", "main.py"},
}

// FindTemplate returns the template called go, cpp, c, java or python3. For "" it returns the first in a language that
// the online judge takes.
func FindTemplate(name string, judge problem.OnlineJudge) (Template, error) {
	for _, b := range builtIns {
		if b.name == name || name == "" && (len(judge.Languages) == 0 || slices.Contains(judge.Languages,
			languageOf(b.file))) {
			text, err := builtIn.ReadFile("templates/" + b.name + ".txt")
			return Template{b.file, text}, err
		}
	}
	if name == "" {
		return Template{}, fmt.Errorf("no template is in a language that %s takes (%s); name one with --from: %s",
			judge.Name, strings.Join(judge.Languages, ", "), strings.Join(TemplateNames(), ", "))
	}
	return Template{}, fmt.Errorf("--from %s: there is no such template; there are %s", name,
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

// languageOf returns the name that online judges use for the language of a file.
func languageOf(file string) string {
	language, _ := compile.LanguageOf(problem.Source{Name: file, Files: []string{file}}) // known for all templates
	return language.Display
}

// nameFor returns the file name of a template's solution: main, or what the online judge or the language requires.
func (t Template) nameFor(judge problem.OnlineJudge) string {
	extension := filepath.Ext(t.File)
	if extension == ".java" { // a public class is in a file of its name
		return "Main.java"
	}
	return cmp.Or(judge.FileNames[languageOf(t.File)], "main") + extension
}
