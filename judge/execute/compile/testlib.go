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

// IncludesTestlib reports whether a source includes testlib.h, directly or through a header. If the source cannot be
// read, it reports false.
func IncludesTestlib(ctx context.Context, source problem.Source) bool {
	r, err := Resolve(ctx, Tool, source)
	var missing *MissingError
	return err == nil && r.usesTestlib() || errors.As(err, &missing) && missing.Header == testlib
}

// usesTestlib reports whether the source is in C or C++, and one of the files includes testlib.h. A build script may
// call such a program in its own way.
func (r *Resolver) usesTestlib() bool {
	return len(r.language.Headers) > 0 && slices.ContainsFunc(r.Files, func(file Local) bool {
		return path.Base(file.Below) != testlib && includesTestlib(file.Text)
	})
}

func includesTestlib(text []byte) bool {
	return slices.ContainsFunc(includes(text), func(each include) bool { return path.Base(each.name) == testlib })
}

// buildTestlib builds a program written with testlib, and finds out how to call it.
func (c *Cache) buildTestlib(ctx context.Context, job compilation) (sandbox.Program, error) {
	entry, err := c.inAnyStandard(ctx, &job)
	if err != nil {
		return sandbox.Program{}, err
	}
	program := sandbox.Program{Path: filepath.Join(entry, programFile)}
	if job.files.onlyGenerates() {
		return program, nil
	}
	macros, err := c.macros(ctx, job)
	called := calledBy(macros)
	program.Testlib = &called
	return program, err
}

var (
	registersGenerator = regexp.MustCompile(`\bregisterGen\b`)
	registersOther     = regexp.MustCompile(`\bregister(TestlibCmd|Interaction|Validation)\b`)
)

// onlyGenerates reports whether a program is a generator. Generators are called in the same way with every version of
// testlib.h.
func (r *Resolver) onlyGenerates() bool {
	generates := false
	for _, file := range r.Files {
		if path.Base(file.Below) == testlib {
			continue
		}
		if registersOther.Match(file.Text) {
			return false
		}
		generates = generates || registersGenerator.Match(file.Text)
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

// macros returns the macros of a tool, as the preprocessor prints them, one per line.
func (c *Cache) macros(ctx context.Context, job compilation) (string, error) {
	main := ""
	for _, file := range job.language.sources(job.source) {
		if main == "" || includesTestlib(job.contents[slices.Index(job.source.Files, file)]) {
			main = file
		}
	}
	return c.preprocess(ctx, job, main, "-dM", "-E")
}

// preprocess returns what the preprocessor prints for a file, with more arguments. Its output is cached like a program.
func (c *Cache) preprocess(ctx context.Context, job compilation, file string, more ...string) (string, error) {
	for _, arg := range job.args() {
		if arg == "{files}" {
			arg = "./" + file
		}
		job.placed = append(job.placed, arg)
	}
	job.placed = append(job.placed, more...)
	entry, err := c.entry(ctx, job)
	if err != nil {
		return "", err
	}
	text, err := untrusted.Read(filepath.Join(entry, programFile), MaxSource)
	return string(text), err
}
