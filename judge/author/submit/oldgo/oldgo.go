// Package oldgo finds features that a program uses and Go 1.12 lacks: newer syntax, newer functions of the standard
// library, and newer packages. The compiler's flag -lang finds only newer syntax.
//
//	reviewer, err := oldgo.New(root, open)
//	for _, wrong := range reviewer.Review("main.go", source) { … }
package oldgo

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Reviewer reviews programs that consist of one file. It is not safe for concurrent use.
type Reviewer struct {
	since    map[string]int  // maps a name to the N of the Go 1.N that added it: "bytes.Buffer.Available" → 21
	packages map[string]bool // the packages of Go 1.12
	files    *token.FileSet
	importer types.Importer
}

// feature matches lines of Go's api files: `pkg strings, func Cut(…`, `pkg bytes, method (*Buffer) Available(…`,
// `pkg io/fs, type FileInfo interface, Sys() any`, `pkg math, const MaxInt …`.
var feature = regexp.MustCompile(`(?m)^pkg (\S+)(?: \(\S+\))?, ` +
	`(?:method \(\*?(\w+)[^)]*\)|type (\w+)\S* interface,|func|var|const|type) (\w+)`)

// New returns a reviewer. root is the folder of a Go toolchain. New reads the toolchain's api files, and fails if
// any file up to go1.12.txt is missing. open returns the export data of an imported package, in the format of the
// toolchain's compiler.
func New(root string, open func(path string) (io.ReadCloser, error)) (*Reviewer, error) {
	files := token.NewFileSet()
	r := &Reviewer{make(map[string]int), make(map[string]bool), files, importer.ForCompiler(files, "gc", open)}
	for version := 0; ; version++ {
		name := fmt.Sprintf("go1.%d.txt", version)
		if version == 0 {
			name = "go1.txt"
		}
		text, err := os.ReadFile(filepath.Join(root, "api", name))
		if version > 12 && os.IsNotExist(err) {
			return r, nil
		} else if err != nil {
			return nil, fmt.Errorf("%w; a toolchain from https://go.dev/dl/ has this file", err)
		}
		for _, match := range feature.FindAllStringSubmatch(string(text), -1) {
			name := match[1] + "." + match[4]
			if owner := match[2] + match[3]; owner != "" {
				name = match[1] + "." + owner + "." + match[4]
			}
			if _, known := r.since[name]; !known { // a later file lists a name again if its declaration changed
				r.since[name] = version
			}
			if version <= 12 {
				r.packages[match[1]] = true
			}
		}
	}
}

// Review lists the features that the source uses and Go 1.12 lacks, and the other errors of the source. Each item is
// "name:line: message".
func (r *Reviewer) Review(name string, source []byte) []string {
	var wrong []string
	syntax, err := parser.ParseFile(r.files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	report := func(at token.Pos, format string, args ...any) {
		line := r.files.PositionFor(at, false).Line // the file's own line, whatever a //line directive says
		wrong = append(wrong, fmt.Sprintf("%s:%d: ", name, line)+fmt.Sprintf(format, args...))
	}
	for _, spec := range syntax.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || !r.packages[path] {
			report(spec.Pos(), "import of %s, which Go 1.12 does not have", spec.Path.Value)
		}
	}
	uses := make(map[*ast.Ident]types.Object)
	config := types.Config{Importer: r.importer, GoVersion: "go1.12", Error: func(err error) {
		report(err.(types.Error).Pos, "%s", err.(types.Error).Msg)
	}}
	config.Check("main", r.files, []*ast.File{syntax}, &types.Info{Uses: uses}) // errors have been reported
	ast.Inspect(syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			name := nameOf(uses[n])
			if version := r.since[name]; version > 12 {
				report(n.Pos(), "%s is new in Go 1.%d", name, version)
			}
		case *ast.CallExpr:
			of, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || len(n.Args) == 0 || nameOf(uses[of.Sel]) != "fmt.Errorf" {
				break
			}
			if format, ok := n.Args[0].(*ast.BasicLit); ok && strings.Contains(format.Value, "%w") {
				report(format.Pos(), "%%w is new in Go 1.13")
			}
		}
		return true
	})
	return wrong
}

// nameOf returns the name of an object of the standard library in the api files. It is "" for other objects and for
// struct fields.
func nameOf(used types.Object) string {
	if field, ok := used.(*types.Var); used == nil || used.Pkg() == nil || used.Pkg().Path() == "main" ||
		ok && field.IsField() {
		return ""
	}
	name := used.Pkg().Path() + "." + used.Name()
	if function, ok := used.(*types.Func); ok { // a method's full name includes the receiver: (*bytes.Buffer).Available
		name = strings.NewReplacer("(*", "", "(", "", ")", "").Replace(function.FullName())
	}
	if rest, ok := strings.CutPrefix(name, "io/fs."); ok {
		name = "os." + rest // the types of io/fs were first in os, which still has their names
	}
	return name
}
