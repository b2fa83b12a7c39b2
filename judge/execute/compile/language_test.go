package compile

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	yaml "dlxjudge/judge/read/strictyaml"
)

// The codes, extensions and usual entry points match the package format.
func TestTable(t *testing.T) {
	rows, err := readTable(builtInPath, builtInTable)
	judgetest.Check(t, err)
	got := map[string]string{}
	for _, l := range rows {
		if len(l.Extensions) > 0 {
			got[l.Name] = strings.Join(l.Extensions, " ")
		}
		for _, code := range l.with {
			if !slices.ContainsFunc(rows, func(other Language) bool { return other.Name == code }) {
				t.Errorf("%s goes with %s, which is not there", l.Name, code)
			}
		}
	}
	want := map[string]string{
		"bash": ".sh .bash", "c": ".c", "cpp": ".cc .cpp .cxx .c++ .C", "csharp": ".cs", "go": ".go", "haskell": ".hs",
		"java":       ".java",
		"javascript": ".js", "kotlin": ".kt", "lisp": ".lisp .cl", "lua": ".lua", "ocaml": ".ml",
		"pascal": ".pas", "perl": ".pm", "php": ".php", "prolog": ".pl", "r": ".r .R",
		"python2": ".py2", "python3": ".py .py3",
		"ruby": ".rb", "rust": ".rs", "scala": ".scala", "typescript": ".ts",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTableErrors(t *testing.T) {
	for text, want := range map[string]string{
		"C: {}": `x:1:1: "C" is not a language code`,
		"d: {name: D, extensions: [d], compiler: {names: [dmd]}, install: x, compile: [x]}":            `x:1:27: "d" is not an extension, such as .py`,
		"d: {name: D, compiler: {names: [dmd]}, install: x, compile: [x]}":                             "x:1:1: d does not make a program: write {program} in compile, or add the key run",
		"d: {name: D, compiler: {names: [dmd]}, install: x, compile: ['{program}'], run: [x]}":         "x:1:1: d has both {program} and a key run",
		"d: {name: D, compiler: {names: [dmd]}, install: x, compile: ['{programm}']}":                  "x:1:62: {programm} means nothing here (did you mean {program}?)",
		"d: {name: D, compiler: {names: [dmd]}, install: x, compile: ['{program}'], standards: [a]}":   "x:1:1: d has the key standards, so it also needs the keys standard and try",
		"d: {name: D, compiler: {}, install: x, compile: ['{program}']}":                               "x:1:24: no names: name at least one program",
		"d: {compiler: {names: [dmd]}, install: x, compile: ['{program}']}":                            "x:1:1: d has no name; a language needs the keys name, compiler, install and compile",
		"d: {name: D, compiler: {names: [dmd]}, extensions: [.d]}":                                     "x:1:1: d has no compile and no install; a language needs",
		"d: {name: D, compiler: {names: [dmd]}, install: x, compile: ['{program}'], memory: -1}":       "x:1:84: -1: give a number from 0 to 1048576",
		"d: {name: D, compiler: {names: [dmd]}, install: x, compile: ['{program}'], environment: [x]}": `x:1:90: "x" is not a variable, such as NAME=value`,
		"d: {name: D, compiler: {names: [dmd], kind: x}, install: x, compile: ['{program}']}\ne: {nam: E, compiler: " +
			"{names: [e]}}": `x:2:5: unknown key "nam"`,
	} {
		if _, err := readTable("x", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

const ownLanguages = `lower: {name: lower case, extensions: [.low, .c], compiler: {names: [sh]}, install: x, compile: [-c, "tr A-Z a-z < $1 > $0 && chmod +x $0", "{program}", "{main}"]}
ruby: {name: Crystal, extensions: [.rb], compiler: {names: [crystal]}, install: x, compile: ["{program}"]}
`

// A user's file adds languages, takes over extensions, and replaces rows. A file with a mistake has no effect.
func TestOwnLanguages(t *testing.T) {
	builtIn, err := readTable(builtInPath, builtInTable)
	judgetest.Check(t, err)
	path := filepath.Join(t.TempDir(), "languages.yaml")
	for _, step := range []struct {
		text string // "" for no file
		more int
		ruby string
		err  string
	}{
		{"", 0, "Ruby", ""},
		{ownLanguages, 1, "Crystal", ""},
		{ownLanguages + "d: {nam: D}\n", 0, "Ruby", path + `:3:5: unknown key "nam"`},
	} {
		if step.text != "" {
			write(t, path, step.text)
		}
		rows, err := withOwn(builtIn, path)
		if (err == nil) != (step.err == "") || err != nil && !strings.Contains(err.Error(), step.err) {
			t.Errorf("got %v, want %q", err, step.err)
		}
		ruby := slices.IndexFunc(rows, func(l Language) bool { return l.Name == "ruby" })
		if len(rows) != len(builtIn)+step.more || rows[ruby].Display != step.ruby {
			t.Errorf("ruby is %s, of %d languages", rows[ruby].Display, len(rows))
		}
	}
}

// ownBegun is set in a process that was started with a user's file.
const ownBegun = "DLXJUDGE_OWN_LANGUAGES"

// A process with a user's file builds by its rules.
func TestBuildOwnLanguage(t *testing.T) {
	if os.Getenv(ownBegun) != "" {
		checkBuild(t, openCache(t, t.TempDir()), Submission, newSource(t, "x.c", "#!/BIN/SH\nECHO HELLO\n"), "hello\n")
		return
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell: ", err)
	}
	config := t.TempDir()
	judgetest.Write(t, filepath.Join(config, "dlxjudge", "languages.yaml"), ownLanguages)
	again := exec.Command(os.Args[0], "-test.run=^TestBuildOwnLanguage$", "-test.v")
	again.Env = append(os.Environ(), ownBegun+"=1", "XDG_CONFIG_HOME="+config)
	if text, err := again.CombinedOutput(); err != nil || !strings.Contains(string(text), "--- PASS") {
		t.Errorf("%v\n%s", err, text)
	}
}

func FuzzTable(f *testing.F) {
	f.Add(string(builtInTable))
	f.Add("d: {name: D, extensions: [.d], compiler: {names: [dmd], root: [-x], root_line: y}, install: x, compile: " +
		"['{program}', '{files}']}\n")
	f.Add("d: {name: D, class: '{Stem}', compiler: &c {names: [d]}, runner: *c, install: x, compile: ['{folder}'], " +
		"run: ['{class}', '{memory}'], memory: 64}\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := readTable("x", []byte(text))
		if err != nil {
			return
		}
		for _, l := range rows {
			if l.Display == "" || len(l.Compilers) == 0 || l.args[Submission] == nil || l.run == nil &&
				l.makesFolder() {
				t.Errorf("%+v of %q", l, text)
			}
		}
	})
}

// No extension belongs to two rows, nor to both a row and a language known only by name.
func TestExtensions(t *testing.T) {
	rows, err := readTable(builtInPath, builtInTable)
	judgetest.Check(t, err)
	seen := make(map[string]bool)
	for _, row := range append(rows, Language{Extensions: foreign}) {
		for _, extension := range row.Extensions {
			if seen[extension] {
				t.Errorf("%s is of two languages", extension)
			}
			seen[extension] = true
		}
	}
}

// An unknown code is an error. A code that only the format or only the table has is not.
func TestCodes(t *testing.T) {
	p := &problem.Problem{Dir: "sum", About: problem.About{Languages: []string{"c", "zig", "klingon"}}}
	for i, code := range []string{"", "c", "pypy3", "zig", "c++", "c++", "pyhton3", "script"} {
		at := "submissions.yaml:" + string(rune('1'+i))
		if code == "c++" {
			at = "submissions.yaml:5"
		}
		p.Submissions = append(p.Submissions, problem.Submission{Source: problem.Source{Language: code,
			LanguageAt: at}})
	}
	want := `sum/problem.yaml: languages: "klingon" is not a language code
submissions.yaml:5: "c++" is not a language code (did you mean c or cpp?)
submissions.yaml:7: "pyhton3" is not a language code (did you mean python3?)
submissions.yaml:8: "script" is not a language code (did you mean javascript or typescript?)`
	if err := Codes(p); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Submissions of a foreign package that cannot be built anywhere are not judged, unless they need no build.
func TestUnfit(t *testing.T) {
	p := &problem.Problem{Expectations: []problem.Expectation{{Submissions: "compiler_error",
		Whole: []problem.Verdict{problem.CE}}}}
	for _, row := range []struct{ path, language, files, want string }{
		{"accepted/a.py", "", "a.py", ""},
		{"accepted/two", "", "a.py b.c", "its files are in several languages: a.py (Python 3), b.c (C)"},
		{"accepted/none", "", "README.md x.h", "none of its files is a program (known extensions: "},
		{"accepted/A.PY", "", "A.PY", "no language has the extension .PY; for Python 3, rename it to A.py"},
		{"accepted/a.xyz", "", "a.xyz", ""}, // the user may add the language
		{"accepted/b.py", "c+", "b.py", `submissions.yaml:1: "c+" is not a language code`},
		{"accepted/c.txt", "python 3", "c.txt", ""},
		{"compiler_error/two", "", "a.py b.c", ""},
		{"accepted/a.sh", "", "a.sh", "dir/a.sh: it is in bash, and problem.yaml allows only python3, cppgmp, fortran (languages)"},
		{"accepted/d.py", "pypy3", "d.py", ""},
		{"accepted/d.cpp", "", "d.cpp", ""},
		{"accepted/d.c", "", "d.c", "it is in c, and"},
		{"accepted/scripts", "", "run d.sh", ""}, // unknown
		{"compiler_error/a.sh", "", "a.sh", ""},
	} {
		if p.Languages = nil; strings.Contains(row.path, "d.") || strings.Contains(row.files, ".sh") {
			p.Languages = []string{"Python 3", "cppgmp", "fortran"}
		}
		p.Submissions = []problem.Submission{{Path: row.path, Source: problem.Source{Name: path.Base(row.path),
			Dir: "dir", Files: strings.Fields(row.files), Language: row.language, LanguageAt: "submissions.yaml:1"}}}
		Unfit(p)
		got := p.Submissions[0].Broken
		if (got == "") != (row.want == "") || !strings.Contains(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.path, got, row.want)
		}
		if code := p.Submissions[0].Language; code == "python 3" {
			t.Errorf("%s: the language is still %q", row.path, code)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	tests := []struct {
		files    []string
		language string
		want     string
		err      string
	}{
		{files: []string{"main.go"}, want: "go"},
		{files: []string{"main.c", "queue.h"}, want: "c"},
		{files: []string{"queue.h", "main.cc", "other.cpp"}, want: "cpp"},
		{files: []string{"x.C"}, want: "cpp"},
		{files: []string{"main.c", "main.go"}, err: "its files are in several languages: main.c (C), main.go (Go)"},
		{files: []string{"README", "main.cc", "words.txt", "with/queue.h"}, want: "cpp"},
		{files: []string{"solution.py"}, want: "python3"},
		{files: []string{"solution.py"}, language: "pypy3", want: "pypy3"},
		{files: []string{"solution"}, language: "java", want: "java"},
		{files: []string{"solution.py"}, language: "klingon", err: "unknown language: klingon of x/solution.py " +
			"(known codes: go c cpp "},
		{files: []string{"main.xyz"}, err: "none of its files is a program (known extensions: .go .c .cc .cpp .cxx .c++ " +
			".C .py "},
		{files: []string{"main.zig"}, err: "no language of .zig: nothing says how to build x/main.zig; add its language " +
			"to ~/.config/dlxjudge/languages.yaml, in the form of judge/execute/compile/languages.yaml"},
		{files: []string{"README", "a.f90"}, err: "no language of .f90: nothing "},
		{files: []string{"main"}, language: "cobol", err: "unknown language: cobol of x/main (known "},
		{files: []string{"a.bash"}, want: "bash"},
		{files: []string{"a.py2"}, want: "python2"},
		{files: []string{"A.CPP"}, err: "x/A.CPP does not compile:\nA.CPP: no language has the extension .CPP; " +
			"for C++, rename it to A.cpp"},
		{files: []string{"README", "Main.JAVA"}, err: "Main.JAVA: no language has the extension .JAVA; " +
			"for Java, rename it to Main.java"},
		{files: []string{"A.ZIG", "B.ZIG"}, err: "none of its files is a program"},
		{files: []string{"build", "main.cc"}, want: "script"},
		{files: []string{"main.cc", "run"}, want: "script"},
		{files: []string{"README", "notes"}, err: "x does not compile:\nnone of its files is a program (known " +
			"extensions: .go "},
	}
	for _, test := range tests {
		got, err := LanguageOf(problem.Source{Name: "x", Dir: "x", Files: test.files, Language: test.language})
		message := ""
		if err != nil {
			message = err.Error()
		}
		if got.Name != test.want || !strings.Contains(message, test.err) || (message == "") != (test.err == "") {
			t.Errorf("%v: got %q, error %q; want %q, error %q", test.files, got.Name, message, test.want, test.err)
		}
	}
}

func TestSchema(t *testing.T) {
	judgetest.Golden(t, "../../read/schema/languages.json", yaml.Schema("languages.yaml",
		"languages: how programs are compiled and run", yaml.Only(decodeTable)))
}
