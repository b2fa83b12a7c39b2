package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Most of the time that g++ takes for a submission goes into reading bits/stdc++.h. It can read it as it was compiled
// before, by the same compiler with the same arguments, if nothing comes before it in the source. The program is the
// same to the byte, so that nothing else depends on it. Where the compiler then finds fault with a source it is asked
// again without, for its messages would leave out a line. One takes 127 MB, and as long as three builds to make.

// A folder that is kept for a compiler holds the compiled header where -I finds it, and what it was made from.
const (
	headerName   = "bits/stdc++.h"
	compiledName = headerName + ".gch"
	madeFrom     = "made-from" // the header's files, each with its stamp
)

// headerBounds are of compiled headers: few compilers and standards are in use at a time.
var headerBounds = store.Bounds{Entries: 3, Unused: unusedFor}

// firstInclude is at the beginning of a source without its comments.
var firstInclude = regexp.MustCompile(`\A\s*#[ \t]*include[ \t]*<bits/stdc\+\+\.h>[ \t]*\r?\n`)

// precompiles reports whether a compiled header would do for a source: a single file that begins with it, and a
// compiler that is gcc. A problem's own limits on compilation leave no room for it.
func (c compilation) precompiles(usual problem.ToolLimits) bool {
	return c.kind == Submission && c.language.Name == "cpp" && c.limits == usual && c.placed == nil &&
		strings.Contains(c.tools.version, "Free Software Foundation") && len(c.source.Files) == 1 &&
		c.headerArgs("", "") != nil && firstInclude.Match(withoutComments(c.contents[0]))
}

// headers opens the folder of compiled headers.
func (c *Cache) headers() (*store.Store, error) {
	dir, err := c.Folder("headers")
	if err != nil {
		return nil, err
	}
	return store.Open(dir, headerBounds), nil
}

// headerKey stands for the compiler and all of its arguments. What the header holds is in the entry.
func (c compilation) headerKey() string {
	key := store.NewKey("dlxjudge header 1")
	key.Add(c.tools.Compiler, c.tools.version)
	key.Add(c.headerArgs(headerName, compiledName)...)
	key.Add(c.tools.Env...)
	return key.Name()
}

// headerArgs are the arguments of the compilation with a header in place of the source. If there is no out, they print
// the names of the files that the header includes. They are nil where a user's row of the table has no such arguments.
func (c compilation) headerArgs(header, out string) []string {
	const to = "{out}"
	args := c.language.arguments(c.args(), to, c.source, c.tools)
	source, end := slices.Index(args, "./"+c.source.Files[0]), slices.Index(args, to)
	if source < 0 || end < 1 || args[end-1] != "-o" {
		return nil
	}
	args = slices.Replace(args, source, source+1, header)
	if out == "" {
		args = slices.Delete(args, end-1, end+1)
		return append([]string{"-M", "-x", "c++-header"}, args...)
	}
	args[end] = out
	return append([]string{"-x", "c++-header"}, args...)
}

// compiledHeader is the folder of the compiled header for a source, "" if there is none that is up to date.
func (c *Cache) compiledHeader(job compilation) string {
	if c.temporary || !job.precompiles(c.limits) {
		return ""
	}
	if headers, err := c.headers(); err == nil {
		if folder, kept := headers.LargeFolder(job.headerKey()); kept && upToDate(folder) {
			return folder
		}
	}
	c.unprepared.Store(true)
	return ""
}

// Unprepared reports whether a submission was compiled that a compiled header would have made faster: see Prepare.
func (c *Cache) Unprepared() bool { return c.unprepared.Load() }

// upToDate reports whether all files that a compiled header was made from are as they were then.
func upToDate(folder string) bool {
	text, err := untrusted.Read(filepath.Join(folder, madeFrom), 1<<20)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		path, stamp, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\x00")
		if now, err := stateOf(path); err != nil || now != stamp {
			return false
		}
	}
	return len(text) > 0
}

// headerLimits are those of compiling the header.
var headerLimits = sandbox.Limits{Wall: 2 * time.Minute, Memory: 2 << 30, Output: 512 << 20, Folder: 1 << 30,
	Processes: compilerProcesses}

// Prepare makes the compiled header that later builds of sources like this one use, where one would do. It takes as
// long as three builds.
func (c *Cache) Prepare(ctx context.Context, source problem.Source) error {
	job, err := c.compilation(ctx, Submission, source)
	if err != nil || c.temporary || !job.precompiles(c.limits) {
		return err
	}
	headers, err := c.headers()
	if err != nil {
		return err
	}
	unlock, err := headers.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if c.compiledHeader(job) != "" { // by another judge meanwhile
		return nil
	}
	if job.work, err = headers.Work(); err != nil {
		return err
	}
	defer os.RemoveAll(job.work)
	entry, err := job.makeHeader(ctx)
	if err == nil {
		_, err = headers.Keep(job.headerKey(), entry)
	}
	if err == nil {
		c.unprepared.Store(false)
	}
	return err
}

// makeHeader makes an entry in the work folder.
func (c compilation) makeHeader(ctx context.Context) (entry string, err error) {
	const given, made = "header.cpp", "stdc++.h.gch"
	entry, include := filepath.Join(c.work, "entry"), filepath.Join(c.work, given)
	into := filepath.Join(entry, filepath.Dir(headerName))
	if err := errors.Join(os.MkdirAll(into, 0o777), os.WriteFile(include, []byte("#include <"+headerName+">\n"),
		0o666)); err != nil {
		return "", err
	}
	task := sandbox.Task{
		Profile: sandbox.Compile, Program: c.tools.Compiler, Env: c.tools.Env, Reads: c.tools.Reads,
		Args:  c.headerArgs("./"+given, ""),
		Files: []sandbox.File{{Name: given, Path: include}}, Limits: headerLimits, Scratch: c.work,
	}
	task.Output = filepath.Join(c.work, "listed")
	if err := c.succeeds(ctx, task); err != nil {
		return "", err
	}
	listed, err := untrusted.Read(task.Output, 1<<20)
	if err != nil {
		return "", err
	}
	header, stamps := "", ""
	for _, path := range strings.Fields(string(listed)) {
		if !filepath.IsAbs(path) {
			continue
		}
		stamp, err := stateOf(path)
		if err != nil {
			return "", err
		}
		stamps += path + "\x00" + stamp + "\n"
		if strings.HasSuffix(path, "/"+headerName) {
			header = path
		}
	}
	if header == "" {
		return "", fmt.Errorf("%s names no %s", c.tools.Compiler, headerName)
	}
	// the system's own file, whose name is in the compiler's messages
	task.Args, task.Files, task.Output = c.headerArgs(header, sandbox.Folder+"/"+made), nil, ""
	task.Products = []sandbox.Product{{Pattern: made, Into: into, Limit: headerLimits.Output}}
	if err := c.succeeds(ctx, task); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(entry, madeFrom), []byte(stamps), 0o666); err != nil {
		return "", err
	}
	if !upToDate(entry) {
		return "", fmt.Errorf("files of %s changed while it was compiled", headerName)
	}
	return entry, nil
}

func (c compilation) succeeds(ctx context.Context, task sandbox.Task) error {
	result, err := c.programs.Run(ctx, task)
	if err == nil && (result.End != sandbox.Exited || result.ExitCode != 0) {
		err = fmt.Errorf("%s: %v: %s", task.Program, result, result.Said.FirstLine())
	}
	return err
}
