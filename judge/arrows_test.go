package main

import (
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// TestArrows holds CONTRIBUTING.md's table of imports against the code.
func TestArrows(t *testing.T) {
	_, table, _ := strings.Cut(judgetest.Read(t, "../CONTRIBUTING.md"), "Arrows run one way")
	_, table, _ = strings.Cut(table, "```\n")
	table, _, _ = strings.Cut(table, "```")
	want := make(map[string][]string)
	for line := range strings.Lines(table) {
		if words := strings.Fields(line); len(words) > 1 {
			slices.Sort(words[1:])
			want[words[0]] = words[1:]
		}
	}
	out, err := exec.Command("go", "list", "-f", `{{.Name}} {{.ImportPath}}{{range .Imports}} {{.}}{{end}}`,
		"./...").Output()
	judgetest.Check(t, err)
	anyMay := []string{"untrusted", "legible", "scratch"}
	got := make(map[string][]string)
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if words[0] == "main" {
			continue // the commands wire everything
		}
		var ours []string
		for _, imported := range words[2:] {
			if name := path.Base(imported); strings.HasPrefix(imported, "dlxjudge/") && !slices.Contains(anyMay, name) {
				ours = append(ours, name)
			}
		}
		if slices.Sort(ours); len(ours) > 0 {
			got[path.Base(words[1])] = ours
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("CONTRIBUTING.md shows other imports (-CONTRIBUTING +code):\n%s", diff)
	}
}

// TestTree: CONTRIBUTING.md's tree has a line for each package of the judge, or names it below another one, and no
// others.
func TestTree(t *testing.T) {
	_, tree, _ := strings.Cut(judgetest.Read(t, "../CONTRIBUTING.md"), "## The tree")
	_, tree, _ = strings.Cut(tree, "```\n")
	tree, _, _ = strings.Cut(tree, "```")
	named := make(map[string]bool)
	for _, word := range strings.FieldsFunc(tree, func(r rune) bool { return strings.ContainsRune(" \n,;:()", r) }) {
		named[strings.TrimPrefix(word, "judge/")] = true
	}
	out, err := exec.Command("go", "list", "./...").Output()
	judgetest.Check(t, err)
	for _, pkg := range strings.Fields(string(out)) {
		name, below := strings.CutPrefix(pkg, "dlxjudge/judge/")
		if below && !named[name] {
			t.Errorf("CONTRIBUTING.md's tree lacks %s", name)
		}
	}
	for line := range strings.Lines(tree) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if info, err := os.Stat(path.Join("..", name)); name != "" && (err != nil || !info.IsDir()) {
			t.Errorf("CONTRIBUTING.md's tree names %s, and there is no such folder", name)
		}
	}
}

// TestNoServer: what a cluster needs is in its own program. The judge has none of it, so it stays small and starts at
// once.
func TestNoServer(t *testing.T) {
	for of, want := range map[string]bool{".": false, "./cluster": true} {
		out, err := exec.Command("go", "list", "-deps", of).Output()
		judgetest.Check(t, err)
		var found []string
		for dependency := range strings.Lines(string(out)) {
			if strings.Contains(dependency, "nats") || strings.Contains(dependency, "dlxjudge/judge/cluster/") {
				found = append(found, strings.TrimSpace(dependency))
			}
		}
		if len(found) > 0 != want {
			t.Errorf("go list -deps %s: %q", of, found)
		}
	}
}
