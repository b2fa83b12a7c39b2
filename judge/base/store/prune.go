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
	Each    int64         // maximum bytes of a file; larger files are not saved; 0 in a store of folders
	Entries int           // maximum number of entries; beyond it, the least recently used are removed
	Bytes   int64         // maximum bytes of all files together; beyond it, the least recently used are removed
	Unused  time.Duration // entries that are unused for longer than this are removed
}

const (
	temporary = "building-"
	leftFor   = 24 * time.Hour // an unfinished entry that is older than this was left by a killed judge
)

var (
	entryName = regexp.MustCompile(`^[0-9a-f]{64}$`)
	leftName  = regexp.MustCompile(`^` + temporary + `[0-9]+$`) // the name of an unfinished entry
)

// added counts a new entry. It prunes the store on the first call in a process, and when there are too many entries.
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

// prune removes entries beyond the bounds, and also what killed judges left. It ignores errors: the next judge tries
// again. A user may choose a folder that already has subfolders, so a store of files removes only files.
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
	if tooMany { // remove a further eighth, so that the next entry needs no prune
		b.Entries -= b.Entries / 8
	}
	var infos []fs.FileInfo
	for _, file := range entries {
		if info, err := file.Info(); err == nil { // the entry still exists
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
