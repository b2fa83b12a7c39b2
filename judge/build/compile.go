package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
)

// TimeLimit is how long a compiler may take: the package format's default compilation_time.
const TimeLimit = 60 * time.Second

const outputLines = 20 // of a compiler's output, that a CompileError shows

// compilation is one run of a compiler, in a folder of its own that holds copies of the files.
type compilation struct {
	language Language
	kind     Kind
	compiler string
	source   problem.Source
	contents [][]byte
	work     string // an empty folder
	limit    time.Duration
	programs executor.Executor
	env      func(temp string) []string
}

// run compiles and returns the program's path in the work folder.
func (c compilation) run(ctx context.Context) (string, error) {
	sources, temp := filepath.Join(c.work, "source"), filepath.Join(c.work, "temp")
	for _, dir := range []string{sources, temp} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			return "", err
		}
	}
	for i, file := range c.source.Files {
		if err := os.WriteFile(filepath.Join(sources, file), c.contents[i], 0o666); err != nil {
			return "", err
		}
	}
	program := filepath.Join(c.work, "out")
	result, err := c.programs.Run(ctx, executor.Command{
		Profile: executor.Compile, Program: c.compiler, Args: c.language.arguments(c.kind, program, c.source),
		Dir: sources, Env: c.env(temp), Wall: c.limit,
	})
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", fmt.Errorf("%s: %w", c.compiler, err)
	case result.TimedOut:
		return "", c.fails(fmt.Sprintf("%s did not finish within %v", filepath.Base(c.compiler), c.limit))
	case result.ExitCode != 0:
		text := c.readable(result.Said.Head(), sources, temp)
		if text == "" {
			text = fmt.Sprintf("%s: %v", filepath.Base(c.compiler), result)
		}
		return "", c.fails(text)
	}
	// A Go package other than main compiles to an archive, which is not executable.
	if info, err := os.Stat(program); err != nil || info.Mode()&0o100 == 0 {
		return "", c.fails("it compiles, but not to a program: is there a main?")
	}
	return program, nil
}

func (c compilation) fails(output string) error {
	return &CompileError{Source: pathOf(c.source), Output: output}
}

// readable is the compiler's first lines, with the paths of the copies turned into those of the source.
func (c compilation) readable(output, sources, temp string) string {
	names := make([]string, len(c.source.Files))
	for i, file := range c.source.Files {
		names[i] = regexp.QuoteMeta(strings.ToValidUTF8(file, "�"))
	}
	mention := regexp.MustCompile(`(^|[\s(])(?:\./)?(` + strings.Join(names, "|") + `):`)
	folder := strings.ReplaceAll(c.source.Dir+string(filepath.Separator), "$", "$$")
	var lines []string
	for line := range strings.Lines(strings.ToValidUTF8(output, "�")) {
		line = strings.TrimRight(line, " \r\n")
		if line == "# command-line-arguments" { // Go's name for files without a package path
			continue
		}
		if len(lines) == outputLines {
			lines = append(lines, "…")
			break
		}
		line = strings.ReplaceAll(line, sources+string(filepath.Separator), "./")
		line = strings.ReplaceAll(line, temp+string(filepath.Separator), "")
		lines = append(lines, mention.ReplaceAllString(line, "${1}"+folder+"${2}:"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// compilerVersion is what a compiler says of itself.
func (c *Cache) compilerVersion(ctx context.Context, language Language, compiler string) (string, error) {
	result, err := c.Programs.Run(ctx, executor.Command{
		Profile: executor.Compile, Program: compiler, Args: language.version, Env: c.Environment(language, c.dir), Wall: TimeLimit,
	})
	if err == nil && result.ExitCode != 0 {
		err = errors.New(result.String())
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s %s: %w\n%s", compiler, strings.Join(language.version, " "), err, strings.TrimSpace(result.Said.Tail()))
	}
	return result.Said.Head(), err
}

// Environment is that of a language's compiler, and of the tools that come with it: the user's without what would change a
// build, which is Go's own settings but for where it is and where its cache is. Temporary files go to temp, and messages
// are in plain English.
func (c *Cache) Environment(language Language, temp string) []string {
	var env []string
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "GO") || name == "GOROOT" || name == "GOCACHE" {
			env = append(env, entry)
		}
	}
	env = append(env, "GOPATH="+temp, "TMPDIR="+temp, "LC_ALL=C")
	if _, set := os.LookupEnv("GOCACHE"); !set {
		if _, err := os.UserCacheDir(); err != nil || c.temporary { // then Go may have no place for its cache
			env = append(env, "GOCACHE="+filepath.Join(c.dir, "go-build"))
		}
	}
	return append(env, language.env...)
}
