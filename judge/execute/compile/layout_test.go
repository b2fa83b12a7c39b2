package compile

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestLayout: layouts of one source differ, print the same, and are outside the cache; the same seed gives the same
// layout.
func TestLayout(t *testing.T) {
	for file, text := range map[string]string{
		"main.go": "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(42) }\n",
		"main.c": "#include <stdio.h>\nint f(int x) { return x + 1; }\nint main(void) { printf(\"%d\\n\", f(41)); " +
			"return 0; }\n",
		"main.cc": "#include <cstdio>\nint f(int x) { return x + 1; }\nint main() { std::printf(\"%d\\n\", f(41)); }\n",
	} {
		t.Run(file, func(t *testing.T) {
			judgetest.Need(t, map[string]string{".go": "go", ".c": "gcc", ".cc": "g++"}[filepath.Ext(file)])
			if file == "main.cc" {
				judgetest.Long(t, "programs in C have the same layouts")
			}
			cache := openCache(t, t.TempDir())
			source := newSource(t, file, text)
			plain, err := cache.Build(t.Context(), Submission, source)
			judgetest.Check(t, err)
			dir := t.TempDir()
			paths := []string{plain.Path}
			for _, seed := range []uint32{7, 7, 3077} {
				program, moved, err := cache.Layout(t.Context(), source, Layout{Seed: seed, Dir: dir, Cores: []int{0}})
				path := program.Path
				judgetest.Check(t, err)
				if !moved {
					t.Skip("needs a toolchain that can place code: Go 1.22, or a newer one, and GNU ld")
				}
				if slices.Contains(paths, path) {
					t.Errorf("%s is there twice", path)
				}
				paths = append(paths, path)
				if got := output(t, path); got != "42\n" {
					t.Errorf("seed %d prints %q", seed, got)
				}
			}
			for _, pair := range []struct {
				a, b int
				same bool
			}{{0, 1, false}, {1, 2, true}, {2, 3, false}} {
				same, err := SameProgram(paths[pair.a], paths[pair.b])
				judgetest.Check(t, err)
				if same != pair.same {
					t.Errorf("programs %d and %d are the same: %v, want %v", pair.a, pair.b, same, pair.same)
				}
			}
		})
	}
}

// Editing a source during a measurement makes the measurement fail.
func TestLayoutOfChanged(t *testing.T) {
	judgetest.Need(t, "gcc")
	cache := openCache(t, t.TempDir())
	source := newSource(t, "main.c", "int main(void) { return 0; }\n")
	plain, err := cache.Build(t.Context(), Submission, source)
	judgetest.Check(t, err)
	if _, _, err := cache.Layout(t.Context(), source, Layout{Seed: 9, Dir: t.TempDir(), Of: plain}); err != nil {
		t.Error(err)
	}
	judgetest.Check(t, os.WriteFile(filepath.Join(source.Dir, "main.c"), []byte("int main(void) { return 1; }\n"),
		0o644))
	if _, _, err := cache.Layout(t.Context(), source, Layout{Seed: 9, Dir: t.TempDir(), Of: plain}); err == nil ||
		!strings.Contains(err.Error(), "has changed since measuring began") {
		t.Errorf("got %v", err)
	}
}

// If the compiler does not know the flags, a layout is a fresh copy.
func TestLayoutElsewhere(t *testing.T) {
	judgetest.Need(t, "gcc")
	gcc, err := exec.LookPath("gcc")
	judgetest.Check(t, err)
	bin := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in *-fpatchable*) echo 'unrecognized option' >&2; exit 1;; esac\nexec " + gcc +
		" \"$@\"\n"
	judgetest.Check(t, os.WriteFile(filepath.Join(bin, "gcc"), []byte(script), 0o755))
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	cache := openCache(t, t.TempDir())
	source := newSource(t, "main.c", "#include <stdio.h>\nint main(void) { puts(\"42\"); return 0; }\n")
	plain, err := cache.Build(t.Context(), Submission, source)
	judgetest.Check(t, err)
	program, moved, err := cache.Layout(t.Context(), source, Layout{Seed: 9, Dir: t.TempDir()})
	judgetest.Check(t, err)
	same, err := SameProgram(plain.Path, program.Path)
	judgetest.Check(t, err)
	if moved || program.Path == plain.Path || !same || output(t, program.Path) != "42\n" {
		t.Errorf("got %s, moved %v, the same program %v; want a copy of %s", program.Path, moved, same, plain.Path)
	}
}

// A program that a runner runs has no layouts.
func TestLayoutOfOthers(t *testing.T) {
	judgetest.Need(t, "bash")
	cache := openCache(t, t.TempDir())
	source := newSource(t, "main.sh", "echo 42\n")
	built, err := cache.Build(t.Context(), Submission, source)
	judgetest.Check(t, err)
	program, moved, err := cache.Layout(t.Context(), source, Layout{Seed: 9, Dir: t.TempDir()})
	if err != nil || moved || program.Path != built.Path || program.Dir != built.Dir {
		t.Errorf("got %+v, moved %v, %v, of %+v", program, moved, err, built)
	}
}

// A comment or a new variable name keeps the program the same; a new constant does not.
func TestSameProgram(t *testing.T) {
	judgetest.Need(t, "go")
	cache := openCache(t, t.TempDir())
	var paths []string
	for _, text := range []string{
		"package main\n\nfunc main() { n := 42; println(n) }\n",
		"// Package main is commented.\n\npackage main\n\nfunc main() { answer := 42; println(answer) }\n",
		"package main\n\nfunc main() { n := 43; println(n) }\n",
	} {
		program, err := cache.Build(t.Context(), Submission, newSource(t, "main.go", text))
		judgetest.Check(t, err)
		paths = append(paths, program.Path)
	}
	for i, want := range []bool{true, true, false} {
		same, err := SameProgram(paths[0], paths[i])
		judgetest.Check(t, err)
		if same != want {
			t.Errorf("program %d is the same: %v, want %v", i, same, want)
		}
	}
}
