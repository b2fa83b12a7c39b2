package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"sync"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// Files computes and remembers the checksums of files. Checksum reads a file at most once in a run, and never if a
// checksum from an earlier run still applies.
type Files struct {
	ctx context.Context // reading stops when ctx is done

	mu      sync.Mutex
	known   map[string]file                   // by path
	trusted map[string]string                 // checksums from earlier runs, by stamp
	folders map[string]func() (string, error) // digests of folders, by path
}

// NewFiles returns an empty Files, which reads no file after ctx is done.
func NewFiles(ctx context.Context) *Files {
	return &Files{ctx: ctx, known: make(map[string]file), trusted: make(map[string]string),
		folders: make(map[string]func() (string, error))}
}

// file is what Files knows about one file.
type file struct {
	checksum string // SHA-256 of the content, in hexadecimal
	err      error
	stamp    string // the file's device, inode, size and times in nanoseconds
	lasting  bool   // while the file has this stamp, its content has this checksum
}

// trust adds checksums from an earlier run.
func (f *Files) trust(checksums map[string]string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	maps.Copy(f.trusted, checksums)
}

// Checksum returns the SHA-256 of a regular file's content, in hexadecimal.
func (f *Files) Checksum(path string) (string, error) {
	known := f.of(path)
	return known.checksum, known.err
}

func (f *Files) of(path string) file {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, is := f.known[path]
	if !is {
		known = f.look(path)
		f.known[path] = known
	}
	return known
}

// look reads a file, unless there is a checksum from an earlier run for the file's stamp.
func (f *Files) look(path string) file {
	if info, err := untrusted.Stat(path); err == nil && info.Mode().IsRegular() {
		stamp, _ := store.Stamp(info)
		if checksum, is := f.trusted[stamp]; is {
			return file{checksum: checksum, stamp: stamp, lasting: true}
		}
	}
	return f.read(path)
}

// unchanged reports whether the files still have the contents that were read. It reads a file again if the stamp has
// changed or the checksum is not lasting.
func (f *Files) unchanged(paths []string) bool {
	for _, path := range paths {
		known := f.of(path)
		info, err := untrusted.Stat(path)
		if known.err != nil || err != nil {
			return false
		}
		if stamp, _ := store.Stamp(info); known.lasting && stamp == known.stamp {
			continue
		}
		if again := f.read(path); again.err != nil || again.checksum != known.checksum {
			return false
		}
	}
	return true
}

// coarse exceeds the resolution of file times in kernels. A second write this soon after the first may leave a file's
// times unchanged.
const coarse = 100 * time.Millisecond

func (f *Files) read(path string) file {
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
	read := file{stamp: stamp, lasting: settled(opened, time.Since(changed))}
	if info, read.err = opened.Stat(); read.err == nil {
		if now, _ := store.Stamp(info); now != stamp {
			read.lasting = false
		}
	}
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
	f.mu.Lock()
	known := f.folders[path]
	if known == nil {
		known = sync.OnceValues(func() (string, error) { return walk(path) })
		f.folders[path] = known
	}
	f.mu.Unlock()
	return known()
}

func walk(folder string) (string, error) {
	real, err := filepath.EvalSymlinks(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return "none", nil
	}
	if err != nil {
		return "", err
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
	return hex.EncodeToString(digest.Sum(nil)), err
}
