package compile

import (
	"cmp"
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

// ask asks a compiler a question about itself, and returns its output. The compiler runs as it does when it compiles:
// contained, but able to read its own folders. A shim uses files in the user's home to start the real compiler, so it
// fails when contained. In that case, ask repeats the question uncontained, with the user's environment. The compiler
// starts in /, since shims obey settings files in the current folder and all its parents, such as /tmp/.python-version,
// which any user can write. Neither run involves files of a problem.
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
	if err == nil && result.Stopped() == "time" {
		err = errNoAnswer
	} else if err == nil && result.ExitCode != 0 {
		err = errors.New(strings.TrimSuffix(fmt.Sprintf("%v: %s", result, reason(result.Stderr.Head())), ": "))
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s %s: %w", compiler, strings.Join(question, " "), err)
	}
	return result.Stderr.Head(), err
}

// errNoAnswer says that a tool was stopped before it answered. On an overloaded machine, that says nothing about the
// tool.
var errNoAnswer = errors.New("it was stopped before it answered: the machine is overloaded (try again when it is " +
	"idle), or the program waits for something that never happens")

// reason returns one line that says why a tool does not work. It is the tool's output up to the first empty line or
// backtrace. If the output begins with a backtrace, as Python's does, reason returns the last line of the output.
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

// backtrace matches the first line of a backtrace.
var backtrace = regexp.MustCompile(`(?i)^(stack )?(backtrace|traceback)\b`)

// answers is an executor that asks toolchains about themselves and caches their answers. So the next judge need not
// start a sandbox to ask them. Only the answers of contained toolchains are cached, because such a toolchain sees only
// the system's files and its own folders. An answer is the output of a successful run, or a message that an option is
// unknown. The cache key includes the times when the toolchain's files last changed, so a new or different toolchain is
// asked again. A shim, which needs the user's files, is asked every time.
type answers struct {
	sandbox.Executor
	store *store.Store
}

// answerBounds limits the cache to a handful of answers for each installed language.
var answerBounds = store.Bounds{Each: 1 + sandbox.HeadBytes, Entries: 400}

// asks returns the executor that asks toolchains. The caller must hold c.asking.
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

// Run returns the cached answer, or runs the toolchain if there is none.
func (a answers) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	key := store.NewKey("dlxjudge answer 3")
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
	if answer, cached := a.store.Load(key.Name()); cached && len(answer) > 0 {
		said := sandbox.Excerpt{First: answer[1:]}
		return sandbox.Result{End: sandbox.Exited, ExitCode: int(answer[0]), Stderr: said}, nil
	}
	result, err := a.Executor.Run(ctx, task)
	if err == nil && result.End == sandbox.Exited && (result.ExitCode == 0 || refuses(result, task.Args)) {
		a.store.Save(key.Name(), append([]byte{byte(result.ExitCode)}, result.Stderr.First...))
	}
	return result, err
}

// refuses reports whether a toolchain failed because it does not know an option such as -std=gnu23. Its output then
// names the option. The next run would fail in the same way. Any other failure may be the machine's fault.
func refuses(result sandbox.Result, args []string) bool {
	return result.End == sandbox.Exited && result.ExitCode != 0 && slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-") && strings.Contains(arg, "=") && strings.Contains(result.Stderr.Head(), arg)
	})
}

// stateOf returns a string that describes the state of a file or folder. The string changes whenever the file changes,
// or whenever a file in the folder is added, removed or replaced. stateOf follows links.
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

// Installed describes the toolchain of a language on this machine.
type Installed struct {
	Language Language
	Version  string // the line of the compiler's output that has the version
	Missing  error  // why programs in the language cannot be built or run; nil if they can
	Outdated string // what to do about a compiler that is too old for today's programs; "" if it is not
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
			all[i].Outdated = all[i].Language.whenOutdated(all[i].Version)
		})
	}
	group.Wait()
	return all
}

// whenOutdated says what to do if this version is too old for today's programs; "" if it is not.
func (l Language) whenOutdated(version string) string {
	if l.outdated == nil || !l.outdated.MatchString(version) {
		return ""
	}
	return fmt.Sprintf("this %s is too old for many programs; for a new one, %s", l.Compilers[0], l.Advice)
}

// installed returns the version of a language's compiler, or an error if the compiler or the language's runner does not
// work.
func (l Language) installed(ctx context.Context, programs sandbox.Executor) (string, error) {
	tools := []tool{l.compiler}
	if len(l.runner.names) > 0 {
		tools = append(tools, l.runner)
	}
	version := ""
	for _, t := range tools {
		path, err := t.find(l)
		if err != nil {
			return "", err
		}
		_, _, said, err := t.identify(ctx, programs, l, path)
		if err != nil {
			return "", err
		}
		version = cmp.Or(version, said)
	}
	return versionLine(version), nil
}

var (
	versionForm = regexp.MustCompile(`(^|[^0-9])[0-9]+\.[0-9]+`)
	noiseForm   = regexp.MustCompile(`(?i)\b(warning|warn|notice|note|deprecated|error)\b|^picked up `)
)

// versionLine returns the line of a tool's output that has the version. Tools also print warnings, about the machine or
// about how they were started.
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
