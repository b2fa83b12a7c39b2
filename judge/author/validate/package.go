package validate

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// attachments finds folders among the attachments that are no code templates.
func (r *Report) attachments(p *problem.Problem) {
	dir := filepath.Join(p.Dir, "attachments")
	for _, e := range visible(dir) {
		if e.IsDir() && e.Name() != "templates" {
			r.find(filepath.Join(dir, e.Name()), "attachments are files; make a zip archive of the folder")
		}
	}
	templates := filepath.Join(dir, "templates")
	for _, e := range visible(templates) {
		path := filepath.Join(templates, e.Name())
		switch {
		case !e.IsDir():
			r.find(path, "templates are in folders that are called by the code of their language, or default; move "+
				"the file to one")
		case e.Name() != "default" && !slices.Contains(problem.LanguageCodes(), e.Name()):
			r.find(path, "%q is no code of a language, nor default; rename the folder", e.Name())
		case len(visible(path)) == 0:
			r.find(path, "no templates; write some, or remove the folder")
		}
	}
}

// included finds folders of files for submissions whose names are not languages, and empty ones.
func (r *Report) included(p *problem.Problem) {
	dir := filepath.Join(p.Dir, "include")
	for _, e := range visible(dir) {
		path := filepath.Join(dir, e.Name())
		switch legacy := p.Format != "2025-09"; {
		case !e.IsDir() && filepath.Ext(path) == ".h": // of a checker or a validator
		case !e.IsDir():
			r.find(path, "included files are in folders that are called by the code of their language; move the "+
				"file to one")
		case !legacy && e.Name() == "default":
		case !slices.Contains(problem.LanguageCodes(), e.Name()):
			r.find(path, "%q is no code of a language; rename the folder", e.Name())
		}
		if e.IsDir() && len(visible(path)) == 0 {
			r.find(path, "no files to include; write some, or remove the folder")
		}
	}
}

// visible are the files of a folder whose names the format does not ignore. There may be no such folder.
func visible(dir string) []fs.DirEntry {
	entries, err := untrusted.ReadDir(dir)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "-")
	})
}

// shared finds tests with two files to show, or to download, in place of the same one.
func (r *Report) shared(p *problem.Problem) {
	for _, t := range p.Tests {
		base := strings.TrimSuffix(t.Input, ".in")
		has := func(extension string) bool {
			_, err := untrusted.Stat(base + extension)
			return err == nil
		}
		for _, one := range [][]string{
			{".in.statement", ".interaction"}, {".out", ".ans.statement", ".interaction"}, {".out", ".ans.download"},
		} {
			if two := slices.DeleteFunc(one, func(extension string) bool { return !has(extension) }); len(two) > 1 {
				r.find(t.Input, "%s beside it stand for the same; remove all but one", strings.Join(two, " and "))
			}
		}
		for _, side := range []string{".in", ".ans"} {
			shown, given := has(side+".statement") || has(".interaction"), has(side+".download")
			switch {
			case shown && !given && p.Talks() && has(".interaction"): // which says that itself
			case shown && !given:
				r.find(t.Input, "another file is shown in place of its %[1]s, and none is given out; write "+
					"%[1]s.download", side)
			case given && !shown:
				r.find(t.Input, "another file is given out in place of its %[1]s, and none is shown; write "+
					"%[1]s.statement", side)
			}
		}
	}
}

// illustrations finds tests with more than one picture.
func (r *Report) illustrations(p *problem.Problem) {
	for _, t := range p.Tests {
		var found []string
		for _, extension := range []string{".png", ".jpg", ".jpeg", ".svg"} {
			path := strings.TrimSuffix(t.Input, ".in") + extension
			if _, err := untrusted.Stat(path); err == nil {
				found = append(found, filepath.Base(path))
			}
		}
		if len(found) > 1 {
			r.find(t.Input, "%s: a test may have one illustration; remove the others", strings.Join(found, ", "))
		}
	}
}

// textFiles are the extensions of files that the format wants to be text, those of sources included.
var textFiles = words(`.yaml .md .tex .txt .in .ans .out .statement .download .interaction .hint .desc .timelimit .ini
	.c .h .cc .cpp .cxx .hh .hpp .hxx .go .py .java .kt .scala .rs .js .ts .cs .hs .ml .pas .rb .php .pl .sh`)

func words(list string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// mostText is how many bytes of a file are read.
const mostText = 64 << 20

// texts finds text files that are not UTF-8, begin with a byte-order mark, have other line ends than newlines, or do
// not end with one. For blanks in answers see form.
func (r *Report) texts(p *problem.Problem) error {
	for _, root := range []string{p.Dir, p.DataDir} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil { // then e may be nil
				return err
			}
			switch hidden := strings.HasPrefix(e.Name(), ".") && path != root; {
			case e.IsDir() && (hidden || strings.HasSuffix(path, ".files") || root == p.Dir && path == p.DataDir):
				return fs.SkipDir
			case e.IsDir() || hidden || !e.Type().IsRegular() || !textFiles[filepath.Ext(path)]:
				return nil
			case strings.Contains(path, "invalid_"): // these may be wrong on purpose
				return nil
			}
			text, err := untrusted.Read(path, mostText)
			var large *untrusted.SizeError
			if errors.As(err, &large) {
				return nil
			}
			if err == nil {
				r.text(path, text, p.Checkers == nil && filepath.Ext(path) == ".ans")
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (r *Report) text(path string, text []byte, answer bool) {
	switch {
	case bytes.HasPrefix(text, []byte("\ufeff")):
		r.find(path, "begins with a byte-order mark; save it as UTF-8 without one")
	case !utf8.Valid(text):
		r.find(path, "is not UTF-8; save it so")
	case answer: // form says the rest
	case bytes.Contains(text, []byte("\r\n")):
		r.find(path, "line %d ends with a carriage return and a newline; the format wants newlines alone",
			1+bytes.Count(text[:bytes.Index(text, []byte("\r\n"))], []byte("\n")))
	case len(text) > 0 && text[len(text)-1] != '\n':
		r.find(path, "no newline at the end")
	}
}
