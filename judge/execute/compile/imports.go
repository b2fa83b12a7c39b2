package compile

import (
	"fmt"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"dlxjudge/judge/read/problem"
)

// relativeImport returns the first import of a path that begins with a dot, as a compiler's error; "" if there is none.
// Such an import would add files beside the source to the program, which no online judge has.
func relativeImport(source problem.Source, contents [][]byte) string {
	files := token.NewFileSet()
	for i, name := range source.Files {
		// the compiler reports what does not parse
		file, _ := parser.ParseFile(files, name, contents[i], parser.ImportsOnly)
		if file == nil {
			continue
		}
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && strings.HasPrefix(path, ".") {
				return fmt.Sprintf("./%v: the import of %q is relative; a program consists of its own files and the "+
					"standard library", files.PositionFor(spec.Pos(), false), path)
			}
		}
	}
	return ""
}
