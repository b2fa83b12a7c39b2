package compile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/store"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Cache builds sources and caches the programs by content: the files' names and bytes, the compiler's path and version,
// and the arguments. It is safe for concurrent use, and several judges may share its folder.
type Cache struct {
	Programs sandbox.Executor  // runs the compilers; callers also run the programs with it
	Note     func(note string) // receives a note about each damaged program; may be nil; calls do not overlap

	built     *store.Store
	temporary bool
	warning   string
	limits    problem.ToolLimits // limits of one compilation, unless the source sets its own

	asking     sync.Mutex // held while a compiler is asked about itself
	asker      sandbox.Executor
	toolchains map[toolchainKey]askedToolchain

	unprepared atomic.Bool // see Unprepared
	noting     sync.Mutex  // held during a call of Note
}

// OpenCache opens the cache in dir; "" means the user's cache folder. It removes entries unused for 30 days. If the
// folder cannot be written, or another user can write to it, the cache is a temporary folder. Close removes it, and
// Warning says why it is used.
func OpenCache(dir string, programs sandbox.Executor) (*Cache, error) {
	c := &Cache{Programs: programs, limits: problem.DefaultCompilation,
		toolchains: map[toolchainKey]askedToolchain{}}
	var unwritable error
	if c.built, unwritable = openStore(dir); unwritable == nil {
		return c, nil
	}
	temp, err := scratch.Make("")
	if err != nil {
		return nil, fmt.Errorf("no folder to build programs in: %w; set TMPDIR to a folder that can be written", err)
	}
	c.built, c.temporary = store.Open(temp, store.Bounds{}), true
	c.warning = fmt.Sprintf("cannot cache built programs (%v): everything is compiled again in each run", unwritable)
	return c, nil
}

// Warning says why built programs are not cached; "" if they are.
func (c *Cache) Warning() string { return c.warning }

// remove removes the damaged entry of a program, if there is one. A full disk or a crash may have damaged it.
func (c *Cache) remove(entry, source string) error {
	if _, err := os.Lstat(entry); err != nil {
		return nil
	}
	c.noting.Lock()
	defer c.noting.Unlock()
	if c.Note != nil {
		c.Note(fmt.Sprintf("%s: its program in the cache was damaged; it is removed and built again", source))
	}
	return os.RemoveAll(entry)
}

// listFile is a file in each entry. It has a line, made by described, for every other file. Run-time systems may add
// more files later.
const listFile = "list"

// list writes the list of an entry's files.
func list(entry string) error {
	var lines []byte
	err := filepath.WalkDir(entry, func(path string, file fs.DirEntry, err error) error {
		if err == nil && !file.IsDir() {
			lines = append(lines, described(entry, path[len(entry):])...)
		}
		return err
	})
	return errors.Join(err, os.WriteFile(filepath.Join(entry, listFile), lines, 0o666))
}

// described returns a line with the type, mode, size and time of a file of an entry, or "" if there is no such file.
func described(entry, name string) string {
	info, err := os.Lstat(filepath.Join(entry, name))
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%q %v %v %d %d\n", name, info.Mode().Type(), info.Mode()&0o100, info.Size(),
		info.ModTime().UnixNano())
}

// intact reports whether an entry has the files that were built.
func intact(entry string) bool {
	lines, err := untrusted.Read(filepath.Join(entry, listFile), 1<<20)
	for line := range strings.Lines(string(lines)) {
		var name string
		if _, wrong := fmt.Sscanf(line, "%q", &name); wrong != nil || described(entry, name) != line {
			return false
		}
	}
	return err == nil && len(lines) > 0
}

// Close removes the cache if it is temporary.
func (c *Cache) Close() error {
	if !c.temporary {
		return nil
	}
	return os.RemoveAll(c.built.Dir)
}

// Folder makes a folder in the cache for other data, and returns its path. Only this user can write to it. If the cache
// is temporary, Close removes the folder, too.
func (c *Cache) Folder(name string) (string, error) {
	dir := filepath.Join(c.built.Dir, name)
	if err := store.MakePrivate(dir, cacheHome); err != nil {
		return "", err
	}
	return dir, nil
}

const (
	cacheHome = "XDG_CACHE_HOME" // the environment variable for the cache folder
	unusedFor = 30 * 24 * time.Hour
)

// openStore makes the cache folder, and checks that only this user can write to it. dir has the same meaning as in
// OpenCache.
func openStore(dir string) (*store.Store, error) {
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, err
		}
		dir = filepath.Join(user, "dlxjudge")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := store.MakePrivate(dir, cacheHome); err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil { // compilers and sandboxes get the real path
		return nil, err
	}
	if err := store.Private(dir, cacheHome); err != nil {
		return nil, err
	}
	built := store.Open(dir, store.Bounds{Unused: unusedFor})
	probe, err := built.Work()
	if err != nil {
		return nil, err
	}
	return built, os.Remove(probe)
}
