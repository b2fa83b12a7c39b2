package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// questionLimit is how long a compiler may take to say its version.
const questionLimit = time.Minute

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
		answer, err := ask(ctx, compiler, language.root)
		if err != nil {
			return Toolchain{}, err
		}
		t.root = strings.TrimSpace(answer)
		// What is on the PATH may be a shim, which starts another program by files in the user's home.
		if behind := filepath.Join(t.root, "bin", filepath.Base(compiler)); isExecutable(behind) {
			t.Compiler = behind
		}
	}
	if t.version, err = ask(ctx, compiler, language.version); err != nil {
		return Toolchain{}, err
	}
	t.Reads = foldersOf(t.Compiler, t.root)
	t.Env = append([]string{"PATH=" + filepath.Dir(t.Compiler) + ":/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"}, language.env...)
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

// ask has a compiler answer a question about itself. No program of a problem has a part in this, so nothing is contained,
// and shims find the user's settings.
func ask(ctx context.Context, compiler string, question []string) (string, error) {
	var env []string
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); !strings.HasPrefix(name, "GO") || name == "GOROOT" {
			env = append(env, entry)
		}
	}
	result, err := executor.New().Run(ctx, executor.Command{
		Profile: executor.Compile, Program: compiler, Args: question, Env: append(env, "LC_ALL=C", "GOTOOLCHAIN=local"),
		Limits: executor.Limits{Wall: questionLimit},
	})
	if err == nil && result.ExitCode != 0 {
		err = errors.New(result.String())
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s %s: %w\n%s", compiler, strings.Join(question, " "), err, strings.TrimSpace(result.Said.Tail()))
	}
	return result.Said.Head(), err
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
		folders = append(folders, folder)
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
