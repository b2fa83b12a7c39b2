package compile

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// IncludesTestlib reports whether a file of a source includes testlib.h. It skips files that cannot be read.
func IncludesTestlib(source problem.Source) bool {
	var contents [][]byte
	for _, file := range source.Files {
		text, _ := untrusted.Read(filepath.Join(source.Dir, file), MaxSource)
		contents = append(contents, text)
	}
	return usesTestlib(source, contents)
}

// usesTestlib reports whether a tool includes testlib.h, directly or through a header.
func usesTestlib(source problem.Source, contents [][]byte) bool {
	for i, file := range source.Files {
		if path.Base(file) == testlib {
			continue
		}
		if slices.ContainsFunc(includes(contents[i]), func(name string) bool { return path.Base(name) == testlib }) {
			return true
		}
	}
	return false
}

// earlierStandards are tried for programs and headers that no longer compile in the newest standard.
var earlierStandards = []string{"gnu++17", "gnu++11"}

// buildTestlib builds a program written with testlib, and finds out how to call it.
func (c *Cache) buildTestlib(ctx context.Context, job compilation) (sandbox.Program, error) {
	entry, err := c.anyStandard(ctx, job)
	if err != nil {
		return sandbox.Program{}, err
	}
	program := sandbox.Program{Path: filepath.Join(entry, programFile)}
	if onlyGenerates(job.source, job.contents) {
		return program, nil
	}
	macros, err := c.macros(ctx, job)
	called := calledBy(macros)
	program.Testlib = &called
	return program, err
}

// anyStandard is like c.entry, but tries earlier standards if the tool does not compile in the newest.
func (c *Cache) anyStandard(ctx context.Context, job compilation) (string, error) {
	entry, err := c.entry(ctx, job)
	var broken *CompileError
	if !errors.As(err, &broken) || job.language.Name != "cpp" {
		return entry, err
	}
	for _, standard := range earlierStandards {
		job.source.Standards = map[string]string{job.language.Name: standard}
		if entry, again := c.entry(ctx, job); again == nil || ctx.Err() != nil {
			return entry, again
		}
	}
	return entry, err
}

var (
	registersGenerator = regexp.MustCompile(`\bregisterGen\b`)
	registersOther     = regexp.MustCompile(`\bregister(TestlibCmd|Interaction|Validation)\b`)
)

// onlyGenerates reports whether a program is a generator. Generators are called in the same way with every version of
// testlib.h.
func onlyGenerates(source problem.Source, contents [][]byte) bool {
	generates := false
	for i, file := range source.Files {
		if path.Base(file) == testlib {
			continue
		}
		if registersOther.Match(contents[i]) {
			return false
		}
		generates = generates || registersGenerator.Match(contents[i])
	}
	return generates
}

// exitAccepted and exitWrong are the exit statuses of the package format.
const exitAccepted, exitWrong = 42, 43

// statusForm matches the macros that every version of testlib.h has for exit statuses, as the preprocessor prints them.
// A program may define these macros before it includes the header.
var statusForm = regexp.MustCompile(`(?m)^#define (OK|WA|PE|FAIL)_EXIT_CODE (\w+)$`)

// calledBy returns how to call a checker whose testlib.h has these macros, and what the checker's exit statuses mean.
// If the statuses are those of the package format, the header was changed to follow that format.
func calledBy(macros string) (called sandbox.Testlib) {
	statuses := make(map[string]int)
	for _, found := range statusForm.FindAllStringSubmatch(macros, -1) {
		if status, err := strconv.ParseInt(found[2], 0, 0); err == nil {
			statuses[found[1]] = int(status)
		}
	}
	ok, known := statuses["OK"]
	called = sandbox.Testlib{OK: ok, Wrong: statuses["WA"], Format: statuses["PE"], Failed: statuses["FAIL"]}
	if !known || called.OK == called.Wrong || called.OK == called.Failed {
		called.Unknown = "its testlib.h defines no OK_EXIT_CODE, WA_EXIT_CODE and FAIL_EXIT_CODE of different values"
	}
	called.Standard = called.OK == exitAccepted && called.Wrong == exitWrong
	return called
}

// macros returns the macros of a tool, as the preprocessor prints them, one per line. They are cached like programs.
func (c *Cache) macros(ctx context.Context, job compilation) (string, error) {
	main := ""
	for _, file := range job.language.sources(job.source) {
		text := job.contents[slices.Index(job.source.Files, file)]
		if main == "" || usesTestlib(problem.Source{Files: []string{file}}, [][]byte{text}) {
			main = file
		}
	}
	for _, arg := range job.args() {
		if arg == "{files}" {
			arg = "./" + main
		}
		job.placed = append(job.placed, arg)
	}
	job.placed = append(job.placed, "-dM", "-E")
	entry, err := c.entry(ctx, job)
	if err != nil {
		return "", err
	}
	text, err := untrusted.Read(filepath.Join(entry, programFile), MaxSource)
	return string(text), err
}
