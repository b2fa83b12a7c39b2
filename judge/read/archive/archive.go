// Package archive unpacks a problem package, or files of tests, from a ZIP file (.zip, .kpp) that a stranger may have
// made.
//
// It writes only regular files and folders, and only below one folder that the caller chooses. It refuses an archive
// whose declared size, number of entries or depth exceeds a bound. A file that is longer than declared is an error, so
// false sizes cannot get around the bounds.
//
//	dir, warning, err := archive.Unpack(ctx, "hello.zip", scratch)
package archive

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
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

// IsZIP reports whether a path has the extension of a ZIP file.
func IsZIP(path string) bool {
	return slices.Contains([]string{".zip", ".kpp"}, strings.ToLower(filepath.Ext(path)))
}

// otherForm matches the names of archives in other formats, which Unpack refuses.
var otherForm = regexp.MustCompile(`(?i)\.(7z|rar|(tar|tgz|tbz2?|txz|tzst|tar\.[a-z0-9]+))$`)

// Is reports whether a path has the extension of an archive.
func Is(path string) bool { return IsZIP(path) || otherForm.MatchString(path) }

// Unpack unpacks the package in an archive. It makes a new folder in the folder into, and returns the new folder's
// path. The new folder is named after the archive or, if one folder in the archive holds the whole package, after that
// folder. The warning, or nil, is about files that are left out. Unpack stops when ctx is done.
func Unpack(ctx context.Context, file, into string) (dir string, warning, err error) {
	return usual.unpack(ctx, file, into, packageRoot)
}

// UnpackFiles is Unpack for an archive that need not hold a package. The new folder is named after the archive.
func UnpackFiles(ctx context.Context, file, into string) (dir string, warning, err error) {
	return usual.unpack(ctx, file, into, func(_ []*zip.File, base string) (root, name string) { return "", base })
}

// unpack unpacks the part of an archive that the function rootOf chooses.
func (b bounds) unpack(ctx context.Context, file, into string,
	rootOf func(files []*zip.File, base string) (root, name string)) (dir string, warning, err error) {
	if other := otherForm.FindStringSubmatch(file); other != nil {
		advice := "unpack it, and name its folder"
		if other[2] != "" {
			advice += ": tar -xf" + legible.Words(file)
		}
		return "", nil, fmt.Errorf("%s: only ZIP files (.zip, .kpp) can be read; %s", file, advice)
	}
	opened, err := untrusted.Open(file)
	if err != nil {
		return "", nil, err
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return "", nil, err
	}
	refused := func(format string, args ...any) (string, error, error) {
		err := fmt.Errorf("%s: %s", file, fmt.Sprintf(format, args...))
		if warning != nil {
			err = fmt.Errorf("%w\n%w", err, warning)
		}
		return "", nil, err
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
	if left := decodeNames(z); left != nil {
		warning = fmt.Errorf("%s: left out: names that are not UTF-8 (%d), such as %q; rename these files, and "+
			"pack them again", file, len(left), left[0])
	}
	if err := b.check(z.File); err != nil {
		return refused("%v", err)
	}
	root, name := rootOf(z.File, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	if name == "" {
		return refused("no problem.yaml at its top, nor in one folder at its top, and no problem.xml of Polygon; " +
			"it is not a problem package")
	}
	tree, err := fs.Sub(z, path.Clean(root))
	if err != nil {
		return refused("%v", err)
	}
	dir = filepath.Join(into, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", nil, err
	}
	err = os.CopyFS(dir, interruptible{tree, ctx})
	var at *fs.PathError
	switch {
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case errors.As(err, &at):
		return refused("%s: %v", strings.TrimPrefix(at.Path, dir+"/"), at.Err)
	case err != nil:
		return refused("%v", err)
	}
	return dir, warning, nil
}

// decodeNames removes the files whose names are not UTF-8, and returns their names. Without a flag, an archive does not
// say in which encoding its names are. Some archives also have the names in UTF-8, in an extra field of each file.
func decodeNames(z *zip.Reader) (left []string) {
	z.File = slices.DeleteFunc(z.File, func(f *zip.File) bool {
		if !utf8.ValidString(f.Name) {
			f.Name = cmp.Or(unicodePath(f), f.Name)
		}
		if utf8.ValidString(f.Name) {
			return false
		}
		left = append(left, f.Name)
		return true
	})
	return left
}

// unicodePath returns the name in the extra field "Info-ZIP Unicode Path" of a file; "" if there is none. The field has
// the checksum of the name that it replaces.
func unicodePath(f *zip.File) string {
	const id, version = 0x7075, 1
	for extra := f.Extra; len(extra) >= 4; {
		tag, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; size > len(extra) {
			break
		}
		if field := extra[:size]; tag == id && size > 5 && field[0] == version &&
			binary.LittleEndian.Uint32(field[1:]) == crc32.ChecksumIEEE([]byte(f.Name)) {
			return string(field[5:])
		}
		extra = extra[size:]
	}
	return ""
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
