// Package archive unpacks a problem package from a ZIP file (.zip, .kpp), which a stranger may have made.
//
// It writes only regular files and folders, and only below one folder that the caller chooses. It refuses an archive
// whose declared size, number of entries or depth exceeds a bound. A file that is longer than declared is an error, so
// false sizes cannot get around the bounds.
//
//	dir, err := archive.Unpack(ctx, "hello.zip", scratch)
package archive

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
)

// bounds holds the limits on the content of an archive.
type bounds struct {
	entries   int   // number of files and folders, including those that only paths name
	depth     int   // number of names in a path
	bytes     int64 // total size of the unpacked files
	directory int64 // size of the archive's list of entries, in bytes
}

// usual holds the default bounds, which are far above those that real packages need.
var usual = bounds{entries: 100_000, depth: 32, bytes: 4 << 30, directory: 32 << 20}

// Is reports whether a path has the extension of an archive.
func Is(path string) bool {
	return slices.Contains([]string{".zip", ".kpp"}, strings.ToLower(filepath.Ext(path)))
}

// Unpack unpacks the package in an archive. It makes a new folder in the folder that the parameter into names, and
// returns the new folder's path. The new folder is named after the archive or, if one folder in the archive holds the
// whole package, after that folder. Unpack stops when ctx is done.
func Unpack(ctx context.Context, file, into string) (string, error) {
	return usual.unpack(ctx, file, into)
}

func (b bounds) unpack(ctx context.Context, file, into string) (string, error) {
	opened, err := untrusted.Open(file)
	if err != nil {
		return "", err
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return "", err
	}
	refused := func(format string, args ...any) (string, error) {
		return "", fmt.Errorf("%s: %s", file, fmt.Sprintf(format, args...))
	}
	directory := &bounded{opened, b.directory}
	z, err := zip.NewReader(directory, info.Size())
	switch {
	case errors.Is(err, errTooMuch):
		return refused("its list of entries is longer than %d MiB; no package has so many files", b.directory>>20)
	case err != nil:
		return refused("not a ZIP file that can be read: %v", err)
	}
	directory.left = 1 << 62 // from here on, b.check bounds the sizes of the files
	if err := b.check(z.File); err != nil {
		return refused("%v", err)
	}
	root, name := packageRoot(z.File, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	if name == "" {
		return refused("no problem.yaml at its top, nor in one folder at its top, and no problem.xml of Polygon; " +
			"it is not a problem package")
	}
	tree, err := fs.Sub(z, path.Clean(root))
	if err != nil {
		return refused("%v", err)
	}
	dir := filepath.Join(into, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	err = os.CopyFS(dir, interruptible{tree, ctx})
	var at *fs.PathError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &at):
		return refused("%s: %v", strings.TrimPrefix(at.Path, dir+"/"), at.Err)
	case err != nil:
		return refused("%v", err)
	}
	return dir, nil
}

// interruptible is a tree of files that opens no more files once its context is done. It does not interrupt the copying
// of one file. The zip library stops if that file is longer than declared, and the method check has bounded the
// declared size.
type interruptible struct {
	fs.FS
	ctx context.Context
}

func (t interruptible) Open(name string) (fs.File, error) {
	if err := t.ctx.Err(); err != nil {
		return nil, err
	}
	return t.FS.Open(name)
}

// bounded is a file with a bound on the number of bytes read.
type bounded struct {
	file io.ReaderAt
	left int64
}

var errTooMuch = errors.New("too much to read")

func (b *bounded) ReadAt(p []byte, at int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errTooMuch
	}
	return b.file.ReadAt(p, at)
}

// check returns an error if the archive's declared sizes or names are not allowed. It runs before anything is written.
func (b bounds) check(files []*zip.File) error {
	left := uint64(b.bytes)
	seen := make(map[string]bool) // for each path, whether an entry has this path
	for _, f := range files {
		name := strings.TrimSuffix(f.Name, "/")
		const encrypted = 1 // a bit of the flags in the ZIP format
		switch mode := f.Mode(); {
		case !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\\\x00"):
			return fmt.Errorf("%q is not a path in the archive; pack relative paths with / between folders",
				f.Name)
		case mode.Type() == fs.ModeSymlink:
			return fmt.Errorf("%q is a symbolic link; pack the file itself, with: zip -r, without --symlinks", f.Name)
		case !mode.IsRegular() && !mode.IsDir():
			return fmt.Errorf("%q is neither a file nor a folder", f.Name)
		case strings.Count(name, "/") >= b.depth:
			return fmt.Errorf("%.100q has more than %d names in its path", f.Name, b.depth)
		case f.Flags&encrypted != 0:
			return fmt.Errorf("%q is encrypted; pack it without a password", f.Name)
		case seen[name]:
			return fmt.Errorf("%q appears twice", name)
		case f.UncompressedSize64 > left:
			return fmt.Errorf("it unpacks to more than %d MiB, the maximum", b.bytes>>20)
		}
		seen[name], left = true, left-f.UncompressedSize64
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if _, counted := seen[dir]; !counted {
				seen[dir] = false // such a folder may still have an entry of its own
			}
		}
		if len(seen) > b.entries {
			return fmt.Errorf("it has more than %d files and folders, the maximum", b.entries)
		}
	}
	return nil
}

// metadata lists the files that identify the top folder of a package. The second list, with Polygon's file, is used
// only if the first list does not identify exactly one folder.
var metadata = [][]string{{"problem.yaml", "domjudge-problem.ini"}, {"problem.xml"}}

// packageRoot finds the package in an archive. base is the archive's name without the extension. root is the folder of
// the package ("hello/"), or "" for the top of the archive. name is the folder's name, or base for the top; it is "" if
// there is no package. packageRoot ignores hidden folders and the folder that macOS adds.
func packageRoot(files []*zip.File, base string) (root, name string) {
	for _, metadata := range metadata {
		var tops []string
		for _, f := range files {
			top, below, inFolder := strings.Cut(f.Name, "/")
			switch {
			case slices.Contains(metadata, f.Name):
				return "", base
			case inFolder && slices.Contains(metadata, below) && top != "__MACOSX" && !strings.HasPrefix(top, "."):
				tops = append(tops, top)
			}
		}
		if tops = slices.Compact(slices.Sorted(slices.Values(tops))); len(tops) == 1 {
			return tops[0] + "/", tops[0]
		}
	}
	return "", ""
}
