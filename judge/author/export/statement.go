package export

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// maxStatement bounds a statement that is rewritten.
const maxStatement = 4 << 20

// statementForm is the form of a statement's name: problem.en.md, or problem.tex for English.
var statementForm = regexp.MustCompile(`^problem(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?\.(md|tex|pdf|html|txt)$`)

// statement is a statement file of the problem.
type statement struct{ path, language, form string }

// statements are the statements of the problem in all languages, those in English first, and the folder they are in.
func (k *plan) statements() (found []statement, folder string) {
	for _, name := range []string{"statement", "problem_statement", "."} {
		folder = filepath.Join(k.problem.Dir, name)
		entries, _ := untrusted.ReadDir(folder)
		for _, e := range entries {
			if m := statementForm.FindStringSubmatch(e.Name()); m != nil && isFile(filepath.Join(folder, e.Name())) {
				language := m[1]
				if language == "" {
					language = "en"
				}
				found = append(found, statement{filepath.Join(folder, e.Name()), language, m[2]})
			}
		}
		if found != nil {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b statement) int {
		switch {
		case a.language == b.language:
			return 0
		case a.language == "en":
			return -1
		case b.language == "en":
			return 1
		}
		return strings.Compare(a.language, b.language)
	})
	return found, folder
}

// addStatement adds the statement in the form that the target shows.
func (k *plan) addStatement() error {
	found, folder := k.statements()
	if len(found) == 0 {
		if k.problem.Format == polygon.Format {
			k.note("its statements are left out: the LaTeX of Polygon needs a style of its own")
			return nil
		}
		k.note("it has no statement")
		return nil
	}
	switch k.to {
	case DOMjudge:
		// the format wants LaTeX, DOMjudge does not read it
		return errors.Join(k.addShown(found), k.addLaTeX(found, folder))
	case Kattis:
		return k.addLaTeX(found, folder)
	}
	if k.legacy() {
		return k.modernStatement(found, folder)
	}
	return k.addTree("statement", folder)
}

// addShown adds the one statement that DOMjudge shows: a PDF, a page, or a text.
func (k *plan) addShown(found []statement) error {
	for _, form := range []string{"pdf", "html", "txt", "md"} {
		i := slices.IndexFunc(found, func(s statement) bool {
			return s.form == form && s.language == found[0].language
		})
		if i < 0 {
			continue
		}
		s := found[i]
		if others := len(languagesOf(found)) - 1; others > 0 {
			k.note("DOMjudge shows one statement, that in %s", s.language)
		}
		if form != "md" {
			k.copy("problem_statement/problem."+form, s.path)
			return nil
		}
		text, err := untrusted.Read(s.path, maxStatement)
		if err != nil {
			return err
		}
		shown, err := withSamples(k.problem, k.title(s.language), string(text))
		if err == nil {
			k.text("problem_statement/problem.txt", shown)
			k.note("the statement is shown as text, since DOMjudge shows PDF, HTML and text only")
		}
		return err
	}
	k.note("its statement is LaTeX, which DOMjudge does not show; make a PDF of it and put it beside, as "+
		"problem.%s.pdf", found[0].language)
	return nil
}

// title is the problem's name in a language.
func (k *plan) title(language string) string {
	return cmp.Or(k.problem.Titles[language], k.problem.Title)
}

func languagesOf(found []statement) []string {
	var all []string
	for _, s := range found {
		all = append(all, s.language)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// withSamples is a statement as text, with its title above and the samples below, which DOMjudge does not add.
func withSamples(p *problem.Problem, title, text string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n", title, strings.TrimSpace(text))
	for _, t := range p.Tests {
		if t.Group() != "sample" {
			continue
		}
		input, err := untrusted.Read(t.Input, maxStatement)
		answer, answerErr := untrusted.Read(t.Answer, maxStatement)
		if err := errors.Join(err, answerErr); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n## Input of %s\n\n%s\n## Output of %[1]s\n\n%[3]s", t.Name, input, answer)
	}
	return b.String(), nil
}

// inLaTeX reports whether a statement exists in LaTeX, too. A package has one file for each language.
func inLaTeX(found []statement, s statement) bool {
	return slices.ContainsFunc(found, func(o statement) bool { return o.language == s.language && o.form == "tex" })
}

// addLaTeX adds all statements as LaTeX or PDF, and the files beside them.
func (k *plan) addLaTeX(found []statement, folder string) error {
	for _, s := range found {
		target := "problem_statement/problem." + s.language + "."
		switch s.form {
		case "tex":
			k.copy(target+"tex", s.path)
		case "pdf":
			if k.to == Kattis && !inLaTeX(found, s) { // DOMjudge has it under another name
				k.copy(target+"pdf", s.path)
			}
		case "md":
			if inLaTeX(found, s) {
				continue
			}
			text, err := untrusted.Read(s.path, maxStatement)
			if err != nil {
				return err
			}
			latex, left := latexOf(k.title(s.language), string(text))
			k.text(target+"tex", latex)
			if left > 0 {
				k.note("in problem.%s.tex %d lines of Markdown stand as they were, since only plain Markdown is "+
					"made LaTeX; look at it", s.language, left)
			}
		case "html", "txt":
			if k.to == Kattis {
				k.note("%s is left out: Kattis wants LaTeX or PDF", filepath.Base(s.path))
			}
		}
	}
	entries, _ := untrusted.ReadDir(folder)
	for _, e := range entries {
		picture := slices.Contains([]string{".png", ".jpg", ".jpeg", ".pdf"}, path.Ext(e.Name()))
		if picture && isFile(filepath.Join(folder, e.Name())) && !statementForm.MatchString(e.Name()) {
			k.copy("problem_statement/"+e.Name(), filepath.Join(folder, e.Name()))
		}
	}
	return nil
}
