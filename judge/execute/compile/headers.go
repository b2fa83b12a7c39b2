package compile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/tree"
)

// testlib is the header of the library that most checkers are written with.
const testlib = "testlib.h"

// Compilers search for a tool's headers in the tool's folder, then in these subfolders. So ../x.h, searched from .up,
// is x.h in the tool's folder.
var (
	upFolders  = []string{".up", ".up/.up", ".up/.up/.up", ".up/.up/.up/.up"}
	searchArgs = []string{"-idirafter", ".", "-idirafter", "./.up", "-idirafter", "./.up/.up", "-idirafter",
		"./.up/.up/.up", "-idirafter", "./.up/.up/.up/.up"}
)

var (
	// includeForm matches a directive that includes a file, or any mention of testlib.h in quotes or angle brackets, as
	// in a macro.
	includeForm = regexp.MustCompile(`(?m)^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:include|include_next|import)[ \t]*["<]([^">\n]+)[">]` +
		`|["<]([^"<>\n]*\btestlib\.h)[">]`)
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

// includes returns the files that a C or C++ text includes, as written there. It ignores comments.
func includes(text []byte) (names []string) {
	for _, found := range includeForm.FindAllSubmatch(WithoutComments(text), -1) {
		if name := string(found[1]) + string(found[2]); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// withHeaders adds headers to a tool's source: those that its files include, directly or indirectly, but that are not
// among these files. The headers come from the tool's folder or elsewhere in its package; testlib.h can also come from
// the user's settings folder. The error is a *MissingError if testlib.h is not found.
func withHeaders(language Language, source problem.Source, contents [][]byte) (problem.Source, [][]byte, error) {
	if len(language.Headers) == 0 {
		return source, contents, nil
	}
	source.Files, contents = slices.Clone(source.Files), slices.Clone(contents)
	for i := 0; i < len(source.Files); i++ { // source.Files grows
		if ext := path.Ext(source.Files[i]); !slices.Contains(language.Extensions, ext) &&
			!slices.Contains(language.Headers, ext) {
			continue
		}
		for _, written := range includes(contents[i]) {
			name := placeOf(written)
			beside := path.Join(path.Dir(source.Files[i]), written)
			if slices.Contains(source.Files, name) || slices.Contains(source.Files, beside) ||
				!slices.Contains(language.Headers, path.Ext(name)) {
				continue
			}
			text, err := findHeader(source, name)
			switch {
			case err != nil:
				return source, nil, err
			case text != nil:
				source.Files, contents = append(source.Files, name), append(contents, text)
			case path.Base(name) == testlib && !ofSystem(testlib):
				return source, nil, &MissingError{Language: language.Display, Header: testlib, Advice: fmt.Sprintf(
					"%s includes it: put it beside that file, at the top of the package, or at %s",
					filepath.Join(source.Dir, source.Files[i]), configFile(testlib))}
			}
		}
	}
	return source, contents, nil
}

// placeOf returns the path, below the folder of the files, where the compiler finds a header: the path in the directive
// without leading ../ parts.
func placeOf(written string) string {
	return strings.TrimPrefix(path.Clean("/"+written), "/")
}

// searches returns two lists: arguments that make a compiler search for a tool's headers after the usual places, and
// the folders that these arguments need. Both are nil for a submission.
func (c compilation) searches() (args, folders []string) {
	if c.kind != Tool || len(c.language.Headers) == 0 {
		return nil, nil
	}
	return searchArgs, upFolders
}

// packageFolders are the folders of a package that may hold shared headers.
var packageFolders = []string{
	"include", "include/cpp", "include/default", "", "output_validator", "output_validators", "input_validators",
	"input_format_validators", "generators", "files",
}

// headerFolders returns the folders to search for a tool's headers, the tool's own first.
func headerFolders(source problem.Source) []string {
	folders := []string{source.Dir}
	if source.Package == "" {
		return folders
	}
	folders = append(folders, filepath.Dir(source.Dir))
	for _, folder := range packageFolders {
		folders = append(folders, filepath.Join(source.Package, folder))
	}
	return folders
}

// findHeader returns the text of a header from the first folder that has it; nil if no folder has it. In each folder, a
// file with only the header's base name will do, too. findHeader ignores names that the format ignores.
func findHeader(source problem.Source, name string) ([]byte, error) {
	if !tree.Allowed(name) {
		return nil, nil
	}
	var places []string
	for _, folder := range headerFolders(source) {
		places = append(places, filepath.Join(folder, name), filepath.Join(folder, path.Base(name)))
	}
	if path.Base(name) == testlib {
		places = append(places, configFile(testlib))
	}
	for _, place := range places {
		text, err := untrusted.Read(place, MaxSource)
		switch {
		case err == nil:
			return append([]byte{}, text...), nil
		case path.Base(name) == testlib && errors.Is(err, untrusted.ErrOutside): // skipped; any other copy will do
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) &&
			!errors.Is(err, untrusted.ErrNotRegular):
			return nil, fmt.Errorf("the header %s: %w", name, err)
		}
	}
	return nil, nil
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
