package problem

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/tree"
)

// rootFiles are the files that mark the top of a package.
var rootFiles = []string{"problem.yaml", legacy.Settings, polygon.File}

// IsPackage reports whether a folder is the top of a problem package.
func IsPackage(dir string) bool {
	return slices.ContainsFunc(rootFiles, func(name string) bool { return holds(dir, name) })
}

// AtTop reports whether a file or folder of this name belongs to the package in dir: some format has such a name at the
// top of a package.
func AtTop(dir, name string) bool {
	if IsPolygon(dir) && slices.Contains([]string{"solutions", "files", "tests"}, name) {
		return true
	}
	return slices.Contains(slices.Concat(rootFiles, format2025.roots, format2025.validators, formatLegacy.roots,
		formatLegacy.validators, []string{"include", "judge.yaml"}), name)
}

// holds reports whether a folder has an entry with that name, even a link.
func holds(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// These bounds limit the search for packages in a folder.
const (
	deepestPackage = 3      // maximum number of folders in a package's path: contests/finals/sum
	mostFolders    = 50_000 // maximum number of folders that are searched
)

// packages maps the names of problems to the paths of their packages in a folder. A problem is named after its
// package's folder. If several folders have the same name, the names of the folders above come first: finals-sum,
// semis-sum.
type packages map[string]string

// foreign says what to do with the folder of a tool that has its own format; "" for other folders.
func (p *Problem) foreign() string {
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return !p.index.Has(filepath.Join(p.Dir, name)) })
	}
	const tests = "; it is a folder of %s: make its tests with: %s, and judge a program on them: " +
		"judge test --tests %s %s"
	switch in := legible.Words(p.Dir)[1:]; {
	case has("problem.rbx.yml"):
		return "; it is a problem of rbx: export it with: rbx package polygon, and name the archive that this makes"
	case has("config.yml", "prog"):
		return fmt.Sprintf(tests, "sinol-make", "sinol-make gen", in, filepath.Join(in, "prog", "PROGRAM"))
	case has("task.yaml", "gen"), has("task.toml", "gen"):
		return fmt.Sprintf(tests, "CMS or task-maker", "task-maker-rust", in, filepath.Join(in, "sol", "PROGRAM"))
	}
	return ""
}

// Packages returns the problem package in dir or, if dir is not the top of a package, all packages up to three levels
// below dir. Links that stay in dir are followed, so packages may share files.
func Packages(dir string) (Roots, error) {
	if err := untrusted.Fence(dir); err != nil || IsPackage(dir) {
		return Package(dir), tree.Unreadable(err)
	}
	s := &search{dir: dir}
	if err := s.below(".", 1); err != nil {
		return Roots{}, err
	}
	for _, link := range s.links { // links to packages that the search did not find
		if info, err := untrusted.Stat(filepath.Join(dir, link)); err == nil && info.IsDir() &&
			IsPackage(filepath.Join(dir, link)) && !s.has(info) {
			s.add(link, info)
		}
	}
	if len(s.found) == 0 {
		return Package(dir), nil // loading it reports that problem.yaml is missing
	}
	slices.Sort(s.found)
	named := s.named()
	return Roots{Package: dir, packages: &named}, nil
}

// search looks for packages.
type search struct {
	dir   string
	found []string // paths below dir
	infos []os.FileInfo
	links []string
	seen  int
}

func (s *search) add(path string, info os.FileInfo) {
	s.found, s.infos = append(s.found, path), append(s.infos, info)
}

func (s *search) has(info os.FileInfo) bool {
	return slices.ContainsFunc(s.infos, func(i os.FileInfo) bool { return os.SameFile(i, info) })
}

// below searches a folder. It ignores subfolders that cannot be read.
func (s *search) below(path string, depth int) error {
	entries, err := untrusted.ReadDir(filepath.Join(s.dir, path))
	if err != nil && path == "." {
		return tree.Unreadable(err)
	}
	for _, e := range entries {
		inner := filepath.Join(path, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.Type()&fs.ModeSymlink != 0:
			s.links = append(s.links, inner)
		case !e.IsDir():
		case IsPackage(filepath.Join(s.dir, inner)):
			if info, err := e.Info(); err == nil {
				s.add(inner, info)
			}
		case depth < deepestPackage:
			if s.seen++; s.seen > mostFolders {
				return fmt.Errorf("%s: this folder is not a package, and holds more than %d folders; give one of them",
					s.dir, mostFolders)
			}
			if err := s.below(inner, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// named gives each package a unique name. If several folders have the same name, it adds the names of the folders above
// them, until the names differ. If a name is taken, it adds a number. Folders with unique names come first, so that
// they keep their names.
func (s *search) named() packages {
	named, same := make(packages), make(map[string][]string)
	for _, path := range s.found {
		same[filepath.Base(path)] = append(same[filepath.Base(path)], path)
	}
	unique := func(path string) int { return min(len(same[filepath.Base(path)]), 2) }
	slices.SortStableFunc(s.found, func(a, b string) int { return unique(a) - unique(b) })
	for _, path := range s.found {
		n := 1
		for ; n < deepestPackage && !distinct(same[filepath.Base(path)], n); n++ {
		}
		name := ending(path, n)
		for i := 2; named[name] != ""; i++ {
			name = fmt.Sprintf("%s-%d", ending(path, n), i)
		}
		named[name] = path
	}
	return named
}

// ending returns a path's last n folders as a name.
func ending(path string, n int) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	return strings.Join(parts[max(0, len(parts)-n):], "-")
}

// distinct reports whether the last n folders distinguish all paths.
func distinct(paths []string, n int) bool {
	seen := make(map[string]bool)
	for _, path := range paths {
		seen[ending(path, n)] = true
	}
	return len(seen) == len(paths)
}

// Several reports whether the roots are a folder of packages.
func (r Roots) Several() bool { return r.packages != nil }

// Dir returns the folder of the problem of that name. The roots must be a package or a folder of packages.
func (r Roots) Dir(name string) string {
	if r.packages == nil {
		return r.Package
	}
	return filepath.Join(r.Package, (*r.packages)[name])
}

// packageNames returns the names of the problems of a package or a folder of packages.
func (r Roots) packageNames() ([]string, error) {
	if r.packages != nil {
		return slices.Sorted(maps.Keys(*r.packages)), nil
	}
	dir, err := filepath.Abs(r.Package)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(dir)
	return []string{name}, checkName(r.Package, name)
}

// checkName returns an error if a problem's name has characters that cannot be shown.
func checkName(dir, name string) error {
	if legible.Line(name) != name {
		return fmt.Errorf("%q: a problem has the name of its folder, and this name has characters that cannot be "+
			"shown; rename the folder", dir)
	}
	return nil
}

// refused returns a placeholder for a problem that cannot be judged. The row of its only submission gives the reason.
func refused(name, dir string, why error) *Problem {
	p := &Problem{Name: name, About: About{Title: name}, Dir: dir, Refused: why}
	p.Submissions = []Submission{{Source: Source{Name: "package", Dir: dir}, Problem: name, Name: "package",
		Path: "package", Solution: true, Broken: strings.ReplaceAll(why.Error(), "\n", "; ")}}
	p.Expectations = []Expectation{{Submissions: "package", Permitted: []Verdict{AC}}} // so it counts as not judged
	return p
}

// Refuse moves p from Problems to Refused, if why is not nil and the roots are a folder of packages. It then returns an
// error only if no problem is left. In all other cases, Refuse returns the error why.
func (s *Set) Refuse(roots Roots, p *Problem, why error) error {
	if why == nil || !roots.Several() {
		return why
	}
	s.Problems = slices.DeleteFunc(s.Problems, func(other *Problem) bool { return other == p })
	s.Refused = append(s.Refused, refused(p.Name, p.Dir, why))
	if len(s.Problems) == 0 {
		return s.allRefused()
	}
	return nil
}

// allRefused returns the errors of all refused packages.
func (s *Set) allRefused() error {
	var errs []error
	for _, p := range s.Refused {
		errs = append(errs, p.Refused)
	}
	return errors.Join(errs...)
}
