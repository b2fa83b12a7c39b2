package solutions_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/problem"
	"dlxjudge/solutions/solutiontest"
)

// random are the random inputs of TestSameNodes: how each problem's generator is called, with five seeds.
var random = map[string]string{
	"hdu5046":    "airports -cases 20 -n 1-40 -k 1-20 -reach 1000 -kinds uniform,clustered,collinear,grid,extreme,duplicates",
	"poj3074":    "sudoku9 -count 20 -givens 22",
	"poj3076":    "sudoku16 -count 5 -givens 110 -most 150",
	"spojnqueen": "queens -n 4..50 -kept 0..60",
	"zoj3122":    "sudoku16 -count 5 -givens 120",
}

// The rungs knuth and smallest make the same choices in the same order, with links and without: on every test and on random
// inputs, their answers are the same and so is the number of their nodes, each a call of search.
func TestSameNodes(t *testing.T) {
	cache, err := build.OpenCache(t.TempDir(), executor.New())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range solutiontest.Problems() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inputs, err := filepath.Glob("../testdata/" + name + "/s*/*.in")
			if err != nil {
				t.Fatal(err)
			}
			secret, err := filepath.Glob("../testdata/" + name + "/secret/*/*.in")
			if err != nil || len(inputs) == 0 || len(secret) == 0 {
				t.Fatalf("%d and %d inputs, %v", len(inputs), len(secret), err)
			}
			inputs = append(append(inputs, secret...), generate(t, name)...)
			var rungs [2]*count.Executable
			for i, rung := range []string{"knuth", "smallest"} {
				source := problem.Source{Name: rung, Dir: filepath.Join(name, rung), Files: []string{"main.go"}}
				if rungs[i], err = count.Build(t.Context(), cache, source, "search"); err != nil {
					t.Fatal(err)
				}
			}
			for _, input := range inputs {
				knuth, output := countNodes(t, rungs[0], input)
				smallest, other := countNodes(t, rungs[1], input)
				if knuth != smallest || knuth == 0 {
					t.Errorf("%s: knuth makes %d nodes, smallest %d", input, knuth, smallest)
				}
				if output != other {
					t.Errorf("%s: knuth and smallest answer differently", input)
				}
			}
		})
	}
}

// generate makes random inputs of a problem, and returns their paths.
func generate(t *testing.T, name string) (inputs []string) {
	t.Helper()
	folder := t.TempDir()
	words := strings.Fields(random[name])
	generators := name
	if name == "zoj3122" {
		generators = "poj3076" // the same puzzles
	}
	generator := filepath.Join(folder, words[0])
	if output, err := exec.Command("go", "build", "-o", generator, "../problems/"+generators+"/generators/"+words[0]).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for seed := range 5 {
		args := append(words[1:], "-seed", fmt.Sprint(seed+1))
		in, err := exec.Command(generator, args...).Output()
		if err != nil {
			t.Fatalf("%s: %v", strings.Join(args, " "), err)
		}
		inputs = append(inputs, filepath.Join(folder, fmt.Sprint(seed+1, ".in")))
		if err := os.WriteFile(inputs[seed], in, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return inputs
}

// countNodes counts the nodes that a program makes on an input. It returns its output, too.
func countNodes(t *testing.T, program *count.Executable, input string) (nodes int64, output string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out")
	counts, err := program.Run(t.Context(), problem.Test{Input: input}, path, time.Minute)
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	if !counts.HasNodes {
		t.Fatal("the program has no function search")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return counts.Nodes, string(text)
}
