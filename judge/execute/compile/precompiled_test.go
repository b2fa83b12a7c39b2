package compile

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// TestFirstInclude: a compiled header serves only where nothing comes before it.
func TestFirstInclude(t *testing.T) {
	for text, want := range map[string]bool{
		"#include <bits/stdc++.h>\nint main() {}":                     true,
		"// a\n/* b\n */ #  include<bits/stdc++.h>\r\n":               true,
		"\n\n#include <bits/stdc++.h> // all\n#include <ext/x.hpp>\n": true,
		"#include <bits/stdc++.h>":                                    false,
		"#include \"bits/stdc++.h\"\n":                                false,
		"#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>\n":    false,
		"#define int long long\n#include <bits/stdc++.h>\n":           false,
		"#include <iostream>\n#include <bits/stdc++.h>\n":             false,
		"int x;\n#include <bits/stdc++.h>\n":                          false,
		"/* #include <bits/stdc++.h>\n":                               false,
		"// \\\n#include <bits/stdc++.h>\n":                           false,
		"#include <bits/stdc++.h> \\\n":                               false,
		"":                                                            false,
	} {
		if got := firstInclude.Match(withoutComments([]byte(text))); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// argued is a sandbox that notes whether compilers were told of a compiled header.
type argued struct {
	sandbox.Executor
	used, builds int
}

func (a *argued) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if len(task.Files) > 0 {
		a.builds++
		if len(task.Args) > 0 && task.Args[0] == "-I" {
			a.used++
		}
	}
	return a.Executor.Run(ctx, task)
}

// With a compiled header a program is the same to the byte, and so are messages. A header that has changed, or
// is damaged, is as if it were not there.
func TestPrepare(t *testing.T) {
	judgetest.Need(t, "g++")
	judgetest.Long(t, "it compiles bits/stdc++.h a dozen times")
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Skipf("needs a sandbox: %v", err)
	}
	defer box.Close()
	write := func(text string) problem.Source {
		dir := t.TempDir()
		judgetest.Write(t, filepath.Join(dir, "a.cpp"), text)
		return problem.Source{Name: "a.cpp", Dir: dir, Files: []string{"a.cpp"}}
	}
	const include = "#include <bits/stdc++.h>\n"
	right := write(include + "int main() { std::map<int, std::string> m; std::cin >> m[1]; std::cout << m[1] << " +
		"__FILE__ << __LINE__; assert(m.size()); }\n")
	wrong := write(include + "int main() { std::vector<int> v; std::sort(v.begin(), v.end(), 3); }\n")
	plain, err := OpenCache(t.TempDir(), box)
	judgetest.Check(t, err)
	runs := &argued{Executor: box}
	fast, err := OpenCache(t.TempDir(), runs)
	judgetest.Check(t, err)
	build := func(c *Cache, source problem.Source) (program []byte, message string) {
		t.Helper()
		built, err := c.Build(t.Context(), Submission, source)
		var broken *CompileError
		if errors.As(err, &broken) {
			return nil, strings.ReplaceAll(broken.Output, source.Dir, "")
		}
		judgetest.Check(t, err)
		program, err = os.ReadFile(built.Path)
		judgetest.Check(t, err)
		return program, ""
	}
	want, _ := build(plain, right)
	_, message := build(plain, wrong)
	if plain.Unprepared() != true || message == "" {
		t.Fatalf("unprepared %v, message %q", plain.Unprepared(), message)
	}
	judgetest.Check(t, fast.Prepare(t.Context(), right))
	folders, err := filepath.Glob(filepath.Join(fast.built.Dir, "headers", "*", compiledName))
	if err != nil || len(folders) != 1 {
		t.Fatalf("prepared %v, %v", folders, err)
	}
	*runs = argued{Executor: box}
	got, _ := build(fast, right)
	if !bytes.Equal(got, want) || runs.used != 1 || runs.builds != 1 || fast.Unprepared() {
		t.Errorf("%d builds, %d with the header, unprepared %v; the program is equal: %v", runs.builds, runs.used,
			fast.Unprepared(), bytes.Equal(got, want))
	}
	if _, got := build(fast, wrong); got != message {
		t.Errorf("got %s\nwant %s", got, message)
	}
	// A compiler that cannot read the header is asked again without.
	header := folders[0]
	judgetest.Check(t, os.Truncate(header, 1<<20))
	other := write(include + "int main() { return 7; }\n")
	want, _ = build(plain, other)
	if got, _ := build(fast, other); !bytes.Equal(got, want) {
		t.Error("a damaged header makes another program")
	}
	// Files of the header that are newer, and an entry that others can write to, are not used.
	list := filepath.Join(filepath.Dir(filepath.Dir(header)), madeFrom)
	text := judgetest.Read(t, list)
	judgetest.Write(t, list, strings.Replace(text, "\x00", "\x001", 1))
	if folder := filepath.Dir(list); upToDate(folder) {
		t.Error("it is used though a file has changed")
	}
	judgetest.Write(t, list, "")
	if upToDate(filepath.Dir(list)) {
		t.Error("it is used though nothing says what it was made from")
	}
}
