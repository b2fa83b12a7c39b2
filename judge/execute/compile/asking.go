package compile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
)

// ask asks a compiler a question about itself. It runs as when it compiles: contained, with its own folders visible. A
// shim cannot answer there, since it needs files in the user's home. Then the compiler is asked again with the user's
// environment. It starts in /, since shims obey settings in the folders above, such as /tmp/.python-version, which any
// user can write. No files of a problem are involved.
func ask(ctx context.Context, programs sandbox.Executor, compiler string, language Language,
	question []string) (string, error) {
	command := sandbox.Task{
		Profile: sandbox.Compile, Program: compiler, Args: question, Start: "/",
		Reads:  join(foldersOf(compiler, ""), language.found()),
		Env:    append(compilerEnvironment([]string{filepath.Dir(compiler)}, language), "GOROOT="+os.Getenv("GOROOT")),
		Limits: questionLimits,
	}
	result, err := programs.Run(ctx, command)
	if err == nil && result.ExitCode == 0 || ctx.Err() != nil {
		return result.Stderr.Head(), err
	}
	if err == nil && refuses(result, question) {
		return "", fmt.Errorf("%s %s: %s", compiler, strings.Join(question, " "), reason(result.Stderr.Head()))
	}
	command.Reads, command.Env = nil, nil
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if name == "GOROOT" || name != "PWD" && !strings.HasPrefix(name, "GO") {
			command.Env = append(command.Env, entry)
		}
	}
	command.Env = append(command.Env, "LC_ALL=C", "GOTOOLCHAIN=local")
	result, err = plain.Executor{}.Run(ctx, command)
	if err == nil && result.ExitCode != 0 {
		err = errors.New(strings.TrimSuffix(fmt.Sprintf("%v: %s", result, reason(result.Stderr.Head())), ": "))
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s %s: %w", compiler, strings.Join(question, " "), err)
	}
	return result.Stderr.Head(), err
}

// reason is why a tool does not work, in one line: its output up to the first empty line or backtrace, which says what
// to do about it. If a backtrace comes first, as in Python, it is the last line.
func reason(said string) string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(said)) {
		if line = strings.TrimSpace(line); line == "" || backtrace.MatchString(line) || len(lines) == reasonLines {
			break
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		lines = []string{strings.TrimSpace(said[strings.LastIndex(strings.TrimSpace(said), "\n")+1:])}
	}
	return strings.TrimSuffix(strings.Join(lines, " "), ".")
}

const reasonLines = 3

// backtrace is how languages begin one.
var backtrace = regexp.MustCompile(`(?i)^(stack )?(backtrace|traceback)\b`)

// answers runs toolchains that are asked about themselves, and keeps what they answer, so that the next judge need not
// start a sandbox for them. Only what a contained toolchain says when all goes well is kept, and that it does not know
// an option: it has seen the system's files and its own folders, and nothing else. Its key holds the times at which
// these last changed, so that another toolchain, or a new one in the same place, is asked again. A shim, which needs
// the user's files, is always asked.
type answers struct {
	sandbox.Executor
	kept *store.Store
}

// answerBounds are of toolchains that are found: a handful of answers for each language.
var answerBounds = store.Bounds{Each: sandbox.HeadBytes, Entries: 400}

// asks is what asks toolchains. The lock on asking is held.
func (c *Cache) asks() sandbox.Executor {
	if c.asker == nil {
		c.asker = c.Programs
		if box, is := c.Programs.(sandbox.Sandbox); is && !c.temporary && box.Warning() == "" {
			if dir, err := c.Folder("answers"); err == nil {
				c.asker = openAnswers(c.Programs, dir)
			}
		}
	}
	return c.asker
}

func openAnswers(programs sandbox.Executor, dir string) answers {
	return answers{programs, store.Open(dir, answerBounds)}
}

// Run answers from what is kept, or else runs the toolchain.
func (a answers) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	key := store.NewKey("dlxjudge answer 2")
	key.Add(task.Program)
	key.Add(task.Args...)
	key.Add(task.Env...)
	key.Add(task.Reads...)
	for _, path := range append([]string{task.Program, "/bin", "/usr/bin", "/usr/local/bin"}, task.Reads...) {
		state, err := stateOf(path)
		if err != nil {
			return a.Executor.Run(ctx, task)
		}
		key.Add(state)
	}
	if text, kept := a.kept.Load(key.Name()); kept {
		return sandbox.Result{End: sandbox.Exited, Stderr: sandbox.Excerpt{First: text}}, nil
	}
	no := store.NewKey("dlxjudge refusal 2")
	no.Add(key.Name())
	if text, kept := a.kept.Load(no.Name()); kept {
		return sandbox.Result{End: sandbox.Exited, ExitCode: 1, Stderr: sandbox.Excerpt{First: text}}, nil
	}
	result, err := a.Executor.Run(ctx, task)
	switch {
	case err != nil || result.End != sandbox.Exited:
	case result.ExitCode == 0:
		a.kept.Save(key.Name(), result.Stderr.First)
	case refuses(result, task.Args):
		a.kept.Save(no.Name(), result.Stderr.First)
	}
	return result, err
}

// refuses reports whether a toolchain has ended because it does not know an option, -std=gnu23, which it names. It will
// not know it the next time either. Whatever else goes wrong may be the machine's fault.
func refuses(result sandbox.Result, args []string) bool {
	return result.End == sandbox.Exited && result.ExitCode != 0 && slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-") && strings.Contains(arg, "=") && strings.Contains(result.Stderr.Head(), arg)
	})
}

// stateOf changes whenever a file does, or whenever a file of a folder comes, goes or is replaced. It is that of where
// a link leads.
func stateOf(path string) (string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "none", nil
	}
	if err != nil {
		return "", err
	}
	stamp, _ := store.Stamp(info)
	return stamp, nil
}

// Installed is what this machine has of a language.
type Installed struct {
	Language Language
	Version  string // the line of what its compiler prints that has it
	Missing  error  // why programs in it cannot be built or run; nil if they can
}

// AskAll asks the toolchains of all languages for their versions.
func AskAll(ctx context.Context, programs sandbox.Executor) []Installed {
	var all []Installed
	for _, language := range Languages() {
		if language.Name != scripts {
			all = append(all, Installed{Language: language})
		}
	}
	var group sync.WaitGroup
	free := make(chan struct{}, runtime.NumCPU())
	for i := range all {
		group.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			all[i].Version, all[i].Missing = all[i].Language.installed(ctx, programs)
		})
	}
	group.Wait()
	return all
}

// installed is the version of a language's compiler. Its runner must be there and work as well.
func (l Language) installed(ctx context.Context, programs sandbox.Executor) (string, error) {
	tools := []tool{l.compiler}
	if len(l.runner.names) > 0 {
		tools = append(tools, l.runner)
	}
	var versions []string
	for _, t := range tools {
		path, err := t.find(l)
		if err != nil {
			return "", err
		}
		_, _, version, err := t.identify(ctx, programs, l, path)
		if err != nil {
			return "", err
		}
		versions = append(versions, strings.TrimSpace(version))
	}
	return versionLine(versions[0]), nil
}

var (
	versionForm = regexp.MustCompile(`(^|[^0-9])[0-9]+\.[0-9]+`)
	noiseForm   = regexp.MustCompile(`(?i)\b(warning|warn|notice|note|deprecated|error)\b|^picked up `)
)

// versionLine is the line of what a tool prints that has its version: tools also warn of the machine they are on, or of
// how they were started.
func versionLine(printed string) string {
	first := ""
	for line := range strings.Lines(printed) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || noiseForm.MatchString(line):
		case versionForm.MatchString(line):
			return line
		case first == "":
			first = line
		}
	}
	if first == "" {
		return "it does not say its version"
	}
	return first
}
