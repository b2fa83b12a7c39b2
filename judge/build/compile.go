package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"dlxjudge/judge/child"
	"dlxjudge/judge/problem"
)

// TimeLimit is how long a compiler may take: the package format's default compilation_time.
const TimeLimit = 60 * time.Second

const (
	outputLines = 20       // of a compiler's output, that a CompileError shows
	outputBytes = 64 << 10 // that are kept at all
)

// compilation is one run of a compiler, in a folder of its own that holds copies of the files.
type compilation struct {
	language Language
	kind     Kind
	compiler string
	source   problem.Source
	contents [][]byte
	work     string // an empty folder
	limit    time.Duration
	goCache  string // folder for Go's own build cache; "" for the user's
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
	limited, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	cmd := command(limited, c.compiler, c.language.arguments(c.kind, program, c.source))
	cmd.Dir = sources
	cmd.Env = compilerEnv(c.language, temp, c.goCache)
	output := &head{limit: outputBytes}
	cmd.Stdout, cmd.Stderr = output, output
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil:
		return "", c.fails(fmt.Sprintf("%s did not finish within %v", filepath.Base(c.compiler), c.limit))
	case errors.As(err, &exit):
		text := c.readable(output.buf.String(), sources, temp)
		if text == "" {
			text = fmt.Sprintf("%s: %v", filepath.Base(c.compiler), exit)
		}
		return "", c.fails(text)
	case err != nil:
		return "", fmt.Errorf("%s: %w", c.compiler, err)
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
func compilerVersion(ctx context.Context, language Language, compiler, temp string) (string, error) {
	limited, cancel := context.WithTimeout(ctx, TimeLimit)
	defer cancel()
	cmd := command(limited, compiler, language.version)
	cmd.Env = compilerEnv(language, temp, "")
	output := &head{limit: outputBytes}
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("%s %s: %w\n%s", compiler, strings.Join(language.version, " "), err, bytes.TrimSpace(output.buf.Bytes()))
	}
	return output.buf.String(), nil
}

// command is a compiler in a process group of its own: compilers start others, and all of them end with it.
func command(ctx context.Context, path string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.SysProcAttr = child.Attr()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	return cmd
}

// compilerEnv is the user's environment without what would bend a build: Go's own settings but for where it is and where
// its cache is. Temporary files go to temp, and messages are in plain English.
func compilerEnv(language Language, temp, goCache string) []string {
	var env []string
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "GO") || name == "GOROOT" || name == "GOCACHE" {
			env = append(env, entry)
		}
	}
	env = append(env, "GOPATH="+temp, "TMPDIR="+temp, "LC_ALL=C")
	if _, set := os.LookupEnv("GOCACHE"); !set && goCache != "" {
		env = append(env, "GOCACHE="+goCache)
	}
	return append(env, language.env...)
}

// head keeps the first bytes that are written to it and swallows the rest.
type head struct {
	buf   bytes.Buffer
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	h.buf.Write(p[:min(len(p), h.limit-h.buf.Len())])
	return len(p), nil
}
