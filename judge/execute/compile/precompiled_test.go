package compile

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
)

// A precompiled header is used only if nothing precedes it.
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
		"/* a */ int x; /* b */\n#include <bits/stdc++.h>\n":          false,
		"/* a ** / *//**/\n#include <bits/stdc++.h>\n":                true,
		"// \\\n#include <bits/stdc++.h>\n":                           false,
		"#include <bits/stdc++.h> \\\n":                               false,
		"":                                                            false,
	} {
		if got := firstInclude.MatchString(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A source that might look at the compiler's files or its process gets no precompiled header, however it hides that.
func TestAsks(t *testing.T) {
	for text, want := range map[string]bool{
		"#include <ext/pb_ds/assoc_container.hpp>\n# include <c++config.h>\nusing namespace __gnu_pbds;": false,
		"#pragma GCC target(\"avx2\")\n#define f(x) #x\nbool v = includes(a, b, c, d);":                  false,
		"#if __has_include(<x>)\n":                               true,
		"#if __has_inc\\\nlude(<x>)\n":                           true,
		"#if __has_inc\\ \t\r\nlude(<x>)\n":                      true,
		"#if __has_inc??/\nlude(<x>)\n":                          true,
		"#define J(a, b) a##b\n":                                 true,
		"%:define J(a, b) a %:%: b\n":                            true,
		"#include <bits/stdc++.h.gch/../stdc++.h>\n":             true,
		"#include \"bits/stdc++.h.gch/x\"\n":                     true,
		"#include <bits/../x>\n":                                 true,
		"#include \"/proc/self/cmdline\"\n":                      true,
		"#include </proc/self/cmdline>\n":                        true,
		"#include NAME\n":                                        true,
		"/**/ # /**/ include_next <x>\n":                         true,
		"#embed \"/proc/self/maps\"\n":                           true,
		"#pragma GCC dependency <bits/stdc++.h.gch/../x>\n":      true,
		"#ident \"\\\"\\n.incbin \\\"/proc/self/cmdline\\\"\"\n": true,
		"__asm__(\".incbin\");":                                  true,
		"int x __attribute__((section(\".data\\n.incbin 1\")));": true,
		"[[using gnu: section(\".data\\n.include 2\")]] int x;":  true,
		"#include <a>\n#include <b> \\\n/* */ as\\\nm(\"\");\n":  true,
	} {
		if got := asks([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// argued is a sandbox that notes whether compilers got a precompiled header.
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

// temporaryFile is what g++ calls the assembler's source.
var temporaryFile = regexp.MustCompile(`cc\w+\.s`)

// With a precompiled header, the program and the messages are the same to the byte. A damaged one has no effect. No
// source can detect it.
func TestPrepare(t *testing.T) {
	judgetest.Need(t, "g++")
	judgetest.Long(t, "it compiles bits/stdc++.h a dozen times")
	box, err := backend.Open(t.Context(), sandbox.Options{})
	if err != nil {
		t.Skipf("needs a sandbox: %v", err)
	}
	defer box.Close()
	write := func(text string) problem.Source {
		dir := t.TempDir()
		judgetest.Write(t, filepath.Join(dir, "a.cpp"), "#include <bits/stdc++.h>\n"+text)
		return problem.Source{Name: "a.cpp", Dir: dir, Files: []string{"a.cpp"}}
	}
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
			return nil, temporaryFile.ReplaceAllString(strings.ReplaceAll(broken.Output, source.Dir, ""), "cc.s")
		}
		judgetest.Check(t, err)
		program, err = os.ReadFile(built.Path)
		judgetest.Check(t, err)
		return program, ""
	}
	right := write("int main() { std::map<int, std::string> m; std::cin >> m[1]; std::cout << m[1] << " +
		"__FILE__ << __LINE__; assert(m.size()); }\n")
	want, _ := build(plain, right)
	if !plain.Unprepared() {
		t.Error("it does not say that a compiled header would help")
	}
	judgetest.Check(t, fast.Prepare(t.Context(), right))
	headers, err := filepath.Glob(filepath.Join(fast.built.Dir, "headers", "*", "include", headerName+".gch", "*"))
	if err != nil || len(headers) != 1 {
		t.Fatalf("prepared %v, %v", headers, err)
	}
	*runs = argued{Executor: box}
	got, _ := build(fast, right)
	if !bytes.Equal(got, want) || runs.used != 1 || runs.builds != 1 || fast.Unprepared() {
		t.Errorf("%d builds, %d with the header, unprepared %v; the program is equal: %v", runs.builds, runs.used,
			fast.Unprepared(), bytes.Equal(got, want))
	}
	for name, text := range map[string]string{
		"wrong": "int main() { std::vector<int> v; std::sort(v.begin(), v.end(), 3); }\n",
		"asks for files": `int main() { return __has_include(<made-from>) + __has_include(<bits/stdc++.h.gch>) +
			__has_include(<../../lock>); }`,
		"asks for files in another way": "#define ASK(a, b) a##b\nint main() {\n" +
			"#if ASK(__has_, include)(<made-from>) || ASK(__has_, include)(<bits/stdc++.h.gch>)\nreturn 1;\n#endif\n}\n",
		"climbs out of the precompiled header": "#include <bits/stdc++.h.gch" + strings.Repeat("/..", 40) +
			"/usr/include/stdlib.h>\nint main() {}\n",
		"assembles files": `asm(".incbin \"made-from\"\n.incbin \"bits/stdc++.h.gch\"\n.incbin \"../../lock\"");
			int main() {}`,
	} {
		t.Run(name, func(t *testing.T) {
			source := write(text)
			want, wantMessage := build(plain, source)
			used := runs.used
			if got, message := build(fast, source); !bytes.Equal(got, want) || message != wantMessage {
				t.Errorf("with a compiled header there is another program, or %q instead of %q", message, wantMessage)
			}
			if asks([]byte(text)) && runs.used != used {
				t.Error("it might detect the precompiled header, but uses it")
			}
		})
	}
	// If the compiler cannot read the header, it runs again without.
	judgetest.Check(t, os.Truncate(headers[0], 1<<20))
	other := write("int main() { return 7; }\n")
	want, _ = build(plain, other)
	if got, _ := build(fast, other); !bytes.Equal(got, want) {
		t.Error("a damaged header makes another program")
	}
}
