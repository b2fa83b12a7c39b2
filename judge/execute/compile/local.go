package compile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/tree"
)

// Local is a file of a source, or one that such a file includes.
type Local struct {
	Path  string // for messages
	Below string // the path from the source's folder or, in a folder of headers, from that folder
	Text  []byte

	name string // in the compiler's folder
	at   place  // for the compiler
	real place  // of the file
}

// place is a path below one of a resolver's folders.
type place struct {
	folder int
	below  string // with slashes
}

// Resolver finds the files that a source includes, where its compiler would find them: from the including file's
// folder, and then in the folders of headers.
//
// It reads only below problem.Root of the source's folder (for a package's tool, below the package), and below the
// folders of headers that the user named. It follows no link out of these folders, and reads no hidden file. So
// an #include in a stranger's program cannot reveal the user's other files.
type Resolver struct {
	Files   []Local  // beginning with the source's own
	Refused []string // why files that the source includes are not read

	language Language
	source   problem.Source
	tool     bool
	folders  []string // folders[0] has the source
	own      string   // the source's folder, below folders[0]
	headers  []place  // the folders of headers
	shared   []place  // the folders of a package that may have headers of its tools
	used     []place  // those of them that have included files
	index    map[place]int
	edges    map[edge]int
	left     int64 // bytes that may still be read
}

// edge is an include directive of a file.
type edge struct {
	file int
	include
}

// The numbers of other folders: of headers that are found in Resolver.shared, and of the user's testlib.h.
const copies, users = -1, -2

// maxEdges bounds the number of include directives.
const maxEdges = 20_000

// Resolve finds what a source includes. The error is a *CompileError if the files exceed a bound.
func Resolve(ctx context.Context, kind Kind, source problem.Source) (*Resolver, error) {
	language, err := LanguageOf(source)
	if err != nil {
		return nil, err
	}
	contents, err := ReadSource(source)
	if err != nil {
		return nil, err
	}
	return resolve(ctx, language, kind, source, contents)
}

func resolve(ctx context.Context, language Language, kind Kind, source problem.Source, contents [][]byte) (*Resolver,
	error) {
	r := &Resolver{language: language, source: source, tool: kind == Tool, left: MaxSource,
		index: make(map[place]int), edges: make(map[edge]int)}
	if err := r.open(); err != nil {
		return nil, err
	}
	for i, file := range source.Files {
		r.add(Local{Path: filepath.Join(source.Dir, file), Below: file, Text: contents[i], name: file,
			at: place{0, path.Join(r.own, file)}, real: place{0, path.Join(r.own, file)}})
	}
	if !r.tool && !source.Beside {
		return r, nil
	}
	return r, r.includeAll(ctx, 0)
}

// includeAll adds what the files from this index on include.
func (r *Resolver) includeAll(ctx context.Context, first int) error {
	for i := first; i < len(r.Files); i++ { // r.Files grows
		for _, each := range r.language.includes(r.Files[i]) {
			if _, err := r.include(ctx, i, each); err != nil {
				return err
			}
		}
	}
	return nil
}

// open finds the folders that may be read.
func (r *Resolver) open() error {
	dir, err := filepath.Abs(r.source.Dir)
	if err != nil {
		return err
	}
	root := dir
	switch {
	case r.source.Beside:
		root = problem.Root(dir)
	case r.tool && r.source.Package != "":
		if root, err = filepath.Abs(r.source.Package); err != nil {
			return err
		}
	}
	if relative(root, dir) == "" {
		root = dir
	}
	r.folders, r.own = []string{root}, relative(root, dir)
	for _, folder := range r.source.Headers {
		if folder, err = filepath.Abs(folder); err != nil {
			return err
		}
		if below := relative(root, folder); below != "" {
			r.headers = append(r.headers, place{0, below})
			continue
		}
		r.headers = append(r.headers, place{len(r.folders), "."})
		r.folders = append(r.folders, folder)
	}
	if r.tool && len(r.language.Headers) > 0 {
		r.shared = append(r.shared, place{0, r.own})
		if !r.source.Beside && r.own != "." {
			r.shared = append(r.shared, place{0, path.Dir(r.own)})
		}
		for _, folder := range packageFolders {
			r.shared = append(r.shared, place{0, folder})
		}
	}
	return nil
}

// packageFolders are the folders of a package that may hold shared headers.
var packageFolders = []string{
	"include", "include/cpp", "include/default", "", "output_validator", "output_validators", "input_validators",
	"input_format_validators", "generators", "files",
}

// relative returns the path of a file or folder from a folder above it, with slashes. It returns "" if the folder is
// not above.
func relative(above, file string) string {
	rest, err := filepath.Rel(above, file)
	if err != nil || !filepath.IsLocal(rest) {
		return ""
	}
	return filepath.ToSlash(rest)
}

func (r *Resolver) add(file Local) int {
	r.index[file.at] = len(r.Files)
	r.Files = append(r.Files, file)
	r.left -= int64(len(file.Text))
	return len(r.Files) - 1
}

// Included returns the index of the file that an include directive of another file names. It returns -1 if the
// directive is left to the compiler.
func (r *Resolver) Included(file int, name string, quoted bool) int {
	if i, found := r.edges[edge{file, include{name, quoted}}]; found {
		return i
	}
	return -1
}

// include adds the file that a file includes. It returns the file's index, or -1 if there is none.
func (r *Resolver) include(ctx context.Context, from int, each include) (int, error) {
	at := edge{from, each}
	if _, known := r.edges[at]; known {
		return r.edges[at], nil
	}
	r.edges[at] = -1
	if err := ctx.Err(); err != nil {
		return -1, err
	}
	if len(r.edges) > maxEdges {
		return -1, r.fails(fmt.Sprintf("it and its headers include more than %d names", maxEdges))
	}
	var err error
	if r.edges[at], err = r.look(r.Files[from], each); err == nil && len(r.Files) > MaxFiles {
		err = r.fails(fmt.Sprintf("it has more than %d files with those that it includes", MaxFiles))
	}
	return r.edges[at], err
}

func (r *Resolver) fails(why string) error {
	return &CompileError{Source: pathOf(r.source), Output: why}
}

// look finds the file that an include directive names.
func (r *Resolver) look(from Local, each include) (int, error) {
	var places []place
	if path.IsAbs(each.name) {
		r.Refused = append(r.Refused, fmt.Sprintf("%s: %s is not read: its path is absolute", from.Path, each.name))
		return -1, nil
	}
	if each.quoted && from.real.folder != users {
		places = append(places, place{from.real.folder, path.Join(path.Dir(from.real.below), each.name)})
	}
	if len(r.language.Headers) == 0 { // modules are beside the program, too
		places = append(places, place{0, path.Join(r.own, each.name)})
	}
	others := len(places)
	for _, folder := range r.headers {
		places = append(places, place{folder.folder, path.Join(folder.below, each.name)})
	}
	copied, shared := place{copies, placeOf(each.name)}, len(places)
	base := path.Base(copied.below)
	if slices.Contains(r.language.Headers, path.Ext(base)) && tree.Allowed(copied.below) {
		for _, folder := range r.shared { // a file with only the header's base name will do, too
			places = append(places, place{0, path.Join(folder.below, copied.below)},
				place{0, path.Join(folder.below, base)})
		}
		if at := configFile(testlib); r.tool && base == testlib && at != "" {
			places = append(places, place{users, at})
		}
	}
	var refused error
	for i, p := range places {
		at := p
		switch {
		case i >= shared:
			at = copied
		case i < others && from.at.folder == copies:
			at = place{copies, placeOf(path.Join(path.Dir(from.at.below), each.name))}
		}
		found, known := r.index[at]
		if !known {
			text, err := r.read(p)
			switch {
			case errors.As(err, new(*untrusted.SizeError)):
				return -1, r.fails(fmt.Sprintf("it has more than %d MiB with what it includes", MaxSource>>20))
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR):
				continue
			case err != nil:
				refused = cmp.Or(refused, err)
				continue
			}
			file := Local{Path: p.below, Below: r.from(p), Text: text, at: at, real: p}
			switch {
			case p.folder == 0:
				file.Path = filepath.Join(r.source.Dir, file.Below)
			case p.folder > 0:
				file.Path = filepath.Join(r.folders[p.folder], p.below)
			}
			if at.folder == copies {
				file.Below = at.below
			} else if i >= others && strings.HasPrefix(file.Below, "../") {
				file.Below = each.name
			}
			found = r.add(file)
		}
		if i >= others && i < shared && !slices.Contains(r.used, r.headers[i-others]) {
			r.used = append(r.used, r.headers[i-others])
		}
		return found, nil
	}
	if at := (*fs.PathError)(nil); errors.As(refused, &at) {
		refused = at.Err
	}
	if refused != nil {
		r.Refused = append(r.Refused, fmt.Sprintf("%s: %s is not read: %v", from.Path, each.name, refused))
	}
	if r.tool && base == testlib && len(places) > shared && !ofSystem(testlib) {
		return -1, &MissingError{Language: r.language.Display, Header: testlib, Advice: fmt.Sprintf(
			"%s includes it: put it beside that file, at the top of the package, or at %s", from.Path,
			configFile(testlib))}
	}
	return -1, nil
}

// read reads a file below one of the folders. Of a package, other code has decided which links may be followed.
func (r *Resolver) read(p place) ([]byte, error) {
	if p.folder == users {
		return untrusted.Read(p.below, r.left)
	}
	if !filepath.IsLocal(p.below) {
		return nil, fmt.Errorf("it is outside %s", r.folders[p.folder])
	}
	for _, name := range strings.Split(r.from(p), "/") {
		if name != ".." && strings.HasPrefix(name, ".") {
			return nil, errors.New("in a hidden folder, or hidden itself")
		}
	}
	if r.source.Beside {
		text, err := untrusted.ReadBelow(r.folders[p.folder], p.below, r.left)
		if errors.Is(err, untrusted.ErrOutside) {
			err = fmt.Errorf("a symbolic link out of %s, or to a hidden file", r.folders[p.folder])
		}
		return text, err
	}
	return untrusted.Read(filepath.Join(r.folders[p.folder], p.below), r.left)
}

// from returns the path from the source's folder or, in another folder of headers, from that folder.
func (r *Resolver) from(p place) string {
	if p.folder != 0 {
		return p.below
	}
	rest, _ := filepath.Rel(r.own, p.below)
	return filepath.ToSlash(rest)
}

// Compilers search for a package's headers in copiesFolder, then in these subfolders. So ../x.h, searched from .up,
// is x.h in copiesFolder.
const copiesFolder = ".headers"

var upFolders = []string{copiesFolder + "/.up", copiesFolder + "/.up/.up", copiesFolder + "/.up/.up/.up",
	copiesFolder + "/.up/.up/.up/.up"}

// layOut puts the source's files and those that they include into the compiler's folder, in their places to each other.
// It sets the names of the files, the arguments that name the folders of headers, and the folders that these arguments
// need.
func (r *Resolver) layOut() (source problem.Source, args, folders []string) {
	base := r.own // the folder above all files of folders[0]
	lift := func(p place) {
		for p.folder == 0 && relative(base, p.below) == "" {
			base = path.Dir(base)
		}
	}
	for _, file := range r.Files {
		lift(file.at)
	}
	for _, folder := range r.used {
		lift(folder)
	}
	name := func(p place) string {
		switch p.folder {
		case 0:
			return relative(base, p.below)
		case copies:
			return path.Join(copiesFolder, p.below)
		}
		return path.Join(fmt.Sprintf(".include%d", p.folder), p.below)
	}
	for i := range r.Files {
		r.Files[i].name = name(r.Files[i].at)
		if folders == nil && r.Files[i].at.folder == copies {
			folders = upFolders
		}
	}
	for _, folder := range r.headers {
		if slices.Contains(r.used, folder) {
			args = append(args, "-I", "./"+name(folder))
		}
	}
	if folders != nil {
		for _, folder := range append([]string{copiesFolder}, folders...) {
			args = append(args, "-idirafter", "./"+folder)
		}
	}
	source = r.source
	if base != r.own {
		source.Dir = filepath.Join(source.Dir, filepath.FromSlash(r.from(place{0, base})))
		source.Files = nil
		for _, file := range r.Files[:len(r.source.Files)] {
			source.Files = append(source.Files, file.name)
		}
	}
	return source, args, folders
}

// resolve finds the files that the source includes, and puts them into the compiler's folder. The preprocessor finds
// those whose names are macros.
func (c *compilation) resolve(ctx context.Context, cache *Cache) (err error) {
	if c.files, err = resolve(ctx, c.language, c.kind, c.source, c.contents); err != nil {
		return err
	}
	c.source, c.search, c.folders = c.files.layOut()
	for range maxRounds {
		if !c.files.includesMacro() {
			return nil
		}
		missing, err := cache.missing(ctx, *c)
		if err != nil {
			return err
		}
		found := len(c.files.Files)
		for _, name := range missing {
			for i := 0; i < found; i++ {
				if at, err := c.files.include(ctx, i, include{name, true}); err != nil {
					return err
				} else if at >= 0 {
					break
				}
			}
		}
		if len(c.files.Files) == found {
			return nil
		}
		if err := c.files.includeAll(ctx, found); err != nil {
			return err
		}
		c.source, c.search, c.folders = c.files.layOut()
	}
	return nil
}

// maxRounds bounds how often the preprocessor is asked.
const maxRounds = 10

var macroForm = regexp.MustCompile(`(?m)^[ \t]*(?:#|%:)[ \t]*include[ \t]+[\pL_]`)

// includesMacro reports whether a file includes a file whose name is a macro.
func (r *Resolver) includesMacro() bool {
	return r.source.Beside && len(r.language.Headers) > 0 && slices.ContainsFunc(r.Files, func(file Local) bool {
		return macroForm.Match(WithoutComments(file.Text))
	})
}

// missing asks the preprocessor which included files are missing. It returns none if the preprocessor fails: the
// compiler then reports why.
func (c *Cache) missing(ctx context.Context, job compilation) (names []string, err error) {
	text, err := c.preprocess(ctx, job, job.language.sources(job.source)[0], "-M", "-MG")
	if err != nil {
		return nil, ctx.Err()
	}
	_, list, _ := strings.Cut(strings.ReplaceAll(text, "\\\n", " "), ":")
	for _, name := range strings.Fields(strings.ReplaceAll(list, "\\ ", "\x00")) {
		name = path.Clean(strings.ReplaceAll(name, "\x00", " "))
		if !path.IsAbs(name) && !slices.ContainsFunc(job.files.Files, func(f Local) bool { return f.name == name }) {
			names = append(names, name)
		}
	}
	return names, nil
}

// advice returns lines that say why included files are missing.
func (r *Resolver) advice(output string) []string {
	if r == nil {
		return nil
	}
	lines := r.Refused
	if r.source.Beside && strings.Contains(output, ": fatal error: ") {
		lines = append(lines, "headers in another folder: name it with -I FOLDER, or with include: in judge.yaml")
	}
	return lines
}
