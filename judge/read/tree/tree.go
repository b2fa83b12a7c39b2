// Package tree indexes a problem's files and folders, which strangers may have made.
//
// One walk visits everything and follows links. It finds what cannot be read: links out of a package or to nothing,
// special files, and folders that are nested without end. Code that reads the problem looks up paths in the index, and
// marks the entries that it uses.
//
//	index := tree.New()
//	err := index.Add("/tmp/sum", "")
//	for _, e := range index.At("/tmp/sum/data").Entries { … e.Kind, e.Path … }
package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
)

// Kind says what an entry is. For a link, it says what the link leads to.
type Kind uint8

// The kinds. For every kind except File and Folder, Entry.Wrong says what is wrong.
const (
	File Kind = iota
	Folder
	Outside // a link out of the package
	Nothing // a link to nothing
	Odd     // neither a file nor a folder, or unreadable
	Endless // a link to a folder that contains the link, or a folder that is nested too deeply
)

// Entry describes what is at a path.
type Entry struct {
	Name     string // base name of the file or folder
	Full     string // path below the checkout or the package, with slashes: "data/secret/1.in"
	Path     string // for opening files and for messages; if possible, Name and Full are substrings of it
	Kind     Kind
	Link     bool     // the entry itself is a link
	Misnamed bool     // the format does not allow the name, so the entry is not read
	Size     int64    // of a file, in bytes
	Entries  []*Entry // contents of a folder, in order of their names
	Wrong    error    // why Kind is neither File nor Folder, or why the folder cannot be listed
	Used     bool     // the problem uses the entry
}

// Tree is the index of one problem. The nil Tree is empty.
type Tree struct {
	tops   []*Entry
	called map[string]*Entry // the entries that Call added, by their additional paths
	seen   int               // number of entries
	ways   int               // number of folders that were reached through links
}

// The bounds on an index. Links can multiply folders without limit.
const (
	mostEntries = 500_000
	mostWays    = 10_000
	deepest     = 20 // maximum number of folders around a folder
)

// New makes an empty index.
func New() *Tree { return &Tree{called: make(map[string]*Entry)} }

// Add adds a file or a folder with its contents. full is its path below the checkout or the package, "" for the
// package's own folder. If nothing exists at path, Add does nothing.
func (t *Tree) Add(path, full string) error {
	info, err := untrusted.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	e := &Entry{Name: filepath.Base(path), Full: full, Path: path}
	t.tops = append(t.tops, e)
	e.set(info, err)
	return t.list(e, []os.FileInfo{info}, false)
}

// set sets an entry's kind, and its size or error, from the results of a stat call.
func (e *Entry) set(info fs.FileInfo, err error) {
	switch {
	case errors.Is(err, untrusted.ErrOutside):
		e.Kind, e.Wrong = Outside, Unreadable(err)
	case errors.Is(err, fs.ErrNotExist):
		e.Kind, e.Wrong = Nothing, Unreadable(err)
	case err != nil:
		e.Kind, e.Wrong = Odd, Unreadable(err)
	case info.IsDir():
		e.Kind = Folder
	case info.Mode().IsRegular():
		e.Size = info.Size()
	default:
		e.Kind, e.Wrong = Odd, fmt.Errorf("%s: neither a file nor a folder; remove it", e.Path)
	}
}

// list adds the contents of a folder. above describes this folder and the folders around it, and linked says whether
// any of these folders is a link.
func (t *Tree) list(e *Entry, above []os.FileInfo, linked bool) error {
	if e.Kind != Folder {
		return nil
	}
	if linked {
		t.ways++
	}
	if t.ways > mostWays {
		return fmt.Errorf("%s: the problem's links lead to more than %d folders; remove links to the same folder",
			e.Path, mostWays)
	}
	found, err := untrusted.ReadDir(e.Path)
	if err != nil {
		e.Wrong = Unreadable(err)
	}
	for _, f := range found {
		if t.seen++; t.seen > mostEntries {
			return fmt.Errorf("%s: more than %d files and folders of one problem; remove some", e.Path, mostEntries)
		}
		inner := &Entry{Path: filepath.Join(e.Path, f.Name()), Link: f.Type()&fs.ModeSymlink != 0,
			Misnamed: !legible.IsName(f.Name(), longestName)}
		inner.Name = inner.Path[len(inner.Path)-len(f.Name()):]
		inner.Full = strings.TrimPrefix(e.Full+"/"+f.Name(), "/")
		if strings.HasSuffix(inner.Path, inner.Full) { // share memory, as large problems have many entries
			inner.Full = inner.Path[len(inner.Path)-len(inner.Full):]
		}
		e.Entries = append(e.Entries, inner)
		info, err := f.Info()
		if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			info, err = untrusted.Stat(inner.Path)
		}
		inner.set(info, err)
		if inner.Kind != Folder || inner.Misnamed {
			continue
		}
		switch {
		case slices.ContainsFunc(above, func(a os.FileInfo) bool { return os.SameFile(a, info) }):
			inner.Kind = Endless
			inner.Wrong = fmt.Errorf("%s: this link leads to a folder that contains it; remove it", inner.Path)
		case len(above) == deepest:
			inner.Kind, inner.Wrong = Endless, fmt.Errorf("%s: a folder in %d others; move its files up", inner.Path,
				deepest)
		}
		if err := t.list(inner, append(slices.Clip(above), info), linked || inner.Link); err != nil {
			return err
		}
	}
	return nil
}

// At returns the entry at a path; nil if there is none. A link to nothing has an entry.
func (t *Tree) At(path string) *Entry {
	if t == nil {
		return nil
	}
	path = filepath.Clean(path)
	if e := t.called[path]; e != nil {
		return e
	}
	for _, top := range t.tops {
		if rest, within := below(filepath.Clean(top.Path), path); within {
			return top.in(rest)
		}
	}
	return nil
}

// below returns the part of a path that is below a folder, "" for the folder itself.
func below(folder, path string) (rest string, within bool) {
	if path == folder {
		return "", true
	}
	if folder == "." {
		return path, filepath.IsLocal(path)
	}
	return strings.CutPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// in returns the entry at a path below a folder; nil if there is none.
func (e *Entry) in(path string) *Entry {
	for path != "" {
		var name string
		name, path, _ = strings.Cut(path, "/")
		i, found := slices.BinarySearchFunc(e.Entries, name, func(e *Entry, name string) int {
			return strings.Compare(e.Name, name)
		})
		if !found {
			return nil
		}
		e = e.Entries[i]
	}
	return e
}

// Call makes an entry available at another path, too.
func (t *Tree) Call(e *Entry, path string) { t.called[filepath.Clean(path)] = e }

// Is reports whether there is an entry of that kind at a path.
func (t *Tree) Is(path string, kind Kind) bool {
	e := t.At(path)
	return e != nil && e.Kind == kind
}

// Has reports whether there is something at a path. A link out of the package counts, but a link to nothing does not.
func (t *Tree) Has(path string) bool {
	e := t.At(path)
	return e != nil && e.Kind != Nothing
}

// List returns the entries of the folder at a path, except hidden ones. The caller must ignore misnamed entries.
func (t *Tree) List(path string) ([]*Entry, error) {
	switch e := t.At(path); {
	case e == nil:
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	case e.Wrong != nil:
		return nil, e.Wrong
	case e.Kind != Folder:
		return nil, fmt.Errorf("%s: not a directory", path)
	default:
		return slices.DeleteFunc(slices.Clone(e.Entries), func(e *Entry) bool {
			return strings.HasPrefix(e.Name, ".")
		}), nil
	}
}

// Use records that the problem uses the files and folders at these paths. For a folder, this includes its contents.
func (t *Tree) Use(paths ...string) {
	for _, path := range paths {
		if e := t.At(path); e != nil {
			e.Used = true
		}
	}
}

// Outside returns the links, at a path or below it, that lead out of the package. Below the path, it does not follow
// links to folders, so it finds each link once.
func (t *Tree) Outside(path string) (links []*Entry) {
	t.At(path).Below(func(e *Entry) bool {
		if e.Kind == Outside && (!e.Misnamed || e.Name == TimeLimit) {
			links = append(links, e)
		}
		return !e.Misnamed && (!e.Link || e.Path == path)
	})
	return links
}

// Below calls visit for an entry. If visit returns true, Below continues with the entry's contents.
func (e *Entry) Below(visit func(*Entry) bool) {
	if e == nil || !visit(e) {
		return
	}
	for _, inner := range e.Entries {
		inner.Below(visit)
	}
}

// Used returns the files that the problem uses, and those at or below the additional paths. It also returns the headers
// that are outside the folders of tests and submissions, because C and C++ programs may include them. It leaves out
// __pycache__, which Python makes when it runs.
func (t *Tree) Used(more ...string) (files []*Entry) {
	also := make(map[*Entry]bool)
	for _, path := range more {
		also[t.At(path)] = true
	}
	var add func(e *Entry, used bool)
	add = func(e *Entry, used bool) {
		used = used || e.Used || also[e]
		header := IsHeader(e.Name) && !strings.HasPrefix(e.Name, ".")
		if e.Kind == File && (used && (!e.Misnamed || e.Name == TimeLimit) ||
			header && (used || !apart.MatchString(e.Full))) {
			files = append(files, e)
		}
		for _, inner := range e.Entries {
			if e.Name != "__pycache__" {
				add(inner, used)
			}
		}
	}
	for _, top := range t.tops {
		add(top, false)
	}
	slices.SortFunc(files, func(a, b *Entry) int { return strings.Compare(a.Full, b.Full) })
	return files
}

// TimeLimit is the only file that is read although it is hidden.
const TimeLimit = ".timelimit"

// apart matches paths in folders of tests or submissions. Headers there are not meant for programs elsewhere.
var apart = regexp.MustCompile(`^(data|submissions|testdata|solutions|problems/[^/]*/submissions)/`)

// IsHeader reports whether a file's extension is one that only C and C++ headers have.
func IsHeader(name string) bool {
	return slices.Contains([]string{".h", ".hh", ".hpp", ".hxx"}, filepath.Ext(name))
}

const longestName = 255

// NameRule says which names the format allows.
const NameRule = "a name has letters, digits and _ . - only, at most 255, and no . or - first"

// Allowed reports whether the format allows all names in a path with slashes. Files with other names (except TimeLimit)
// are never read, even if a program includes them. Links with such names are unchecked.
func Allowed(path string) bool {
	for name := range strings.SplitSeq(path, "/") {
		if !legible.IsName(name, longestName) {
			return false
		}
	}
	return true
}

// Plain returns a name with an underscore instead of each character that the format does not allow.
func Plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && Allowed("_"+string(r)) {
			return r
		}
		return '_'
	}, name)
}

// WayIn says what to do about a link out of a package.
const WayIn = "put a copy of the file in its place, or give --package the folder above that holds both"

// OutsideError returns the error for a link that leads out of a package. The error wraps untrusted.ErrOutside.
func OutsideError(path string) error {
	return fmt.Errorf("%s: %w; %s", path, untrusted.ErrOutside, WayIn)
}

// Unreadable rewrites an error of package os: it puts the path first, and adds advice.
func Unreadable(err error) error {
	var at *os.PathError
	if !errors.As(err, &at) {
		return err
	}
	switch {
	case errors.Is(err, untrusted.ErrOutside):
		return OutsideError(at.Path)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: %w; make it readable with: chmod -R u+rX %s", at.Path, at.Err, at.Path)
	case errors.Is(err, os.ErrNotExist) && at.Op == "stat":
		return fmt.Errorf("%s: a symbolic link to nothing; remove it or fix its target", at.Path)
	}
	return fmt.Errorf("%s: %w", at.Path, at.Err)
}
