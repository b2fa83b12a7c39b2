package build

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		if diff := cmp.Diff(want, strings.Join(includes([]byte(text)), " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzIncludes(f *testing.F) {
	f.Add("#include \"a.h\" // b\n")
	f.Add("\"\\\n/*'")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range includes([]byte(text)) {
			if place := placeOf(name); place == ".." || strings.HasPrefix(place, "../") || strings.HasPrefix(place, "/") || strings.Contains(place, "/../") {
				t.Errorf("%q is put at %q, outside the folder", name, place)
			}
		}
	})
}
