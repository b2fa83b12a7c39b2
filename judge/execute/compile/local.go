package compile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
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
	Below string // the path from the source's folder or, for a file in a folder of headers, the name in the directive
	Text  []byte

	at   string // the absolute path
	name string // in the compiler's folder
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
	dir      string         // the source's folder
	roots    []string       // the folders that may be read; the first has the source
	index    map[string]int // of files, by absolute path
	edges    map[edge]int
	forwards map[string]int // files, by the path in the compiler's folder of a header that includes only this file
	left     int64          // bytes that may still be read
}

// edge is an include directive of a file.
type edge struct {
	file int
	include
}

// toolFolder is in the compiler's folder. A tool finds the package's headers there, although no directive leads to it.
const toolFolder = ".headers"

// above returns the place of one of Resolver.roots in the compiler's folder, for files that are not below the source's
// folder. Packages include testlib.h with too many ../ parts; these lead to a parent of that place.
func above(root int) string { return fmt.Sprintf(".root%d/.up/.up/.up/.up", root) }

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
		index: make(map[string]int), edges: make(map[edge]int), forwards: make(map[string]int)}
	dir, err := filepath.Abs(source.Dir)
	if err != nil {
		return nil, err
	}
	r.dir, r.roots = dir, []string{dir}
	switch {
	case source.Beside:
		r.roots[0] = problem.Root(dir)
	case r.tool && source.Package != "" && relative(absolute(source.Package), dir) != "":
		r.roots[0] = absolute(source.Package)
	}
	for _, folder := range source.Headers {
		r.roots = append(r.roots, absolute(folder))
	}
	for i, file := range source.Files {
		r.add(Local{Path: filepath.Join(source.Dir, file), Below: file, Text: contents[i]})
	}
	for i, file := range r.Files { // a file named after one of the program's classes belongs to another program
		classes, _ := classesIn(file.Text)
		for _, class := range classes {
			at := absolute(filepath.Join(filepath.Dir(file.Path), class+filepath.Ext(file.Path)))
			if _, own := r.index[at]; language.publicClass && !own {
				r.index[at] = i
			}
		}
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

// add adds a file, and gives it a name in the compiler's folder.
func (r *Resolver) add(file Local) int {
	file.at = absolute(file.Path)
	file.name = r.nameOf(file.at)
	r.index[file.at] = len(r.Files)
	r.Files = append(r.Files, file)
	r.left -= int64(len(file.Text))
	return len(r.Files) - 1
}

// nameOf returns the place of a file or folder in the compiler's folder.
func (r *Resolver) nameOf(at string) string {
	if below := relative(r.dir, at); below != "" {
		return below
	}
	if root := r.rootOf(at); root >= 0 {
		return path.Join(above(root), relative(r.roots[root], at))
	}
	return path.Join(above(-1), path.Base(at)) // the user's testlib.h
}

// absolute is filepath.Abs. That fails only if there is no working folder, and then the path is not found.
func absolute(path string) string {
	path, _ = filepath.Abs(path)
	return path
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

// rootOf returns the index of the folder in roots that holds a file, or -1.
func (r *Resolver) rootOf(file string) int {
	return slices.IndexFunc(r.roots, func(root string) bool { return relative(root, file) != "" })
}

// Included returns the index of the file that an include directive of another file names. It returns -1 if the
// directive is left to the compiler.
func (r *Resolver) Included(file int, name string, quoted bool) int {
	if i, found := r.edges[edge{file, include{name, quoted}}]; found {
		return i
	}
	return -1
}

func (r *Resolver) fails(why string) error {
	return &CompileError{Source: pathOf(r.source), Output: why}
}

// packageFolders are the folders of a package that may hold shared headers.
var packageFolders = []string{
	"include", "include/cpp", "include/default", "", "output_validator", "output_validators", "input_validators",
	"input_format_validators", "generators", "files",
}

// candidate is a file that a directive may mean.
type candidate struct {
	path   string
	search string // "" for the including file's folder, headerFolders, or toolFolder
}

// headerFolders means the folders of headers, as Source.Headers lists them.
const headerFolders = "-I"

// candidates returns the files that a directive may mean, in order.
func (r *Resolver) candidates(from Local, each include) (all []candidate) {
	if path.IsAbs(each.name) {
		return nil
	}
	if each.quoted {
		all = append(all, candidate{filepath.Join(filepath.Dir(from.Path), each.name), ""})
	}
	if len(r.language.Headers) == 0 { // modules are beside the program, too
		return append(all, candidate{filepath.Join(r.source.Dir, each.name), ""})
	}
	for _, folder := range r.source.Headers {
		if filepath.IsLocal(each.name) {
			all = append(all, candidate{filepath.Join(folder, each.name), headerFolders})
		}
	}
	name := placeOf(each.name)
	base := path.Base(name)
	if !r.tool || !slices.Contains(r.language.Headers, path.Ext(base)) || !tree.Allowed(name) {
		return all
	}
	folders := []string{r.source.Dir}
	if !r.source.Beside && r.dir != r.roots[0] {
		folders = append(folders, filepath.Dir(r.source.Dir))
	}
	for _, folder := range packageFolders {
		folders = append(folders, filepath.Join(r.roots[0], folder))
	}
	for _, folder := range folders { // a file with only the header's base name will do, too
		all = append(all, candidate{filepath.Join(folder, name), toolFolder},
			candidate{filepath.Join(folder, base), toolFolder})
	}
	if at := configFile(testlib); base == testlib && at != "" {
		all = append(all, candidate{at, toolFolder})
	}
	return all
}

// include adds the file that an include directive of a file names. It returns the file's index, or -1 if there is none.
func (r *Resolver) include(ctx context.Context, from int, each include) (index int, err error) {
	file, at := r.Files[from], edge{from, each}
	if _, known := r.edges[at]; known {
		return r.edges[at], nil
	}
	r.edges[at] = -1
	switch {
	case ctx.Err() != nil:
		return -1, ctx.Err()
	case len(r.edges) > maxEdges:
		return -1, r.fails(fmt.Sprintf("it and its headers include more than %d names", maxEdges))
	case path.IsAbs(each.name):
		err = errors.New("its path is absolute")
	}
	for _, c := range r.candidates(file, each) {
		i, known := r.index[absolute(c.path)]
		if !known {
			text, wrong := r.read(absolute(c.path))
			switch {
			case errors.As(wrong, new(*untrusted.SizeError)):
				return -1, r.fails(fmt.Sprintf("it has more than %d MiB with what it includes", MaxSource>>20))
			case errors.Is(wrong, syscall.EISDIR) && len(r.language.Headers) == 0:
				if wrong := r.includeModules(ctx, c.path, from, each); wrong != nil {
					return -1, wrong
				}
				continue
			case errors.Is(wrong, fs.ErrNotExist), errors.Is(wrong, syscall.ENOTDIR), errors.Is(wrong, syscall.EISDIR):
				continue
			case wrong != nil:
				err = cmp.Or(err, wrong)
				continue
			}
			below := path.Join(path.Dir(file.Below), each.name)
			if c.search != "" {
				below = path.Clean(each.name)
			}
			i = r.add(Local{Path: c.path, Below: below, Text: text})
		}
		r.forward(file, each, c.search, i)
		if r.edges[at] = i; len(r.Files)+len(r.forwards) > MaxFiles {
			return -1, r.fails(fmt.Sprintf("it has more than %d files with those that it includes", MaxFiles))
		}
		return i, nil
	}
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		err = at.Err
	}
	if err != nil {
		r.Refused = append(r.Refused, fmt.Sprintf("%s: %s is not read: %v", file.Path, each.name, err))
	}
	if r.tool && len(r.language.Headers) > 0 && path.Base(each.name) == testlib && !ofSystem(testlib) {
		return -1, &MissingError{Language: r.language.Display, Header: testlib, Advice: fmt.Sprintf(
			"%s includes it: save it from %s beside that file, at the top of the package, or as %s", file.Path,
			TestlibPage, configFile(testlib))}
	}
	return -1, nil
}

// includeModules adds the modules in a folder.
func (r *Resolver) includeModules(ctx context.Context, folder string, from int, each include) error {
	entries, err := untrusted.ReadDir(folder)
	for _, entry := range entries {
		if err == nil && len(r.Files) < MaxFiles && !entry.IsDir() &&
			slices.Contains(r.language.endings(), path.Ext(entry.Name())) {
			_, err = r.include(ctx, from, include{path.Join(each.name, entry.Name()), true})
		}
	}
	return err
}

// forward makes the compiler find a file where it looks for what a directive names.
func (r *Resolver) forward(from Local, each include, search string, to int) {
	place := path.Join(path.Dir(from.name), each.name)
	switch {
	case search == headerFolders || len(r.language.Headers) == 0:
		return
	case search == toolFolder && (filepath.IsLocal(each.name) || !each.quoted):
		place = path.Join(toolFolder, each.name)
	case !filepath.IsLocal(place):
		place = path.Join(r.own(), each.name)
	}
	if place != r.Files[to].name && filepath.IsLocal(place) {
		r.forwards[place] = to
	}
}

// own returns a folder in the compiler's folder from which ../ leads to the files above the source's folder.
func (r *Resolver) own() string { return path.Join(above(0), relative(r.roots[0], r.dir)) }

// read reads a file below one of the folders. For a package, other code decides which links may be followed.
func (r *Resolver) read(at string) ([]byte, error) {
	root := r.rootOf(at)
	switch {
	case at == configFile(testlib):
		return untrusted.Read(at, r.left)
	case root < 0:
		return nil, fmt.Errorf("it is outside %s", r.roots[0])
	}
	from := r.roots[root]
	if root == 0 {
		from = r.dir
	}
	below, _ := filepath.Rel(from, at)
	for _, name := range strings.Split(filepath.ToSlash(below), "/") {
		if name != ".." && strings.HasPrefix(name, ".") {
			return nil, errors.New("in a hidden folder, or hidden itself")
		}
	}
	if !r.source.Beside {
		return untrusted.Read(at, r.left)
	}
	text, err := untrusted.ReadBelow(r.roots[root], relative(r.roots[root], at), r.left)
	if errors.Is(err, untrusted.ErrOutside) {
		err = fmt.Errorf("a symbolic link out of %s, or to a hidden file", r.roots[root])
	}
	return text, err
}

// included returns the files that the source includes, besides its own, and the headers that only include them.
func (r *Resolver) included() []Local {
	if r == nil {
		return nil
	}
	all := slices.Clone(r.Files[len(r.source.Files):])
	for _, name := range slices.Sorted(maps.Keys(r.forwards)) {
		file := r.Files[r.forwards[name]]
		to, _ := filepath.Rel(path.Dir(name), file.name)
		all = append(all, Local{Path: file.Path, name: name, Text: fmt.Appendf(nil, "#include \"%s\"\n", to)})
	}
	return all
}

// search returns the arguments with which a compiler finds the included files, and a folder that they need.
func (r *Resolver) search() (args, folders []string) {
	if r == nil || len(r.language.Headers) == 0 || len(r.included()) == 0 {
		return nil, nil
	}
	args = []string{"-iquote", "./" + r.own()}
	for _, folder := range r.source.Headers {
		args = append(args, "-I", "./"+r.nameOf(absolute(folder)))
	}
	return append(args, "-idirafter", "./"+toolFolder), []string{r.own()}
}
