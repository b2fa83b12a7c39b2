package shard

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
)

const checkout = `
-- problems/sum/problem.yaml --
problem_format_version: 2025-09
name: Sum
uuid: 2b0d1b8f-6d2c-4c55-8e7e-6d1f3f7f6c11
limits: {time_limit: 1, memory: 64}
-- problems/sum/output_validator/main.go --
package main
-- problems/sum/submissions/wrong_answer/one/main.go --
package main
-- testdata/sum/secret/1.in --
1
-- testdata/sum/secret/1.ans --
1
-- solutions/sum/loop/main.go --
package main
`

// digestOf returns the digest of a checkout after a change.
func digestOf(t *testing.T, change func(root string), patterns ...string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "checkout")
	judgetest.Unpack(t, root, checkout)
	change(root)
	set, err := problem.Load(problem.Tree(root), nil)
	judgetest.Check(t, err)
	var parsed []pick.Pattern
	for _, text := range patterns {
		pattern, err := pick.ParsePattern(text)
		judgetest.Check(t, err)
		parsed = append(parsed, pattern)
	}
	entries, err := pick.Select(set, parsed)
	judgetest.Check(t, err)
	sum, err := Digest(t.Context(), entries)
	judgetest.Check(t, err)
	return sum
}

// TestDigest: the digest depends on the files that decide verdicts, but not on their place. TestDecides of package
// parcel changes each kind of file.
func TestDigest(t *testing.T) {
	nothing := func(string) {}
	usual := digestOf(t, nothing)
	write := func(name, text string) func(string) {
		return func(root string) { judgetest.Write(t, filepath.Join(root, name), text) }
	}
	for what, row := range map[string]struct {
		change  func(root string)
		pattern string
		same    bool
	}{
		"another folder":    {nothing, "*", true},
		"an input":          {write("testdata/sum/secret/1.in", "2\n"), "*", false},
		"a solution":        {write("solutions/sum/loop/main.go", "package main // changed\n"), "*", false},
		"fewer submissions": {nothing, "sum/loop", false},
		"a link to nothing": {func(root string) {
			judgetest.Check(t, os.Symlink("missing", filepath.Join(root, "problems/sum/attachment")))
		}, "*", true},
		"a link to a folder": {func(root string) {
			judgetest.Check(t, os.Symlink(filepath.Join(root, "solutions"), filepath.Join(root,
				"problems/sum/output_validator/all")))
		}, "*", false},
		"a FIFO": {func(root string) {
			judgetest.Check(t, syscall.Mkfifo(filepath.Join(root, "problems/sum/pipe"), 0o600))
		}, "*", true},
	} {
		if got := digestOf(t, row.change, row.pattern); (got == usual) != row.same {
			t.Errorf("%s: the digest is the same: %v, want %v", what, got == usual, row.same)
		}
	}
}
