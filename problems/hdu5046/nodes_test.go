package hdu5046_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/problem"
	"dlxjudge/judge/track/count"
)

// nodes counts the calls of search that a solution makes on the test that flags describe.
func nodes(t *testing.T, file, flags string) int64 {
	t.Helper()
	in, message, status := run(t, "", "airports", strings.Fields(flags)...)
	if status != 0 {
		t.Fatalf("airports %s: %s", flags, message)
	}
	scratch := t.TempDir()
	input := filepath.Join(scratch, "in")
	if err := os.WriteFile(input, []byte(in), 0o644); err != nil {
		t.Fatal(err)
	}
	dir, name := filepath.Split(file)
	source := problem.Source{Name: filepath.Base(dir), Dir: filepath.Join("../../solutions/hdu5046", dir), Files: []string{name}}
	if filepath.Ext(name) == ".cpp" {
		source.CPlusPlus = "c++98"
		for _, tool := range []string{"g++", "gcov"} {
			if _, err := exec.LookPath(tool); errors.Is(err, exec.ErrNotFound) {
				t.Skip(err)
			}
		}
	}
	program, err := count.Build(t.Context(), scratch, source, "search")
	if err != nil {
		t.Fatal(err)
	}
	counts, err := program.Run(t.Context(), problem.Test{Input: input}, filepath.Join(scratch, "out"), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if !counts.HasNodes {
		t.Fatalf("%s has no function search", file)
	}
	return counts.Nodes
}

// A binary search over all lengths up to 10¹¹ searches 37 times and makes more nodes than that; one over the distances, 1770
// at most, searches 11 times, and with one airport a search is over after a few nodes.
func TestOnlyDistancesAreTried(t *testing.T) {
	for _, file := range []string{"dlx/main.go", "bits/main.go", "dlx-cpp/main.cpp"} {
		t.Run(file, func(t *testing.T) {
			if n := nodes(t, file, "-seed 1 -n 60 -k 1 -reach 1000000000"); n < 1 || n > 36 {
				t.Errorf("%d nodes, want 1 to 36", n)
			}
		})
	}
}

// Without dominance, and with sizes that do not follow when options are hidden, these 20 cases take 23 million nodes.
func TestFewNodes(t *testing.T) {
	for _, file := range []string{"dlx/main.go", "bits/main.go", "dlx-cpp/main.cpp"} {
		t.Run(file, func(t *testing.T) {
			if n := nodes(t, file, killers); n < 20 || n > 2000 {
				t.Errorf("%d nodes, want 20 to 2000", n)
			}
		})
	}
}

// The distances of these cases are all different, so that their order leaves no choice.
func TestSameNodesInBothLanguages(t *testing.T) {
	if golang, cpp := nodes(t, "dlx/main.go", killers), nodes(t, "dlx-cpp/main.cpp", killers); golang != cpp {
		t.Errorf("dlx makes %d nodes, dlx-cpp %d: it is not the same search", golang, cpp)
	}
}

const killers = "-seed 1003 -cases 20 -n 60 -k 8-25 -reach 1000000000"
