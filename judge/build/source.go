package build

import (
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

	"dlxjudge/judge/problem"
)

// maxSource is the size of a source file, in bytes, that is read at most.
const maxSource = 64 << 20

// readSource reads a source file. A FIFO or a device, which may never end, is a *CompileError, as is a file that is too large.
func readSource(path string) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // opening a FIFO would wait for its other end
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &CompileError{Source: path, Output: path + " is not a regular file"}
	case info.Size() > maxSource:
		return nil, &CompileError{Source: path, Output: fmt.Sprintf("%s is larger than %d MiB", path, maxSource>>20)}
	}
	return io.ReadAll(io.LimitReader(file, maxSource))
}

// relativeImport finds the first import of a path that begins with a dot, and returns it as a compiler's error; "" if there
// is none. Such an import would make files that lie beside the source's part of the program, which no online judge has.
func relativeImport(source problem.Source, contents [][]byte) string {
	files := token.NewFileSet()
	for i, name := range source.Files {
		file, _ := parser.ParseFile(files, name, contents[i], parser.ImportsOnly) // what does not parse is the compiler's to tell
		if file == nil {
			continue
		}
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && strings.HasPrefix(path, ".") {
				return fmt.Sprintf("./%v: the import of %q is relative; a program consists of its own files and the standard library", files.Position(spec.Pos()), path)
			}
		}
	}
	return ""
}
