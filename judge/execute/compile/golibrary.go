package compile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// A GoLibrary is the standard library of the Go on the PATH.
type GoLibrary struct {
	Root  string // the toolchain's folder
	cache *Cache
	tools Toolchain
}

// GoLibrary finds the standard library. The error is a *MissingError where there is no Go.
func (c *Cache) GoLibrary(ctx context.Context) (GoLibrary, error) {
	language, err := LanguageOf(problem.Source{Files: []string{"main.go"}})
	if err != nil {
		return GoLibrary{}, err
	}
	tools, err := c.Toolchain(ctx, language, Tool)
	return GoLibrary{Root: tools.root, cache: c, tools: tools}, err
}

// Package returns a package of the library in the compiler's form, for go/importer. The path may come from untrusted
// source code.
func (l GoLibrary) Package(ctx context.Context, path string) (io.ReadCloser, error) {
	work, err := l.cache.built.Work()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	limits := l.cache.limits
	result, err := l.cache.Programs.Run(ctx, sandbox.Task{
		Profile: sandbox.Compile, Program: l.tools.Compiler, Env: l.tools.Env, Reads: l.tools.Reads,
		Args:     []string{"build", "-o", sandbox.Folder + "/" + programOut, "--", path},
		Products: []sandbox.Product{{Pattern: programOut, Into: work, Limit: limits.Output}},
		Limits:   compilerLimits(limits), Scratch: work,
	})
	if err == nil && result.ExitCode != 0 {
		err = fmt.Errorf("package %s: %v: %s", path, result, strings.TrimSpace(result.Said.Head()))
	}
	if err != nil {
		return nil, err
	}
	archive, err := os.ReadFile(filepath.Join(work, programOut))
	return io.NopCloser(bytes.NewReader(archive)), err
}
