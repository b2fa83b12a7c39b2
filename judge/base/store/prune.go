package store

import (
	"cmp"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Bounds limits the entries of a store. A bound of 0 removes nothing.
type Bounds struct {
	Each    int64         // most bytes of a file; larger files are not saved; 0 in a store of folders
	Entries int           // most entries; if there are more, the least recently used are removed
	Bytes   int64         // most bytes of all files; if there are more, likewise
	Unused  time.Duration // entries unused for longer are removed
}

const (
	temporary = "building-"
	leftFor   = 24 * time.Hour // an older unfinished entry is from a killed judge
)

var (
	entryName = regexp.MustCompile(`^[0-9a-f]{64}$`)
	leftName  = regexp.MustCompile(`^` + temporary + `[0-9]+$`) // unfinished entries
)

// added counts a new entry. It prunes when there are too many, and once per process.
func (s *Store) added() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count >= 0 {
		s.count++
	}
	if s.count < 0 || s.bounds.Entries > 0 && s.count > s.bounds.Entries {
		s.prune(time.Now())
	}
}

// prune removes entries beyond the bounds, and leftovers of killed judges. It ignores errors: the next judge tries
// again. Users choose some of these folders and may have folders of their own there, so a store of files removes only
// files.
func (s *Store) prune(now time.Time) {
	files, err := os.ReadDir(s.Dir)
	if err != nil {
		return
	}
	b := s.bounds
	remove := os.RemoveAll
	if s.bounds.Each > 0 {
		remove = os.Remove
	}
	var entries []fs.DirEntry
	for _, file := range files {
		switch name := file.Name(); {
		case entryName.MatchString(name):
			entries = append(entries, file)
		case leftName.MatchString(name):
			if info, err := file.Info(); err == nil && now.Sub(info.ModTime()) > leftFor {
				remove(s.path(name))
			}
		}
	}
	s.count = len(entries)
	tooMany := b.Entries > 0 && s.count > b.Entries
	if !tooMany && b.Unused == 0 && b.Bytes == 0 { // no need to stat every entry
		return
	}
	if tooMany { // remove an eighth more, so that the next prune is not due at once
		b.Entries -= b.Entries / 8
	}
	var infos []fs.FileInfo
	for _, file := range entries {
		if info, err := file.Info(); err == nil { // it still exists
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int { // most recently used first
		return cmp.Or(b.ModTime().Compare(a.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	var bytes int64
	for i, info := range infos {
		bytes += info.Size()
		beyond := tooMany && i >= b.Entries || b.Bytes > 0 && bytes > b.Bytes ||
			b.Unused > 0 && now.Sub(info.ModTime()) > b.Unused
		if beyond && remove(s.path(info.Name())) == nil {
			s.count--
		}
	}
}
