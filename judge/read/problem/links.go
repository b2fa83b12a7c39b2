package problem

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dlxjudge/judge/read/legacy"
)

// checkLinks finds symbolic links that lead out of a package. What the format ignores is not checked. Links are not
// followed, so that each file is seen once.
func checkLinks(dir string) error {
	root, err := filepath.EvalSymlinks(dir)
	if err == nil {
		root, err = filepath.Abs(root)
	}
	if err != nil {
		return unreadable(err)
	}
	var errs []error
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		shown := filepath.Join(dir, strings.TrimPrefix(path, root))
		switch {
		case err != nil:
			return nil // what is needed was read already
		case path != root && !fileName.MatchString(entry.Name()) && entry.Name() != legacy.TimeLimit:
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.Type()&os.ModeSymlink == 0:
			return nil
		}
		target, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil // a link to nothing; what reads it says so
		}
		if inside, err := filepath.Rel(root, target); err != nil || inside == ".." || strings.HasPrefix(inside, "../") {
			errs = append(errs, fmt.Errorf("%s: a symbolic link to %s, outside the package; put a copy of the file "+
				"in its place", shown, target))
		} else if inside != "." && !Allowed(filepath.ToSlash(inside)) { // what is there may be links itself
			errs = append(errs, fmt.Errorf("%s: a symbolic link to %s, a name that the format ignores; put a copy "+
				"of the file in its place", shown, target))
		}
		return nil
	})
	return errors.Join(append(errs, err)...)
}
