package submit

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
)

var (
	quotedInclude = regexp.MustCompile(`^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"[ \t]*(?://[^\n\\]*)?\r?\n?$`)
	pragmaOnce    = regexp.MustCompile(`^[ \t]*#[ \t]*pragma[ \t]+once\b`)
)

// Expand returns the text of a C++ file that includes the user's own headers, for an online judge that takes one file.
// The text of a header replaces the line #include "NAME", once for each header. Such a header must be below the folder
// of the C++ file, or below another of the given folders. The compiler must find all other headers. #line directives
// make compilers name the original files and lines. expanded lists the expanded headers by the names that messages use.
func Expand(path string, folders []string) (text []byte, expanded []string, err error) {
	e := expansion{dir: filepath.Dir(path), folders: append([]string{filepath.Dir(path)}, folders...)}
	err = e.add(path)
	return e.text.Bytes(), e.done[1:], err
}

// expansion is the text so far, and the files in it.
type expansion struct {
	dir     string   // the folder of the first file
	folders []string // only headers below these are expanded
	text    bytes.Buffer
	done    []string // the files in text, by the names that messages use
}

// add adds a file and the headers that it includes.
func (e *expansion) add(path string) error {
	content, err := untrusted.Read(path, compile.MaxSource-min(compile.MaxSource, int64(e.text.Len())))
	if err != nil {
		return err
	}
	name := e.name(path)
	e.done = append(e.done, name)
	lines := slices.Collect(bytes.Lines(content))
	for i, code := range slices.Collect(bytes.Lines(compile.WithoutComments(content))) {
		include := quotedInclude.FindSubmatch(lines[i])
		header := ""
		if include != nil && quotedInclude.Match(bytes.TrimRight(code, " \n")) {
			header = e.find(filepath.Dir(path), string(include[1]))
		}
		switch {
		case header != "" && slices.Contains(e.done, e.name(header)), pragmaOnce.Match(code):
			e.text.WriteString("\n")
		case header != "":
			fmt.Fprintf(&e.text, "#line 1 %q\n", e.name(header))
			if err := e.add(header); err != nil {
				return err
			}
			fmt.Fprintf(&e.text, "#line %d %q\n", i+2, name)
		default:
			e.text.Write(lines[i])
		}
	}
	if len(content) > 0 && content[len(content)-1] != '\n' {
		e.text.WriteString("\n")
	}
	return nil
}

// name returns a file's name for messages. It is the path, relative to the first file's folder if the file is below
// that folder.
func (e *expansion) name(path string) string {
	if below, err := filepath.Rel(e.dir, path); err == nil && filepath.IsLocal(below) {
		return filepath.ToSlash(below)
	}
	return filepath.ToSlash(path)
}

// find returns the path of a header that a file in dir includes, or "" if the header is left to the compiler.
func (e *expansion) find(dir, name string) string {
	for _, folder := range append([]string{dir}, e.folders...) {
		path := filepath.Join(folder, name)
		below := slices.ContainsFunc(e.folders, func(top string) bool {
			rest, err := filepath.Rel(top, path)
			return err == nil && filepath.IsLocal(rest)
		})
		if !below {
			continue
		}
		if info, err := untrusted.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
