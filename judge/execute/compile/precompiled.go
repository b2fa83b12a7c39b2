package compile

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// g++ spends most of a submission's compile time reading bits/stdc++.h. If nothing precedes that header in the source,
// g++ can instead read a precompiled header, made by the same compiler with the same arguments. The program is then the
// same byte for byte. With a precompiled header, error messages lack a line, so after errors the compiler runs again
// without that header. A precompiled header takes 127 MB. Making it takes as long as three builds.

const headerName = "bits/stdc++.h"

// headerBounds leaves room for the few compilers and standards that are in use at a time.
var headerBounds = store.Bounds{Entries: 3, Unused: unusedFor}

// firstInclude matches the beginning of a source that includes bits/stdc++.h before anything else.
var firstInclude = regexp.MustCompile(`\A(?:\s|//[^\n\\]*\n|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*` +
	`#[ \t]*include[ \t]*<bits/stdc\+\+\.h>[ \t]*(?://[^\n\\]*)?\r?\n`)

var (
	// spliceForm matches a line break that the compiler ignores.
	spliceForm = regexp.MustCompile(`\\[ \t\v\f\r\x00]*\n`)
	// plainInclude matches a directive that includes a header by a name that leads to no precompiled header.
	plainInclude = regexp.MustCompile(`#[ \t]*include[ \t]*[<"]\w[\w+/-]*(?:\.[\w+-]+)?[>"]`)
	// asksForm matches what a source needs to look at the compiler's files or its process: other directives that read
	// files, ways to give text to the assembler, and ways to hide these words.
	asksForm = regexp.MustCompile(`__has_|##|%:|\?\?|` +
		`\b_*(?:include|include_next|import|embed|dependency|asm|ident|sccs|attribute|gnu)_*\b`)
)

// asks reports whether a source might detect a precompiled header.
func asks(source []byte) bool {
	return asksForm.Match(plainInclude.ReplaceAll(spliceForm.ReplaceAll(source, nil), []byte(" ")))
}

// precompiles reports whether a source can use a precompiled header. The source must be a single file that begins with
// bits/stdc++.h, and the compiler must be gcc. A source of a problem with its own compilation limits cannot use one,
// because the limits might leave no room for it. Nor can a source that might detect the header.
func (c compilation) precompiles(usual problem.ToolLimits) bool {
	return c.kind == Submission && c.language.Name == "cpp" && c.placed == nil &&
		c.limits.Time == usual.Time && c.limits.Memory == usual.Memory &&
		strings.Contains(c.tools.version, "Free Software Foundation") &&
		len(c.source.Files)+len(c.files.included()) == 1 &&
		c.headerArgs("", "") != nil && firstInclude.Match(c.contents[0]) && !asks(c.contents[0])
}

// headers opens the folder of precompiled headers.
func (c *Cache) headers() (*store.Store, error) {
	dir, err := c.Folder("headers")
	if err != nil {
		return nil, err
	}
	return store.Open(dir, headerBounds), nil
}

// headerKey returns a digest of the compiler, all its arguments, and the state of the system's header folders.
func (c compilation) headerKey() string {
	key := store.NewKey("dlxjudge header 2")
	key.Add(c.tools.Compiler, c.tools.version)
	key.Add(c.headerArgs("", "")...)
	key.Add(c.tools.Env...)
	for _, folder := range []string{"/usr/include", "/usr/include/linux", "/usr/local/include"} {
		state, _ := stateOf(folder)
		key.Add(state)
	}
	return key.Name()
}

// headerArgs returns the arguments that compile a header instead of the source. It returns nil if the compile command,
// in a user's own row for C++, does not have the source file and -o {program}.
func (c compilation) headerArgs(header, out string) []string {
	const to = "{out}"
	args := c.arguments(to)
	source, end := slices.Index(args, "./"+c.source.Files[0]), slices.Index(args, to)
	if source < 0 || end < 1 || args[end-1] != "-o" {
		return nil
	}
	args[source], args[end] = header, out
	return append([]string{"-x", "c++-header"}, args...)
}

// compiledHeader returns the folder for -I that holds the precompiled header for a source; "" if there is none.
func (c *Cache) compiledHeader(job compilation) string {
	if c.temporary || !job.precompiles(c.limits) {
		return ""
	}
	if headers, err := c.headers(); err == nil {
		if entry, cached := headers.Folder(job.headerKey()); cached {
			return filepath.Join(entry, "include")
		}
	}
	c.unprepared.Store(true)
	return ""
}

// Unprepared reports whether a precompiled header, which Prepare makes, would have made a compilation faster.
func (c *Cache) Unprepared() bool { return c.unprepared.Load() }

// headerLimits are the limits on compiling the header.
var headerLimits = sandbox.Limits{Wall: 2 * time.Minute, Memory: 2 << 30, Output: 512 << 20, Folder: 1 << 30,
	Processes: compilerProcesses}

// Prepare makes the precompiled header for later builds of sources like this one, if this source can use one. That
// takes as long as three builds.
func (c *Cache) Prepare(ctx context.Context, source problem.Source) error {
	job, err := c.compilation(ctx, Submission, source)
	if err != nil || c.temporary || !job.precompiles(c.limits) {
		return err
	}
	headers, err := c.headers()
	if err != nil {
		return err
	}
	_, err = headers.Make(ctx, job.headerKey(), func(work string) (string, error) {
		job.work = work
		return filepath.Join(work, "entry"), job.makeHeader(ctx)
	})
	if err == nil {
		c.unprepared.Store(false)
	}
	return err
}

// makeHeader makes the header's cache entry in the work folder. The precompiled header has a random name, so that a
// source cannot detect it in the -I folder with __has_include or the assembler's .incbin. If a folder's name ends in
// .gch, gcc tries all files in the folder.
func (c compilation) makeHeader(ctx context.Context) error {
	const given = "header.h"
	made, include := rand.Text(), filepath.Join(c.work, given)
	into := filepath.Join(c.work, "entry", "include", headerName+".gch")
	if err := errors.Join(os.MkdirAll(into, 0o777), os.WriteFile(include, []byte("#include <"+headerName+">\n"),
		0o666)); err != nil {
		return err
	}
	result, err := c.programs.Run(ctx, sandbox.Task{
		Profile: sandbox.Compile, Program: c.tools.Compiler, Env: c.tools.Env, Reads: c.tools.Reads,
		Args:     c.headerArgs("./"+given, sandbox.Folder+"/"+made),
		Files:    []sandbox.File{{Name: given, Path: include}},
		Products: []sandbox.Product{{Pattern: made, Into: into, Limit: headerLimits.Output}},
		Limits:   headerLimits, Scratch: c.work,
	})
	if err == nil && (result.End != sandbox.Exited || result.ExitCode != 0) {
		err = fmt.Errorf("%s: %v: %s", c.tools.Compiler, result, result.Stderr.FirstLine())
	}
	return err
}
