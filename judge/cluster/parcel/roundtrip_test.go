package parcel

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dlxjudge/judge/cluster/server"
	"dlxjudge/judge/cluster/wire"
	"dlxjudge/judge/judgetest"
	"dlxjudge/judge/problem"
)

// connect starts a server, and connects to it.
func connect(t testing.TB) *wire.Conn {
	keys := t.TempDir()
	judgetest.Check(t, server.Init(keys))
	s, err := server.Start(t.Context(), server.Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Keys: keys, Pace: wire.DefaultPace})
	judgetest.Check(t, err)
	t.Cleanup(s.Stop)
	c, err := wire.Dial(t.Context(), s.URL(), filepath.Join(keys, server.Operator), "test", wire.DefaultPace)
	judgetest.Check(t, err)
	t.Cleanup(c.Close)
	return c
}

// open opens a store.
func open(t testing.TB, dir string, most int64) *Store {
	s, err := Open(dir, most)
	judgetest.Check(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

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

// compare compares a problem with what a parcel of some of its submissions is read as, but for where they are, and for warnings: those
// are about files that do not travel.
func compare(t *testing.T, origin problem.Problem, submissions []problem.Submission, root string, laid *problem.Problem, tree Tree) {
	t.Helper()
	place := cmp.Transformer("place", func(text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, root, "ROOT"), tree.Dir, "ROOT")
	})
	options := cmp.Options{
		cmp.FilterValues(func(a, b string) bool { return a != b }, place),
		cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateEmpty(),
	}
	for _, s := range submissions {
		if diff := cmp.Diff(origin.Expects(s), laid.Expects(s), options); diff != "" {
			t.Errorf("what is expected of %s (-origin +laid out)\n%s", s.Name, diff)
		}
	}
	read := *laid
	if len(submissions) < len(origin.Submissions) { // the older formats expect something of each
		origin.Expectations, read.Expectations = nil, nil
	}
	origin.Submissions, origin.Warnings, read.Warnings = submissions, nil, nil
	if diff := cmp.Diff(origin, read, options); diff != "" {
		t.Errorf("(-origin +laid out)\n%s", diff)
	}
}

// travel sends some submissions to a problem, and compares what arrives.
func travel(t *testing.T, c *wire.Conn, store *Store, roots problem.Roots, root, name string, submissions []problem.Submission) Tree {
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

// selections are all submissions, none, and each alone.
func selections(all []problem.Submission) [][]problem.Submission {
	some := [][]problem.Submission{all, nil}
	for i := range all {
		some = append(some, all[i:i+1])
	}
	return some
}

// TestCheckout: the problems of this checkout arrive as they are.
func TestCheckout(t *testing.T) {
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

// TestPackages: packages in all formats arrive as they are.
func TestPackages(t *testing.T) {
	c, store := connect(t), open(t, t.TempDir(), 1<<30)
	var archives []string
	for _, folder := range []string{"packages", "older", "scoring"} {
		found, err := filepath.Glob("../../testdata/" + folder + "/*.txtar")
		judgetest.Check(t, err)
		archives = append(archives, found...)
	}
	var packages []string
	for _, archive := range archives {
		dir := t.TempDir()
		judgetest.Unpack(t, dir, judgetest.Read(t, archive))
		found, err := filepath.Glob(filepath.Join(dir, "*", "problem.yaml"))
		judgetest.Check(t, err)
		if len(found) == 0 {
			t.Errorf("%s: no package", archive)
		}
		packages = append(packages, found...)
	}
	for _, dir := range []string{"backwards", "guess"} {
		path, err := filepath.Abs("../../testdata/" + dir + "/problem.yaml")
		judgetest.Check(t, err)
		packages = append(packages, path)
	}
	for _, path := range packages {
		root := filepath.Dir(path)
		name := filepath.Base(root)
		t.Run(name, func(t *testing.T) {
			for _, submissions := range selections(load(t, problem.Package(root), name).Submissions) {
				travel(t, c, store, problem.Package(root), root, name, submissions)
			}
		})
	}
}
