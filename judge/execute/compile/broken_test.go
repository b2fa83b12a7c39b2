package compile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// TestBrokenTools: a tool that is on the PATH and does not say its version is missing, and why stands in one line.
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
			_, asked := language.installed(t.Context(), sandbox.Uncontained())
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

// A compiler that does not work is asked once, however many programs it would have to compile.
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

// TestVersions: tests ask the tools of languages as the judge does.
func TestVersions(t *testing.T) {
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
