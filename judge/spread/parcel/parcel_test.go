package parcel

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/wire"
)

// counted counts the requests to a bucket.
type counted struct {
	jetstream.KeyValue
	gets, puts int
}

func (c *counted) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	c.gets++
	return c.KeyValue.Get(ctx, key)
}

func (c *counted) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	c.puts++
	return c.KeyValue.Put(ctx, key, value)
}

// blocks starts a server, and returns its bucket of blocks.
func blocks(t testing.TB) *counted {
	t.Helper()
	c := clustertest.Start(t, wire.DefaultPace).Dial(wire.Client)
	bucket, err := c.JS.KeyValue(t.Context(), wire.BlockBucket)
	judgetest.Check(t, err)
	return &counted{KeyValue: bucket}
}

// open opens a store.
func open(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	judgetest.Check(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// load loads the named problem.
func load(t testing.TB, roots problem.Roots, name string) *problem.Problem {
	t.Helper()
	set, err := problem.Load(roots, func(n string) bool { return n == name })
	judgetest.Check(t, err)
	if len(set.Problems) != 1 {
		t.Fatalf("%d problems", len(set.Problems))
	}
	return set.Problems[0]
}

// every is a checkout with a problem, whose package is below problems/sum as well.
const every = `
-- problems/sum/problem.yaml --
problem_format_version: 2025-09
name: Sum
limits: {time_limit: 1}
-- problems/sum/README.md --
For people.
-- problems/sum/output_validator/check.c --
int main(void) { return 42; }
-- problems/sum/data/secret/1.in --
1
-- problems/sum/data/secret/1.ans --
1
-- problems/sum/submissions/wrong_answer/folder/run --
#!/bin/sh
-- problems/sum/submissions/wrong_answer/b.py --
print(4)
-- testdata/sum/secret/2.in --
2
-- testdata/sum/secret/2.ans --
2
-- solutions/sum/add/main.go --
package main
`

// TestRoundTrip: a worker receives exactly the files that affect verdicts, from a package and from a checkout.
// Executable files stay executable, and nothing is writable. Sending and fetching twice has the same effect as once.
func TestRoundTrip(t *testing.T) {
	bucket := blocks(t)
	for _, layout := range []string{"checkout", "package"} {
		t.Run(layout, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "here")
			judgetest.Unpack(t, dir, every)
			roots, root := problem.Tree(dir), dir
			if layout == "package" {
				root = filepath.Join(dir, "problems/sum")
				roots = problem.Package(root)
			}
			judgetest.Check(t, os.Chmod(filepath.Join(dir, "problems/sum/submissions/wrong_answer/folder/run"), 0o755))
			for _, tests := range []string{"problems/sum/data", "testdata/sum"} {
				large := filepath.Join(dir, tests, "secret/large")
				judgetest.Write(t, large+".in", strings.Repeat("3 ", 2<<20))
				judgetest.Write(t, large+".ans", "3\n")
			}
			p := load(t, roots, "sum")
			packed, err := Pack(t.Context(), roots, p, p.Submissions)
			judgetest.Check(t, err)
			judgetest.Check(t, packed.Upload(t.Context(), bucket))
			before := bucket.puts
			judgetest.Check(t, packed.Upload(t.Context(), bucket))
			if bucket.puts != before {
				t.Errorf("%d blocks that the bucket holds are sent again", bucket.puts-before)
			}
			store := open(t, filepath.Join(dir, "store"))
			tree, err := store.Fetch(t.Context(), bucket, packed.Digest(), "sum")
			judgetest.Check(t, err)
			want := make(map[string]string)
			for _, f := range problem.Needed(p, p.Submissions) {
				want[f.Name] = judgetest.Read(t, f.Path)
			}
			got := make(map[string]string)
			judgetest.Check(t, filepath.WalkDir(tree.Dir, func(path string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() {
					return err
				}
				name, _ := filepath.Rel(tree.Dir, path)
				got[name] = judgetest.Read(t, path)
				info, err := entry.Info()
				if is := info.Mode(); is&0o222 != 0 || (is&0o111 != 0) != (filepath.Base(name) == "run") {
					t.Errorf("%s has the mode %v", name, is)
				}
				return err
			}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("files (-sent +fetched):\n%s", diff)
			}
			if len(tree.Problem.Submissions) != len(p.Submissions) {
				t.Errorf("%d of %d submissions", len(tree.Problem.Submissions), len(p.Submissions))
			}
			gets := bucket.gets
			again, err := open(t, filepath.Join(dir, "store")).Fetch(t.Context(), bucket, packed.Digest(), "sum")
			if err != nil || bucket.gets != gets || again.Dir == tree.Dir {
				t.Errorf("another worker with this store: %v, %d blocks fetched", err, bucket.gets-gets)
			}
		})
	}
}

// TestLastBlocks: a changed submission changes only the last block and the list.
func TestLastBlocks(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, every)
	judgetest.Write(t, filepath.Join(dir, "testdata/sum/secret/2.in"), strings.Repeat("3 ", 2<<20))
	pack := func() *Parcel {
		p := load(t, problem.Tree(dir), "sum")
		packed, err := Pack(t.Context(), problem.Tree(dir), p, p.Submissions)
		judgetest.Check(t, err)
		return packed
	}
	before := pack()
	judgetest.Write(t, filepath.Join(dir, "solutions/sum/add/main.go"), "package main // another one\n")
	after := pack()
	last := len(before.blocks) - 1
	if len(after.blocks) != last+1 || last < 4 {
		t.Fatalf("%d blocks, and then %d", last+1, len(after.blocks))
	}
	if diff := cmp.Diff(before.blocks[:last], after.blocks[:last]); diff != "" || before.Digest() == after.Digest() {
		t.Errorf("blocks before the last one:\n%s", diff)
	}
}

// TestChanged: files that change after they were packed are not sent under the old name.
func TestChanged(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, every)
	p := load(t, problem.Tree(dir), "sum")
	packed, err := Pack(t.Context(), problem.Tree(dir), p, p.Submissions)
	judgetest.Check(t, err)
	judgetest.Write(t, filepath.Join(dir, "testdata/sum/secret/2.in"), "3\n")
	if err := packed.Upload(t.Context(), blocks(t)); err == nil || !strings.Contains(err.Error(), "changed after") {
		t.Errorf("got %v", err)
	}
}

// TestHostileParcels: a parcel that Pack did not make is an error, and no file is written outside the folder.
func TestHostileParcels(t *testing.T) {
	bucket := blocks(t)
	put := func(content []byte) string {
		digest := wire.Digest(content)
		_, err := bucket.Put(t.Context(), digest, content)
		judgetest.Check(t, err)
		return digest
	}
	tarOf := func(headers ...tar.Header) string {
		var out bytes.Buffer
		w := tar.NewWriter(&out)
		for _, h := range headers {
			h.Mode = 0o644
			judgetest.Check(t, w.WriteHeader(&h))
		}
		judgetest.Check(t, w.Close())
		// the writer omits GNU.sparse
		return put([]byte(put(bytes.ReplaceAll(out.Bytes(), []byte("XXX."), []byte("GNU.")))))
	}
	wrong := wire.Digest([]byte("wrong"))
	_, err := bucket.Put(t.Context(), wrong, []byte("other"))
	judgetest.Check(t, err)
	file := tar.Header{Typeflag: tar.TypeReg, Name: "package/sum/problem.yaml"}
	for name, row := range map[string]struct {
		digest string
		is     error
		want   string
	}{
		"not a digest":  {"../../etc/passwd", ErrDamaged, "is not a digest"},
		"not a list":    {put([]byte("hello")), ErrDamaged, "is not a digest"},
		"not a tar":     {put([]byte(put(bytes.Repeat([]byte("x"), 1024)))), ErrDamaged, "invalid tar header"},
		"a wrong block": {put([]byte(wrong)), nil, "does not match its digest"},
		"outside":       {tarOf(tar.Header{Typeflag: tar.TypeReg, Name: "package/../../outside"}), ErrDamaged, "is not a regular file in the parcel"},
		"absolute":      {tarOf(tar.Header{Typeflag: tar.TypeReg, Name: "/tmp/outside"}), ErrDamaged, "is not a regular file in the parcel"},
		"a link":        {tarOf(tar.Header{Typeflag: tar.TypeSymlink, Name: "package/sum", Linkname: "/"}), ErrDamaged, "is not a regular file in the parcel"},
		"a FIFO":        {tarOf(tar.Header{Typeflag: tar.TypeFifo, Name: "package/sum/pipe"}), ErrDamaged, "is not a regular file in the parcel"},
		"sparse": {tarOf(tar.Header{Typeflag: tar.TypeReg, Name: "package/a", PAXRecords: map[string]string{
			"XXX.sparse.size": "99", "XXX.sparse.numblocks": "1", "XXX.sparse.map": "99,0",
		}}), ErrDamaged, `"package/a" is not a regular file in the parcel`},
		"sparse and large": {tarOf(tar.Header{Typeflag: tar.TypeReg, Name: "package/a", PAXRecords: map[string]string{
			"XXX.sparse.size": "9999999", "XXX.sparse.numblocks": "1", "XXX.sparse.map": "9999999,0",
		}}), ErrDamaged, `"package/a" is not a regular file in the parcel`},
		"twice": {tarOf(file, file), ErrDamaged, "file exists"},
		"a file and a folder": {tarOf(tar.Header{Typeflag: tar.TypeReg, Name: "package"}, file), ErrDamaged,
			"not a directory"},
		"no problem": {tarOf(tar.Header{Typeflag: tar.TypeReg, Name: "package/sum/README.md"}), ErrDamaged, ""},
		"missing":    {wire.Digest([]byte("never sent")), wire.ErrMissing, "not in the cluster"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, filepath.Join(dir, "store"))
			_, err := s.Fetch(t.Context(), bucket, row.digest, "sum")
			if err == nil || row.is != nil && !errors.Is(err, row.is) || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want %v: %s", err, row.is, row.want)
			}
			left, _ := os.ReadDir(s.own)
			beside, _ := os.ReadDir(dir)
			if len(left) != 0 || len(beside) != 1 {
				t.Errorf("files are left: %v and %v", left, beside)
			}
		})
	}
}

// TestTrees: the most recently used trees stay.
func TestTrees(t *testing.T) {
	bucket, dir := blocks(t), t.TempDir()
	s := open(t, filepath.Join(dir, "store"))
	var trees []*Tree
	for i := range mostTrees + 1 {
		root := filepath.Join(dir, strings.Repeat("x", i+1), "here")
		judgetest.Unpack(t, root, every)
		judgetest.Write(t, filepath.Join(root, "testdata/sum/secret/2.in"), strings.Repeat("1", i+1)+"\n")
		p := load(t, problem.Tree(root), "sum")
		packed, err := Pack(t.Context(), problem.Tree(root), p, p.Submissions)
		judgetest.Check(t, err)
		judgetest.Check(t, packed.Upload(t.Context(), bucket))
		tree, err := s.Fetch(t.Context(), bucket, packed.Digest(), "sum")
		judgetest.Check(t, err)
		trees = append(trees, tree)
		if first, err := s.Fetch(t.Context(), bucket, trees[0].digest, "sum"); err != nil || first != trees[0] {
			t.Errorf("the first tree is made again: %v", err)
		}
	}
	for i, tree := range trees {
		if _, err := os.Stat(tree.Dir); (err == nil) != (i != 1) { // the only one that was not used again
			t.Errorf("tree %d: %v", i, err)
		}
	}
}

// TestOutcome: an outcome comes back with all its fields, and with bytes that are not UTF-8.
func TestOutcome(t *testing.T) {
	bucket := blocks(t)
	zero := score.Int(0)
	want := Outcome{
		Submission: grade.Submission{Problem: "sum", Name: "accepted/a.c", Verdict: problem.WA, Tests: []grade.Test{
			{Name: "secret/1", Verdict: problem.JE, Failure: true, Starved: true, ScoreFiles: score.Files{"score.txt": "1"},
				Stderr: "no\xff\x1b", Score: &zero, Difference: "- 1\xff", CPU: 1},
			{Name: "secret/2", Message: strings.Repeat("long ", 1<<20)},
		}, Scores: &score.Outcome{}},
		Measures: sandbox.Measures{CPU: "rusage"}, Texts: map[int][]byte{0: []byte("> 1\xff"), 1: {}},
	}
	digests, err := PutOutcome(t.Context(), bucket, want)
	judgetest.Check(t, err)
	got, err := GetOutcome(t.Context(), bucket, digests)
	judgetest.Check(t, err)
	if len(digests) < 5 {
		t.Errorf("%d blocks for 5 MiB", len(digests))
	}
	equal := cmp.Comparer(func(a, b score.Number) bool { return a.Cmp(b) == 0 })
	if diff := cmp.Diff(want, got, equal, cmp.Comparer(bytes.Equal)); diff != "" {
		t.Errorf("(-sent +got):\n%.2000s", diff)
	}
	for want, digests := range map[string][]string{"unexpected EOF": digests[:1], "cannot decode the outcome": nil,
		"blocks, which is too many": make([]string, mostOutcome/wire.MostBlock+2)} {
		if _, err := GetOutcome(t.Context(), bucket, digests); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestTexts: long texts of an outcome are cut and marked; a missing file adds no text.
func TestTexts(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "text")
	judgetest.Check(t, os.WriteFile(path, []byte(strings.Repeat("x", 20<<20)), 0o600))
	var o Outcome
	for place := range 4 {
		judgetest.Check(t, o.AddText(place, path))
	}
	judgetest.Check(t, o.AddText(4, filepath.Join(dir, "none")))
	if _, is := o.Texts[4]; is || len(o.Texts) != 4 {
		t.Errorf("%d texts", len(o.Texts))
	}
	for place, want := range []int{20 << 20, 20 << 20, 8<<20 + len(cutText), len(cutText)} {
		if len(o.Texts[place]) != want {
			t.Errorf("text %d has %d bytes, want %d", place, len(o.Texts[place]), want)
		}
	}
}

// TestInterrupted: an interrupt stops the reading of a file, which may be large and sparse.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	judgetest.Unpack(t, dir, every)
	judgetest.Check(t, os.Truncate(filepath.Join(dir, "testdata/sum/secret/2.in"), 1<<30))
	p := load(t, problem.Tree(dir), "sum")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Pack(ctx, problem.Tree(dir), p, p.Submissions); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
