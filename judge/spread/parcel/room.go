package parcel

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// room removes contents until there is room for so many bytes, those first that were not used for longest. It spares
// what is to be kept, and what parcels of any process link. If that is not enough, parcels without users go as well.
func (s *Store) room(bytes int64, keep map[string]bool) error {
	for {
		contents, total, err := s.scan()
		if err != nil {
			return err
		}
		for _, c := range contents {
			if total+bytes <= s.most {
				return nil
			}
			if c.linked || keep[filepath.Base(c.path)] {
				continue
			}
			if err := os.Remove(c.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			total -= c.size
		}
		if total+bytes <= s.most {
			return nil
		}
		if !s.forget() {
			return fmt.Errorf("%s: no room for %d bytes more: it may have %d, and %d are in use; let it have more",
				s.contents, bytes, s.most, total)
		}
	}
}

// content is one in the store.
type content struct {
	path   string
	size   int64
	used   time.Time
	linked bool
}

// scan lists the contents, those that were not used for longest first.
func (s *Store) scan() (contents []content, total int64, err error) {
	err = filepath.WalkDir(s.contents, func(path string, entry fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil && !entry.IsDir() {
			info, err = entry.Info()
		}
		switch {
		case errors.Is(err, fs.ErrNotExist): // another process has removed it
			return nil
		case err != nil || info == nil:
			return err
		}
		contents = append(contents, content{path, info.Size(), info.ModTime(), linked(info)})
		total += info.Size()
		return nil
	})
	slices.SortFunc(contents, func(a, b content) int {
		return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path))
	})
	return contents, total, err
}

// linked reports whether a file has more than one name: one in the store, and others in trees.
func linked(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1
}

// forget removes the parcel without users that was not used for longest, and reports whether there is one.
func (s *Store) forget() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var oldest string
	for digest, t := range s.trees {
		if t.users == 0 && (oldest == "" || t.used < s.trees[oldest].used) {
			oldest = digest
		}
	}
	if oldest == "" {
		return false
	}
	os.RemoveAll(s.trees[oldest].folder) // what cannot be removed stays until Close
	delete(s.trees, oldest)
	return true
}
