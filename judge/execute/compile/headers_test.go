package compile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

func TestIncludes(t *testing.T) {
	for text, want := range map[string]string{
		"#include \"a.h\"\n  #  include<b.h>//c\n%:include \"c.h\"\n":        "a.h b.h c.h",
		"// #include \"a.h\"\n/* \n#include \"b.h\"\n*/ #include \"c.h\"\n":  "c.h",
		"// a comment \\\n#include \"a.h\"\n#include \"b.h\"\n":              "b.h",
		"const char *s = \"/*\";\n#include \"a.h\"\nchar c = '\"'; // */\n":  "a.h",
		"#define LIBRARY \"lib/testlib.h\"\n#include LIBRARY\n":              "lib/testlib.h",
		"#define LIBRARY <testlib.h>\n#include LIBRARY\nint my_testlib.h;\n": "testlib.h",
		"puts(\"#include\");\n#include \"a.h\" /* open":                      "a.h",
		"int x = 1'000'000;\n#include \"../../testlib.h\"\n":                 "../../testlib.h",
		"#include \"unclosed.h\n#include \"mytestlib.h\"\n":                  "mytestlib.h",
	} {
		var names []string
		for _, each := range includes([]byte(text)) {
			names = append(names, each.name)
		}
		if diff := cmp.Diff(want, strings.Join(names, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// The macros of a header show how to call a checker, and what its statuses mean.
func TestCalledBy(t *testing.T) {
	const unknown = "its testlib.h defines no OK_EXIT_CODE, WA_EXIT_CODE and FAIL_EXIT_CODE of different values"
	statuses := func(codes ...int) (text string) {
		for i, code := range codes {
			text += fmt.Sprintf("#define %s_EXIT_CODE %#x\n", []string{"OK", "WA", "PE", "FAIL"}[i], code)
		}
		return text
	}
	for _, row := range []struct {
		macros string
		want   sandbox.Testlib
	}{
		{statuses(0, 1, 2, 3), sandbox.Testlib{Wrong: 1, Format: 2, Failed: 3}},
		{statuses(42, 43, 43, 1), sandbox.Testlib{OK: 42, Wrong: 43, Format: 43, Failed: 1, Standard: true}},
		{statuses(42, 1, 2, 3), sandbox.Testlib{OK: 42, Wrong: 1, Format: 2, Failed: 3}},
		{statuses(0, 0, 2, 3), sandbox.Testlib{Format: 2, Failed: 3, Unknown: unknown}},
		{"", sandbox.Testlib{Unknown: unknown}},
	} {
		if diff := cmp.Diff(row.want, calledBy(row.macros)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", row.macros, diff)
		}
	}
}

func FuzzIncludes(f *testing.F) {
	f.Add("#include \"a.h\" // b\n#include \"../../b.h\"\n")
	f.Add("\"\\\n/*'")
	f.Add("#include \"./..\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, each := range includes([]byte(text)) {
			name := each.name
			if place := placeOf(name); place == ".." || strings.HasPrefix(place, "../") ||
				strings.HasPrefix(place, "/") || strings.Contains(place, "/../") {
				t.Errorf("%q is put at %q, outside the folder", name, place)
			}
		}
	})
}

// A link is followed only if the format allows its name. No other link is followed, for any program.
func TestHiddenLinks(t *testing.T) {
	dir := t.TempDir()
	pack, secret := filepath.Join(dir, "pack"), filepath.Join(dir, "secret")
	write(t, secret, "key\n")
	for _, folder := range []string{"output_validator", "include/c/.hidden", "include/s"} {
		judgetest.Check(t, os.MkdirAll(filepath.Join(pack, folder), 0o755))
	}
	for _, name := range []string{"include/.key.h", "include/c/.key.h", "include/c/-key.h", "include/c/a key.h",
		"include/c/.hidden/key.h", "output_validator/.key.h"} {
		judgetest.Check(t, os.Symlink(secret, filepath.Join(pack, name)))
	}
	write(t, filepath.Join(pack, "include/c/right.h"), "")
	text := "#include \".key.h\"\n#include \"../.key.h\"\n#include \"-key.h\"\n#include \"a key.h\"\n#include " +
		"\".hidden/key.h\"\n#include \"s/right.h\"\n#include \"/c/right.h\"\n"
	write(t, filepath.Join(pack, "include/s/right.h"), "#include \"beside.h\"\n#include \"../../.key.h\"\n")
	write(t, filepath.Join(pack, "include/s/beside.h"), "")
	write(t, filepath.Join(pack, "output_validator/main.c"), text)
	source := problem.Source{Dir: filepath.Join(pack, "output_validator"), Package: pack, Files: []string{"main.c"}}
	language, err := LanguageOf(source)
	judgetest.Check(t, err)
	files, err := Resolve(t.Context(), Tool, source)
	if err != nil || len(files.Files) != 3 || filepath.Base(files.Files[2].Path) != "beside.h" {
		t.Errorf("a checker includes %v, %v", files, err)
	}
	submission := problem.Source{Dir: filepath.Join(pack, "output_validator"), Files: []string{"main.c"},
		Include: map[string]string{"c": filepath.Join(pack, "include/c")}}
	submission, _, err = included(submission, language)
	if err != nil || !slices.Equal(submission.Files, []string{"main.c", "right.h"}) {
		t.Errorf("a submission includes %q, %v", submission.Files, err)
	}
}
