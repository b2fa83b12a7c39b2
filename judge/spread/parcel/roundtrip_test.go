package parcel

import (
	"archive/zip"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/problem"
)

// load reads the only problem in roots that is called so.
func load(t testing.TB, roots problem.Roots, name string) *problem.Problem {
	t.Helper()
	set, err := problem.Load(roots, func(n string) bool { return n == name })
	judgetest.Check(t, err)
	if len(set.Problems) != 1 {
		t.Fatalf("%d problems %s", len(set.Problems), name)
	}
	return set.Problems[0]
}

// compare compares a problem with what a parcel of some of its submissions is read as, but for where they are, and for
// warnings: those are about files that do not travel.
func compare(t *testing.T, origin problem.Problem, submissions []problem.Submission, root string, laid *problem.Problem,
	tree Tree) {
	t.Helper()
	place := cmp.Transformer("place", func(text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, root, "ROOT"), tree.Dir, "ROOT")
	})
	options := cmp.Options{
		cmp.FilterValues(func(a, b string) bool { return a != b }, place),
		cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateEmpty(),
		cmpopts.IgnoreFields(legacy.Package{}, "Warn"), // a function of the loader
	}
	for _, s := range submissions {
		if diff := cmp.Diff(origin.Expects(s), laid.Expects(s), options); diff != "" {
			t.Errorf("what is expected of %s (-origin +laid out)\n%s", s.Name, diff)
		}
	}
	read := *laid
	if len(submissions) < len(origin.Submissions) { // the legacy formats expect something of each
		origin.Expectations, read.Expectations = nil, nil
	}
	origin.Submissions, origin.Warnings, read.Warnings = submissions, nil, nil
	// of a package of Polygon, problem.xml names all solutions: those that did not come along are broken
	read.Submissions = slices.DeleteFunc(slices.Clone(read.Submissions), func(s problem.Submission) bool {
		came := slices.ContainsFunc(submissions, func(o problem.Submission) bool { return o.Path == s.Path })
		return read.Format == "polygon" && !came && s.Broken != ""
	})
	if diff := cmp.Diff(origin, read, options); diff != "" {
		t.Errorf("(-origin +laid out)\n%s", diff)
	}
}

// travel sends some submissions to a problem, and compares what arrives.
func travel(t *testing.T, c cluster, store *Store, roots problem.Roots, root, name string,
	submissions []problem.Submission) Tree {
	t.Helper()
	p := load(t, roots, name)
	packed, err := Pack(roots, p, submissions)
	judgetest.Check(t, err)
	_, err = Upload(t.Context(), c.Files, packed, time.Hour)
	judgetest.Check(t, err)
	tree, release, err := store.Fetch(t.Context(), c.Files, packed.Digest())
	judgetest.Check(t, err)
	defer release()
	compare(t, *p, submissions, root, load(t, tree.Roots, name), tree)
	return tree
}

// selections are all submissions, none, and the first and the last alone.
func selections(all []problem.Submission) [][]problem.Submission {
	return [][]problem.Submission{all, nil, all[:1], all[len(all)-1:]}
}

// TestCheckout: the problems of this checkout arrive as they are.
func TestCheckout(t *testing.T) {
	judgetest.Long(t, "all problems of this checkout travel; TestPackages has all kinds of them")
	c, store := connect(t), open(t, t.TempDir(), 1<<30)
	root, err := filepath.Abs("../../..")
	judgetest.Check(t, err)
	roots := problem.Tree(root)
	names, err := problem.Names(roots)
	judgetest.Check(t, err)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			for _, submissions := range selections(load(t, roots, name).Submissions) {
				travel(t, c, store, roots, root, name, submissions)
			}
		})
	}
}

// TestPackages: packages in all formats, with all that a package can have, arrive as they are.
func TestPackages(t *testing.T) {
	c, store := connect(t), open(t, t.TempDir(), 1<<30)
	archives := []string{"testdata/every.txtar"}
	for _, folder := range []string{"packages", "legacy", "scoring", "polygon"} {
		found, err := filepath.Glob("../../testdata/" + folder + "/*.txtar")
		judgetest.Check(t, err)
		archives = append(archives, found...)
	}
	var packages []string
	for _, name := range archives {
		dir := t.TempDir()
		judgetest.Unpack(t, dir, judgetest.Read(t, name))
		found, err := filepath.Glob(filepath.Join(dir, "*", "problem.[xy]*ml"))
		judgetest.Check(t, err)
		if len(found) == 0 {
			t.Errorf("%s: no package", name)
		}
		packages = append(packages, found...)
	}
	for _, dir := range []string{"backwards", "guess"} {
		path, err := filepath.Abs("../../testdata/" + dir + "/problem.yaml")
		judgetest.Check(t, err)
		packages = append(packages, path)
	}
	packages = append(packages, unpacked(t))
	seen := make(map[string]bool)
	for _, path := range packages {
		root := filepath.Dir(path)
		name := filepath.Base(root)
		if name == "every" {
			links(t, root)
		}
		t.Run(name, func(t *testing.T) {
			p := load(t, problem.Package(root), name)
			have(seen, p)
			for _, submissions := range selections(p.Submissions) {
				tree := travel(t, c, store, problem.Package(root), root, name, submissions)
				sameHeaders(t, root, tree.Dir)
			}
		})
	}
	for _, thing := range []string{
		"2025-09", "legacy", "legacy-icpc", "polygon", "interactive", "multi-pass", "scoring", "submit-answer", "static validator",
		"constants", "checker",
		"input validator", "include", "files of a test", "data of a submission", "executable", "entry point",
		"two checkers", "grader",
	} {
		if !seen[thing] {
			t.Errorf("none of the packages has this: %s", thing)
		}
	}
}

// links puts links into a package: to a file, to a folder, and one as a submission.
func links(t *testing.T, root string) {
	t.Helper()
	for name, to := range map[string]string{
		"data/secret/hard/2.in": "1.in", "data/secret/hard/2.ans": "../../secret/hard/1.ans", "include/go": "python3",
		"submissions/accepted/linked": "parts", "submissions/rejected/more.py": "nothing.py",
	} {
		judgetest.Check(t, os.Symlink(to, filepath.Join(root, name)))
	}
	judgetest.Check(t, os.Chmod(filepath.Join(root, "submissions/accepted/made/build"), 0o755))
}

// unpacked is the problem.yaml of a package that came as an archive.
func unpacked(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sum.kpp")
	out, err := os.Create(file)
	judgetest.Check(t, err)
	w := zip.NewWriter(out)
	for _, f := range txtar.Parse([]byte(small)).Files {
		in, err := w.Create(f.Name)
		judgetest.Check(t, err)
		_, err = in.Write(f.Data)
		judgetest.Check(t, err)
	}
	judgetest.Check(t, w.Close())
	judgetest.Check(t, out.Close())
	dir, err := archive.Unpack(t.Context(), file, t.TempDir())
	judgetest.Check(t, err)
	return filepath.Join(dir, "problem.yaml")
}

// have notes what a problem has.
func have(seen map[string]bool, p *problem.Problem) {
	seen[p.Format] = true
	for thing, has := range map[string]bool{
		"interactive": p.Interactive, "multi-pass": p.MultiPass, "scoring": p.Scoring != nil,
		"submit-answer":    p.SubmitAnswer,
		"static validator": p.StaticValidator != nil, "constants": p.Constants != nil, "checker": len(p.Checkers) == 1,
		"two checkers": len(p.Checkers) > 1, "grader": p.Grader != nil, "input validator": p.InputValidators != nil,
		"files of a test": slices.ContainsFunc(p.Tests, func(test problem.Test) bool { return test.Files != nil }),
	} {
		seen[thing] = seen[thing] || has
	}
	for _, s := range p.Submissions {
		info, err := os.Stat(filepath.Join(s.Dir, s.Files[0]))
		for thing, has := range map[string]bool{
			"include": s.Include != "", "data of a submission": s.Data != nil, "entry point": s.Entrypoint != "",
			"executable": err == nil && info.Mode()&0o111 != 0,
		} {
			seen[thing] = seen[thing] || has
		}
	}
}

// sameHeaders checks that what a checker may include is there, wherever it is in a package but with its submissions and
// tests, and that what is executable stays so.
func sameHeaders(t *testing.T, root, laid string) {
	t.Helper()
	judgetest.Check(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		if name == "data" || name == "submissions" {
			return fs.SkipDir
		}
		if filepath.Ext(path) == ".h" && judgetest.Read(t, path) != judgetest.Read(t, filepath.Join(laid, name)) {
			t.Errorf("%s arrives as something else", name)
		}
		return err
	}))
	judgetest.Check(t, filepath.WalkDir(laid, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(laid, path)
		at, err := os.Stat(path)
		judgetest.Check(t, err)
		was, err := os.Stat(filepath.Join(root, name))
		judgetest.Check(t, err)
		if (at.Mode()^was.Mode())&0o100 != 0 || !entry.Type().IsRegular() || at.Mode()&0o222 != 0 {
			t.Errorf("%s was %v and arrives as %v", name, was.Mode(), at.Mode())
		}
		return nil
	}))
}
