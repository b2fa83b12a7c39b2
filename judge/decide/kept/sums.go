package kept

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"sync"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/base/untrusted"
)

// Sums are the checksums of files. Each file is read at most once in a run of the judge, and not at all if a book has
// its sum.
type Sums struct {
	mu      sync.Mutex
	known   map[string]func() sum
	folders map[string]func() (string, error)
	trusted map[string]string // of earlier runs, by stamp
}

// NewSums has no checksums yet.
func NewSums() *Sums {
	return &Sums{known: make(map[string]func() sum), folders: make(map[string]func() (string, error)),
		trusted: make(map[string]string)}
}

// sum is what is known of one file.
type sum struct {
	text    string // SHA-256 of the content, in hexadecimal
	err     error
	stamp   string // device, inode, size and times of the file, in nanoseconds
	lasting bool   // as long as the file has this stamp, it has this sum
}

// trust takes in sums of an earlier run.
func (s *Sums) trust(sums list[string]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.Copy(s.trusted, sums.of)
}

// Of is the SHA-256 of a regular file's content, in hexadecimal.
func (s *Sums) Of(path string) (string, error) {
	known := s.of(path)
	return known.text, known.err
}

func (s *Sums) of(path string) sum {
	s.mu.Lock()
	known := s.known[path]
	if known == nil {
		known = sync.OnceValue(func() sum { return s.look(path) })
		s.known[path] = known
	}
	s.mu.Unlock()
	return known()
}

// Unchanged reports whether the files still have the contents that were read. If not, a program may have been run on
// others.
func (s *Sums) Unchanged(paths []string) bool {
	for _, path := range paths {
		if !s.of(path).holds(path) {
			return false
		}
	}
	return true
}

// look is the sum of a file, which is read unless it has the stamp of one that an earlier run has read.
func (s *Sums) look(path string) sum {
	if info, err := untrusted.Stat(path); err == nil && info.Mode().IsRegular() {
		stamp, _ := store.Stamp(info)
		s.mu.Lock()
		text, found := s.trusted[stamp]
		s.mu.Unlock()
		if found {
			return sum{text: text, stamp: stamp, lasting: true}
		}
	}
	return read(path)
}

// coarse is more than the resolution of file times in kernels. A file that is written twice within it can have equal
// times before and after.
const coarse = 100 * time.Millisecond

// holds reports whether the file still has this sum. The file is read again only if its stamp is not conclusive.
func (known sum) holds(path string) bool {
	if known.err != nil {
		return false
	}
	info, err := untrusted.Stat(path)
	if err != nil {
		return false
	}
	if stamp, _ := store.Stamp(info); known.lasting && stamp == known.stamp {
		return true
	}
	again := read(path)
	return again.err == nil && again.text == known.text
}

func read(path string) sum {
	file, err := untrusted.Open(path)
	if err != nil {
		return sum{err: err}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return sum{err: err}
	}
	stamp, changed := store.Stamp(info)
	known := sum{stamp: stamp, lasting: settled(file, time.Since(changed))}
	if info, err = file.Stat(); err != nil {
		return sum{err: err}
	}
	if now, _ := store.Stamp(info); now != stamp {
		known.lasting = false
	}
	content := sha256.New()
	_, known.err = io.Copy(content, file)
	known.text = hex.EncodeToString(content.Sum(nil))
	return known
}
