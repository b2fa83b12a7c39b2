package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// starters lists, by package, the functions that start a program outside the sandbox.
var starters = map[string][]string{
	"os/exec":                              {"Command", "CommandContext", "Cmd"},
	"os":                                   {"StartProcess"},
	"syscall":                              {"Exec", "ForkExec", "StartProcess"},
	"golang.org/x/sys/unix":                {"Exec"},
	"dlxjudge/judge/execute/sandbox":       {"Command"},
	"dlxjudge/judge/execute/sandbox/plain": {"Executor"},
}

// TestOutside holds SECURITY.md's table of programs that run outside the sandbox against the code: it names each file
// of the command and each package that can start one, and no other.
func TestOutside(t *testing.T) {
	want, got := make(map[string]bool), make(map[string]bool)
	_, text, _ := strings.Cut(judgetest.Read(t, "../SECURITY.md"), "\n## What runs outside the sandbox\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for _, row := range regexp.MustCompile(`(?m)^\| .*$`).FindAllString(text, -1) {
		cells := strings.Split(row, " | ")
		for _, place := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[len(cells)-1], -1) {
			want[place[1]] = true
		}
	}
	judgetest.Check(t, filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "judgetest"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || !startsPrograms(t, name):
			return nil
		}
		place := path.Join("judge", filepath.ToSlash(name))
		if strings.Contains(name, string(filepath.Separator)) {
			place = path.Dir(place)
		}
		got[place] = true
		return nil
	}))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("SECURITY.md names other places that start programs outside the sandbox (-SECURITY +code):\n%s", diff)
	}
}

// startsPrograms reports whether a Go file mentions a starter.
func startsPrograms(t *testing.T, name string) (starts bool) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	judgetest.Check(t, err)
	forbidden := make(map[string]bool)
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		judgetest.Check(t, err)
		as := path.Base(imported)
		if spec.Name != nil {
			as = spec.Name.Name
		}
		for _, starter := range starters[imported] {
			forbidden[as+"."+starter] = true
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if of, ok := selector.X.(*ast.Ident); ok && forbidden[of.Name+"."+selector.Sel.Name] {
				starts = true
			}
		}
		return true
	})
	return starts
}
