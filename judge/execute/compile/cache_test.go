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
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// fakeCompiler puts a C compiler on the PATH that logs a line for each compilation, and whose programs print their own
// source. The body runs first.
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

// installShim makes a script run before the compiler.
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

// runs returns the number of compilations so far.
func (f *fakeCompiler) runs() int {
	text, err := os.ReadFile(f.log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		f.t.Fatal(err)
	}
	return strings.Count(string(text), "compiled")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	judgetest.Check(t, os.WriteFile(path, []byte(text), 0o666))
}

// newSource returns a program of one file in a new folder.
func newSource(t *testing.T, file, text string) problem.Source {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "program")
	judgetest.Check(t, os.Mkdir(dir, 0o777))
	write(t, filepath.Join(dir, file), text)
	return problem.Source{Name: "program", Dir: dir, Files: []string{file}}
}

func openCache(t *testing.T, dir string) *Cache {
	t.Helper()
	if err := os.Chmod(dir, 0o755); err != nil { // whatever the umask is
		t.Fatal(err)
	}
	cache, err := OpenCache(dir, plain.Executor{})
	judgetest.Check(t, err)
	if cache.Warning() != "" {
		t.Fatal(cache.Warning())
	}
	t.Cleanup(func() { cache.Close() })
	return cache
}

func mustBuild(t *testing.T, cache *Cache, kind Kind, source problem.Source) string {
	t.Helper()
	program, err := cache.Build(t.Context(), kind, source)
	judgetest.Check(t, err)
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

// Everything that affects the build changes the key.
func TestKey(t *testing.T) {
	seen := make(map[string]string)
	for what, change := range map[string]func(*compilation){
		"nothing":          func(*compilation) {},
		"the language":     func(c *compilation) { c.language.Name = "cpp" },
		"its environment":  func(c *compilation) { c.language.env = []string{"LC_ALL=C"} },
		"its arguments":    func(c *compilation) { c.placed = []string{"-O3"} },
		"the compiler":     func(c *compilation) { c.tools.Compiler = "/bin/cc" },
		"its version":      func(c *compilation) { c.tools.version = "2" },
		"the standard":     func(c *compilation) { c.tools.newest = "gnu23" },
		"an included file": func(c *compilation) { c.files = &Resolver{Files: []Local{{name: "a.h"}}} },
		"where it is looked for": func(c *compilation) {
			c.files = &Resolver{Files: []Local{{name: "a.h"}}, forwards: map[string]int{"b.h": 0}}
		},
		"its text":       func(c *compilation) { c.files = &Resolver{Files: []Local{{name: "a.h", Text: []byte("a")}}} },
		"the limits":     func(c *compilation) { c.limits.Output = 1 },
		"the entrypoint": func(c *compilation) { c.source.Entrypoint = "main" },
		"a macro":        func(c *compilation) { c.source.Defines = []string{"JUDGE"} },
		"a file's name":  func(c *compilation) { c.source.Files = []string{"b.c"} },
		"a file":         func(c *compilation) { c.contents = [][]byte{[]byte("b")} },
	} {
		c := compilation{source: problem.Source{Files: []string{"a.c"}}, contents: [][]byte{[]byte("a")}}
		change(&c)
		if other, is := seen[c.key()]; is {
			t.Errorf("%s and %s: the same key", what, other)
		}
		seen[c.key()] = what
	}
}

func TestBuildCompilesOnlyWhatIsNew(t *testing.T) {
	compiler := newFakeCompiler(t, "")
	dir := t.TempDir()
	cache := openCache(t, dir)
	source := newSource(t, "main.c", "first\n")
	path := ""
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
		{"another compiler", func() { compiler.install("2.0", ""); cache = openCache(t, dir) }, 2, "first\n"},
		{"without its entry", func() { judgetest.Check(t, os.RemoveAll(filepath.Dir(path))) }, 3, "first\n"},
	}
	for _, step := range steps {
		step.change()
		path = mustBuild(t, cache, Submission, source)
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

func TestOpenCacheFallsBackToATemporaryFolder(t *testing.T) {
	newFakeCompiler(t, "")
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	t.Setenv("HOME", file)
	t.Setenv("XDG_CACHE_HOME", file)
	shared := t.TempDir()
	judgetest.Check(t, os.Chmod(shared, 0o777))
	for dir, want := range map[string]string{"": "not a directory", filepath.Join(file, "cache"): "not a directory",
		shared: "other users can write to "} {
		cache, err := OpenCache(dir, plain.Executor{})
		judgetest.Check(t, err)
		if !strings.Contains(cache.Warning(), want) {
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

func TestBuildStopsWithItsContext(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "started")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("needs a named pipe: %v", err)
	}
	// A compiler that starts a child, reports it, and never ends. The child keeps the pipe open while it lives.
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
	judgetest.Check(t, err)
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
	if n, err := started.Read(make([]byte, 8)); n > 0 || err == nil { // returns when the pipe has no writer
		t.Errorf("read %d bytes from a compiler that was stopped", n)
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

// Entries that nobody used for a month are removed when a program is built.
func TestOpenCachePrunes(t *testing.T) {
	newFakeCompiler(t, "")
	dir := t.TempDir()
	cache := openCache(t, dir)
	entries := make(map[int]string) // by age in days
	for _, days := range []int{31, 29} {
		entry := filepath.Dir(mustBuild(t, cache, Submission, newSource(t, "main.c", fmt.Sprint(days))))
		then := time.Now().AddDate(0, 0, -days)
		judgetest.Check(t, os.Chtimes(entry, then, then))
		entries[days] = entry
	}
	mustBuild(t, openCache(t, dir), Submission, newSource(t, "main.c", "another"))
	for days, entry := range entries {
		if _, err := os.Stat(entry); (err == nil) != (days < 30) {
			t.Errorf("an entry of %d days is there: %v", days, err == nil)
		}
	}
}

// A damaged entry is removed and built again, once, and a note says so.
func TestDamaged(t *testing.T) {
	compiler := newFakeCompiler(t, "")
	over := func(make func(path string) error) func(path string) error {
		return func(path string) error { return errors.Join(os.RemoveAll(path), make(path)) }
	}
	program := func(damage func(path string) error) func(entry string) error {
		return func(entry string) error { return damage(filepath.Join(entry, programFile)) }
	}
	folder := func(path string) error { return os.Mkdir(path, 0o755) }
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o755) }
	loop := func(path string) error { return os.Symlink(filepath.Base(path), path) }
	file := func(path string) error { return os.WriteFile(path, nil, 0o755) }
	for what, damage := range map[string]func(entry string) error{
		"the entry is missing":          over(func(string) error { return nil }),
		"the entry is a file":           over(file),
		"the entry is an empty folder":  over(folder),
		"the entry is a pipe":           over(pipe),
		"the entry is a link to itself": over(loop),
		"a missing program":             program(os.Remove),
		"a folder":                      program(over(folder)),
		"a pipe":                        program(over(pipe)),
		"a link to itself":              program(over(loop)),
		"an empty program":              program(func(path string) error { return os.Truncate(path, 0) }),
		"a truncated program":           program(func(path string) error { return os.Truncate(path, 9) }),
		"garbage": program(func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("\xff", len(judgetest.Read(t, path)))), 0o755)
		}),
		"no rights": program(func(path string) error { return os.Chmod(path, 0o644) }),
		"the list of files is a pipe": func(entry string) error {
			return over(pipe)(filepath.Join(entry, listFile))
		},
		"a file that a run-time system added": func(entry string) error {
			return os.WriteFile(filepath.Join(entry, "cached"), nil, 0o644)
		},
	} {
		cache, noted := openCache(t, t.TempDir()), 0
		cache.Note = func(string) { noted++ }
		source, runs := newSource(t, "main.c", what+"\n"), compiler.runs()
		entry := filepath.Dir(mustBuild(t, cache, Submission, source))
		judgetest.Check(t, damage(entry))
		want, notes := 2, 1
		switch what {
		case "a file that a run-time system added":
			want, notes = 1, 0
		case "the entry is missing":
			notes = 0
		}
		for range 2 {
			if got := output(t, mustBuild(t, cache, Submission, source)); strings.TrimSpace(got) != what {
				t.Errorf("%s: the program prints %q", what, got)
			}
		}
		if got := compiler.runs() - runs; got != want || noted != notes {
			t.Errorf("%s: compiled %d times with %d notes, want %d and %d", what, got, noted, want, notes)
		}
	}
}
