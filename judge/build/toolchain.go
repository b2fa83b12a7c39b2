package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/executor"
)

// Toolchain is a compiler of this machine and what it needs to run.
type Toolchain struct {
	Compiler string   // absolute path
	Env      []string // for executor.Command.Env
	Reads    []string // for executor.Command.Reads

	version string // what the compiler says of itself
	root    string // the toolchain's folder, as the compiler names it, or ""
}

// toolchainKey tells toolchains apart.
type toolchainKey struct {
	compiler string
	counted  bool
}

// questionLimits are those of a compiler that says its version.
var questionLimits = executor.Limits{Wall: time.Minute, Memory: 1 << 30, Output: 1 << 20, Processes: compilerProcesses}

// Toolchain finds the compiler of a language, and asks it once what it is. What it needs depends on the kind of source. The
// error is a *MissingError where there is no compiler.
func (c *Cache) Toolchain(ctx context.Context, language Language, kind Kind) (Toolchain, error) {
	compiler, err := language.compiler()
	if err != nil {
		return Toolchain{}, err
	}
	c.asking.Lock()
	defer c.asking.Unlock()
	key := toolchainKey{compiler, kind == Counted}
	if known, ok := c.toolchains[key]; ok {
		return known, nil
	}
	t := Toolchain{Compiler: compiler}
	if len(language.root) > 0 {
		answer, err := c.ask(ctx, compiler, language, language.root)
		if err != nil {
			return Toolchain{}, err
		}
		t.root = strings.TrimSpace(answer)
		// What is on the PATH may be a shim, which starts another program by files in the user's home.
		if behind := filepath.Join(t.root, "bin", filepath.Base(compiler)); isExecutable(behind) {
			t.Compiler = behind
		}
	}
	if t.version, err = c.ask(ctx, compiler, language, language.version); err != nil {
		return Toolchain{}, err
	}
	t.Reads = foldersOf(t.Compiler, t.root)
	t.Env = compilerEnvironment(t.Compiler, language)
	if language.Name == "go" {
		cache, err := c.goCache(ctx, language, t, key.counted)
		if err != nil {
			return Toolchain{}, err
		}
		t.Reads = append(t.Reads, cache)
		t.Env = append(t.Env, goEnvironment(t.root, cache)...)
	}
	c.toolchains[key] = t
	return t, nil
}

// ask has a compiler answer a question about itself, as it answers when it compiles: contained, with its own folders in sight.
// A shim cannot answer so, since it finds the compiler by files in the user's home. It is asked again as the user would ask
// it. No program of a problem has a part in that.
func (c *Cache) ask(ctx context.Context, compiler string, language Language, question []string) (string, error) {
	command := executor.Command{
		Profile: executor.Compile, Program: compiler, Args: question, Reads: foldersOf(compiler, ""),
		Env:    append(compilerEnvironment(compiler, language), "GOROOT="+os.Getenv("GOROOT")),
		Limits: questionLimits,
	}
	result, err := c.Programs.Run(ctx, command)
	if err == nil && result.ExitCode == 0 || ctx.Err() != nil {
		return result.Said.Head(), err
	}
	command.Reads, command.Env = nil, nil
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); !strings.HasPrefix(name, "GO") || name == "GOROOT" {
			command.Env = append(command.Env, entry)
		}
	}
	command.Env = append(command.Env, "LC_ALL=C", "GOTOOLCHAIN=local")
	result, err = executor.New().Run(ctx, command)
	if err == nil && result.ExitCode != 0 {
		err = errors.New(result.String())
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s %s: %w\n%s", compiler, strings.Join(question, " "), err, strings.TrimSpace(result.Said.Tail()))
	}
	return result.Said.Head(), err
}

// compilerEnvironment is what the environment of a language's compiler holds.
func compilerEnvironment(compiler string, language Language) []string {
	return append([]string{"PATH=" + filepath.Dir(compiler) + ":/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"}, language.env...)
}

// foldersOf are the folders that hold a compiler's installation: its root, and those that its path leads to. The system's
// own are left out, since every compiler sees what it needs of them.
func foldersOf(compiler, root string) []string {
	var folders []string
	add := func(folder string) {
		switch folder {
		case "", "/", "/usr", "/usr/local":
			return
		}
		if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(home+"/", folder+"/") {
			return // the user's files are no part of a compiler
		}
		if !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	add(root)
	for _, path := range []string{compiler, resolved(compiler)} {
		dir := filepath.Dir(path)
		if filepath.Base(dir) == "bin" {
			add(filepath.Dir(dir))
		}
		add(dir)
	}
	return folders
}

func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
