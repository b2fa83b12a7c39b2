package submit

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// Headers in the user's folders are expanded in place, unless a guard is certainly defined; the others are left to the
// compiler.
func TestExpand(t *testing.T) {
	for _, test := range []struct{ name, files, want, expanded string }{
		{"none", "-- p/a.cpp --\n#include <cstdio>\nint main() {}\n", "#include <cstdio>\nint main() {}\n", ""},
		{"nested, each once", "-- p/a.cpp --\n#include \"lib/x.h\"\n#include \"lib/y.h\"\nint main() {}\n" +
			"-- p/lib/x.h --\n#pragma once\n#include \"y.h\"\nint x;\n-- p/lib/y.h --\n#pragma once\nint y;\n",
			"#line 1 \"lib/x.h\"\n\n#line 1 \"lib/y.h\"\n\nint y;\n#line 3 \"lib/x.h\"\nint x;\n" +
				"#line 2 \"a.cpp\"\n\nint main() {}\n", "lib/x.h lib/y.h"},
		{"comments and strings", "-- p/a.cpp --\n// #include \"x.h\"\n/*\n#include \"x.h\"\n*/ #include \"x.h\"\n" +
			" # include \"x.h\" /* x */ // x\nconst char *s = \"/*\";\n-- p/x.h --\nint x;\n",
			"// #include \"x.h\"\n/*\n#include \"x.h\"\n*/ #include \"x.h\"\n#line 1 \"x.h\"\nint x;\n#line 6 " +
				"\"a.cpp\"\nconst char *s = \"/*\";\n", "x.h"},
		{"outside of the folder", "-- p/a.cpp --\n#include \"../x.h\"\n#include \"none.h\"\n-- x.h --\nint x;\n",
			"#line 1 \"../x.h\"\nint x;\n#line 2 \"a.cpp\"\n#include \"none.h\"\n", "../x.h"},
		{"in another folder", "-- p/a.cpp --\n#include \"z.h\"\n-- lib/z.h --\nint z;\n",
			"#line 1 \"z.h\"\nint z;\n#line 2 \"a.cpp\"\n", "z.h"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range txtar.Parse([]byte(test.files)).Files {
				judgetest.Write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			text, expanded, _, err := Expand(t.Context(), problem.Source{Name: "a.cpp", Dir: filepath.Join(dir, "p"),
				Files: []string{"a.cpp"}, Beside: true, Headers: []string{filepath.Join(dir, "lib")}})
			judgetest.Check(t, err)
			if diff := cmp.Diff(test.want, string(text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := strings.Join(expanded, " "); got != test.expanded {
				t.Errorf("expanded %s, want %s", got, test.expanded)
			}
		})
	}
}

// The compiler sees the same program in the expanded text as in the files.
func TestExpandKeepsMeaning(t *testing.T) {
	judgetest.Need(t, "g++")
	const guarded = "#ifndef X_H\n#define X_H\n#include \"y.h\"\nx\n#endif // X_H\n-- y.h --\n#ifndef Y_H\n" +
		"#define Y_H\n#include \"x.h\"\ny\n#endif\n"
	const shared = "#ifndef X_H\n#define X_H\n#include \"z.h\"\ny\n#endif\n-- z.h --\n#pragma once\nz\n"
	for _, test := range []struct{ name, files string }{
		{"twice", "#include \"x.h\"\n#include \"y.h\"\n#include \"x.h\"\n-- x.h --\n" + guarded},
		{"no guard", "#include \"x.h\"\n#include \"x.h\"\n-- x.h --\nx\n"},
		{"no guard around all", "#include \"x.h\"\n#include \"x.h\"\n-- x.h --\n#ifndef X\n#define X\n#endif\nx\n"},
		{"a guard with #else", "#include \"x.h\"\n#include \"x.h\"\n-- x.h --\n#ifndef X\n#define X\n#else\nx\n#endif\n"},
		{"condition", "#ifdef LOCAL\n#include \"x.h\"\n#else\nelse\n#endif\n#include \"x.h\"\n-- x.h --\n" + guarded},
		{"else", "#ifdef LOCAL\n#include \"x.h\"\n#else\n#include \"x.h\"\n#endif\n-- x.h --\n" + guarded},
		{"condition and once", "#ifdef LOCAL\n#include \"x.h\"\n#endif\n#include \"x.h\"\n#include \"x.h\"\n" +
			"-- x.h --\nx\n#pragma once\n"},
		{"one guard for two headers", "#ifdef LOCAL\n#include \"x.h\"\n#endif\n#include \"y.h\"\n#include \"z.h\"\n" +
			"-- x.h --\n#ifndef X_H\n#define X_H\nx\n#endif\n-- y.h --\n" + shared},
		{"a macro", "#define X \"x.h\"\n#include X\n#include \"x.h\"\n-- x.h --\n" + guarded},
		{"a macro of two values", "#ifdef LOCAL\n#define X \"x.h\"\n#else\n#define X \"y.h\"\n#endif\n#include \"y.h\"\n" +
			"-- x.h --\nx\n-- y.h --\ny\n"},
		{"#undef", "#include \"x.h\"\n#undef X_H\n#include \"x.h\"\n-- x.h --\n" + guarded},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range txtar.Parse([]byte("-- a.cpp --\n" + test.files)).Files {
				judgetest.Write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			text, _, _, err := Expand(t.Context(), problem.Source{Dir: dir, Files: []string{"a.cpp"}, Beside: true})
			judgetest.Check(t, err)
			judgetest.Write(t, filepath.Join(dir, "expanded", "a.cpp"), string(text))
			for _, define := range []string{"-DREMOTE", "-DLOCAL"} {
				seen := func(path string) string {
					out, err := exec.Command("g++", "-E", "-P", define, filepath.Join(dir, path)).Output()
					judgetest.Check(t, err)
					return strings.Join(strings.Fields(string(out)), " ")
				}
				if diff := cmp.Diff(seen("a.cpp"), seen("expanded/a.cpp")); diff != "" {
					t.Errorf("%s (-files +expanded):\n%s\n%s", define, diff, text)
				}
			}
		})
	}
}

// Headers that include each other without guards, or that grow without end, are an error. So is a macro that is not the
// name of one file.
func TestExpandBounds(t *testing.T) {
	files := "-- a.cpp --\n#include \"0.h\"\n"
	for i := range 40 { // each header doubles the text
		files += fmt.Sprintf("-- %d.h --\n#include \"%[2]d.h\"\n#include \"%[2]d.h\"\n", i, i+1)
	}
	for want, files := range map[string]string{
		"nested more than 200 deep": "-- a.cpp --\n#include \"a.cpp\"\n",
		"more than 8 MiB":           files + "-- 40.h --\nint x;\n",
		"a.cpp:3: the file that #include H means depends on macros": "-- a.cpp --\n#define S(x) #x\n#define H(x) S(x)\n" +
			"#include H(x.h)\n-- x.h --\nint x;\n",
		"a.cpp:3: the file that #include N means": "-- a.cpp --\n#define H \"x.h\"\n#define N H\n#include N\n-- x.h --\n",
	} {
		dir := t.TempDir()
		judgetest.Unpack(t, dir, files)
		source := problem.Source{Dir: dir, Files: []string{"a.cpp"}, Beside: true}
		if _, _, _, err := Expand(t.Context(), source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
