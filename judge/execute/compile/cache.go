package compile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

const (
	schema     = "dlxjudge build 4" // raised when entries of older judges must not be used
	unusedFor  = 30 * 24 * time.Hour
	leftFor    = 24 * time.Hour // a build that is not done by then was killed
	tempPrefix = "building-"
	cacheHome  = "XDG_CACHE_HOME" // where the cache is, by the environment
)

// An entry is a folder named by its key. It holds the program, what else its compiler made for it, and, in hexadecimal,
// the SHA-256 of all these.
const (
	programFile = "program" // an executable, or in its place
	filesFolder = "files"   // the files that a runner runs
	sumFile     = "program.sha256"
)

var keyPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Cache builds sources and keeps what it built, by content: the files' names and bytes, the compiler's path and
// version, and the arguments. It is safe for concurrent use, and several judges may share one folder.
type Cache struct {
	Programs sandbox.Executor // runs the compilers, and is there for what they make

	dir       string
	temporary bool
	warning   string
	limits    problem.ToolLimits // of one compilation, where the source gives none

	mu       sync.Mutex
	building map[string]chan struct{} // closed when the build of that key ends, well or not

	asking     sync.Mutex // held while a compiler is asked
	toolchains map[toolchainKey]Toolchain

	probing  sync.Mutex // held while it is found out how programs with a header are called
	testlibs map[string]sandbox.Testlib
}

// OpenCache opens the cache in dir, or in the user's cache folder for "". Entries that nobody used for 30 days are
// removed. When the folder cannot be written, or not by this user alone, the cache is a temporary folder that Close
// removes, and Warning says so.
func OpenCache(dir string, programs sandbox.Executor) (*Cache, error) {
	c := &Cache{Programs: programs, limits: problem.DefaultCompilation, building: map[string]chan struct{}{},
		toolchains: map[toolchainKey]Toolchain{}, testlibs: map[string]sandbox.Testlib{}}
	dir, err := writableFolder(dir)
	if err != nil {
		temp, tempErr := scratch.Make("")
		if tempErr != nil {
			return nil, fmt.Errorf("no folder to build programs in: %w; set TMPDIR to a folder that can be written",
				tempErr)
		}
		c.dir, c.temporary = temp, true
		c.warning = fmt.Sprintf("cannot cache built programs (%v): everything is compiled again in each run", err)
		return c, nil
	}
	c.dir = dir
	c.prune(time.Now())
	return c, nil
}

// Warning says why built programs are not kept, or is empty.
func (c *Cache) Warning() string { return c.warning }

// Close removes a temporary cache. The programs of any other stay.
func (c *Cache) Close() error {
	if !c.temporary {
		return nil
	}
	return os.RemoveAll(c.dir)
}

// Folder makes a folder in the cache for what else is worth keeping, of this user alone. It goes with a temporary
// cache.
func (c *Cache) Folder(name string) (string, error) {
	dir := filepath.Join(c.dir, name)
	if err := Private(dir, cacheHome); err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o700)
}

// Build returns a source as a program that can be run, compiling it unless the cache has it. What the counters of a
// Counted one are read with lies beside its executable. The same source asked for twice at once is compiled once.
func (c *Cache) Build(ctx context.Context, kind Kind, source problem.Source) (sandbox.Program, error) {
	language, err := LanguageOf(source)
	if err != nil {
		return sandbox.Program{}, err
	}
	var env []string // of an executable
	switch {
	case kind == Debug && language.Debugs():
		language, env = language.debugging(), language.debugEnv
	case kind == Debug:
		kind = Submission
	}
	tools, err := c.Toolchain(ctx, language, kind)
	if err != nil {
		return sandbox.Program{}, err
	}
	source, contents, err := included(source, language)
	if err != nil {
		return sandbox.Program{}, err
	}
	if kind == Tool {
		if source, contents, err = withHeaders(language, source, contents); err != nil {
			return sandbox.Program{}, err
		}
		if usesTestlib(source, contents) {
			return c.buildTestlib(ctx, language, tools, source, contents)
		}
	}
	if language.Name == "go" {
		if output := relativeImport(source, contents); output != "" {
			return sandbox.Program{}, &CompileError{Source: pathOf(source), Output: strings.Replace(output, "./",
				source.Dir+string(filepath.Separator), 1)}
		}
	}
	entry, err := c.entry(ctx, language, kind, tools, source, contents)
	if err != nil {
		return sandbox.Program{}, err
	}
	if language.run == nil {
		return sandbox.Program{Path: filepath.Join(entry, programFile), Env: env, Version: filepath.Base(entry)}, nil
	}
	return sandbox.Program{
		Path: tools.runner, Args: language.runs(source, contents), Env: tools.runs.env, Reads: tools.runs.reads,
		Dir: filepath.Join(entry, filesFolder), Version: filepath.Base(entry), Memory: language.memory,
		Processes: language.processes, OutOfMemory: language.outOfMemory,
	}, nil
}

// entry returns the folder of the cache that holds a program, which it makes if it is not there.
func (c *Cache) entry(ctx context.Context, language Language, kind Kind, tools Toolchain, source problem.Source,
	contents [][]byte) (string, error) {
	limits := source.Compilation.Or(c.limits)
	key := keyOf(language, kind, tools, source, contents, limits)
	release, err := c.acquire(ctx, key)
	if err != nil {
		return "", err
	}
	defer release()
	entry := filepath.Join(c.dir, key)
	if intact(entry) {
		now := time.Now()
		os.Chtimes(entry, now, now) // in use: not to be pruned; if it fails, the entry is only built again some day
		return entry, nil
	}
	work, err := os.MkdirTemp(c.dir, tempPrefix)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	job := compilation{
		language: language, kind: kind, tools: tools, source: source, contents: contents, work: work,
		limits: limits, programs: c.Programs,
	}
	kills := outOfMemoryKills()
	built, err := job.run(ctx)
	if err != nil {
		return "", job.orMachineError(ctx, err, kills)
	}
	return entry, publish(work, built, language.notes, entry)
}

// writableFolder makes the cache folder, and proves that it can be written, by this user alone. It returns its path
// without links.
func writableFolder(dir string) (string, error) {
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(user, "dlxjudge")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := Private(dir, cacheHome); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", err
	}
	if err := Private(dir, cacheHome); err != nil {
		return "", err
	}
	probe, err := os.MkdirTemp(dir, tempPrefix)
	if err != nil {
		return "", err
	}
	return dir, os.Remove(probe)
}

// prune removes entries that were not used for long and what killed builds left. It only tidies: what it cannot remove
// stays, and the next judge tries again.
func (c *Cache) prune(now time.Time) {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		var keep time.Duration
		switch {
		case keyPattern.MatchString(entry.Name()), strings.HasPrefix(entry.Name(), goPrefix):
			keep = unusedFor
		case strings.HasPrefix(entry.Name(), tempPrefix):
			keep = leftFor
		default:
			continue // not ours
		}
		if info, err := entry.Info(); err == nil && now.Sub(info.ModTime()) > keep {
			os.RemoveAll(filepath.Join(c.dir, entry.Name()))
		}
	}
}

// keyOf hashes all that decides what a program is made of. Each part is preceded by its length, so that no two lists of
// parts run together into the same bytes.
func keyOf(language Language, kind Kind, tools Toolchain, source problem.Source, contents [][]byte,
	limits problem.ToolLimits) string {
	sum := sha256.New()
	add := func(part string) { fmt.Fprintf(sum, "%d:%s,", len(part), part) }
	for _, part := range []string{schema, language.Name, tools.Compiler, tools.version, tools.StandardOf(language,
		source), source.Entrypoint} {
		add(part)
	}
	add(fmt.Sprintf("%+v", limits)) // beyond which another package's program does not compile
	search, _ := language.searches(kind, contents)
	for _, list := range [][]string{language.args[kind], language.env, search} {
		fmt.Fprintf(sum, "%d;", len(list))
		for _, part := range list {
			add(part)
		}
	}
	for i, file := range source.Files {
		add(file)
		add(string(contents[i]))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// acquire waits until nobody builds the key, and reserves it.
func (c *Cache) acquire(ctx context.Context, key string) (release func(), err error) {
	for {
		c.mu.Lock()
		done, busy := c.building[key]
		if !busy {
			done = make(chan struct{})
			c.building[key] = done
			c.mu.Unlock()
			return func() {
				c.mu.Lock()
				delete(c.building, key)
				c.mu.Unlock()
				close(done)
			}, nil
		}
		c.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// intact reports whether an entry holds the very program that was put there, by this user.
func intact(entry string) bool {
	for _, path := range []string{entry, filepath.Join(entry, sumFile)} {
		if info, err := os.Lstat(path); err != nil || !ours(info) || info.IsDir() != (path == entry) {
			return false
		}
	}
	want, err := untrusted.Read(filepath.Join(entry, sumFile), 1<<10)
	if err != nil {
		return false
	}
	if info, err := os.Stat(filepath.Join(entry, filesFolder)); err != nil || !info.IsDir() {
		if info, err := os.Stat(filepath.Join(entry, programFile)); err != nil || info.Mode()&0o100 == 0 {
			return false
		}
	}
	got, err := sumOf(entry)
	return err == nil && string(want) == got
}

// sumOf is the checksum over the names and contents of an entry's files, but for the checksum itself.
func sumOf(entry string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(entry, func(path string, file fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(entry, path)
		if err != nil || name == sumFile || name == "." {
			return err
		}
		info, err := file.Info()
		if err == nil && !((info.IsDir() || info.Mode().IsRegular()) && ours(info)) {
			err = fmt.Errorf("%s: not a file of this user alone", path)
		}
		if err != nil || info.IsDir() {
			return err
		}
		content, err := untrusted.Open(path)
		if err != nil {
			return err
		}
		defer content.Close()
		if info, err = content.Stat(); err == nil {
			fmt.Fprintf(sum, "%d:%s,%d:", len(name), name, info.Size())
			_, err = io.Copy(sum, content)
		}
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)) + "\n", err
}

// publish makes a built program, or a folder with its files, and the files beside it that the glob matches, the cache's
// entry. The entry appears whole, by one rename; one that is there already and intact was built by another judge
// meanwhile and is as good.
func publish(work, built, notes, entry string) error {
	fresh := filepath.Join(work, "entry")
	if err := os.Mkdir(fresh, 0o777); err != nil {
		return err
	}
	info, err := os.Stat(built)
	if err != nil {
		return err
	}
	program := filepath.Join(fresh, programFile)
	if info.IsDir() {
		program = filepath.Join(fresh, filesFolder)
	}
	if err := errors.Join(os.Rename(built, program), open(program), os.Chmod(fresh, 0o755)); err != nil {
		return err
	}
	beside, err := fs.Glob(os.DirFS(work), notes) // "" matches nothing that is there
	if err != nil {
		return err
	}
	for _, name := range beside {
		path := filepath.Join(fresh, filepath.Base(name))
		if err := errors.Join(os.Rename(filepath.Join(work, name), path), os.Chmod(path, 0o644)); err != nil {
			return err
		}
	}
	sum, err := sumOf(fresh)
	if err != nil {
		return err
	}
	path := filepath.Join(fresh, sumFile)
	if err := errors.Join(os.WriteFile(path, []byte(sum), 0o666), os.Chmod(path, 0o644)); err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		err := os.Rename(fresh, entry)
		if err == nil || intact(entry) {
			return nil
		}
		if attempt == 3 {
			return err
		}
		// A damaged entry is in the way. It is moved aside in one step, since its program may be running.
		os.Rename(entry, filepath.Join(work, fmt.Sprintf("damaged%d", attempt)))
	}
}

// open lets other users run a program, as the sandbox does, and not change it, whatever the umask is.
func open(program string) error {
	return filepath.WalkDir(program, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if path == program || entry.IsDir() || info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		return os.Chmod(path, mode)
	})
}
