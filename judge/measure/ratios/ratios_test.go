package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/judgetest"
)

func TestMatches(t *testing.T) {
	all := []contender{{name: "backtrack"}, {name: "bits"}, {name: "dlx"}, {name: "quick", yardstick: true, seconds: 1}, {name: "slow", yardstick: true, seconds: 2}}
	for want, all := range map[string][]contender{
		"quick / bits; quick / dlx; backtrack / dlx; dlx / bits": all,
		"backtrack / dlx; dlx / bits":                            all[:3],
	} {
		var labels []string
		for _, m := range matches(all) {
			labels = append(labels, m.label())
		}
		if got := strings.Join(labels, "; "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestRepeated(t *testing.T) {
	for _, test := range []struct{ problem, input, want string }{
		{"poj3074", "1...\nend\n", "1...\n1...\nend\n"},
		{"poj3076", "A---\n", "A---\n\nA---\n"},
		{"spojnqueen", "1 0\n", "1 0\n1 0\n"},
	} {
		if got := repeated(test.problem, test.input, 2); got != test.want {
			t.Errorf("%s: got %q, want %q", test.problem, got, test.want)
		}
	}
}

// Yardsticks are known by the problem's id in their names, lists by a generator's.
func TestGiven(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"s1_3074": 0o755, "s2_poj3074.txt": 0o644, "s3_nqueen": 0o755, "sudoku9-hard.txt": 0o644, "other.txt": 0o644} {
		judgetest.Check(t, os.WriteFile(filepath.Join(dir, name), nil, mode))
	}
	for id, want := range map[string]string{"3074": "s1_3074", "NQUEEN": "s3_nqueen", "5046": ""} {
		found, err := yardsticks(dir, id)
		judgetest.Check(t, err)
		got := ""
		for _, c := range found {
			got += c.name
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
	lists, err := listed(dir)
	if err != nil || len(lists) != 1 || lists[0].title != "sudoku9-hard.txt" || lists[0].problem != "poj3074" {
		t.Errorf("got %+v and %v, want one work on sudoku9-hard.txt", lists, err)
	}
}

// One work of this checkout, from the generator to the rows.
func TestRun(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs go on the PATH: ", err)
	}
	var b bytes.Buffer
	judgetest.Check(t, run(t.Context(), &b, []string{"-root", filepath.Join("..", "..", ".."), "-only", "^airports, small$"}))
	for _, want := range []string{"\nairports, small (airports -seed 2 ", "\n  backtrack / dlx ", " ms = "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
	if err := run(t.Context(), &b, []string{"-pairs", "4"}); err == nil || !strings.Contains(err.Error(), "-pairs of 5 or more") {
		t.Errorf("4 pairs: got %v", err)
	}
}
