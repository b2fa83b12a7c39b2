package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// goPackages are what solutions, checkers and generators usually import. Other programs can import more packages of the
// standard library, but Go compiles those packages again in each build.
const goPackages = "bufio bytes cmp container/heap container/list container/ring errors flag fmt io maps math " +
	"math/big math/bits math/cmplx math/rand math/rand/v2 os path/filepath regexp slices sort strconv strings sync " +
	"time unicode"

// goFill is a program that imports them.
var goFill = "package main\n\nimport (\n\t_ \"" + strings.ReplaceAll(goPackages, " ", "\"\n\t_ \"") +
	"\"\n)\n\nfunc main() {}\n"

// goEnvironment returns the variables that name Go's toolchain and cache.
func goEnvironment(root, cache string) []string {
	return []string{"GOROOT=" + root, "GOCACHE=" + cache, "GOPATH=" + sandbox.Folder + "/gopath"}
}

// goCache returns the folder of a Go cache that holds the standard library as this toolchain compiles it. Compiling
// goFill fills the cache once. With an empty cache, each build would first compile the standard library, which takes
// seconds. Builds can only read the cache, so no build leaves anything there for the next. The cache for Counted
// programs also holds the tool that reads their counters. The cache for Debug programs holds the library as built with
// their flags.
func (c *Cache) goCache(ctx context.Context, language Language, t Toolchain, kind Kind) (string, error) {
	libraries, err := openStore("") // the user's cache folder, whatever folder c uses
	if err != nil {
		libraries = c.built
	}
	key := store.NewKey("dlxjudge build 6, Go library")
	key.Add(t.Compiler, t.version, goFill, fmt.Sprint(kind == Counted))
	key.Add(language.args[kind]...)
	key.Add(language.env...)
	return libraries.Make(ctx, key.Name(), func(work string) (string, error) {
		filled := filepath.Join(work, "cache")
		if err := c.fillGoCache(ctx, language, t, kind, work, filled); err != nil {
			return "", fmt.Errorf("compiling the Go standard library with %s: %w", t.Compiler, err)
		}
		return filled, nil
	})
}

// goFillLimits are the limits on compiling the standard library.
var goFillLimits = sandbox.Limits{Wall: 10 * time.Minute, Memory: 4 << 30, Output: 256 << 20, Folder: 1 << 30,
	Processes: compilerProcesses}

// fillGoCache compiles goFill. Like every compiler, Go can write only to its working folder. The cache is copied from
// there.
func (c *Cache) fillGoCache(ctx context.Context, language Language, t Toolchain, kind Kind, work, cache string) error {
	main := filepath.Join(work, "main.go")
	if err := errors.Join(os.WriteFile(main, []byte(goFill), 0o666), os.Mkdir(cache, 0o777)); err != nil {
		return err
	}
	const own = "cache"
	fill := compilation{language: language, kind: kind, tools: t, source: problem.Source{Files: []string{"main.go"}}}
	script := legible.Word(t.Compiler) + legible.Words(fill.arguments(sandbox.Folder+"/program")...)
	if kind == Counted {
		script += " && " + legible.Word(t.Compiler) + " tool -n covdata" // since Go 1.25, this first compiles covdata
	}
	result, err := c.Programs.Run(ctx, sandbox.Task{
		Profile: sandbox.Compile, Program: "/bin/sh", Args: []string{"-c", script}, Reads: t.Reads,
		Env:      slices.Concat(t.Env, goEnvironment(t.root, sandbox.Folder+"/"+own)),
		Files:    []sandbox.File{{Name: "main.go", Path: main}},
		Folders:  []string{own},
		Products: []sandbox.Product{{Folder: own, Into: cache, Limit: goFillLimits.Output}},
		Limits:   goFillLimits, Scratch: work,
	})
	if err == nil && (result.ExitCode != 0 || result.Stopped() != "") {
		err = fmt.Errorf("%v\n%s", result, strings.TrimSpace(result.Stderr.Head()))
	}
	return err
}

// GoLibrary finds the standard library of the Go on the PATH. It returns the toolchain's folder, and a function for
// go/importer that opens a package in the compiler's export format. Package paths may come from untrusted source code.
// The error is a *MissingError if Go is not installed.
func (c *Cache) GoLibrary(ctx context.Context) (root string, open func(string) (io.ReadCloser, error), err error) {
	language, err := LanguageOf(problem.Source{Files: []string{"main.go"}})
	if err != nil {
		return "", nil, err
	}
	tools, err := c.Toolchain(ctx, language, Tool)
	return tools.root, func(path string) (io.ReadCloser, error) { return c.goPackage(ctx, tools, path) }, err
}

func (c *Cache) goPackage(ctx context.Context, tools Toolchain, path string) (io.ReadCloser, error) {
	work, err := c.built.Work()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	result, err := c.Programs.Run(ctx, sandbox.Task{
		Profile: sandbox.Compile, Program: tools.Compiler, Env: tools.Env, Reads: tools.Reads,
		Args:     []string{"build", "-o", sandbox.Folder + "/" + programFile, "--", path},
		Products: []sandbox.Product{{Pattern: programFile, Into: work, Limit: c.limits.Output}},
		Limits:   compilerLimits(c.limits), Scratch: work,
	})
	if err == nil && result.ExitCode != 0 {
		err = fmt.Errorf("package %s: %v: %s", path, result, strings.TrimSpace(result.Stderr.Head()))
	}
	if err != nil {
		return nil, err
	}
	archive, err := os.ReadFile(filepath.Join(work, programFile))
	return io.NopCloser(bytes.NewReader(archive)), err
}
