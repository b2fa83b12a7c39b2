package compile

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// Toolchain is a compiler on this machine and what it needs to run.
type Toolchain struct {
	Compiler string   // absolute path
	Env      []string // for sandbox.Task.Env
	Reads    []string // for sandbox.Task.Reads

	version string // version output of the compiler, then of the runner
	root    string // the toolchain's folder, as reported by the compiler, or ""
	newest  string // the newest standard that the compiler knows; "" if it takes no standard
	runner  string // absolute path of the tool that runs the programs; "" if the compiler makes executables
	// what the programs need to run: environment variables, and folders that they read
	runEnv, runReads []string
}

// toolchainKey identifies a toolchain.
type toolchainKey struct {
	language string
	compiler string
	kind     Kind // Counted or Debug; Submission for all other kinds
}

// questionLimits are the limits on a compiler that answers a question about itself.
var questionLimits = sandbox.Limits{Wall: time.Minute, Memory: 1 << 30, Output: 1 << 20, Processes: compilerProcesses}

// askedToolchain is a toolchain that has answered, or the error of a broken one.
type askedToolchain struct {
	Toolchain
	err error
}

// Toolchain finds the compiler of a language. It asks each compiler for its version only once, even a broken one. What
// the compiler needs depends on kind. The error is a *MissingError if there is no compiler.
func (c *Cache) Toolchain(ctx context.Context, language Language, kind Kind) (Toolchain, error) {
	compiler, err := language.compiler.find(language)
	if err != nil {
		return Toolchain{}, err
	}
	c.asking.Lock()
	defer c.asking.Unlock()
	if kind != Counted && kind != Debug {
		kind = Submission
	}
	key := toolchainKey{language.Name, compiler, kind}
	if known, ok := c.toolchains[key]; ok {
		return known.Toolchain, known.err
	}
	t, err := c.askToolchain(ctx, language, compiler, kind)
	var missing *MissingError
	if err == nil || errors.As(err, &missing) && missing.Broken != nil || errors.Is(err, errNoAnswer) {
		c.toolchains[key] = askedToolchain{t, err}
	}
	return t, err
}

// askToolchain asks a compiler for the details of a Toolchain.
func (c *Cache) askToolchain(ctx context.Context, language Language, compiler string,
	kind Kind) (t Toolchain, err error) {
	if t.Compiler, t.root, t.version, err = language.compiler.identify(ctx, c.asks(), language,
		compiler); err != nil {
		return Toolchain{}, err
	}
	t.Reads = foldersOf(t.Compiler, t.root)
	path := []string{filepath.Dir(t.Compiler)}
	if language.run != nil {
		if err := t.findRunner(ctx, c.asks(), language); err != nil {
			return Toolchain{}, err
		}
		t.Reads = join(t.Reads, t.runReads)
		path = join(path, []string{filepath.Dir(t.runner)})
	}
	t.Reads, t.runReads = join(t.Reads, language.found()), join(t.runReads, language.found())
	for _, code := range language.with {
		other, _ := byName(code)
		if beside := (Toolchain{}); beside.findRunner(ctx, c.asks(), other) == nil {
			t.Reads, t.runReads = join(t.Reads, beside.runReads), join(t.runReads, beside.runReads)
			path = join(path, []string{filepath.Dir(beside.runner)})
		}
	}
	t.Env = compilerEnvironment(path, language)
	t.runEnv = append([]string{searchPath(path)}, language.runEnv...)
	for _, standard := range language.standards {
		question := slices.Clone(language.try)
		for i := range question {
			question[i] = strings.ReplaceAll(question[i], "{standard}", strings.ReplaceAll(language.standard, "{}",
				standard))
		}
		if _, err := ask(ctx, c.asks(), t.Compiler, language, question); err == nil {
			t.newest = standard
			break
		} else if ctx.Err() != nil {
			return Toolchain{}, ctx.Err()
		}
	}
	if language.Name == "go" {
		cache, err := c.goCache(ctx, language, t, kind)
		if err != nil {
			return Toolchain{}, err
		}
		t.Reads = append(t.Reads, cache)
		t.Env = append(t.Env, goEnvironment(t.root, cache)...)
	}
	return t, nil
}

// findRunner finds the tool that runs a language's programs: a separate one, or the compiler.
func (t *Toolchain) findRunner(ctx context.Context, programs sandbox.Executor, language Language) error {
	tool := language.runner
	if len(tool.names) == 0 {
		tool = language.compiler
	}
	path, err := tool.find(language)
	if err != nil {
		return err
	}
	runner, root, version, err := tool.identify(ctx, programs, language, path)
	if err != nil {
		return err
	}
	t.runner, t.runReads = runner, foldersOf(runner, root)
	if len(language.runner.names) > 0 {
		t.version += "\n" + version
	}
	return nil
}

func (t tool) find(language Language) (string, error) {
	for _, name := range t.names {
		if path, err := exec.LookPath(name); err == nil {
			return filepath.Abs(path)
		}
	}
	if len(t.names) == 0 {
		return "", &MissingError{Language: language.Display, Advice: language.Advice}
	}
	return "", &MissingError{Language: language.Display, Compiler: t.names[0], Advice: language.Advice}
}

// identify asks a tool for its version and installation folder. The tool on the PATH may be a shim, which uses files in
// the user's home to start another program. For a shim, identify returns that program's path. If a tool does not
// answer, the error is a *MissingError, unless the disk was full or the tool was stopped.
func (t tool) identify(ctx context.Context, programs sandbox.Executor, language Language,
	path string) (real, root, version string, err error) {
	defer func() {
		notItsFault := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, errNoAnswer)
		if err != nil && ctx.Err() == nil && !notItsFault {
			err = &MissingError{Language: language.Display, Compiler: filepath.Base(path), Advice: language.Advice,
				Broken: err}
		}
	}()
	real = path
	if len(t.root) > 0 {
		answer, err := ask(ctx, programs, path, language, t.root)
		if err != nil {
			return "", "", "", err
		}
		root = t.rootIn(answer)
		if behind, err := exec.LookPath(filepath.Join(root, "bin", filepath.Base(path))); err == nil {
			real = behind
		}
	}
	if len(t.version) > 0 {
		version, err = ask(ctx, programs, path, language, t.version)
	}
	return real, root, version, err
}

// rootIn returns the folder in a tool's answer. It is the text after t.rootLine. If t.rootLine is "", the folder is the
// last line, because warnings come before it.
func (t tool) rootIn(answer string) string {
	if t.rootLine == "" {
		answer = strings.TrimSpace(answer)
		return strings.TrimSpace(answer[strings.LastIndex(answer, "\n")+1:])
	}
	for line := range strings.Lines(answer) {
		if _, folder, found := strings.Cut(line, t.rootLine); found {
			return strings.TrimSpace(folder)
		}
	}
	return ""
}

// join returns one list of the texts in a and b, without duplicates.
func join(a, b []string) []string {
	all := slices.Clone(a)
	for _, text := range b {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// compilerEnvironment returns the environment of a language's compiler. The folders come first on its PATH.
func compilerEnvironment(folders []string, language Language) []string {
	return append([]string{searchPath(folders), "LC_ALL=C"}, language.env...)
}

// searchPath returns a PATH with these folders before the system's.
func searchPath(folders []string) string {
	return "PATH=" + strings.Join(join(folders, []string{"/usr/local/bin", "/usr/bin", "/bin"}), ":")
}

// found returns the paths in l.reads that exist on this machine, and the targets of links among them.
func (l Language) found() []string {
	var found []string
	for _, path := range l.reads {
		if _, err := os.Stat(path); err == nil {
			found = join(found, []string{path, resolved(path)})
		}
	}
	return found
}

// foldersOf returns the folders of a compiler's installation: root, and the folders that hold the compiler or the
// target of its link. It omits the system's folders, since every compiler already sees what it needs there.
func foldersOf(compiler, root string) []string {
	var folders []string
	add := func(folder string) {
		switch folder {
		case "", "/", "/usr", "/usr/local":
			return
		}
		if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(home+"/", folder+"/") {
			return // the user's files are not part of a compiler
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
