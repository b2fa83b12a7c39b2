package pick

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// place is a checkout, a package or a folder of packages, with the names of its problems.
type place struct {
	roots problem.Roots
	names []string
	err   error // why there is no place here; then no pattern names anything
}

// placeAt returns the place of the roots, unless err says that there is none.
func placeAt(roots problem.Roots, err error) place {
	at := place{roots: roots, err: err}
	if err == nil {
		at.names, at.err = problem.Names(roots)
	}
	return at
}

// stray reports whether a path is in a folder for problems, if it belongs to none of them.
func (in place) stray(path string) bool {
	folders := []string{in.roots.Problems, in.roots.Testdata, in.roots.Solutions}
	return in.tree() && slices.ContainsFunc(folders, func(folder string) bool {
		_, is := below(folder, path)
		return is
	})
}

// top reports whether a path is the folder of the checkout, or a folder above it.
func (in place) top(path string) bool {
	_, is := below(path, filepath.Dir(in.roots.Problems))
	return in.tree() && is
}

// tree reports whether the place is a checkout.
func (in place) tree() bool { return in.roots.Problems != "" }

// PatternFor returns the pattern for a file or folder of a problem: a source gives the pattern of its program, and an
// input that of its test. It returns false for other paths, such as the folder of all solutions.
func PatternFor(path string, roots problem.Roots, names []string) (pattern string, is bool) {
	type place struct {
		folder string
		parts  int // how many path elements below folder name a program; 0 if the path names a test
	}
	for _, name := range names {
		dir := roots.Dir(name)
		places := []place{{filepath.Join(dir, "data"), 0}}
		if roots.Package == "" {
			dir = filepath.Join(roots.Problems, name)
			places = []place{{filepath.Join(roots.Solutions, name), 1}, {filepath.Join(roots.Testdata, name), 0}}
		}
		places = append(places, place{filepath.Join(dir, "submissions"), 2})
		for _, p := range places {
			inside, is := below(p.folder, path)
			switch parts := strings.Split(inside, "/"); {
			case !is:
				continue
			case inside == ".":
				return name, true
			case p.parts == 0:
				return name + ":" + testName(inside), true
			default:
				return name + "/" + strings.Join(parts[:min(p.parts, len(parts))], "/"), true
			}
		}
		if inside, is := below(dir, path); is {
			if strings.HasPrefix(inside, "solutions/") && problem.IsPolygon(dir) { // * matches the program's tag
				name += "/*/" + filepath.Base(path)
			}
			return name, true
		}
	}
	return "", false
}

// below returns the path of a file relative to a folder that contains it, with slashes. If the absolute paths do not
// show that, it resolves links.
func below(folder, path string) (inside string, is bool) {
	for _, real := range []func(string) (string, error){filepath.Abs, filepath.EvalSymlinks} {
		var err error
		if folder, err = real(folder); err != nil {
			return "", false
		}
		if path, err = real(path); err != nil {
			return "", false
		}
		inside, err := filepath.Rel(folder, path)
		if err == nil && inside != ".." && !strings.HasPrefix(inside, "../") {
			return filepath.ToSlash(inside), true
		}
	}
	return "", false
}

// testName returns the name of the test that a file belongs to.
func testName(path string) string {
	for _, extension := range []string{".in", ".ans", ".yaml", ".files"} {
		if name, is := strings.CutSuffix(path, extension); is {
			return name
		}
	}
	return path
}

// RootsOf returns the roots of a package, of a folder of packages, or of an archive, which it unpacks. file is the
// archive, or "".
func (p *Picker) RootsOf(ctx context.Context, pack string) (roots problem.Roots, file string, err error) {
	if archive.Is(pack) && !IsFolder(pack) {
		dir, err := p.unpack(ctx, pack)
		return problem.Package(dir), pack, err
	}
	if roots, err = problem.Packages(pack); roots.Several() {
		p.sayArchives(pack)
	}
	return roots, "", err
}

// sayArchives prints that the archives in a folder of packages are left out.
func (p *Picker) sayArchives(folder string) {
	entries, _ := untrusted.ReadDir(folder) // the caller reports an unreadable folder
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.IsDir() || !archive.Is(e.Name()) })
	if len(entries) > 0 {
		p.Say("note: archives in %s are left out (%d); name one at a time, such as %s", folder, len(entries),
			filepath.Join(folder, entries[0].Name()))
	}
}

// FindTree returns the roots of the checkout that contains the working directory. This checkout is the nearest folder,
// here or above, that holds problems/ and testdata/.
func FindTree() (problem.Roots, error) {
	if root, found := above(".", isTree); found {
		return problem.Tree(root), nil
	}
	if _, err := os.Getwd(); err != nil {
		return problem.Roots{}, exit.Failed(err)
	}
	return problem.Roots{}, errors.New("no problems/ and testdata/ here or in a folder above; change to a checkout, " +
		"begin one with judge new, or name a package with --package DIR; judge test needs none of these")
}

// isTree reports whether a folder is the top of a checkout.
func isTree(folder string) bool {
	return IsFolder(filepath.Join(folder, "problems")) && IsFolder(filepath.Join(folder, "testdata"))
}

// above returns the nearest folder for which is returns true: the path itself, or a folder above it.
func above(path string, is func(folder string) bool) (folder string, found bool) {
	if path = filepath.Clean(path); !IsFolder(path) {
		path = filepath.Dir(path)
	}
	for {
		whole, err := filepath.Abs(path)
		switch base := filepath.Base(path); {
		case is(path):
			return path, true
		case err != nil || whole == filepath.Dir(whole):
			return "", false
		case base == "." || base == "..":
			path = filepath.Join(path, "..")
		default:
			path = filepath.Dir(path)
		}
	}
}

func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
