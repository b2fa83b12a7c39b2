package main

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dlxjudge/judge/base/judgetest"
)

// embedded lists what the judge embeds from the rest of the project.
var embedded = []string{"problems"}

// TestLayers holds CONTRIBUTING.md's table of layers against the code: each imports only those above it.
func TestLayers(t *testing.T) {
	want := make(map[string][]string)
	var above []string
	for _, line := range table(judgetest.Read(t, "../CONTRIBUTING.md"), "What each imports:\n") {
		words := strings.Fields(line)
		for _, imported := range words[1:] {
			if !slices.Contains(above, imported) && !slices.Contains(embedded, imported) {
				t.Errorf("%s imports %s, which is not above it", words[0], imported)
			}
		}
		above = append(above, words[0])
		slices.Sort(words[1:])
		want[words[0]] = words[1:]
	}
	got := make(map[string][]string)
	for _, p := range ourPackages(t) {
		of := p.layer
		got[of] = append(got[of], []string{}...)
		for _, imported := range p.imports {
			if imported.layer != of && !slices.Contains(got[of], imported.layer) {
				got[of] = append(got[of], imported.layer)
			}
		}
		slices.Sort(got[of])
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("CONTRIBUTING.md shows other imports (-CONTRIBUTING +code):\n%s", diff)
	}
}

// TestLayerPackages compares the doc.go of each layer with the code: it lists each package, and the imports between
// them.
func TestLayerPackages(t *testing.T) {
	packages := ourPackages(t)
	for _, layer := range strings.Fields("base read execute decide author measure tell spread") {
		var names, wantNames []string
		arrows, wantArrows := make(map[string][]string), make(map[string][]string)
		for line := range strings.Lines(judgetest.Read(t, layer+"/doc.go")) {
			words := strings.Fields(strings.TrimPrefix(line, "//\t"))
			switch {
			case !strings.HasPrefix(line, "//\t"):
			case words[1] == "→":
				arrows[words[0]] = slices.Sorted(slices.Values(append(arrows[words[0]], words[2:]...)))
			default:
				names = append(names, words[0])
			}
		}
		for _, p := range packages {
			if p.layer != layer || p.name == "" {
				continue
			}
			wantNames = append(wantNames, p.name)
			for _, imported := range p.imports {
				if imported.layer == layer {
					wantArrows[p.name] = append(wantArrows[p.name], imported.name)
				}
			}
			slices.Sort(wantArrows[p.name])
		}
		slices.Sort(names)
		if diff := cmp.Diff(names, wantNames); diff != "" {
			t.Errorf("%s/doc.go lists other packages (-doc.go +code):\n%s", layer, diff)
		}
		if diff := cmp.Diff(arrows, wantArrows, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s/doc.go shows other imports (-doc.go +code):\n%s", layer, diff)
		}
	}
}

// TestTree: each folder of CONTRIBUTING.md's tree exists.
func TestTree(t *testing.T) {
	for _, line := range table(judgetest.Read(t, "../CONTRIBUTING.md"), "## The tree\n") {
		name := strings.Fields(line)[0]
		if info, err := os.Stat(path.Join("..", name)); err != nil || !info.IsDir() {
			t.Errorf("CONTRIBUTING.md's tree names %s, but there is no such folder", name)
		}
	}
}

// table returns the lines of the first fenced block after a title.
func table(text, title string) (lines []string) {
	_, text, _ = strings.Cut(text, title)
	_, text, _ = strings.Cut(text, "```\n")
	text, _, _ = strings.Cut(text, "```")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// place is the layer and the name of one of our packages. A command, or a package outside judge/, is a layer of its
// own.
type place struct{ layer, name string }

func placeOf(importPath string) (p place, ours bool) {
	below, ours := strings.CutPrefix(importPath, "dlxjudge/")
	layer, name, _ := strings.Cut(strings.TrimPrefix(below, "judge/"), "/")
	return place{layer, name}, ours
}

// ourPackage is one of our packages, with those of ours that it imports.
type ourPackage struct {
	place
	imports []place
}

func ourPackages(t *testing.T) (packages []ourPackage) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...").Output()
	judgetest.Check(t, err)
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		var p ourPackage
		p.place, _ = placeOf(words[0])
		for _, imported := range words[1:] {
			if at, ours := placeOf(imported); ours {
				p.imports = append(p.imports, at)
			}
		}
		packages = append(packages, p)
	}
	return packages
}

// TestLinked: the judge does not link what only a cluster needs, so it stays small and starts at once. The program for
// clusters does not link what measures or writes problems.
func TestLinked(t *testing.T) {
	server := regexp.MustCompile(`nats|dlxjudge/judge/spread/wire`)
	measures := regexp.MustCompile(`judge/measure/|judge/author/|judge/tell/reports`)
	for of, links := range map[string]map[*regexp.Regexp]bool{".": {server: false, measures: true},
		"./cluster": {server: true, measures: false}} {
		out, err := exec.Command("go", "list", "-deps", of).Output()
		judgetest.Check(t, err)
		for what, want := range links {
			if found := what.FindAllString(string(out), -1); len(found) > 0 != want {
				t.Errorf("go list -deps %s: %q", of, found)
			}
		}
	}
}
