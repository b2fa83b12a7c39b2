package pick

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// Instead of a pattern, an argument can be the path of a program or test, which the shell completes. If there are no
// arguments, the current folder can stand for a problem or program.

// patternOf returns the pattern that an argument means. An argument that matches a problem's name is itself a pattern.
// Any other argument must be the path of a file or folder of a problem, with or without :test.
func patternOf(arg string, roots problem.Roots, names []string) (Pattern, error) {
	pattern, err := ParsePattern(arg)
	if err == nil && slices.ContainsFunc(names, pattern.MatchProblem) {
		return pattern, nil
	}
	path, test := pathAndTest(arg)
	if path == "" {
		if err == nil {
			err = errors.New(noProblem(pattern.problem, names))
		}
		return pattern, err
	}
	text, is := PatternFor(path, roots, names)
	switch {
	case !is:
		return pattern, fmt.Errorf("%s: not part of a problem here; a pattern is problem[/approach][:test], "+
			"and \"judge list\" shows all names", path)
	case test != "" && strings.Contains(text, ":"):
		return pattern, fmt.Errorf("%s: name the test once, with %q or with %q", arg, path, ":"+test)
	case test != "":
		text += ":" + test
	}
	return ParsePattern(text)
}

// pathAndTest splits PATH[:TEST]. It returns "" for both if no file or folder is at the path.
func pathAndTest(arg string) (path, test string) {
	if exists(arg) {
		return arg, ""
	}
	if path, test, _ = strings.Cut(arg, ":"); exists(path) {
		return path, test
	}
	return "", ""
}

// missing returns an error if an argument can only be a path, but no file or folder is there.
func missing(arg string) error {
	path, _, _ := strings.Cut(arg, ":")
	if exists(arg) || exists(path) {
		return nil
	}
	isPath := strings.HasPrefix(path, ".") || filepath.IsAbs(path) || archive.Is(path)
	if isPath || loose.IsProgram(path) && !inTree() { // in a checkout, the argument may be a pattern
		return fmt.Errorf("%s: no such file or folder", path)
	}
	return nil
}

// inTree reports whether the working directory is in a checkout.
func inTree() bool {
	_, err := FindTree()
	return err == nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// outside returns the path that an argument names, and whether a package or a folder of packages is there. The path is
// "" if nothing is there, or if the argument names a part of the checkout, the checkout itself, or a folder above it.
// The name of a problem in the checkout is a pattern, even if there is a folder of that name. If programs is set, a
// folder with a program is not searched for packages.
func outside(arg string, programs bool) (path string, packaged bool) {
	if path, _ = pathAndTest(arg); path == "" {
		return "", false
	}
	if tree, err := FindTree(); err == nil {
		names, err := problem.Names(tree)
		pattern, wrong := ParsePattern(arg)
		_, placed := PatternFor(path, tree, names)
		_, above := below(path, filepath.Dir(tree.Problems))
		if err != nil || placed || above || wrong == nil && slices.ContainsFunc(names, pattern.MatchProblem) {
			return "", false
		}
	}
	if !IsFolder(path) {
		return path, archive.Is(path)
	}
	if problem.IsPackage(path) || programs && loose.HasProgram(path) {
		return path, problem.IsPackage(path)
	}
	roots, err := problem.Packages(path)
	return path, err == nil && roots.Several()
}

// PatternFor returns the pattern for a file or folder of a problem: a source stands for its program, and an input for
// its test. It returns false for other paths, such as the folder of all solutions.
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
			if strings.HasPrefix(inside, "solutions/") && problem.IsPolygon(dir) { // * stands for the program's tag
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

// Here returns the arguments. If there are none and pack is "", it returns the problem or program of the current folder
// instead, and prints which part of a checkout that is.
func (p *Picker) Here(pack string, args []string) []string {
	if len(args) > 0 || pack != "" {
		return args
	}
	roots, err := FindTree()
	path, _ := outside(".", p.Loose != nil)
	switch {
	case err != nil && (p.Loose != nil || problem.IsPackage(".")):
		return []string{"."}
	case err != nil:
		return nil // the caller reports what can be named
	case p.Loose != nil && path != "" && loose.HasProgram("."):
		return []string{"."}
	}
	names, err := problem.Names(roots)
	pattern, is := PatternFor(".", roots, names)
	if err != nil || !is {
		return nil
	}
	p.Say("this folder belongs to %s; to judge everything: judge run '*'", pattern)
	return []string{pattern}
}

// RootsOf returns the roots of a package, of a folder of packages, or of an archive, which it unpacks. If pack is "",
// it returns the roots of the checkout. file is the archive, or "".
func (p *Picker) RootsOf(ctx context.Context, pack string) (roots problem.Roots, file string, err error) {
	switch {
	case pack == "":
		roots, err = FindTree()
	case archive.Is(pack) && !IsFolder(pack):
		file = pack
		var dir string
		if dir, err = p.unpack(ctx, file); err == nil {
			roots = problem.Package(dir)
		}
	default:
		if roots, err = problem.Packages(pack); roots.Several() {
			p.sayArchives(pack)
		}
	}
	return roots, file, err
}

// sayArchives prints that the archives in a folder of packages are left out.
func (p *Picker) sayArchives(folder string) {
	entries, _ := untrusted.ReadDir(folder) // the caller reports an unreadable folder
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.IsDir() || !archive.Is(e.Name()) })
	if len(entries) > 0 {
		p.Say("note: ZIP files in %s are left out (%d); name one at a time, such as %s", folder, len(entries),
			filepath.Join(folder, entries[0].Name()))
	}
}

// FindTree returns the roots of the checkout that contains the working directory. This checkout is the nearest folder,
// here or above, that holds problems/ and testdata/.
func FindTree() (problem.Roots, error) {
	root := "."
	for {
		if IsFolder(filepath.Join(root, "problems")) && IsFolder(filepath.Join(root, "testdata")) {
			return problem.Tree(root), nil
		}
		here, err := filepath.Abs(root)
		if err != nil {
			return problem.Roots{}, exit.Failed(err)
		}
		if here == filepath.Dir(here) {
			return problem.Roots{}, errors.New("no problems/ and testdata/ here or in a folder above; change to a " +
				"checkout, begin one with judge new, or name a package with --package DIR; judge test needs none of " +
				"these")
		}
		root = filepath.Join("..", root)
	}
}

func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
