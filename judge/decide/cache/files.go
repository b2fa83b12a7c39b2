package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Files computes and remembers the checksums of files. In a run, it reads each file once.
type Files struct {
	ctx context.Context // reading stops when ctx is done

	mu    sync.Mutex
	known map[string]func() file // by path; a folder's path ends with a separator
}

// NewFiles returns an empty Files, which reads no file after ctx is done.
func NewFiles(ctx context.Context) *Files {
	return &Files{ctx: ctx, known: make(map[string]func() file)}
}

// file is what Files knows about a file or a folder.
type file struct {
	checksum string // SHA-256 in hexadecimal
	err      error
	stamp    string // the file's device, inode, size and times in nanoseconds
	settled  bool   // the file was not changed just before it was read, so a further change changes the stamp
}

// Checksum returns the SHA-256 of a regular file's content, in hexadecimal.
func (f *Files) Checksum(path string) (string, error) {
	known := f.once(path, f.read)
	return known.checksum, known.err
}

// once returns what is known at a path. The first call reads it, and calls for the same path wait for that.
func (f *Files) once(path string, read func(path string) file) file {
	f.mu.Lock()
	known := f.known[path]
	if known == nil {
		known = sync.OnceValue(func() file { return read(path) })
		f.known[path] = known
	}
	f.mu.Unlock()
	return known()
}

// unchanged reports whether the files still have the contents that were read. It reads a file again only if the file's
// stamp has changed, or may not show a change.
func (f *Files) unchanged(paths []string) bool {
	for _, path := range paths {
		known := f.once(path, f.read)
		info, err := untrusted.Stat(path)
		if known.err != nil || err != nil {
			return false
		}
		if stamp, _ := store.Stamp(info); known.settled && stamp == known.stamp {
			continue
		}
		again := f.read(path)
		if again.err != nil || again.checksum != known.checksum {
			return false
		}
		f.mu.Lock()
		f.known[path] = func() file { return again }
		f.mu.Unlock()
	}
	return true
}

// coarse exceeds the resolution of file times in kernels. A second write this soon after the first may leave a file's
// times unchanged.
const coarse = 100 * time.Millisecond

func (f *Files) read(path string) (read file) {
	opened, err := untrusted.Open(path)
	if err != nil {
		return file{err: err}
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return file{err: err}
	}
	if info.Size() > problem.MaxTestFile {
		return file{err: &fs.PathError{Op: "open", Path: path, Err: &untrusted.SizeError{Most: problem.MaxTestFile}}}
	}
	stamp, changed := store.Stamp(info)
	read = file{stamp: stamp, settled: time.Since(changed) > coarse}
	content := sha256.New()
	for read.err == nil {
		if read.err = f.ctx.Err(); read.err == nil {
			_, read.err = io.CopyN(content, opened, 1<<20)
		}
	}
	if read.err == io.EOF {
		read.err = nil
	}
	read.checksum = hex.EncodeToString(content.Sum(nil))
	return read
}

// maxFiles is the most files below a folder. Each run calls stat on all of them, so their number is bounded. A Python
// with packages has 55,000.
const maxFiles = 100_000

// Folder returns a digest of the names, sizes and times of the files below a folder, such as the folder of a run-time
// system. The folder may be missing. More than maxFiles files are an error.
func (f *Files) Folder(path string) (string, error) {
	known := f.once(path+string(filepath.Separator), walk)
	return known.checksum, known.err
}

func walk(folder string) file {
	real, err := filepath.EvalSymlinks(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return file{checksum: "none"}
	}
	if err != nil {
		return file{err: err}
	}
	digest, count := sha256.New(), 0
	err = filepath.WalkDir(real, func(path string, file fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if count++; count > maxFiles {
			return fmt.Errorf("%s: more than %d files", folder, maxFiles)
		}
		info, err := file.Info()
		if err != nil {
			return err
		}
		stamp := info.Mode().String()
		if !info.IsDir() {
			stamp, _ = store.Stamp(info)
		}
		fmt.Fprintf(digest, "%q %s\n", path, stamp)
		return nil
	})
	return file{checksum: hex.EncodeToString(digest.Sum(nil)), err: err}
}
