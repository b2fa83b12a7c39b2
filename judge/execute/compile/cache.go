package compile

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Cache builds sources and caches the programs by content: the files' names and bytes, the compiler's path and version,
// and the arguments. It is safe for concurrent use, and several judges may share its folder.
type Cache struct {
	Programs sandbox.Executor // runs the compilers; callers also run the programs with it

	built     *store.Store
	temporary bool
	warning   string
	limits    problem.ToolLimits // limits of one compilation, unless the source sets its own

	asking     sync.Mutex // held while a compiler is asked about itself
	asker      sandbox.Executor
	toolchains map[toolchainKey]askedToolchain

	unprepared atomic.Bool // see Unprepared
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
