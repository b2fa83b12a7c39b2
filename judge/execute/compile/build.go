// Package compile turns a source into an executable, and caches it by content.
//
// It knows languages, but not problems, limits or verdicts. There are three kinds of errors. A *CompileError is the
// program's fault (CE). A *MissingError names a compiler that this machine lacks: the submission is skipped for that
// reason. Any other error is the judge's own.
//
//	cache, err := compile.OpenCache("", plain.Executor{})
//	program, err := cache.Build(ctx, compile.Submission, source)
package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Kind selects the rules by which a source is built.
type Kind int

const (
	// Submission is compiled in the standard that its online judge dictates, or else in the newest that the compiler
	// knows.
	Submission Kind = iota
	Strict          // a submission that may use nothing newer than its standard
	// Counted is a submission that counts executed statements, for package count. It is built without the optimizations
	// that would merge blocks of code.
	Counted
	Debug // a submission with fault detection: sanitizers, or Go's race detector
	Tool  // a validator, checker, generator or solver of a problem
)

const schema = "dlxjudge build 7" // raised when old cache entries become invalid

// An entry of the cache holds the program, and the other files that its compiler made.
const (
	programFile = "program" // an executable; an entry has either this file or filesFolder
	filesFolder = "files"   // the files that a runner runs
)

// Build returns the program of a source, ready to run. It compiles the source unless the cache has the program. The
// files needed to read the counters of a Counted program are next to its executable. Concurrent calls for the same
// source compile it once.
func (c *Cache) Build(ctx context.Context, kind Kind, source problem.Source) (sandbox.Program, error) {
	job, err := c.compilation(ctx, kind, source)
	if err != nil {
		return sandbox.Program{}, err
	}
	if kind == Tool && job.files.usesTestlib() {
		return c.buildTestlib(ctx, job)
	}
	entry, err := c.inAnyStandard(ctx, &job)
	if err != nil {
		return sandbox.Program{}, err
	}
	program := job.program(entry)
	program.Plain = kind == Tool && source.Plain
	return program, nil
}

// compilation returns the compilation of a source: its toolchain, files and limits. Its work folder is not set yet.
func (c *Cache) compilation(ctx context.Context, kind Kind, source problem.Source) (job compilation, err error) {
	job = compilation{kind: kind, limits: source.Compilation.Or(c.limits), programs: c.Programs}
	if job.language, err = LanguageOf(source); err != nil {
		return job, err
	}
	switch {
	case kind == Debug && job.language.Debugs():
		job.language = job.language.debugging()
	case kind == Debug:
		job.kind = Submission
	}
	if job.tools, err = c.Toolchain(ctx, job.language, job.kind); err != nil {
		return job, err
	}
	if job.source, job.contents, err = included(source, job.language); err != nil {
		return job, err
	}
	if err = job.resolve(ctx, c); err == nil {
		job.written = job.source
		job.source.Files = job.language.places(job.source, job.contents)
		job.begin, job.unknown = job.language.entryOf(job.source, job.contents)
	}
	return job, err
}

// inAnyStandard is like c.entry, but tries earlier standards if the compiler rejects the source in the newest one. It
// sets the job's standard to the one in which the source compiles.
func (c *Cache) inAnyStandard(ctx context.Context, job *compilation) (string, error) {
	entry, err := c.entry(ctx, *job)
	var broken *CompileError
	if !errors.As(err, &broken) || !broken.rejected {
		return entry, err
	}
	for _, standard := range job.earlierStandards() {
		older := *job
		older.source.Standards = map[string]string{job.language.Name: standard}
		if entry, again := c.entry(ctx, older); again == nil || ctx.Err() != nil {
			*job = older
			return entry, again
		}
	}
	return entry, err
}

// forTestlib are the standards of C++ for tools and versions of testlib.h that do not compile in the newest one.
var forTestlib = []string{"gnu++17", "gnu++11"}

// earlierStandards returns the standards to try, newest first, if the source does not compile in the newest one.
func (c compilation) earlierStandards() []string {
	switch l := c.language; {
	case c.source.Standards[l.Name] != "": // its online judge dictates it
	case c.kind == Tool && l.Name == "cpp" && c.files.usesTestlib():
		return forTestlib
	case l.earlier && c.tools.newest != "":
		return l.standards[1+slices.Index(l.standards, c.tools.newest):]
	}
	return nil
}

// entry returns the cache folder that holds a program. It compiles the program first if the cache lacks it.
func (c *Cache) entry(ctx context.Context, job compilation) (string, error) {
	key := job.key()
	release, err := c.built.Reserve(ctx, key)
	if err != nil {
		return "", err
	}
	defer release()
	entry, cached := c.built.Folder(key)
	if cached && intact(entry) {
		return entry, nil
	}
	if err := c.remove(entry, pathOf(job.written)); err != nil {
		return "", err
	}
	if job.header = c.compiledHeader(job); job.header != "" {
		if entry, err := c.make(ctx, key, job); err == nil || ctx.Err() != nil {
			return entry, err
		}
		job.header = ""
	}
	return c.make(ctx, key, job)
}

// make compiles a program and caches it.
func (c *Cache) make(ctx context.Context, key string, job compilation) (entry string, err error) {
	if job.work, err = c.built.Work(); err != nil {
		return "", err
	}
	defer os.RemoveAll(job.work)
	kills := outOfMemoryKills()
	if _, err := job.run(ctx); err != nil {
		return "", job.orMachineError(err, kills)
	}
	entry = filepath.Join(job.work, "entry")
	if err := list(entry); err != nil {
		return "", err
	}
	return c.built.SaveFolder(key, entry)
}

// key returns a digest of everything that affects the build.
func (c compilation) key() string {
	key := store.NewKey(schema)
	key.Add(runtime.GOARCH, c.language.Name, c.tools.Compiler, c.tools.version,
		c.tools.StandardOf(c.language, c.source), c.source.Entrypoint)
	key.Add(fmt.Sprintf("%+v", c.limits)) // under another problem's limits, the build may fail
	key.Add(c.args()...)
	key.Add(c.source.Defines...)
	key.Add(c.source.Executable...)
	key.Add(c.language.env...)
	search, _ := c.files.search()
	key.Add(search...)
	for i, file := range c.source.Files {
		key.Add(file, string(c.contents[i]))
	}
	for _, file := range c.files.included() {
		key.Add(file.name, string(file.Text))
	}
	return key.Name()
}

// program returns the program in a cache entry.
func (c compilation) program(entry string) sandbox.Program {
	l, version := c.language, filepath.Base(entry)
	var env []string
	if c.kind != Tool && runtime.GOOS == "linux" { // other systems may lack this locale
		env = []string{"LANG=C.UTF-8"} // in the locale C, C++ prints wide characters as "?"
	}
	if l.run == nil {
		program := sandbox.Program{Path: filepath.Join(entry, programFile), Env: env, Version: version}
		if c.kind == Debug {
			program.Env, program.Explains = append(env, l.debugEnv...), true
		}
		return program
	}
	return sandbox.Program{
		Path: c.tools.runner, Args: c.runs(), Env: append(env, c.tools.runEnv...), Reads: c.tools.runReads,
		Dir: filepath.Join(entry, filesFolder), Version: version, Memory: l.memory, Processes: l.processes,
		OutOfMemory: l.outOfMemory,
	}
}
