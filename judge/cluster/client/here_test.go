package client

import (
	"strings"
	"testing"

	"dlxjudge/judge/problem"
)

// Paths below the worker's folder are those of this machine; all else stays as it is, whatever a worker calls its folder.
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
		{pack, tree, tree + "-old/a.c " + tree + "2 /mnt" + tree + "/a.c", tree + "-old/a.c " + tree + "2 /mnt" + tree + "/a.c"},
		{pack, tree, "nothing of that", "nothing of that"},
		{pack, "", "a b", "a b"},
		{pack, "/", "/a/b", "/a/b"},
		{pack, ".", "./a. b.", "./a. b."},
		{pack, "e", "beware", "beware"},
		{pack, "/usr", "/usr/include/stdio.h", "/usr/include/stdio.h"},
		{pack, "/usr/../usr/x/y", "/usr/../usr/x/y/z", "/usr/../usr/x/y/z"},
		{pack, "srv/store/dlxjudge-1/2/sum", tree, tree},
	} {
		r := &run{roots: row.roots}
		if got := r.here(row.text, row.tree); got != row.want {
			t.Errorf("here(%q, %q) = %q, want %q", row.text, row.tree, got, row.want)
		}
	}
	many := strings.Repeat("a", 1<<20)
	if got := (&run{roots: pack}).here(many, "a"); len(got) != len(many) {
		t.Errorf("%d bytes have become %d", len(many), len(got))
	}
}
