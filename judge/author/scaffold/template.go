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
	File string // its name, of which the extension says the language
	Text []byte
}

//go:embed templates/*.txt
var builtIn embed.FS

// builtIns are the templates by their names; the first that an online judge takes is the usual one.
var builtIns = []struct{ name, file string }{
	{"go", "main.go"}, {"cpp", "main.cpp"}, {"c", "main.c"}, {"java", "main.java"}, {"python3", "main.py"},
}

// FindTemplate finds the template of that name, go, cpp, c, java or python3. For "" it is the first that the online
// judge takes.
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
	return Template{}, fmt.Errorf("--from %s: no template is called so; there are %s", name,
		strings.Join(TemplateNames(), ", "))
}

// TemplateNames are those that FindTemplate finds.
func TemplateNames() []string {
	var names []string
	for _, b := range builtIns {
		names = append(names, b.name)
	}
	return names
}

// languageOf is the language of a file as online judges call it.
func languageOf(file string) string {
	language, _ := compile.LanguageOf(problem.Source{Name: file, Files: []string{file}}) // of a template: it is known
	return language.Display
}

// nameFor is the name that a template's solution gets: main, or what the online judge or the language wants.
func (t Template) nameFor(judge problem.OnlineJudge) string {
	extension := filepath.Ext(t.File)
	if extension == ".java" { // a public class is in a file of its name
		return "Main.java"
	}
	return cmp.Or(judge.FileNames[languageOf(t.File)], "main") + extension
}
