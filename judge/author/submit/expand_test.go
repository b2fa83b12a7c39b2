package submit

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
)

// Headers in the user's folders are expanded once, in place; the others are left to the compiler.
func TestExpand(t *testing.T) {
	for _, test := range []struct{ name, files, want, expanded string }{
		{"none", "-- p/a.cpp --\n#include <cstdio>\nint main() {}\n", "#include <cstdio>\nint main() {}\n", ""},
		{"nested, each once", "-- p/a.cpp --\n#include \"lib/x.h\"\n#include \"lib/y.h\"\nint main() {}\n" +
			"-- p/lib/x.h --\n#pragma once\n#include \"y.h\"\nint x;\n-- p/lib/y.h --\nint y;\n",
			"#line 1 \"lib/x.h\"\n\n#line 1 \"lib/y.h\"\nint y;\n#line 3 \"lib/x.h\"\nint x;\n#line 2 \"a.cpp\"\n\n" +
				"int main() {}\n", "lib/x.h lib/y.h"},
		{"itself", "-- p/a.cpp --\n#include \"a.cpp\"\nint x;", "\nint x;\n", ""},
		{"comments and strings", "-- p/a.cpp --\n// #include \"x.h\"\n/*\n#include \"x.h\"\n*/ #include \"x.h\"\n" +
			" # include \"x.h\" // x\nconst char *s = \"/*\";\n-- p/x.h --\nint x;\n",
			"// #include \"x.h\"\n/*\n#include \"x.h\"\n*/ #include \"x.h\"\n#line 1 \"x.h\"\nint x;\n#line 6 " +
				"\"a.cpp\"\nconst char *s = \"/*\";\n", "x.h"},
		{"outside of the folder", "-- p/a.cpp --\n#include \"../x.h\"\n#include \"none.h\"\n-- x.h --\nint x;\n",
			"#include \"../x.h\"\n#include \"none.h\"\n", ""},
		{"in another folder", "-- p/a.cpp --\n#include \"z.h\"\n-- lib/z.h --\nint z;\n",
			"#line 1 \"DIR/lib/z.h\"\nint z;\n#line 2 \"a.cpp\"\n", "DIR/lib/z.h"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range txtar.Parse([]byte(test.files)).Files {
				judgetest.Write(t, filepath.Join(dir, f.Name), string(f.Data))
			}
			text, expanded, err := Expand(filepath.Join(dir, "p", "a.cpp"), []string{filepath.Join(dir, "lib")})
			judgetest.Check(t, err)
			if diff := cmp.Diff(strings.ReplaceAll(test.want, "DIR", dir), string(text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := strings.Join(expanded, " "); got != strings.ReplaceAll(test.expanded, "DIR", dir) {
				t.Errorf("expanded %s, want %s", got, test.expanded)
			}
		})
	}
}
