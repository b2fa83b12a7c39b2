// Package kept keeps what runs of programs on tests have come to, so that nothing is run twice.
//
// A Key stands for all that a verdict depends on. The package hashes that, keeps a few bytes for each key in a folder,
// and knows neither verdicts nor problems: what is worth keeping, and what belongs into a key, is for its caller to
// say.
//
//	key := kept.NewKey(setting)
//	key.Add("limits", "1s")
//	key.File("input", sums, "testdata/sum/sample/1.in")
//	content, kept := store.Load(key)
package kept

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"dlxjudge/judge/base/untrusted"
)

const (
	mostKept = 1 << 14 // entries; a run of this project makes 1,800
	// of one entry: messages and what a program wrote to standard error, at most 4 KiB each, and a window
	mostBytes = 1 << 15
	leftFor   = time.Hour
	temporary = "writing-"
	touched   = time.Hour // how exactly it is known when an entry was last used
)

// Store keeps entries in a folder, a file for each, named by its key:
//
//	sha256 of the key and of all that follows the line, in hexadecimal
//	the content
//
// An entry appears whole, by one rename. One that is damaged, or is another's under a false name, is as if not there.
// So several judges may use one folder, and one may remove what another is about to read.
type Store struct {
	dir  string
	most int // entries

	mu    sync.Mutex
	count int // entries, as far as this judge knows
}

// Open opens the store in a folder that only this user can write to. Entries beyond 16,384, those that nobody used for
// longest, are removed.
func Open(dir string) *Store { return open(dir, mostKept) }

func open(dir string, most int) *Store {
	s := &Store{dir: dir, most: most}
	s.prune(time.Now())
	return s
}

var entryName = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Load returns what is kept under a key, if it is there and intact.
func (s *Store) Load(key *Key) (content []byte, kept bool) {
	name := key.name()
	path := filepath.Join(s.dir, name)
	info, err := os.Lstat(path)
	if err != nil || !ours(info) {
		return nil, false
	}
	text, err := untrusted.Read(path, mostBytes+1<<10)
	if err != nil {
		return nil, false
	}
	sum, content, _ := bytes.Cut(text, []byte("\n"))
	if string(sum) != sumOf(name, content) {
		return nil, false
	}
	now := time.Now()
	if now.Sub(info.ModTime()) > touched {
		os.Chtimes(path, now, now) // in use: not to be removed; if it fails, the test only runs again some day
	}
	return content, true
}

// ours reports whether this user alone can have written a file: the folder may have been open to others once.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode().IsRegular() && int(stat.Uid) == os.Geteuid() && info.Mode()&0o022 == 0
}

// Save keeps content under a key. What cannot be kept, or is too large, is only made again the next time.
func (s *Store) Save(key *Key, content []byte) {
	if len(content) > mostBytes {
		return
	}
	file, err := os.CreateTemp(s.dir, temporary)
	if err != nil {
		return
	}
	defer os.Remove(file.Name()) // fails, as intended, once it has its name
	name := key.name()
	_, err = file.Write(slices.Concat([]byte(sumOf(name, content)+"\n"), content))
	if closed := file.Close(); err != nil || closed != nil {
		return
	}
	path := filepath.Join(s.dir, name)
	_, missing := os.Lstat(path)
	if os.Rename(file.Name(), path) == nil && missing != nil {
		s.added()
	}
}

// added counts a new entry, and removes old ones when there are too many.
func (s *Store) added() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count++; s.count > s.most {
		s.prune(time.Now())
	}
}

func sumOf(name string, content []byte) string {
	sum := sha256.Sum256(slices.Concat([]byte(name+"\n"), content))
	return hex.EncodeToString(sum[:])
}

// prune counts the entries, removes the least recently used ones if there are too many, an eighth of all with them so
// that this is not needed again at once, and removes what killed judges have left. What it cannot remove stays, and the
// next judge tries again.
func (s *Store) prune(now time.Time) {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return
	}
	var entries []fs.DirEntry
	for _, file := range files {
		switch name := file.Name(); {
		case entryName.MatchString(name):
			entries = append(entries, file)
		case strings.HasPrefix(name, temporary):
			if info, err := file.Info(); err == nil && now.Sub(info.ModTime()) > leftFor {
				os.Remove(filepath.Join(s.dir, name))
			}
		}
	}
	s.count = len(entries)
	if s.count <= s.most {
		return
	}
	var infos []fs.FileInfo
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil {
			infos = append(infos, info)
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	keep := s.most - s.most/8
	for _, info := range infos[:max(len(infos)-keep, 0)] {
		if os.Remove(filepath.Join(s.dir, info.Name())) == nil {
			s.count--
		}
	}
}
