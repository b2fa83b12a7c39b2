package client

import (
	"strings"
	"testing"

	"dlxjudge/judge/read/problem"
)

// Paths below the worker's folder are those of this machine; all else stays as it is, whatever a worker calls its
// folder.
func TestHere(t *testing.T) {
	const tree = "/srv/store/dlxjudge-1/2/sum"
	pack, checkout, cwd := problem.Package("/home/me/sum"), problem.Tree("/home/me"), problem.Tree(".")
	for _, row := range []struct {
		roots            problem.Roots
		tree, text, want string
	}{
		{pack, tree, tree + "/a.c:1:2: no; see " + tree, "/home/me/sum/a.c:1:2: no; see /home/me/sum"},
		{checkout, tree, "in " + tree + "/a.c", "in /home/me/a.c"},
		{cwd, tree, "in " + tree + "/a.c, \"" + tree + "/b.c\" and " + tree, "in a.c, \"b.c\" and ."},
		{pack, tree, tree + "-old/a.c " + tree + "2 /mnt" + tree + "/a.c", tree + "-old/a.c " + tree + "2 /mnt" + tree +
			"/a.c"},
		{pack, tree, "nothing of that", "nothing of that"},
		{pack, "", "a b", "a b"},
		{pack, "/", "/a/b", "/a/b"},
		{pack, ".", "./a. b.", "./a. b."},
		{pack, "e", "beware", "beware"},
		{pack, "/usr", "/usr/include/stdio.h", "/usr/include/stdio.h"},
		{pack, "/usr/../usr/x/y", "/usr/../usr/x/y/z", "/usr/../usr/x/y/z"},
		{pack, "srv/store/dlxjudge-1/2/sum", tree, tree},
	} {
		r := &run{Options: Options{Roots: row.roots}}
		if got := r.here(row.text, row.tree, "sum"); got != row.want {
			t.Errorf("here(%q, %q) = %q, want %q", row.text, row.tree, got, row.want)
		}
	}
	many := strings.Repeat("a", 1<<20)
	if got := (&run{Options: Options{Roots: pack}}).here(many, "a", "sum"); len(got) != len(many) {
		t.Errorf("%d bytes have become %d", len(many), len(got))
	}
}

// FuzzHere: without the worker's folder a text stays as it is, and the folder is nowhere left but within longer paths.
func FuzzHere(f *testing.F) {
	const tree = "/srv/store/dlxjudge-1/2/sum"
	f.Add(tree+"/a.c:1:2: no; see "+tree, tree, false)
	f.Add("in "+tree+"/a.c, \""+tree+"/b.c\" é"+tree+"é", tree, true)
	f.Add(strings.Repeat("/a", 9), "/a/a/a/a", true)
	f.Fuzz(func(t *testing.T, text, tree string, cwd bool) {
		r := &run{Options: Options{Roots: problem.Package("/home/me")}}
		if cwd {
			r = &run{Options: Options{Roots: problem.Tree(".")}}
		}
		got := r.here(text, tree, "sum")
		if !isTree(tree) || !strings.Contains(text, tree) {
			if got != text {
				t.Errorf("here(%q, %q) = %q", text, tree, got)
			}
			return
		}
		if len(got) > len(text)+len("/home/me")*strings.Count(text, tree) {
			t.Errorf("%d bytes become %d", len(text), len(got))
		}
		if strings.Count(text, tree) > 1 { // what is left of one may make another
			return
		}
		before, after, _ := strings.Cut(text, tree)
		if within(before, after) != (got == text) {
			t.Errorf("here(%q, %q) = %q", text, tree, got)
		}
	})
}
