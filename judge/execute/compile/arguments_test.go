package compile

import (
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/read/problem"
)

// FuzzRuns: whatever a source in a language of the table declares, it is run by the arguments of its row with names in
// them. None of them is an option, or a place elsewhere.
func FuzzRuns(f *testing.F) {
	f.Add("Main.java", "package a.b;\npublic class Main { public static void main(String[] a) {} }\n")
	f.Add("queens.kt", "package q\nfun main() {}\nobject Queens\n")
	f.Add("a-b.scala", "object `-Xevil` { def main(args: Array[String]) = () }\n")
	f.Add("-x.py", "import os\n")
	f.Fuzz(func(t *testing.T, file, text string) {
		source := problem.Source{Name: file, Dir: "/dir", Files: []string{file}}
		l, err := LanguageOf(source)
		if err != nil || l.run == nil || file == "" || strings.ContainsAny(file, "/\x00") || file[0] == '-' ||
			file[0] == '.' {
			return // the format allows no such name
		}
		args := l.runs(source, [][]byte{[]byte(text)})
		if len(args) != len(l.run) {
			t.Fatalf("%q for %q", args, l.run)
		}
		for i, arg := range args {
			if strings.HasPrefix(arg, "-") && !strings.HasPrefix(l.run[i], "-") ||
				slices.Contains(strings.Split(arg, "/"), "..") {
				t.Errorf("%q is run by %q", text, args)
			}
		}
	})
}

// FuzzRelativeImport: an import that is said to be relative is one.
func FuzzRelativeImport(f *testing.F) {
	f.Add("package main\n\nimport (\n\t\"fmt\"\n\tx \"./x\"\n)\n")
	f.Add("package main; import \"\\x2e./a\"")
	f.Add("//line 0:1\npackage main; import \"./a\"")
	f.Fuzz(func(t *testing.T, text string) {
		said := relativeImport(problem.Source{Files: []string{"main.go"}}, [][]byte{[]byte(text)})
		if said != "" && (!strings.HasPrefix(said, "./main.go:") || !strings.Contains(said, "the import of \".")) {
			t.Errorf("%q: %s", text, said)
		}
	})
}
