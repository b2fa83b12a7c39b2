// Package oldgo finds what Go 1.12 lacks in a program: newer language, newer functions of the standard library, and
// newer packages.
//
// The compiler's flag -lang finds the first of these only.
//
//	reviewer, err := oldgo.New(library.Root, open)
//	for _, wrong := range reviewer.Review("main.go", source) { … }
package oldgo

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"strconv"
	"strings"
)

// Reviewer reviews sources of one file. It is not for concurrent use.
type Reviewer struct {
	newer    library
	packages map[string]bool // that Go 1.12 has
	files    *token.FileSet
	importer types.Importer
}

// New returns a reviewer. It reads the api files in the folder of a Go toolchain, and fails if there are none. A
// source's imports are read by open, in the form of that toolchain's compiler.
func New(root string, open func(path string) (io.ReadCloser, error)) (*Reviewer, error) {
	newer, packages, err := newerLibrary(root)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	return &Reviewer{newer, packages, files, importer.ForCompiler(files, "gc", open)}, nil
}

// Review lists what Go 1.12 does not have in the source, each as "name:line: what".
func (r *Reviewer) Review(name string, source []byte) []string {
	var wrong []string
	for _, comment := range []string{"//", "/*"} { // lines are those of the file, whatever the source says
		source = bytes.ReplaceAll(source, []byte(comment+"line "), []byte(comment+"Line "))
	}
	syntax, err := parser.ParseFile(r.files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	report := func(at token.Pos, format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("%s:%d: ", name, r.files.Position(at).Line)+fmt.Sprintf(format, args...))
	}
	for _, spec := range syntax.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || !r.packages[path] {
			report(spec.Pos(), "import of %s, which Go 1.12 does not have", spec.Path.Value)
		}
	}
	info := &types.Info{
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{Importer: r.importer, GoVersion: "go1.12", Error: func(err error) {
		report(err.(types.Error).Pos, "%s", err.(types.Error).Msg)
	}}
	config.Check("main", r.files, []*ast.File{syntax}, info) // its error has been reported
	owners := r.owners(info)
	ast.Inspect(syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			name := featureName(info.Uses[n], owners)
			if version := r.newer[name]; version > 0 {
				report(n.Pos(), "%s is new in Go 1.%d", name, version)
			}
		case *ast.CallExpr:
			if of, ok := n.Fun.(*ast.SelectorExpr); ok && featureName(info.Uses[of.Sel], owners) == "fmt.Errorf" {
				if format, ok := first(n.Args).(*ast.BasicLit); ok && strings.Contains(format.Value, "%w") {
					report(format.Pos(), "%%w is new in Go 1.13")
				}
			}
		}
		return true
	})
	return wrong
}

// owners maps the struct fields of all packages that the source uses to their named types.
func (r *Reviewer) owners(info *types.Info) map[types.Object]string {
	owners := map[types.Object]string{}
	seen := map[*types.Package]bool{}
	for _, used := range info.Uses {
		p := used.Pkg()
		if p == nil || seen[p] {
			continue
		}
		seen[p] = true
		for _, name := range p.Scope().Names() {
			if structure, ok := p.Scope().Lookup(name).Type().Underlying().(*types.Struct); ok {
				for i := range structure.NumFields() {
					owners[structure.Field(i)] = name
				}
			}
		}
	}
	return owners
}

// featureName is the name of an object of the standard library in a library, "" for any other object.
func featureName(used types.Object, owners map[types.Object]string) string {
	if used == nil || used.Pkg() == nil || used.Pkg().Path() == "main" {
		return ""
	}
	path := used.Pkg().Path()
	if path == "io/fs" {
		path = "os" // where its types came from, and still can be named
	}
	if function, ok := used.(*types.Func); ok && function.Signature().Recv() != nil {
		receiver := function.Signature().Recv().Type()
		if pointer, ok := receiver.(*types.Pointer); ok {
			receiver = pointer.Elem()
		}
		if named, ok := receiver.(*types.Named); ok {
			return path + "." + named.Obj().Name() + "." + used.Name()
		}
		return ""
	}
	if owner, ok := owners[used]; ok {
		return path + "." + owner + "." + used.Name()
	}
	return path + "." + used.Name()
}

// first is the first of some arguments, nil if there are none.
func first(args []ast.Expr) ast.Expr {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}
