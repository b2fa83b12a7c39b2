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

// room makes room for so many bytes. What was not used for longest goes first; what a parcel links stays, in whatever
// process, and so does what is to be kept. Parcels that nobody uses go if that is not enough.
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

// linked reports whether a file has more than one name: that in the store, and those in parcels that are laid out.
func linked(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1
}

// forget removes the parcel that nobody uses and nobody has used for longest, and reports whether there is one.
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
