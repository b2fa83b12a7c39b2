package receive

import (
	"fmt"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/author/scaffold"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Layout says which files a problem gets. The zero value means a folder in the working folder, without a source.
type Layout struct {
	Folder, File string          // patterns of the paths of the folder and of the source; "" for the usual ones
	Templates    []scaffold.File // texts of sources, which have fields; a path shows only the language
}

// ReadTemplates reads the templates at these paths.
func (l *Layout) ReadTemplates(paths []string) error {
	for _, path := range paths {
		text, err := untrusted.Read(path, maxTemplate)
		if err != nil {
			return fmt.Errorf("template: %w", err)
		}
		l.Templates = append(l.Templates, scaffold.File{Path: path, Text: string(text)})
	}
	return nil
}

const maxTemplate = 1 << 20 // bytes

// source returns the extension and the template of a source: the template with the extension that the pattern asks for
// or, if it asks for none, the first in a language that the online judge takes.
func (l Layout) source(judge problem.OnlineJudge) (extension, text string) {
	extension = path.Ext(l.File)
	for _, template := range l.Templates {
		own := filepath.Ext(template.Path)
		language, err := compile.LanguageOf(problem.Source{Files: []string{template.Path}})
		taken := err != nil || len(judge.Languages) == 0 || slices.Contains(judge.Languages, language.Display)
		if own == extension || extension == "" && taken {
			return own, template.Text
		}
	}
	return extension, ""
}

var (
	unsafeTitle   = regexp.MustCompile(`[^\pL\pN .,:+!&()-]+`)
	unsafeAddress = regexp.MustCompile(`[^A-Za-z0-9._~:/?#=&%+@,!-]`)
)

// fill replaces the fields in a template. The texts of a page lose the characters that end a comment or a string.
func (t Task) fill(template string, plain fields, f Folder) string {
	all := maps.Clone(plain)
	all["name"] = strings.TrimSpace(unsafeTitle.ReplaceAllString(f.Title, " "))
	all["time_limit"], all["memory"], all["url"] = "", "", ""
	if f.Time > 0 {
		all["time_limit"], all["memory"] = fmt.Sprint(f.Time.Seconds()), fmt.Sprint(f.Memory>>20)
	}
	if page := webPage(t.URL); page != nil {
		all["url"] = unsafeAddress.ReplaceAllStringFunc(page.String(), url.QueryEscape)
	}
	return all.expand(template)
}
