package report

import (
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// TestErrorPlace: what compilers print, in the file main.x of a submission, and where the error is.
func TestErrorPlace(t *testing.T) {
	for _, c := range []struct{ name, message, want string }{
		{"gcc", "./main.x: In function 'int f(int)':\n./main.x:2:19: warning: no return\n./main.x:4:3: error: 'foo'", "4:3"},
		{"gcc, a header of the system", "In file included from ./main.x:1:\n/usr/include/a.h:7:2: error: #error", "1:"},
		{"gcc, a file of the same name", "/usr/include/main.x:7:2: error: no\nother/main.x:3:2: error: no", ":"},
		{"gcc, a note first", "main.x:3:1: note: declared here\nmain.x:5:2: error: no", "5:2"},
		{"clang", "./main.x:4:3: error: use of undeclared identifier 'foo'", "4:3"},
		{"go", "./main.x:3:2: undefined: foo", "3:2"},
		{"javac", "./main.x:3: error: incompatible types", "3:"},
		{"rustc", "warning: unused variable: `y`\n --> ./main.x:2:6\n\nerror[E0308]: mismatched types\n --> ./main.x:3:15",
			"3:15"},
		{"python", "File \"./main.x\", line 2\n    if x\n        ^\nSyntaxError: expected ':'", "2:"},
		{"node", "./main.x:2\nlet = ;\n      ^\n\nSyntaxError: Unexpected token ';'", "2:"},
		{"typescript", "main.x(1,7): error TS2322: Type 'string'", "1:7"},
		{"mcs", "./main.x(2,10): error CS0029: Cannot convert", "2:10"},
		{"ghc", "./main.x:2:12: error:\n    * No instance", "2:12"},
		{"ocaml", "File \"./main.x\", line 2, characters 12-15:\n2 |   print_int \"s\"", "2:13"},
		{"fpc", "main.x(1,2) Note: unused\nmain.x(2,3) Error: Identifier not found\nmain.x(4) Fatal: There were", "2:3"},
		{"ruby", "./main.x:2: syntax error, unexpected end-of-input", "2:"},
		{"php", "Parse error: syntax error, unexpected token \"echo\" in ./main.x on line 3", "3:"},
		{"perl", "syntax error at ./main.x line 2, near \"(;\"", "2:"},
		{"bash", "./main.x: line 2: syntax error near unexpected token", "2:"},
		{"lua", "/usr/bin/luac5.4: ./main.x:3: 'then' expected near <eof>", "3:"},
		{"nothing", "the compiler was stopped after 60 seconds", ":"},
		{"another file", "./other.x:3:1: error", ":"},
		{"a name that ends so", "./amain.x:3:1: error: no", ":"},
	} {
		line, column := errorPlace("/checkout/solutions/p/mine/main.x", c.message)
		if got := line + ":" + column; got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestAnnotationsOfCompileErrors: the mark is on the line of the error; not so if the file is not in the repository, or
// if what was printed is no compiler's.
func TestAnnotationsOfCompileErrors(t *testing.T) {
	broken := grade.Submission{Problem: "p", Name: "a", Source: "/checkout/a/main.c", Verdict: problem.CE,
		Message: "./main.c:2:9: error: 'x' undeclared"}
	other, failed := broken, broken
	other.Source, failed.Verdict = "/elsewhere/main.c", problem.RTE
	var out strings.Builder
	r := grade.Results{Submissions: []grade.Submission{broken, other, failed}}
	judgetest.Check(t, Annotations(&out, r, "/checkout"))
	want := "::error title=judge::3 of 3 submissions unexpected\n" +
		"::error file=a/main.c,line=2,col=9,title=p/a::CE: ./main.c:2:9: error: 'x' undeclared\n" +
		"::error title=p/a::CE: ./main.c:2:9: error: 'x' undeclared\n" +
		"::error file=a/main.c,title=p/a::RTE: ./main.c:2:9: error: 'x' undeclared\n"
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}
