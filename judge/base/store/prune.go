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

// Bounds say which entries of a store stay. A bound that is 0 removes nothing.
type Bounds struct {
	Each    int64         // bytes of an entry; no larger one is saved. 0 where entries are folders
	Entries int           // beyond so many the least recently used are removed, when one is added
	Bytes   int64         // of all files together; beyond, the least recently used are removed
	Unused  time.Duration // an entry that nobody used for so long is removed
}

const (
	temporary = "building-"
	leftFor   = 24 * time.Hour // what is not finished by then was a killed judge's
)

var (
	entryName = regexp.MustCompile(`^[0-9a-f]{64}$`)
	leftName  = regexp.MustCompile(`^` + temporary + `[0-9]+$`) // what is not finished
)

// added counts a new entry. It removes old ones when there are too many, and once in each process.
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

// prune removes entries beyond the bounds, and what killed judges have left. It only tidies: what it cannot remove
// stays, and the next judge tries again. Users choose some of these folders and may have folders of their own there, so
// a store of files removes only files.
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
	var entries, left []fs.DirEntry
	for _, file := range files {
		switch name := file.Name(); {
		case entryName.MatchString(name):
			entries = append(entries, file)
		case leftName.MatchString(name):
			left = append(left, file)
		}
	}
	for _, info := range infosOf(left) {
		if now.Sub(info.ModTime()) > leftFor {
			remove(s.path(info.Name()))
		}
	}
	s.count = len(entries)
	tooMany := b.Entries > 0 && s.count > b.Entries
	if !tooMany && b.Unused == 0 && b.Bytes == 0 { // spares a look at each of many entries
		return
	}
	if tooMany { // an eighth more, so that it is not needed again at once
		b.Entries -= b.Entries / 8
	}
	infos := infosOf(entries)
	slices.SortFunc(infos, func(a, b fs.FileInfo) int { // the last used first
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

// infosOf are those of the files that are still there.
func infosOf(files []fs.DirEntry) []fs.FileInfo {
	var infos []fs.FileInfo
	for _, file := range files {
		if info, err := file.Info(); err == nil {
			infos = append(infos, info)
		}
	}
	return infos
}
