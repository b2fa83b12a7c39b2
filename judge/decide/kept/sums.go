package kept

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"maps"
	"sync"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Sums are the checksums of files. Each file is read at most once in a run of the judge, and not at all if a book has
// its sum.
type Sums struct {
	ctx context.Context // ends the reading of files

	mu      sync.Mutex
	known   map[string]func() sum
	folders map[string]func() (string, error)
	trusted map[string]string // of earlier runs, by stamp
}

// NewSums has no checksums yet. No file is read after ctx is done.
func NewSums(ctx context.Context) *Sums {
	return &Sums{ctx: ctx, known: make(map[string]func() sum), folders: make(map[string]func() (string, error)),
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
		if !s.holds(path) {
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
	return s.read(path)
}

// coarse is more than the resolution of file times in kernels. A file that is written twice within it can have equal
// times before and after.
const coarse = 100 * time.Millisecond

// holds reports whether the file still has the sum that is known. The file is read again only if its stamp is not
// conclusive.
func (s *Sums) holds(path string) bool {
	known := s.of(path)
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
	again := s.read(path)
	return again.err == nil && again.text == known.text
}

// maxFile bounds the size of a file that is read.
const maxFile = problem.MaxTestFile

func (s *Sums) read(path string) sum {
	file, err := untrusted.Open(path)
	if err != nil {
		return sum{err: err}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return sum{err: err}
	}
	if info.Size() > maxFile {
		return sum{err: &fs.PathError{Op: "open", Path: path, Err: &untrusted.SizeError{Most: maxFile}}}
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
	for known.err == nil {
		if known.err = s.ctx.Err(); known.err == nil {
			_, known.err = io.CopyN(content, file, 1<<20)
		}
	}
	if known.err == io.EOF {
		known.err = nil
	}
	known.text = hex.EncodeToString(content.Sum(nil))
	return known
}
