package client

import (
	"testing"

	"dlxjudge/judge/read/problem"
)

// Paths below the worker's folder become paths on this machine; everything else stays as it is.
func TestLocalPaths(t *testing.T) {
	const tree = "/srv/store/dlxjudge-1/2/sum"
	pack, checkout, cwd := problem.Package("/home/me/sum"), problem.Tree("/home/me"), problem.Tree(".")
	for _, row := range []struct {
		roots            problem.Roots
		tree, text, want string
	}{
		{pack, tree, tree + "/a.c:1:2: no; see " + tree, "/home/me/sum/a.c:1:2: no; see /home/me/sum"},
		{checkout, tree, "in " + tree + "/a.c", "in /home/me/a.c"},
		{cwd, tree, "in " + tree + "/a.c, \"" + tree + "/b.c\" and " + tree, "in a.c, \"b.c\" and ."},
		{pack, tree, "nothing of that", "nothing of that"},
		{pack, "", "a b", "a b"},
	} {
		r := &run{Options: Options{Roots: row.roots}}
		if got := r.localPaths(row.text, row.tree, "sum"); got != row.want {
			t.Errorf("localPaths(%q, %q) = %q, want %q", row.text, row.tree, got, row.want)
		}
	}
}
