package kept

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"dlxjudge/judge/base/store"
)

// mostFiles bounds the files below a folder.
const mostFiles = 50_000

// Folder is a digest of the files below a folder, such as that of a run-time system, by their names, sizes and times.
// The folder may be missing. It is an error if it has too many files.
func (s *Sums) Folder(path string) (string, error) {
	s.mu.Lock()
	known := s.folders[path]
	if known == nil {
		known = sync.OnceValues(func() (string, error) { return walk(path) })
		s.folders[path] = known
	}
	s.mu.Unlock()
	return known()
}

func walk(folder string) (string, error) {
	real, err := filepath.EvalSymlinks(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return "none", nil
	}
	if err != nil {
		return "", err
	}
	sum, count := sha256.New(), 0
	err = filepath.WalkDir(real, func(path string, file fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if count++; count > mostFiles {
			return fmt.Errorf("%s: more than %d files", folder, mostFiles)
		}
		info, err := file.Info()
		if err != nil {
			return err
		}
		stamp := info.Mode().String()
		if !info.IsDir() {
			stamp, _ = store.Stamp(info)
		}
		fmt.Fprintf(sum, "%q %s\n", path, stamp)
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}
