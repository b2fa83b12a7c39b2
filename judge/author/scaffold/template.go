package scaffold

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/read/problem"
)

// Template is the first version of a solution.
type Template struct {
	File string // its name, of which the extension says the language
	Text []byte
}

// maxTemplate is the size of the largest template, in bytes.
const maxTemplate = 1 << 20

// usual is the name of the template that is used by default.
const usual = "default"

//go:embed templates/*.txt
var builtIn embed.FS

// builtIns are the extensions of the templates that come with the judge, by their names; the first that an online judge
// takes is the usual one.
var builtIns = []struct{ name, extension string }{
	{"go", ".go"}, {"cpp", ".cpp"}, {"c", ".c"}, {"java", ".java"}, {"python3", ".py"},
}

// Templates is the folder of the user's templates, ~/.config/judge/templates.
func Templates() (string, error) { return config.Path("templates") }

// FindTemplate finds the template of that name for an online judge: a file NAME.* of the folder, or one that comes with
// the judge, go, cpp, c, java or python3. For "" it is the folder's default.*, or the first of those that the online
// judge takes.
func FindTemplate(folder, name string, judge problem.OnlineJudge) (Template, error) {
	files, err := templateFiles(folder)
	if err != nil {
		return Template{}, err
	}
	wanted := name
	if wanted == "" {
		wanted = usual
	}
	var found []string
	for _, file := range files {
		if file == wanted {
			found = []string{file}
			break
		}
		if stem, _, _ := strings.Cut(file, "."); stem == wanted {
			found = append(found, file)
		}
	}
	if len(found) > 1 { // of a cpp and a go one, the online judge may take but one
		if taken := slices.DeleteFunc(slices.Clone(found), func(file string) bool {
			return !takes(judge, file)
		}); len(taken) == 1 {
			found = taken
		}
	}
	switch {
	case len(found) == 1:
		text, err := untrusted.Read(filepath.Join(folder, found[0]), maxTemplate)
		return Template{found[0], text}, err
	case len(found) > 1:
		return Template{}, fmt.Errorf("%s: %s are templates of one name; name one with its extension: --from %s",
			folder, strings.Join(found, " and "), found[0])
	}
	for _, b := range builtIns {
		file := "main" + b.extension
		if b.name == name || name == "" && takes(judge, file) {
			text, err := builtIn.ReadFile("templates/" + b.name + ".txt")
			return Template{file, text}, err
		}
	}
	if name == "" {
		return Template{}, fmt.Errorf("no template is in a language that %s takes (%s); write one: %s", judge.Name,
			strings.Join(judge.Languages, ", "), filepath.Join(folder, usual+".*"))
	}
	return Template{}, fmt.Errorf("no template %q: there is no %s, and with the judge come %s", name,
		filepath.Join(folder, name+".*"), builtInNames())
}

// templateFiles are the names of the user's templates in a language that the judge knows. There may be no folder.
func templateFiles(folder string) ([]string, error) {
	entries, err := untrusted.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var files []string
	for _, entry := range entries {
		if _, err := languageOf(entry.Name()); err == nil && !entry.IsDir() {
			files = append(files, entry.Name())
		}
	}
	return files, nil
}

// TemplateNames are those that FindTemplate finds, sorted.
func TemplateNames(folder string) []string {
	var names []string
	for _, b := range builtIns {
		names = append(names, b.name)
	}
	files, _ := templateFiles(folder) // FindTemplate says why it cannot be read
	for _, file := range files {
		stem, _, _ := strings.Cut(file, ".")
		names = append(names, stem)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func builtInNames() string {
	var names []string
	for _, b := range builtIns {
		names = append(names, b.name)
	}
	return strings.Join(names, ", ")
}

func languageOf(file string) (compile.Language, error) {
	if strings.HasPrefix(file, ".") || filepath.Ext(file) == "" {
		return compile.Language{}, fmt.Errorf("%s: no extension, which would say its language", file)
	}
	return compile.LanguageOf(problem.Source{Name: file, Files: []string{file}})
}

// takes reports whether an online judge takes a file, as far as is known.
func takes(judge problem.OnlineJudge, file string) bool {
	language, err := languageOf(file)
	return err == nil && (len(judge.Languages) == 0 || slices.Contains(judge.Languages, language.Display))
}

// nameFor is the name that a template's solution gets: main, or what the online judge or the language wants.
func (t Template) nameFor(judge problem.OnlineJudge) string {
	extension := filepath.Ext(t.File)
	if extension == ".java" { // a public class is in a file of its name
		return "Main.java"
	}
	if language, err := languageOf(t.File); err == nil && judge.FileNames[language.Display] != "" {
		return judge.FileNames[language.Display] + extension
	}
	return "main" + extension
}
