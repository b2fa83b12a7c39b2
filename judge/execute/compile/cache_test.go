package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// fakeCompiler puts a C compiler on the PATH that writes a line to a log each time it compiles, and whose programs
// print their own source. The body runs before that.
type fakeCompiler struct {
	t   *testing.T
	bin string
	log string
}

func newFakeCompiler(t *testing.T, body string) *fakeCompiler {
	t.Helper()
	dir := t.TempDir()
	f := &fakeCompiler{t, filepath.Join(dir, "gcc"), filepath.Join(dir, "log")}
	f.install("1.0", body)
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return f
}

func (f *fakeCompiler) install(version, body string) {
	f.t.Helper()
	f.write(`#!/bin/sh
if [ "$1" = --version ]; then echo "fake ` + version + `"; exit; fi
if [ "$1" = -fsyntax-only ]; then exit; fi
echo compiled >> '` + f.log + `'
` + body + `
while [ $# -gt 0 ]; do
	case "$1" in
	-o) out=$2; shift ;;
	*.c) source=$1 ;;
	esac
	shift
done
{ echo '#!/bin/sh'; echo 'cat <<"END"'; cat "$source"; echo END; } > "$out"
chmod +x "$out"
`)
}

// installShim has a script run before the compiler does anything.
func (f *fakeCompiler) installShim(script string) {
	f.t.Helper()
	f.write(strings.Replace(judgetest.Read(f.t, f.bin), "\n", "\n"+script+"\n", 1))
}

func (f *fakeCompiler) write(script string) {
	f.t.Helper()
	write(f.t, f.bin, script)
	if err := os.Chmod(f.bin, 0o777); err != nil {
		f.t.Fatal(err)
	}
}

// runs counts the compilations so far.
func (f *fakeCompiler) runs() int {
	text, err := os.ReadFile(f.log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		f.t.Fatal(err)
	}
	return strings.Count(string(text), "compiled")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// newSource is a program of one file in a folder of its own.
func newSource(t *testing.T, file, text string) problem.Source {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "program")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, file), text)
	return problem.Source{Name: "program", Dir: dir, Files: []string{file}}
}

func openCache(t *testing.T, dir string) *Cache {
	t.Helper()
	if err := os.Chmod(dir, 0o755); err != nil { // whatever the umask is
		t.Fatal(err)
	}
	cache, err := OpenCache(dir, sandbox.Uncontained())
	if err != nil {
		t.Fatal(err)
	}
	if cache.Warning() != "" {
		t.Fatal(cache.Warning())
	}
	t.Cleanup(func() { cache.Close() })
	return cache
}

func mustBuild(t *testing.T, cache *Cache, kind Kind, source problem.Source) string {
	t.Helper()
	program, err := cache.Build(t.Context(), kind, source)
	if err != nil {
		t.Fatal(err)
	}
	return program.Path
}

func output(t *testing.T, program string) string {
	t.Helper()
	out, err := exec.Command(program).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
	return string(out)
}

// What one package may have built, by its limits or as a checker, is not there for the same files in another one that
// may not.
func TestBuildKeepsToEachPackage(t *testing.T) {
	newFakeCompiler(t, `case "$*" in *-idirafter*) ;; *strict*) echo "no such header" >&2; exit 1 ;; esac`)
	cache := openCache(t, t.TempDir())
	large, strict := newSource(t, "main.c", strings.Repeat("large\n", 100)), newSource(t, "strict.c",
		"#include <strict.h>\n")
	small := large
	small.Compilation.Output = 100
	for _, step := range []struct {
		name   string
		kind   Kind
		source problem.Source
		want   string // in the CompileError; "" if it compiles
	}{
		{"under the usual limits", Submission, large, ""},
		{"under small limits", Submission, small, "larger than"},
		{"with headers of the package", Tool, strict, ""},
		{"without", Submission, strict, "no such header"},
	} {
		_, err := cache.Build(t.Context(), step.kind, step.source)
		var broken *CompileError
		if step.want == "" && err != nil || step.want != "" && (!errors.As(err, &broken) ||
			!strings.Contains(broken.Output, step.want)) {
			t.Errorf("%s: %v, want %q", step.name, err, step.want)
		}
	}
}

func TestBuildCompilesOnlyWhatIsNew(t *testing.T) {
	compiler := newFakeCompiler(t, "")
	dir := t.TempDir()
	cache := openCache(t, dir)
	source := newSource(t, "main.c", "first\n")
	steps := []struct {
		name   string
		change func()
		runs   int
		want   string
	}{
		{"at first", func() {}, 1, "first\n"},
		{"again", func() {}, 1, "first\n"},
		{"again, by another judge", func() { cache = openCache(t, dir) }, 1, "first\n"},
		{"in another folder", func() { source = newSource(t, "main.c", "first\n") }, 1, "first\n"},
		{"another content", func() { source = newSource(t, "main.c", "second\n") }, 2, "second\n"},
		{"another name", func() { source = newSource(t, "queen.c", "second\n") }, 3, "second\n"},
		{"another compiler", func() { compiler.install("2.0", ""); cache = openCache(t, dir) }, 4, "second\n"},
	}
	for _, step := range steps {
		step.change()
		path := mustBuild(t, cache, Submission, source)
		if !filepath.IsAbs(path) {
			t.Errorf("%s: %s is not absolute", step.name, path)
		}
		if got := output(t, path); got != step.want {
			t.Errorf("%s: the program prints %q, want %q", step.name, got, step.want)
		}
		if got := compiler.runs(); got != step.runs {
			t.Errorf("%s: compiled %d times in all, want %d", step.name, got, step.runs)
		}
	}
}

func TestBuildAgainWithoutTheEntry(t *testing.T) {
	damages := map[string]func(entry string) error{
		"no entry":                      os.RemoveAll,
		"others may write to the entry": func(entry string) error { return os.Chmod(entry, 0o777) },
		"a file": func(entry string) error {
			return errors.Join(os.RemoveAll(entry), os.WriteFile(entry, []byte("junk"), 0o666))
		},
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			compiler := newFakeCompiler(t, "")
			dir := t.TempDir()
			cache := openCache(t, dir)
			source := newSource(t, "main.c", "sound\n")
			entry := filepath.Dir(mustBuild(t, cache, Submission, source))
			if err := damage(entry); err != nil {
				t.Fatal(err)
			}
			if got := output(t, mustBuild(t, cache, Submission, source)); got != "sound\n" {
				t.Errorf("the program prints %q", got)
			}
			if got := compiler.runs(); got != 2 {
				t.Errorf("compiled %d times, want 2", got)
			}
			mustBuild(t, cache, Submission, source)
			if got := compiler.runs(); got != 2 {
				t.Errorf("compiled %d times after that, want 2", got)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
				t.Errorf("the cache holds %v, want one entry", left)
			}
		})
	}
}

func TestBuildAtOnce(t *testing.T) {
	compiler := newFakeCompiler(t, "")
	dir := t.TempDir()
	const judges, programs, callers = 2, 3, 4
	var sources []problem.Source
	for i := range programs {
		sources = append(sources, newSource(t, "main.c", fmt.Sprintf("program %d\n", i)))
	}
	var wait sync.WaitGroup
	for range judges {
		cache := openCache(t, dir)
		for i, source := range sources {
			for range callers {
				wait.Go(func() {
					program, err := cache.Build(t.Context(), Submission, source)
					if err != nil {
						t.Error(err)
						return
					}
					if got, want := output(t, program.Path), fmt.Sprintf("program %d\n", i); got != want {
						t.Errorf("the program prints %q, want %q", got, want)
					}
				})
			}
		}
	}
	wait.Wait()
	if got := compiler.runs(); got < programs || got > judges*programs {
		t.Errorf("compiled %d times, want at most once by each of %d judges", got, judges)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != programs {
		t.Errorf("the cache holds %v, want %d entries", left, programs)
	}
}

func TestOpenCacheFallsBackToATemporaryFolder(t *testing.T) {
	newFakeCompiler(t, "")
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	t.Setenv("HOME", file)
	t.Setenv("XDG_CACHE_HOME", file)
	for _, dir := range []string{"", filepath.Join(file, "cache")} {
		cache, err := OpenCache(dir, sandbox.Uncontained())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(cache.Warning(), "not a directory") {
			t.Errorf("warning %q does not say why", cache.Warning())
		}
		path := mustBuild(t, cache, Submission, newSource(t, "main.c", "built\n"))
		if got := output(t, path); got != "built\n" {
			t.Errorf("the program prints %q", got)
		}
		if err := cache.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there after Close: %v", path, err)
		}
	}
}

func TestOpenCachePrunes(t *testing.T) {
	newFakeCompiler(t, "")
	dir := t.TempDir()
	cache := openCache(t, dir)
	age := func(path string, days int) {
		t.Helper()
		then := time.Now().AddDate(0, 0, -days)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
	unused := filepath.Dir(mustBuild(t, cache, Submission, newSource(t, "main.c", "unused")))
	recent := filepath.Dir(mustBuild(t, cache, Submission, newSource(t, "main.c", "recent")))
	usedSource := newSource(t, "main.c", "used")
	used := filepath.Dir(mustBuild(t, cache, Submission, usedSource))
	foreign, killed, running := filepath.Join(dir, "notes.txt"), filepath.Join(dir, "building-1"),
		filepath.Join(dir, "building-2")
	for _, path := range []string{foreign, killed, running} {
		write(t, path, "")
	}
	age(unused, 31)
	age(recent, 29)
	age(used, 31)
	age(foreign, 1000)
	age(killed, 2)
	mustBuild(t, cache, Submission, usedSource)
	mustBuild(t, openCache(t, dir), Submission, newSource(t, "main.c", "another"))
	for path, want := range map[string]bool{unused: false, recent: true, used: true, foreign: true, killed: false,
		running: true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", path, err == nil, want)
		}
	}
}

func TestBuildStopsWithItsContext(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "started")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("needs a named pipe: %v", err)
	}
	// A compiler that starts a child, tells of it, and never ends. The child holds the pipe open for as long as it
	// lives.
	newFakeCompiler(t, "exec 3>'"+pipe+"'; sleep 1000 & echo started >&3; wait")
	cache := openCache(t, t.TempDir())
	source := newSource(t, "main.c", "")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := cache.Build(ctx, Submission, source)
		done <- err
	}()
	started, err := os.Open(pipe)
	if err != nil {
		t.Fatal(err)
	}
	defer started.Close()
	if _, err := started.Read(make([]byte, 8)); err != nil {
		t.Fatal(err)
	}
	go func() { // waits for the first
		_, err := cache.Build(ctx, Submission, source)
		done <- err
	}()
	cancel()
	for range 2 {
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	}
	if n, err := started.Read(make([]byte, 8)); n > 0 || err == nil { // returns when nobody can write to it any more
		t.Errorf("read %d bytes from a compiler that was stopped", n)
	}
}
