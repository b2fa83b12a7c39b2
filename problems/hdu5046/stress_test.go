package hdu5046_test

import (
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var cases = flag.Int("cases", 3000, "how many random cases TestStress asks everyone")

// TestStress asks the independent solver and every solution the same random cases, 100 at a time, half of them small.
// For as many as it takes to be sure:
//
//	go test ./problems/hdu5046 -run Stress -cases 100000
func TestStress(t *testing.T) {
	solutions := buildSolutions(t)
	for seed := 1; (seed-1)*100 < *cases; seed++ {
		size := "-n 1-12 -k 1-12"
		if seed%2 == 0 {
			size = "-n 1-60 -k 1-60"
		}
		reach := []int{3, 30, 1_000_000, 1_000_000_000}[seed/2%4] // the first two make many distances equal
		flags := fmt.Sprintf("-seed %d -cases 100 %s -reach %d -kinds uniform,clustered,collinear,grid,extreme,duplicates", seed, size, reach)
		in, message, status := run(t, "", "airports", strings.Fields(flags)...)
		if status != 0 {
			t.Fatalf("airports %s: %s", flags, message)
		}
		want, _, _ := run(t, in, "solver")
		for _, solution := range solutions {
			if solution == "backtrack" && seed%2 == 0 {
				continue // it tries all N choose K choices, so it gets the small cases only
			}
			got, message, status := run(t, in, solution)
			if status != 0 {
				t.Errorf("airports %s: %s exits with %d: %s", flags, solution, status, message)
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("airports %s: the solver and %s differ (-solver +%[2]s):\n%s", flags, solution, diff)
			}
		}
	}
}

// buildSolutions builds all solutions and returns their names. Those in C++ are built as their judge does, or skipped where
// there is no compiler.
func buildSolutions(t *testing.T) []string {
	t.Helper()
	sources, err := filepath.Glob("../../solutions/hdu5046/*/main.*")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, source := range sources {
		name := filepath.Base(filepath.Dir(source))
		program := filepath.Join(tools, name)
		build := exec.Command("go", "build", "-o", program, filepath.Dir(source))
		if strings.HasSuffix(source, ".cpp") {
			if _, err := exec.LookPath("g++"); err != nil {
				t.Run(name, func(t *testing.T) { t.Skip(err) })
				continue
			}
			build = exec.Command("g++", "-std=c++98", "-O2", "-o", program, source)
		}
		if message, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", build, err, message)
		}
		names = append(names, name)
	}
	for _, name := range []string{"backtrack", "bits", "dlx"} {
		if !slices.Contains(names, name) {
			t.Errorf("no solution %s, only %v", name, names)
		}
	}
	return names
}
