package selection

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Users also name programs and tests by their files, as their shell completes them, or by the current folder.

// Typed is the pattern that an argument means. What matches a problem's name is a pattern; otherwise it may be the path
// of a file or folder of a problem, with or without :test.
func Typed(arg string, roots problem.Roots, names []string) (grade.Pattern, error) {
	pattern, err := grade.ParsePattern(arg)
	if err == nil && slices.ContainsFunc(names, pattern.MatchProblem) {
		return pattern, nil
	}
	path, test := arg, ""
	if _, missing := os.Stat(path); missing != nil {
		path, test, _ = strings.Cut(arg, ":")
	}
	if _, missing := os.Stat(path); missing != nil || path == "" {
		if err == nil {
			err = errors.New(grade.NoProblem(pattern.Problem(), names))
		}
		return pattern, err
	}
	text, is := Placed(path, roots, names)
	switch {
	case !is:
		return pattern, fmt.Errorf("%s: this is no part of a problem here; a pattern is problem[/approach[:test]], "+
			"and judge list shows what there is", path)
	case test != "" && strings.Contains(text, ":"):
		return pattern, fmt.Errorf("%s: name the test once, with %q or with %q", arg, path, ":"+test)
	case test != "":
		text += ":" + test
	}
	return grade.ParsePattern(text)
}

// Placed is the pattern for a file or folder of a problem: its program for a source, its test for an input. There is
// none if several problems or no problem are in it, as for the folder of all solutions.
func Placed(path string, roots problem.Roots, names []string) (pattern string, is bool) {
	if roots.Package != "" {
		for _, name := range names {
			dir := roots.Dir(name)
			inside, is := below(dir, path)
			switch folder, rest, _ := strings.Cut(inside, "/"); {
			case !is:
				continue
			case folder == "submissions":
				return joined(name, "/", rest, 2), true
			case folder == "solutions" && rest != "" && problem.IsPolygon(dir):
				return name + "/*/" + path[strings.LastIndex(path, "/")+1:], true // its folder is called as its tag
			case folder == "data":
				return joined(name, ":", testName(rest), 0), true
			}
			return name, true
		}
		return "", false
	}
	for _, root := range []string{roots.Solutions, roots.Problems, roots.Testdata} {
		inside, is := below(root, path)
		name, rest, _ := strings.Cut(inside, "/")
		if !is || !slices.Contains(names, name) {
			continue
		}
		programs, wrong := strings.CutPrefix(rest+"/", "submissions/")
		switch {
		case root == roots.Solutions:
			return joined(name, "/", rest, 1), true
		case root == roots.Testdata:
			return joined(name, ":", testName(rest), 0), true
		case wrong:
			return joined(name, "/", strings.TrimSuffix(programs, "/"), 2), true
		}
		return name, true
	}
	return "", false
}

// below is the path of a file relative to a folder that it is in, with slashes, after resolving links.
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

// joined is a problem with the first parts of a path in it, 0 for all of them.
func joined(problem, separator, path string, most int) string {
	parts := strings.Split(path, "/")
	if most > 0 && len(parts) > most {
		parts = parts[:most]
	}
	if path == "" || path == "." {
		return problem
	}
	return problem + separator + strings.Join(parts, "/")
}

// testName is the name of the test that a file belongs to.
func testName(path string) string {
	for _, extension := range []string{".in", ".ans", ".yaml", ".files"} {
		if name, is := strings.CutSuffix(path, extension); is {
			return name
		}
	}
	return path
}

// Here adds the problem or program of the current folder to arguments that name nothing, and says so.
func (p *Picker) Here(pack string, args []string) []string {
	if len(args) > 0 || pack != "" {
		return args
	}
	roots, err := FindTree()
	if err != nil {
		return nil // judge run says the same
	}
	names, err := problem.Names(roots)
	if err != nil {
		return nil
	}
	pattern, is := Placed(".", roots, names)
	if !is {
		return nil
	}
	p.Say("this is the folder of %s; what else there is: judge run '*'", pattern)
	return []string{pattern}
}
