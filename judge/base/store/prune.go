package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Bounds say which entries of a store stay. A bound that is 0 removes nothing.
type Bounds struct {
	Each    int64         // bytes of an entry; no larger one is saved. 0 where entries are folders
	Entries int           // beyond so many the least recently used are removed, when the store is opened or used
	Bytes   int64         // of all files together; beyond, the least recently used are removed
	Unused  time.Duration // an entry that nobody used for so long is removed
}

const (
	temporary = "building-"
	leftFor   = 24 * time.Hour // what is not finished by then was a killed judge's
)

// few entries are all looked at when a store is opened whose only bound is that on time. Of more, one in 16 is: to look
// at thousands would take longer than the rest of a start.
const few = 64

var (
	entryName = regexp.MustCompile(`^[0-9a-f]{64}$`)
	// what is not finished, and what earlier versions of the judge called that and the Go library
	leftName = regexp.MustCompile(`^((building|making|writing)-[0-9]+|go-([0-9a-f]{32}|lock))$`)
)

// added counts a new entry, and removes old ones when there are too many.
func (s *Store) added() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count++; s.bounds.Entries > 0 && s.count > s.bounds.Entries {
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
	if b.Entries == 0 && b.Bytes == 0 && len(files) > few {
		digit := "0123456789abcdef"[rand.IntN(16)]
		files = slices.DeleteFunc(files, func(file fs.DirEntry) bool {
			return len(file.Name()) == hex.EncodedLen(sha256.Size) && file.Name()[0] != digit
		})
	}
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
