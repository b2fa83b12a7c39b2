package solutions_test

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// allowed are the imports that an online judge's old Go surely has and that a solution may need.
var allowed = map[string]bool{
	"bufio": true, "bytes": true, "fmt": true, "io": true, "math": true, "math/bits": true,
	"os": true, "sort": true, "strconv": true, "strings": true,
}

// A library is what the standard library has gained since Go 1.12: "strings.Cut" → 18, "bytes.Buffer.Available" → 21.
type library map[string]int

// A feature of Go's api files: `pkg strings, func Cut(…`, `pkg bytes, method (*Buffer) Available(…`,
// `pkg net/http, type Request struct, Pattern string`, `pkg math, const MaxInt …`.
var (
	packageFeature = regexp.MustCompile(`^pkg (\S+)(?: \(\S+\))?, (?:func|var|const|type) (\w+)`)
	methodFeature  = regexp.MustCompile(`^pkg (\S+)(?: \(\S+\))?, method \(\*?(\w+)[^)]*\) (\w+)`)
	memberFeature  = regexp.MustCompile(`^pkg (\S+)(?: \(\S+\))?, type (\w+)\S* (?:struct|interface), (\w+)`)
)

// newerLibrary reads the api files of the Go that runs the test. A feature that an old file has too was only declared
// in another way since, as os.FileMode was, or deprecated.
var newerLibrary = sync.OnceValues(func() (library, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "api", "go1*.txt"))
	if err != nil {
		return nil, err
	}
	newer, old := library{}, library{}
	for _, path := range files {
		version := 0 // go1.txt
		fmt.Sscanf(filepath.Base(path), "go1.%d.txt", &version)
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(strings.NewReader(string(data)))
		for lines.Scan() {
			for _, feature := range []*regexp.Regexp{memberFeature, methodFeature, packageFeature} {
				if match := feature.FindStringSubmatch(lines.Text()); match != nil {
					name := strings.Join(match[1:], ".")
					if version <= 12 {
						old[name] = version
					} else if newer[name] == 0 || version < newer[name] {
						newer[name] = version
					}
					break
				}
			}
		}
	}
	for name := range old {
		delete(newer, name)
	}
	if newer["strings.Cut"] != 18 || newer["bytes.Buffer.Available"] != 21 || newer["os.FileMode"] != 0 {
		return nil, fmt.Errorf("the api files of %s do not list what is known to be in them", strings.TrimSpace(string(root)))
	}
	return newer, nil
})

// A reviewer finds in a solution what an old Go would not have. It is not for concurrent use.
type reviewer struct {
	newer    library
	files    *token.FileSet
	importer types.Importer
}

func newReviewer(t *testing.T) *reviewer {
	t.Helper()
	newer, err := newerLibrary()
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	return &reviewer{newer, files, importer.ForCompiler(files, "gc", nil)}
}

// review lists what is wrong with a source, each as "line: what".
func (r *reviewer) review(name, source string) []string {
	var wrong []string
	syntax, err := parser.ParseFile(r.files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	report := func(at token.Pos, format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf("%d: ", r.files.Position(at).Line)+fmt.Sprintf(format, args...))
	}
	for _, spec := range syntax.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || !allowed[path] {
			report(spec.Pos(), "import of %s, which is not on the list", spec.Path.Value)
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
		case *ast.BasicLit:
			if n.Kind == token.STRING && strings.Contains(n.Value, "%w") {
				report(n.Pos(), "%%w is new in Go 1.13")
			}
		}
		return true
	})
	return wrong
}

// owners says to which named type the fields of the packages that info's source uses belong.
func (r *reviewer) owners(info *types.Info) map[types.Object]string {
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

// featureName is the name by which a library lists an object of the standard library, and "" for any other object.
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

func TestReview(t *testing.T) {
	r := newReviewer(t)
	const inMain = "package main\n\nimport (\n\t\"bufio\"\n\t\"bytes\"\n\t\"fmt\"\n\t\"io\"\n\t\"math\"\n\t\"os\"\n\t\"strings\"\n)\n\n" +
		"var _ = fmt.Sprint(bufio.MaxScanTokenSize, bytes.MinRead, io.EOF, math.Pi, os.Args, strings.Fields(\"\"))\n\n" +
		"func main() {\n\t%s\n}\n"
	const line = "16: "
	tests := []struct{ body, want string }{
		{`fmt.Println(strings.Fields("a b"), bytes.TrimSpace(nil))`, ""},
		{`var b strings.Builder; b.WriteString("a"); b.Grow(8)`, ""},
		{`var mode os.FileMode = os.ModePerm; _ = mode`, ""}, // declared anew in Go 1.16, but old
		{`_ = strings.Title("a")`, ""},                       // deprecated since, but old
		{`Cut := 1; _ = Cut`, ""},
		{`_, _, _ = strings.Cut("a", "b")`, line + "strings.Cut is new in Go 1.18"},
		{`cut := strings.Cut; _ = cut`, line + "strings.Cut is new in Go 1.18"},
		{`_, _ = io.ReadAll(os.Stdin)`, line + "io.ReadAll is new in Go 1.16"},
		{`_, _ = os.ReadFile("a")`, line + "os.ReadFile is new in Go 1.16"},
		{`_ = io.Discard`, line + "io.Discard is new in Go 1.16"},
		{`_ = math.MaxInt`, line + "math.MaxInt is new in Go 1.17"},
		{`var entry os.DirEntry; _ = entry`, line + "os.DirEntry is new in Go 1.16"},
		{`var b bytes.Buffer; _ = b.Available()`, line + "bytes.Buffer.Available is new in Go 1.21"},
		{`_ = (*bytes.Buffer).Available`, line + "bytes.Buffer.Available is new in Go 1.21"},
		{`var b struct{ bytes.Buffer }; _ = b.Available`, line + "bytes.Buffer.Available is new in Go 1.21"},
		{`var w bufio.ReadWriter; _ = w.AvailableBuffer()`, line + "bufio.Writer.AvailableBuffer is new in Go 1.18"},
		{`err := &os.PathError{}; _ = err.Unwrap()`, line + "os.PathError.Unwrap is new in Go 1.13"},
		{`_ = fmt.Errorf("a: %w", io.EOF)`, line + "%w is new in Go 1.13"},
		{`_ = min(1, 2)`, line + "built-in min requires go1.21"},
		{`for i := range 3 { _ = i }`, line + "cannot range over 3 (untyped int constant): requires go1.22"},
		{`_ = 1_000`, line + "underscore in numeric literal requires go1.13"},
		{`shift := 1; _ = 1 << shift`, line + "invalid operation: signed shift count shift (variable of type int) requires go1.13"},
		{`type list[T any] []T`, line + "type parameter requires go1.18"},
	}
	for _, test := range tests {
		t.Run(test.body, func(t *testing.T) {
			got := strings.Join(r.review("main.go", fmt.Sprintf(inMain, test.body)), "\n")
			if (got == "") != (test.want == "") || !strings.HasPrefix(got, test.want) {
				t.Errorf("got:  %s\nwant: %s", got, test.want)
			}
		})
	}
	t.Run("import", func(t *testing.T) {
		got := strings.Join(r.review("main.go", "package main\n\nimport \"errors\"\n\nfunc main() { panic(errors.New(\"\")) }\n"), "\n")
		if want := `3: import of "errors", which is not on the list`; got != want {
			t.Errorf("got:  %s\nwant: %s", got, want)
		}
	})
}

// Fields are looked up too. No package on the list has gained one since Go 1.12, so this asks one that is not.
func TestReviewFields(t *testing.T) {
	const source = "package main\n\nimport \"net/url\"\n\nfunc main() { _ = url.URL{Host: \"\", OmitHost: true} }\n"
	got := newReviewer(t).review("main.go", source)
	want := "5: net/url.URL.OmitHost is new in Go 1.19"
	if len(got) != 2 || got[1] != want {
		t.Errorf("got %q, want an import error and %q", got, want)
	}
}
