package compile

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// goPrefix begins the name of a folder that holds the Go standard library, compiled.
const goPrefix = "go-"

// goFill imports what solutions, checkers and generators import. A program may import the rest of the standard library
// as well: Go then compiles it again each time.
const goFill = `package main

import (
	_ "bufio"
	_ "bytes"
	_ "cmp"
	_ "container/heap"
	_ "container/list"
	_ "container/ring"
	_ "errors"
	_ "flag"
	_ "fmt"
	_ "io"
	_ "maps"
	_ "math"
	_ "math/big"
	_ "math/bits"
	_ "math/cmplx"
	_ "math/rand"
	_ "math/rand/v2"
	_ "os"
	_ "path/filepath"
	_ "regexp"
	_ "slices"
	_ "sort"
	_ "strconv"
	_ "strings"
	_ "sync"
	_ "time"
	_ "unicode"
)

func main() {}
`

// goEnvironment tells Go where its toolchain and its cache are.
func goEnvironment(root, cache string) []string {
	return []string{"GOROOT=" + root, "GOCACHE=" + cache, "GOPATH=" + sandbox.Folder + "/gopath"}
}

// goCache returns the folder of a Go cache that holds the standard library as this toolchain compiles it. Programs are
// compiled with it read-only, so that none can leave anything for the next. It is filled once, from a fixed program:
// without it, every compilation would begin with the standard library, which takes seconds. The cache for counted
// programs also holds the tool that reads counters, which takes as long again, and that for debugging the library as it
// is compiled then.
func (c *Cache) goCache(ctx context.Context, language Language, t Toolchain, kind Kind) (string, error) {
	parent, err := writableFolder("")
	if err != nil {
		parent = c.dir
	}
	parts := []any{schema, t.Compiler, t.version, goFill, language.args[Submission], language.args[Counted],
		language.env, kind == Counted}
	if kind == Debug {
		parts = append(parts, language.args[Debug])
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", parts))
	cache := filepath.Join(parent, fmt.Sprintf("%s%x", goPrefix, sum[:16]))
	if oursAlone(cache) {
		now := time.Now()
		os.Chtimes(cache, now, now) // in use: not to be pruned
		return cache, nil
	}
	plain := ""
	if kind == Counted {
		if plain, err = c.goCache(ctx, language, t, Submission); err != nil {
			return "", err
		}
	}
	unlock, err := lock(ctx, filepath.Join(parent, goPrefix+"lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	if oursAlone(cache) { // another judge has filled it meanwhile
		return cache, nil
	}
	work, err := os.MkdirTemp(parent, tempPrefix)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	filled := filepath.Join(work, "cache")
	if err := c.fillGoCache(ctx, language, t, kind, work, filled, plain); err != nil {
		return "", err
	}
	if err := os.Rename(filled, cache); err != nil && !oursAlone(cache) {
		return "", fmt.Errorf("%w; remove %s", err, cache)
	}
	return cache, nil
}

// goFillLimits are those of compiling the standard library.
var goFillLimits = sandbox.Limits{Wall: 10 * time.Minute, Memory: 4 << 30, Output: 256 << 20, Folder: 1 << 30,
	Processes: compilerProcesses}

// fillGoCache compiles the fixed program. Given a plain cache, which holds it, it adds what counted programs need. Like
// every compiler, Go writes to its own folder alone; the cache is taken from there.
func (c *Cache) fillGoCache(ctx context.Context, language Language, t Toolchain, kind Kind, work, cache,
	plain string) error {
	main := filepath.Join(work, "main.go")
	if err := errors.Join(os.WriteFile(main, []byte(goFill), 0o666), os.Mkdir(cache, 0o777)); err != nil {
		return err
	}
	const own = "cache"
	source := problem.Source{Name: "fill", Dir: work, Files: []string{"main.go"}}
	fill := language.args[Submission]
	if kind == Debug {
		fill = language.args[Debug]
	}
	script, reads := []string{quoted(t.Compiler, language.arguments(fill, sandbox.Folder+"/program", source, t)...)},
		t.Reads
	env := slices.Concat(t.Env, goEnvironment(t.root, sandbox.Folder+"/"+own))
	if plain != "" {
		reads, env = append(slices.Clone(reads), plain), append(env, "PLAIN="+plain)
		script = []string{
			`cp -R "$PLAIN/." ` + own,
			quoted(t.Compiler, language.arguments(language.args[Counted], sandbox.Folder+"/program", source, t)...),
			quoted(t.Compiler, "tool", "-n", "covdata"), // compiles it, since Go 1.25, and prints the command
		}
	}
	result, err := c.Programs.Run(ctx, sandbox.Task{
		Profile: sandbox.Compile, Program: "/bin/sh", Args: []string{"-c", strings.Join(script, " && ")},
		Env: env, Reads: reads,
		Files:    []sandbox.File{{Name: "main.go", Path: main}},
		Folders:  []string{own},
		Products: []sandbox.Product{{Folder: own, Into: cache, Limit: goFillLimits.Output}},
		Limits:   goFillLimits,
	})
	if err == nil && (result.ExitCode != 0 || result.Stopped() != "") {
		err = fmt.Errorf("%v\n%s", result, strings.TrimSpace(result.Said.Head()))
	}
	if err != nil {
		return fmt.Errorf("compiling the Go standard library with %s: %w", t.Compiler, err)
	}
	// Compilers may run as another user, whatever the umask here.
	return filepath.WalkDir(cache, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm() &^ 0o022
		if mode |= 0o444; entry.IsDir() || mode&0o100 != 0 {
			mode |= 0o111
		}
		return os.Chmod(path, mode)
	})
}

// quoted is a command of the shell with these words.
func quoted(program string, args ...string) string {
	words := []string{program}
	words = append(words, args...)
	for i, word := range words {
		words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return strings.Join(words, " ")
}

// oursAlone reports whether a folder is there, and no other user can have put anything into it.
func oursAlone(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir() && ours(info)
}

// lock waits until no other judge holds the lock on a file.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { file.Close() }, nil
		}
		if err != syscall.EWOULDBLOCK && err != syscall.EINTR {
			file.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		}
	}
}
