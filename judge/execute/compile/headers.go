package compile

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/read/config"
)

// testlib is the header of the library that most checkers are written with. The judge has no copy: users get it from
// its author's page.
const (
	testlib     = "testlib.h"
	TestlibPage = "https://github.com/MikeMirzayanov/testlib"
)

var (
	// includeForm matches a directive that includes a file, or that defines a macro that may name one.
	includeForm = regexp.MustCompile(`(?m)^[ \t]*(?:#|%:|\?\?=)[ \t]*` +
		`(?:include|include_next|import|embed|define[ \t]+\w+)[ \t]*(["<])([^">\n]+)[">]`)
	// commentForm matches a comment. It also matches strings, because comment signs in a string do not start a comment.
	commentForm = regexp.MustCompile(`(?s)//(?:\\.|[^\\\n])*|/\*.*?(?:\*/|\z)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`)
)

// WithoutComments replaces each comment of a C or C++ text with a space and the comment's line breaks.
func WithoutComments(text []byte) []byte {
	return commentForm.ReplaceAllFunc(text, func(found []byte) []byte {
		if found[0] == '/' {
			return append(bytes.Repeat([]byte{'\n'}, bytes.Count(found, []byte{'\n'})), ' ')
		}
		return found
	})
}

// include is what a directive includes: a name in quotes or in angle brackets. The name of a module counts as quoted.
type include struct {
	name   string
	quoted bool
}

// includes returns what a C or C++ text includes. It ignores comments.
func includes(text []byte) (all []include) {
	seen := make(map[include]bool)
	for _, found := range includeForm.FindAllSubmatch(WithoutComments(text), -1) {
		each := include{string(found[2]), found[1][0] == '"'}
		if !seen[each] {
			seen[each], all = true, append(all, each)
		}
	}
	return all
}

// mostModules bounds the number of imported names to look for.
const mostModules = 2000

// includes returns what a file includes. In languages other than C and C++, the words of an import, and capitalized
// names, may be those of modules or their folders: lib.more is in lib/more.py, lib/more or, at least, lib.
func (l Language) includes(file Local) (all []include) {
	if len(l.Headers) > 0 {
		return includes(file.Text)
	}
	for _, line := range importForm.FindAll(file.Text, -1) {
		for _, word := range moduleForm.FindAllString(string(line), -1) {
			word = path.Clean(strings.Trim(word, "./"))
			name := path.Clean(strings.ReplaceAll(word, ".", "/"))
			switch {
			case name == "/" || !filepath.IsLocal(word):
				continue
			case len(all) > mostModules:
				return all
			}
			top, _, _ := strings.Cut(name, "/")
			for _, ext := range append([]string{""}, l.endings()...) {
				all = append(all, include{word + ext, true}, include{name + ext, true})
			}
			all = append(all, include{top, true})
		}
	}
	return all
}

var (
	// importForm matches a line that may import a module, or a capitalized name, which in Java is that of a class.
	importForm = regexp.MustCompile(`(?m)^.*\b(?:import|from|mod|use|using|require\w*|include\w*|source|load|path)\b.*$` +
		`|\b\p{Lu}\w*`)
	moduleForm = regexp.MustCompile(`[\pL_./][\pL\pN_./]*`)
)

// placeOf returns the path, below the folder of the files, where the compiler finds a header: the path in the directive
// without leading ../ parts.
func placeOf(written string) string {
	return strings.TrimPrefix(path.Clean("/"+written), "/")
}

// TestlibAt returns the path of the user's testlib.h, for programs without a copy in their package. found reports
// whether the user or the system has that header. If not, the user can put a copy at the path.
func TestlibAt() (path string, found bool) {
	path = configFile(testlib)
	_, err := os.Stat(path)
	return path, err == nil || ofSystem(testlib)
}

// ofSystem reports whether compilers find a header without further arguments.
func ofSystem(name string) bool {
	return slices.ContainsFunc([]string{"/usr/local/include", "/usr/include"}, func(folder string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	})
}

// configFile returns the path of a user's settings file; "" if the user has no settings folder.
func configFile(name string) string {
	path, _ := config.Path(name)
	return path
}
