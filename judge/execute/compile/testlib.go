package compile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// IncludesTestlib reports whether a file of a source includes testlib.h. A file that cannot be read includes nothing.
func IncludesTestlib(source problem.Source) bool {
	var contents [][]byte
	for _, file := range source.Files {
		text, _ := untrusted.Read(filepath.Join(source.Dir, file), MaxSource)
		contents = append(contents, text)
	}
	return usesTestlib(source, contents)
}

// usesTestlib reports whether a tool includes testlib.h, itself or by a header.
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

// earlierStandards are for programs and headers that no longer compile in the newest standard.
var earlierStandards = []string{"gnu++17", "gnu++11"}

// buildTestlib builds a program that is written with testlib, and finds out how it is called.
func (c *Cache) buildTestlib(ctx context.Context, job compilation) (sandbox.Program, error) {
	entry, err := c.anyStandard(ctx, job)
	if err != nil {
		return sandbox.Program{}, err
	}
	program := sandbox.Program{Path: filepath.Join(entry, programFile)}
	if onlyGenerates(job.source, job.contents) {
		return program, nil
	}
	called, err := c.calledHow(ctx, job)
	program.Testlib = &called
	return program, err
}

// anyStandard is entry for a tool in the newest standard, or in an earlier one if it compiles only there.
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

// onlyGenerates reports whether a program is a generator. Every header has generators called in the same way.
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

// probe is a program whose exit status shows how it is called. As a checker it quits as the output says; as a validator
// it wants one word.
const probe = `
#include "testlib.h"
#include <string>

int main(int argc, char *argv[]) {
    if (argc < 4) {
        registerValidation();
        inf.readToken();
        inf.readEoln();
        inf.readEof();
        return 0;
    }
    registerTestlibCmd(argc, argv);
    std::string word = ouf.readToken();
    if (word == "wrong")
        quitf(_wa, "%s", "");
    if (word == "format")
        quitf(_pe, "%s", "");
    if (word == "failed")
        quitf(_fail, "%s", "");
    quitf(_ok, "%s", "");
}
`

// defineForm matches macros that a program can define before it includes the header, and that change its exit statuses.
var defineForm = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+(?:\w+_EXIT_CODE|EJUDGE|CONTESTER|TESTSYS)\b[^\n\\]*$`)

// calledHow finds out how a checker or validator is called that includes this testlib.h. It compiles a small program
// with the header and runs it, once for each header.
func (c *Cache) calledHow(ctx context.Context, job compilation) (sandbox.Testlib, error) {
	source, contents := job.source, job.contents
	work := problem.Source{Name: "probe", Dir: source.Dir, Package: source.Package, Files: []string{"main.cpp"}}
	var defines []byte
	texts := [][]byte{nil}
	for i, file := range source.Files {
		if path.Base(file) == testlib {
			work.Files, texts = append(work.Files, testlib), append(texts, contents[i])
			break
		}
	}
	for i, file := range source.Files {
		switch {
		case path.Base(file) == testlib:
		case slices.Contains(job.language.Extensions, path.Ext(file)):
			defines = append(append(defines, bytes.Join(defineForm.FindAll(withoutComments(contents[i]), -1),
				[]byte("\n"))...), '\n')
		}
	}
	texts[0] = append(defines, probe...)
	key := sha256.Sum256(bytes.Join(texts, []byte{0}))
	known := hex.EncodeToString(key[:])
	c.probing.Lock()
	defer c.probing.Unlock()
	if called, ok := c.testlibs[known]; ok {
		return called, nil
	}
	if job.language.Name != "cpp" {
		return sandbox.Testlib{Unknown: "it is not in C++"}, nil
	}
	// The header may include others, beside the source's.
	var err error
	if job.source, job.contents, err = withHeaders(job.language, work, texts); err != nil {
		return sandbox.Testlib{}, err
	}
	entry, err := c.anyStandard(ctx, job)
	var broken *CompileError
	if errors.As(err, &broken) {
		return sandbox.Testlib{Unknown: "a small program with its testlib.h does not compile: " +
			firstError(broken.Output)}, nil
	}
	if err != nil {
		return sandbox.Testlib{}, err
	}
	called, err := observe(ctx, c.Programs, sandbox.Program{Path: filepath.Join(entry, programFile)})
	if err == nil {
		c.testlibs[known] = called
	}
	return called, err
}

// firstError is the most useful line of a compiler's output.
func firstError(output string) string {
	for line := range strings.Lines(output) {
		if _, said, ok := strings.Cut(line, "error: "); ok {
			return strings.TrimSpace(said)
		}
	}
	first, _, _ := strings.Cut(output, "\n")
	return first
}

// probeLimits are those of the small program.
var probeLimits = sandbox.Limits{Wall: 30 * time.Second, Memory: 1 << 30, Output: 1 << 20, Processes: 16}

// The statuses of the package format.
const exitAccepted, exitWrong = 42, 43

// observe runs the small program in both ways that checkers are called, and as a validator.
func observe(ctx context.Context, programs sandbox.Executor,
	program sandbox.Program) (called sandbox.Testlib, err error) {
	dir, err := scratch.Make("")
	if err != nil {
		return called, err
	}
	defer os.RemoveAll(dir)
	run := func(standard bool, word string) (status int) {
		command := program.Task(sandbox.Tool, probeLimits)
		if err != nil {
			return -1
		}
		place := filepath.Join(dir, "text")
		if err = os.WriteFile(place, []byte(word+"\n"), 0o644); err != nil {
			return -1
		}
		var stdin *os.File
		if stdin, err = os.Open(place); err != nil {
			return -1
		}
		defer stdin.Close()
		in := func(name string) string { return sandbox.Folder + "/" + name }
		switch {
		case word == "" || word == "valid":
			command.Stdin = stdin
		case standard:
			command.Args = []string{in("input"), in("answer"), in("feedback") + "/"}
			command.Stdin, command.Folders = stdin, []string{"feedback"}
		default:
			command.Args = []string{in("input"), in("output"), in("answer")}
		}
		for _, name := range []string{"input", "output", "answer"} {
			command.Files = append(command.Files, sandbox.File{Name: name, Path: place})
		}
		var result sandbox.Result
		result, err = programs.Run(ctx, command)
		return result.ExitCode
	}
	valid, invalid := run(false, "valid"), run(false, "")
	if run(true, "ok") == exitAccepted && run(true, "wrong") == exitWrong {
		called = sandbox.Testlib{Standard: true, OK: exitAccepted, Wrong: exitWrong}
	} else {
		called = sandbox.Testlib{OK: run(false, "ok"), Wrong: run(false, "wrong"), Format: run(false, "format"),
			Failed: run(false, "failed")}
	}
	if called.Valid = valid; valid < 0 || valid == invalid {
		called.Valid = exitAccepted // no other status is known to say so
	}
	if err == nil && (called.OK < 0 || called.OK == called.Wrong || called.OK == called.Failed) {
		called.Unknown = fmt.Sprintf("a checker that includes its testlib.h ends with status %d where the output is "+
			"right, %d where it is wrong, and %d where it fails itself", called.OK, called.Wrong, called.Failed)
	}
	return called, err
}
