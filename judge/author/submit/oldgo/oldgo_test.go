package oldgo

import (
	"fmt"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
)

func newReviewer(t testing.TB) *Reviewer {
	t.Helper()
	judgetest.Need(t, "go")
	cache, err := compile.OpenCache("", plain.Executor{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cache.Close() })
	root, open, err := cache.GoLibrary(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(root, open)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReview(t *testing.T) {
	r := newReviewer(t)
	const inMain = "package main\n\nimport " +
		"(\n\t\"bufio\"\n\t\"bytes\"\n\t\"fmt\"\n\t\"io\"\n\t\"math\"\n\t\"os\"\n\t\"strings\"\n)\n\n" +
		"var _ = fmt.Sprint(bufio.MaxScanTokenSize, bytes.MinRead, io.EOF, math.Pi, os.Args, strings.Fields(\"\"))\n\n" +
		"func main() {\n\t%s\n}\n"
	const line = "main.go:16: "
	tests := []struct{ body, want string }{
		{`fmt.Println(strings.Fields("a b"), bytes.TrimSpace(nil))`, ""},
		{`var b strings.Builder; b.WriteString("a"); b.Grow(8)`, ""},
		{`var mode os.FileMode = os.ModePerm; _ = mode`, ""}, // old, but declared again in Go 1.16
		{`_ = strings.Title("a")`, ""},                       // old, but deprecated since
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
		{`_ = "100%w"`, ""},
		{`_ = fmt.Sprintf("a: %w", io.EOF)`, ""},
		{`_ = fmt.Errorf("a: %w", io.EOF)`, line + "%w is new in Go 1.13"},
		{`_ = min(1, 2)`, line + "built-in min requires go1.21"},
		{`for i := range 3 { _ = i }`, line + "cannot range over 3 (untyped int constant): requires go1.22"},
		{`_ = 1_000`, line + "underscore in numeric literal requires go1.13"},
		{`shift := 1; _ = 1 << shift`, line + "invalid operation: signed shift count shift (variable of type int) " +
			"requires go1.13"},
		{`type list[T any] []T`, line + "type parameter requires go1.18"},
	}
	for _, test := range tests {
		t.Run(test.body, func(t *testing.T) {
			got := strings.Join(r.Review("main.go", fmt.Appendf(nil, inMain, test.body)), "\n")
			if (got == "") != (test.want == "") || !strings.HasPrefix(got, test.want) {
				t.Errorf("got:  %s\nwant: %s", got, test.want)
			}
		})
	}
	for _, test := range []struct{ path, use, want string }{
		{"container/heap", "heap.Init", ""},
		{"errors", "errors.New", ""},
		{"math/rand", "rand.Intn", ""},
		{"time", "time.Now", ""},
		{"unicode", "unicode.IsSpace", ""},
		{"slices", "slices.Sort[[]int]", `main.go:3: import of "slices", which Go 1.12 does not have`},
		{"example.com/a", "a.A", `main.go:3: import of "example.com/a", which Go 1.12 does not have`},
	} {
		t.Run(test.path, func(t *testing.T) {
			source := "package main\n\nimport \"" + test.path + "\"\n\nfunc main() { _ = " + test.use + " }\n"
			got, _, _ := strings.Cut(strings.Join(r.Review("main.go", []byte(source)), "\n"), "\n")
			if got != test.want {
				t.Errorf("got:  %s\nwant: %s", got, test.want)
			}
		})
	}
}
