package compile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/execute/sandbox/plain"
)

// counted is a sandbox that counts questions, and may answer them itself.
type counted struct {
	sandbox.Sandbox
	runs   int
	result *sandbox.Result // nil for that of the sandbox
}

func (c *counted) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	c.runs++
	if c.result == nil {
		return c.Sandbox.Run(ctx, task)
	}
	return *c.result, nil
}

// A toolchain is asked again only when it has changed, and only successful answers are cached.
func TestAnswersCached(t *testing.T) {
	dir := t.TempDir()
	compiler, library := filepath.Join(dir, "bin", "cc"), filepath.Join(dir, "lib", "cc1")
	judgetest.Write(t, compiler, "1")
	judgetest.Write(t, library, "1")
	link := filepath.Join(dir, "g++")
	judgetest.Check(t, os.Symlink(compiler, link))
	cache, err := OpenCache(t.TempDir(), plain.Executor{})
	judgetest.Check(t, err)
	folder, err := cache.Folder("answers")
	judgetest.Check(t, err)
	box := &counted{result: &sandbox.Result{Stderr: sandbox.Excerpt{First: []byte("cc 1\n")}, End: sandbox.Exited}}
	task := sandbox.Task{Program: link, Args: []string{"--version"}, Reads: []string{filepath.Dir(library)}}
	asked := func(what string, want bool) {
		t.Helper()
		before := box.runs
		result, err := openAnswers(box, folder).Run(t.Context(), task)
		if err != nil || result.End != box.result.End || result.Stderr.Head() != box.result.Stderr.Head() {
			t.Errorf("%s: %+v, %v", what, result, err)
		}
		if (box.runs > before) != want {
			t.Errorf("%s: asked is %v, want %v", what, !want, want)
		}
	}
	asked("first", true)
	asked("again", false)
	task.Args = []string{"--version", "-v"}
	asked("another question", true)
	task.Env = []string{"LC_ALL=C"}
	asked("another environment", true)
	judgetest.Check(t, os.Remove(compiler))
	judgetest.Write(t, compiler, "2")
	asked("another compiler behind the link", true)
	asked("again", false)
	judgetest.Write(t, filepath.Join(dir, "lib", "cc1.new"), "2")
	asked("a file in a folder that it reads", true)
	asked("again", false)
	task.Args = []string{"-std=c++99"}
	box.result.ExitCode = 1
	box.result.Stderr.First = []byte("cc: error: cannot execute 'cc1': out of memory\n")
	asked("a failure of the machine", true)
	asked("it is not cached", true)
	box.result.Stderr.First = []byte("cc: error: unrecognized option '-std=c++99'\n")
	asked("an option that it does not know", true)
	asked("that is cached", false)
	result, err := openAnswers(box, folder).Run(t.Context(), task)
	judgetest.Check(t, err)
	if result.ExitCode == 0 || !refuses(result, task.Args) {
		t.Errorf("the refusal is cached as %+v", result)
	}
	task.Args = []string{"-std=c++98"}
	box.result = &sandbox.Result{End: sandbox.StoppedMemory}
	asked("a failure", true)
	asked("a failure is not cached", true)
}

// Only the answers of contained toolchains are cached: others may have read the user's files, which the key does not
// cover.
func TestAnswersOfTheUncontained(t *testing.T) {
	for _, name := range backend.Names() {
		box, err := backend.Open(t.Context(), sandbox.Options{Backend: name, Scratch: t.TempDir()})
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		defer box.Close()
		cache, err := OpenCache(t.TempDir(), box)
		judgetest.Check(t, err)
		if _, cached := cache.asks().(answers); cached != (box.Warning() == "") {
			t.Errorf("%s: answers are cached: %v", name, cached)
		}
	}
}

// A tool on the PATH that does not print its version counts as missing, with the reason in one line.
func TestBrokenTools(t *testing.T) {
	const (
		works   = "echo tool 1.0"
		chooses = "echo 'error: no toolchain is chosen.\nhelp: choose one with: choose TOOLCHAIN\n\nStack " +
			"backtrace:\n   0: choose\n   1: main' >&2; exit 1"
		shim   = "echo \"shim: version '3.99' is not installed\" >&2; exit 1"
		raises = "echo 'Traceback (most recent call last):\n  File \"tool\", line 1\nImportError: no module tool.' " +
			">&2; exit 1"
	)
	for _, test := range []struct {
		name, language, file string
		tools                map[string]string // bodies of the scripts
		compiler, want       string
	}{
		{"nothing is chosen", "rust", "main.rs", map[string]string{"rustc": chooses}, "rustc",
			"--print sysroot: exit status 1: error: no toolchain is chosen. help: choose one with: choose " +
				"TOOLCHAIN; fix it, or apt-get install rustc"},
		{"a shim", "python3", "main.py", map[string]string{"python3": shim}, "python3",
			"exit status 1: shim: version '3.99' is not installed; fix it, or "},
		{"a stub that is silent", "java", "Main.java", map[string]string{"javac": "exit 3", "java": works}, "javac",
			"javac --version: exit status 3; fix it, or "},
		{"the runner alone", "java", "Main.java", map[string]string{"javac": works, "java": "exit 3"}, "java",
			" -version: exit status 3; fix it, or "},
		{"a backtrace at once", "c", "main.c", map[string]string{"gcc": raises}, "gcc",
			"--version: exit status 1: ImportError: no module tool; fix it, or "},
	} {
		t.Run(test.name, func(t *testing.T) {
			bin := t.TempDir()
			for name, body := range test.tools {
				judgetest.Check(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+body+"\n"), 0o755))
			}
			t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
			language, found := byName(test.language)
			if !found {
				t.Fatal("no language ", test.language)
			}
			_, built := openCache(t, t.TempDir()).Build(t.Context(), Submission, newSource(t, test.file, ""))
			_, asked := language.installed(t.Context(), plain.Executor{})
			for from, err := range map[string]error{"Build": built, "AskAll": asked} {
				var missing *MissingError
				if !errors.As(err, &missing) {
					t.Errorf("%s: got %v, want a MissingError", from, err)
					continue
				}
				said := err.Error()
				if missing.Compiler != test.compiler || !strings.Contains(said, test.compiler+
					" is installed but fails: ") || !strings.Contains(said, test.want) {
					t.Errorf("%s: got %s, of %s\nwant in it: %s, of %s", from, said, missing.Compiler, test.want,
						test.compiler)
				}
				if strings.ContainsAny(said, "\n") || strings.Contains(said, "   ") {
					t.Errorf("%s: more than one line: %q", from, said)
				}
			}
		})
	}
}

// An old Kotlin is named where it does not compile. What its virtual machine says about itself comes last.
func TestOutdated(t *testing.T) {
	bin := t.TempDir()
	for name, body := range map[string]string{"java": "echo tool 1.0", "kotlinc": `
echo "OpenJDK 64-Bit Server VM warning: Options -Xverify:none and -noverify were deprecated in JDK 13." >&2
[ "$1" = -version ] && echo "info: kotlinc-jvm 1.3-SNAPSHOT (JRE 17.0.15)" >&2 && exit
echo "WARNING: An illegal reflective access operation has occurred" >&2
echo "a.kt:1:21: error: unresolved reference: readln" >&2; exit 1`} {
		judgetest.Check(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	source := newSource(t, "a.kt", "fun main() = println(readln())\n")
	_, err := openCache(t, t.TempDir()).Build(t.Context(), Submission, source)
	var broken *CompileError
	if !errors.As(err, &broken) {
		t.Fatal(err)
	}
	const old = "this kotlinc is too old for many programs; for a new one, unpack kotlin-compiler of "
	lines := strings.Split(broken.Output, "\n")
	for i, want := range []string{filepath.Join(source.Dir, "a.kt") + ":1:21: error: ", "OpenJDK", "WARNING: ", old} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("%s\nwant %s", broken.Output, want)
		}
	}
	language, _ := byName("kotlin")
	for version, want := range map[string]string{"info: kotlinc-jvm 1.3-SNAPSHOT (JRE 17.0.15)": old,
		"info: kotlinc-jvm 1.9.24 (JRE 17.0.15)": "", "info: kotlinc-jvm 2.1.0 (JRE 1.8.0)": ""} {
		if got := language.whenOutdated(version); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %s", version, got)
		}
	}
}

// A broken compiler is asked once, however many programs need it.
func TestBrokenToolIsAskedOnce(t *testing.T) {
	bin, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	judgetest.Check(t, os.WriteFile(filepath.Join(bin, "gcc"), []byte("#!/bin/sh\necho asked >> '"+log+"'\nexit 3\n"),
		0o755))
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	cache := openCache(t, t.TempDir())
	build := func() string {
		_, err := cache.Build(t.Context(), Submission, newSource(t, "main.c", ""))
		var missing *MissingError
		if !errors.As(err, &missing) {
			t.Fatalf("got %v, want a MissingError", err)
		}
		return err.Error()
	}
	first := build()
	asked := judgetest.Read(t, log)
	if again := build(); again != first || judgetest.Read(t, log) != asked {
		t.Errorf("it is asked again: %s, and before %s", again, first)
	}
}

// A tool that is stopped before it answers, as on an overloaded machine, is not called broken.
func TestToolWithoutAnswer(t *testing.T) {
	defer func(before sandbox.Limits) { questionLimits = before }(questionLimits)
	questionLimits.Wall = 10 * time.Millisecond
	bin := t.TempDir()
	judgetest.Check(t, os.WriteFile(filepath.Join(bin, "gcc"), []byte("#!/bin/sh\nexec sleep 1000\n"), 0o755))
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	_, err := openCache(t, t.TempDir()).Build(t.Context(), Submission, newSource(t, "main.c", ""))
	if err == nil || errors.As(err, new(*MissingError)) || !strings.Contains(err.Error(), "overloaded") {
		t.Errorf("got %v", err)
	}
}

// The tests ask the languages' tools in the same way as the judge.
func TestVersions(t *testing.T) {
	judgetest.Check(t, CheckLanguages())
	want := make(map[string][]string)
	for _, language := range Languages() {
		for _, tool := range []tool{language.compiler, language.runner} {
			for _, name := range tool.names {
				if len(tool.version) > 0 {
					want[name] = tool.version
				}
			}
		}
	}
	if diff := cmp.Diff(want, judgetest.Versions); diff != "" {
		t.Errorf("languages.yaml asks for versions otherwise (-languages.yaml +judgetest):\n%s", diff)
	}
}

// Output around a version is not taken for the version.
func TestVersionLine(t *testing.T) {
	for _, c := range []struct{ printed, want string }{
		{"go version go1.26.8 linux/amd64\n", "go version go1.26.8 linux/amd64"},
		{"Warning: cannot find your CPU L2 cache size in /proc/cpuinfo\nPython 3.9.16 (7.3.11+dfsg, …)\n" +
			"[PyPy 7.3.11 with GCC 12.2.0]\n", "Python 3.9.16 (7.3.11+dfsg, …)"},
		{"OpenJDK 64-Bit Server VM warning: Options -Xverify:none and -noverify were deprecated in JDK 13.0\n" +
			"info: kotlinc-jvm 1.3.31 (JRE 17.0.15)\n", "info: kotlinc-jvm 1.3.31 (JRE 17.0.15)"},
		{"Picked up JAVA_TOOL_OPTIONS: -Xmx1.5g\njavac 17.0.15\n", "javac 17.0.15"},
		{"perl: warning: Setting locale failed.\n\tLC_ALL = \"x.UTF-8\"\n\nThis is perl 5, version 36 (v5.36.0)\n",
			"This is perl 5, version 36 (v5.36.0)"},
		{"4.13.1", "4.13.1"},
		{"dash\nsecond", "dash"},
		{"warning: nothing\n", "it does not say its version"},
		{"", "it does not say its version"},
	} {
		if got := versionLine(c.printed); got != c.want {
			t.Errorf("%q: got %q, want %q", c.printed, got, c.want)
		}
	}
}

// The second judge on a machine asks no toolchain.
func TestNoQuestions(t *testing.T) {
	judgetest.Need(t, "g++")
	box, err := backend.Open(t.Context(), sandbox.Options{})
	if err != nil || box.Warning() != "" {
		t.Skipf("needs a sandbox that contains programs: %v", err)
	}
	defer box.Close()
	dir := t.TempDir()
	language, _ := byName("cpp")
	var first Toolchain
	for i := range 2 {
		cache, err := OpenCache(dir, box)
		judgetest.Check(t, err)
		asker, is := cache.asks().(answers)
		if !is {
			t.Fatal("nothing is cached")
		}
		runs := &counted{Sandbox: box}
		asker.Executor = runs
		cache.asker = asker
		tools, err := cache.Toolchain(t.Context(), language, Submission)
		judgetest.Check(t, err)
		switch {
		case i == 0:
			first = tools
		case runs.runs > 0:
			t.Errorf("%d questions were asked again", runs.runs)
		case tools.version != first.version || tools.newest != first.newest || tools.version == "":
			t.Errorf("%+v, want %+v", tools, first)
		}
	}
}
