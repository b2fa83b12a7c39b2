package untrusted

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// ErrOutside is the error for a symbolic link that leads out of a fenced folder, or to a hidden file in the folder.
var ErrOutside = errors.New("a symbolic link out of the package")

// ErrHidden is the error for a path through a hidden folder below a fenced folder.
var ErrHidden = errors.New("in a hidden folder of a package, where nothing is read")

// maxLinks is the maximum number of links that a path may follow, as in the kernel.
const maxLinks = 40

// fence is a folder below which links are followed only if they stay in the folder.
type fence struct {
	dir  string      // absolute, without links
	info os.FileInfo // of dir, to detect that another folder has replaced it
	own  bool        // whether Own made this fence; if so, nothing in the folder is fenced, and dir and info are empty
	ours bool        // whether Own marked the folder, or a folder around it
}

// fences holds this process's fences by absolute path. A fence has two keys: the path as it was given, and the path
// with its links resolved.
var fences = struct {
	sync.RWMutex
	of   map[string]fence
	most int // sweep when there are more fences
}{of: make(map[string]fence)}

// Fence makes Open, Read, ReadDir, Stat and OpenAny follow links below a folder only if the links stay in that folder.
// Only this file decides whether a path is inside. A link that leaves the folder and comes back counts as outside. If a
// link changes between the check and the opening, no harm is done, because os.Root opens the file.
func Fence(dir string) error {
	path, err := filepath.Abs(dir)
	if err != nil {
		return failed(dir, err)
	}
	around, _, _ := fenceOf(path)
	f, err := newFence(path)
	if err != nil {
		return err
	}
	f.ours = around.ours
	add(f, path, f.dir)
	return nil
}

func newFence(dir string) (f fence, err error) {
	if f.dir, err = filepath.EvalSymlinks(dir); err == nil {
		f.info, err = os.Stat(f.dir)
	}
	if err == nil && !f.info.IsDir() {
		err = syscall.ENOTDIR
	}
	if err != nil {
		err = failed(dir, err)
	}
	return f, err
}

// Own marks a folder as the judge's or the user's own, such as the cache. Nothing in the marked folder is fenced, even
// if that folder is below a fenced one, such as a home folder that holds packages.
func Own(dir string) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return // there is no working folder, so fenceOf finds no fence, either
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	add(fence{own: true, ours: true}, path, real)
}

// add adds a fence under its two keys. Whenever the number of fences has doubled, add first drops the fences of our own
// folders that no longer exist. Other folders may come back, so their fences stay.
func add(f fence, path, real string) {
	fences.Lock()
	defer fences.Unlock()
	if len(fences.of) > fences.most {
		maps.DeleteFunc(fences.of, func(path string, f fence) bool {
			_, err := os.Lstat(path)
			return errors.Is(err, fs.ErrNotExist) && f.ours
		})
		fences.most = max(100, 2*len(fences.of))
	}
	fences.of[path], fences.of[real] = f, f
}

// fenceOf returns the innermost fence around a path, and the path relative to the fence. ok reports whether the path is
// fenced.
func fenceOf(path string) (f fence, below string, ok bool) {
	fences.RLock()
	defer fences.RUnlock()
	if len(fences.of) == 0 {
		return f, "", false
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return f, "", false
	}
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '/') {
		if f, ok := fences.of[path[:end]]; ok {
			below := cmp.Or(strings.TrimPrefix(path[end:], "/"), ".")
			return f, below, !f.own
		}
	}
	f, ok = fences.of["/"]
	return f, path[1:], ok
}

// hidden reports whether a path leads through a hidden folder. Hidden folders are not part of a package.
func hidden(below string) bool {
	folder, _ := filepath.Split(below)
	return strings.HasPrefix(folder, ".") || strings.Contains(folder, "/.")
}

// real resolves the links in a path below the fence. The file system may change before the caller uses the results.
func (f fence) real(below string) (path string, there os.FileInfo, err error) {
	var done []string
	todo := strings.Split(below, "/")
	for links := 0; len(todo) > 0; {
		name := todo[0]
		todo = todo[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			if len(done) == 0 {
				return "", nil, ErrOutside
			}
			done, there = done[:len(done)-1], nil
			continue
		}
		if links > 0 && strings.HasPrefix(name, ".") {
			return "", nil, ErrOutside // such as .git, which may hold secrets
		}
		path := f.dir + "/" + strings.Join(append(done, name), "/")
		info, err := os.Lstat(path)
		if err != nil {
			return "", nil, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done, there = append(done, name), info
			continue
		}
		if links++; links > maxLinks {
			return "", nil, syscall.ELOOP
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", nil, err
		}
		if filepath.IsAbs(target) {
			inner, ok := strings.CutPrefix(target, f.dir+"/")
			if !ok {
				return "", nil, ErrOutside
			}
			done, there, target = nil, nil, inner
		}
		todo = append(strings.Split(target, "/"), todo...)
	}
	if there == nil {
		there, err = os.Lstat(filepath.Join(append([]string{f.dir}, done...)...))
	}
	return filepath.Join(append([]string{"."}, done...)...), there, err
}

// root opens the fenced folder.
func (f fence) root() (*os.Root, error) {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, err
	}
	if info, err := root.Stat("."); err != nil || !os.SameFile(info, f.info) {
		root.Close()
		return nil, cmp.Or(err, fmt.Errorf("%s has been replaced by another folder since it was first read", f.dir))
	}
	return root, nil
}

// blocking clears O_NONBLOCK of a file, because a program may get the file as its standard input.
func blocking(file *os.File) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	var set error
	err = raw.Control(func(fd uintptr) { set = syscall.SetNonblock(int(fd), false) })
	return errors.Join(err, set)
}

// ReadBelow is like Read, but reads a file below a folder as if the folder were fenced.
func ReadBelow(dir, name string, most int64) ([]byte, error) {
	f, err := newFence(dir)
	if err != nil {
		return nil, err
	}
	p := place{path: filepath.Join(dir, name), fence: f, fenced: true}
	if p.real, p.info, err = f.real(name); err != nil {
		return nil, failed(p.path, err)
	}
	file, err := p.openRegular()
	if err != nil {
		return nil, err
	}
	return readAll(file, p.path, most)
}

// place is the target of a path.
type place struct {
	path   string
	info   os.FileInfo
	fence  fence
	real   string // path relative to the fence, with links resolved; without a fence, the same as path
	fenced bool
}

// find resolves a path without leaving its fence. The error is a *fs.PathError.
func find(path string) (place, error) {
	f, below, fenced := fenceOf(path)
	p := place{path: path, real: path, fence: f, fenced: fenced}
	var err error
	switch {
	case fenced && hidden(below):
		err = ErrHidden
	case fenced:
		p.real, p.info, err = f.real(below)
	default:
		p.info, err = os.Stat(path)
	}
	if err != nil {
		err := failed(path, err).(*fs.PathError)
		err.Op = "stat"
		return p, err
	}
	return p, nil
}

// Stat is like os.Stat, but does not leave a fenced folder. The error is a *fs.PathError.
func Stat(path string) (os.FileInfo, error) {
	p, err := find(path)
	return p.info, err
}

// OpenAny opens a file that a program will read. Below a fenced folder, the file must be regular.
func OpenAny(path string) (*os.File, error) {
	p, err := find(path)
	switch {
	case err != nil:
		return nil, failed(path, err)
	case p.fenced:
		return p.openRegular()
	}
	return os.Open(path)
}
