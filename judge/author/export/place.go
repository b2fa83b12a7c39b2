package export

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// Load loads problems. In a checkout, a mistake in one problem does not affect the other problems.
func Load(roots problem.Roots, want func(string) bool) (*problem.Set, error) {
	roots.Apart = roots.Package == ""
	return problem.Load(roots, want)
}

// Unexpected returns the names of a problem's submissions whose last verdicts were unexpected. known is the cache's
// folder with these verdicts.
func Unexpected(known string, p *problem.Problem) (names []string) {
	root := p.Dir
	if p.Strict() { // the problem is in a checkout
		root = filepath.Dir(filepath.Dir(p.Dir))
	}
	var entries []grade.Entry
	for _, s := range p.Submissions {
		entries = append(entries, grade.Entry{Problem: p, Submission: s, Tests: p.Tests})
	}
	for _, e := range failures.Read(known, root).Of(entries) {
		names = append(names, e.Submission.Name)
	}
	return names
}

// Paths returns the path of each package. If out is the name of a file, that is the only path. If out is a folder, the
// packages are files in that folder.
func Paths(set *problem.Set, out string) ([]string, error) {
	if archive.IsZIP(out) && !pick.IsFolder(out) {
		if n := len(set.Problems); n != 1 {
			return nil, fmt.Errorf("%s: one file cannot hold %d problems; name one problem, or a folder", out, n)
		}
		if dir := filepath.Dir(out); !pick.IsFolder(dir) {
			return nil, fmt.Errorf("%s: there is no folder %s; make it", out, dir)
		}
		return []string{out}, nil
	}
	if ext := filepath.Ext(out); ext != "" && !pick.IsFolder(out) {
		return nil, fmt.Errorf("%s: the last argument is the output: a file with the extension .zip, or a folder", out)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return nil, err
	}
	var paths []string
	for _, p := range set.Problems {
		paths = append(paths, filepath.Join(out, p.Name+".zip"))
	}
	return paths, nil
}

// packageName matches a package's name, which is the name of its file without the extension.
var packageName = regexp.MustCompile(`^[a-z0-9]+$`)

// NameNotes returns a warning if other judges do not accept a package's file name.
func NameNotes(path string) []string {
	extension := filepath.Ext(path)
	name := strings.TrimSuffix(filepath.Base(path), extension)
	switch {
	case !packageName.MatchString(name):
		return []string{fmt.Sprintf("the problem is named after the file, so only lowercase letters and digits "+
			"are allowed, not %q; rename the file", name)}
	case extension != ".zip":
		return []string{"DOMjudge accepts only files with the extension .zip; rename it"}
	}
	return nil
}

// Upload explains how to upload packages to another judge, with the package at path as the example.
func Upload(to Target, path string) string {
	file, name := legible.Word(path), legible.Word(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	if to == Legacy {
		return fmt.Sprintf(`DOMjudge: upload the file to a contest as an administrator. If the administrator has a team, the submissions are judged, too. Add -F problem=%[1]s to replace a problem:
  curl -u USER -F zip=@%[2]s https://HOST/api/v4/contests/CONTEST/problems
or in the web interface: Jury, Problems, Import problem. The Judging verifier then shows which submissions got an expected verdict.
Kattis: packages come from a git repository that Kattis' staff connects, one folder for each problem. Unpack the file there and check it:
  unzip -d %[1]s %[2]s && verifyproblem %[1]s
then commit the folder and push it.
`, name, file)
	}
	return fmt.Sprintf("Give the file to a judge that reads the format 2025-09, or judge it here:\n  judge run "+
		"--package %s\n", file)
}
