package store

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"dlxjudge/judge/base/untrusted"
)

// The judge runs programs from its cache. So only this user and root may write to the cache and to the folders above
// it: whoever can write there can replace the cache. When root runs the judge with a user's HOME, the judge must not
// use that user's cache.

// MakePrivate makes a folder that only this user can write to. The errors are those of Private.
func MakePrivate(dir, named string) error {
	if err := Private(dir, named); err != nil {
		return err
	}
	err := os.MkdirAll(dir, 0o700)
	untrusted.Own(dir)
	return err
}

// Private returns an error if another user could write to a folder, which need not exist yet. named is the flag or
// environment variable that chose the folder, for the message.
func Private(dir, named string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	real, exists := existing(dir)
	for path := real; ; path = filepath.Dir(path) {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		stat, ok := info.Sys().(*syscall.Stat_t)
		mode := info.Mode()
		switch {
		case !ok:
		case int(stat.Uid) != os.Geteuid() && (stat.Uid != 0 || exists && path == real):
			return fmt.Errorf("%s belongs to user %d, not to this one; set %s to a folder of your own", path, stat.Uid,
				named)
		case exists && path == real && mode&0o022 != 0:
			return fmt.Errorf("other users can write to %s and may have put files there; remove it with: rm -r %[1]s",
				path)
		case mode&fs.ModeSticky != 0: // in a sticky folder, users can rename or remove only their own folders
		case mode&0o002 != 0, mode&0o020 != 0 && !groupOfOne(stat.Gid):
			return fmt.Errorf("other users can write to %s; forbid it with: chmod go-w %[1]s", path)
		}
		if path == filepath.Dir(path) {
			return nil
		}
	}
}

// groupOfOne reports whether a group belongs to this user alone. Many systems make such a group for each user, with the
// user's name.
func groupOfOne(group uint32) bool {
	if int(group) != os.Getegid() {
		return false
	}
	this, err := user.Current()
	if err != nil {
		return false
	}
	named, err := user.LookupGroupId(strconv.Itoa(int(group)))
	return err == nil && named.Name == this.Username
}

// existing resolves the links in the path of a folder. If the folder does not exist, existing resolves the path of the
// nearest existing folder above it.
func existing(dir string) (path string, exists bool) {
	for path, exists = dir, true; ; path, exists = filepath.Dir(path), false {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			return real, exists
		}
		if path == filepath.Dir(path) {
			return path, false
		}
	}
}
