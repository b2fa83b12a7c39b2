package parcel

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
)

// The bounds on a list. Its size bounds the number of files and blocks: each takes a line.
const (
	mostList = 64 << 20 // bytes
	mostName = 255      // bytes of a file's or folder's name, as file systems have it
	mostPath = 2048     // bytes
	mostDeep = 32       // folders above a file
)

// listHead is the first line of a list.
const listHead = "parcel 1"

// The layouts: the folders of a checkout, or those of a package.
const (
	checkout = "checkout"
	pack     = "package"
)

// list is the content of a parcel. All blocks together have the same bytes as all files together, in order.
type list struct {
	layout string
	name   string // of the problem, which is that of its folder
	blocks []block
	files  []file // in order of their paths, each once
}

// file is a regular file of a parcel.
type file struct {
	digest     string
	size       int64
	executable bool
	path       string // below the checkout or the package, with slashes
}

// encode writes a list. Equal lists give equal texts:
//
//	parcel 1
//	checkout sum
//	block 2c26b46b… 1048
//	file fcde2b2e… 1024 - problems/sum/problem.yaml
//	file 486ea462… 24 x solutions/sum/python/run
func (l list) encode() []byte {
	text := fmt.Appendf(nil, "%s\n%s %s\n", listHead, l.layout, l.name)
	for _, b := range l.blocks {
		text = b.encode(text)
	}
	for _, f := range l.files {
		mode := "-"
		if f.executable {
			mode = "x"
		}
		text = fmt.Appendf(text, "file %s %d %s %s\n", f.digest, f.size, mode, f.path)
	}
	return text
}

// decodeList reads what encode has written, and refuses everything else.
func decodeList(text []byte) (l list, err error) {
	if len(text) > mostList {
		return list{}, fmt.Errorf("a list of %d bytes; at most %d are allowed", len(text), mostList)
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line, whole := strings.CutSuffix(line, "\n")
		if !whole {
			err = errors.New("it ends in the middle of a line")
		} else if err = l.decodeLine(number, line); err == nil {
			continue
		}
		return list{}, fmt.Errorf("no list of a parcel: line %d: %w", number, err)
	}
	if number < 2 {
		return list{}, errors.New("no list of a parcel: it has less than two lines")
	}
	return l, l.check()
}

func (l *list) decodeLine(number int, line string) (err error) {
	kind, rest, _ := strings.Cut(line, " ")
	switch {
	case number == 1 && line == listHead:
		return nil
	case number == 1:
		return fmt.Errorf("%.40q in place of %q", line, listHead)
	case number == 2 && (kind == checkout || kind == pack):
		l.layout, l.name = kind, rest
		return checkName(rest)
	case kind == "block" && len(l.files) == 0 && number > 2:
		b, err := decodeBlock(rest)
		l.blocks = append(l.blocks, b)
		return err
	case kind == "file" && number > 2:
		parts := strings.SplitN(rest, " ", 4)
		if len(parts) < 4 || parts[2] != "-" && parts[2] != "x" {
			return fmt.Errorf("%.80q is no file: want a digest, a size, - or x, and a path", line)
		}
		f := file{executable: parts[2] == "x", path: parts[3]}
		f.digest, f.size, err = decodeContent(parts[0], parts[1])
		l.files = append(l.files, f)
		return errors.Join(err, checkPath(f.path))
	}
	return fmt.Errorf("%.40q is not known here", line)
}

// checkName checks the name of a folder or a file.
func checkName(name string) error {
	switch {
	case name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\\"):
		return fmt.Errorf("%.80q is no name of a file or folder", name)
	case len(name) > mostName:
		return fmt.Errorf("a name of %d bytes; at most %d are allowed", len(name), mostName)
	case !utf8.ValidString(name) || legible.Line(name) != name:
		return fmt.Errorf("the name %.80q holds what cannot be shown", name)
	}
	return nil
}

// checkPath checks the path of a file: below the folder of the tree, and not hidden except .timelimit.
func checkPath(p string) error {
	if !fs.ValidPath(p) || len(p) > mostPath || strings.Count(p, "/") > mostDeep {
		return fmt.Errorf("%.80q is no path below a folder, of at most %d bytes and %d folders", p, mostPath, mostDeep)
	}
	for name := range strings.SplitSeq(p, "/") {
		if err := checkName(name); err != nil {
			return fmt.Errorf("%.80q: %w", p, err)
		}
		if name[0] == '.' && name != ".timelimit" {
			return fmt.Errorf("%.80q: hidden files do not travel", p)
		}
	}
	return nil
}

// check checks what no single line shows: the order of paths, that no file is a folder as well, that blocks and files
// have equally many bytes, and that there are no more blocks than necessary, since each is fetched.
func (l list) check() error {
	var blocks, files int64
	for _, b := range l.blocks {
		if blocks += b.size; blocks < 0 {
			return errors.New("more bytes than can be counted")
		}
	}
	paths := make(map[string]bool, len(l.files))
	sizes := make(map[string]int64, len(l.files))
	for i, f := range l.files {
		switch {
		case i > 0 && f.path <= l.files[i-1].path:
			return fmt.Errorf("%q comes after %q: want the paths in order, each once", f.path, l.files[i-1].path)
		case f.size > math.MaxInt64-files:
			return errors.New("more bytes than can be counted")
		}
		if size, ok := sizes[f.digest]; ok && size != f.size {
			return fmt.Errorf("the content %s has %d bytes and has %d bytes", f.digest, size, f.size)
		}
		sizes[f.digest] = f.size
		files += f.size
		paths[f.path] = true
	}
	for _, f := range l.files {
		for dir := path.Dir(f.path); dir != "."; dir = path.Dir(dir) {
			if paths[dir] {
				return fmt.Errorf("%q is a file, and the folder of %q", dir, f.path)
			}
		}
	}
	if blocks != files {
		return fmt.Errorf("blocks of %d bytes and files of %d bytes: want as many", blocks, files)
	}
	for i, parts := range l.parts() {
		last := parts[len(parts)-1]
		if b := l.blocks[i]; b.size < mostBlock && last.from+last.size < l.files[last.file].size {
			return fmt.Errorf("a block of %d bytes ends within %q; only one of %d may", b.size, l.files[last.file].path,
				mostBlock)
		}
	}
	return nil
}

// size is how many bytes the files have together.
func (l list) size() (bytes int64) {
	for _, b := range l.blocks {
		bytes += b.size
	}
	return bytes
}

// part is a piece of a file in a block.
type part struct {
	file int // number in the list
	from int64
	size int64
}

// parts are the pieces that each block consists of, in order.
func (l list) parts() [][]part {
	parts := make([][]part, len(l.blocks))
	next, from := 0, int64(0)
	for i, b := range l.blocks {
		for rest := b.size; rest > 0; {
			if from == l.files[next].size {
				next, from = next+1, 0
				continue
			}
			n := min(rest, l.files[next].size-from)
			parts[i] = append(parts[i], part{next, from, n})
			from, rest = from+n, rest-n
		}
	}
	return parts
}
