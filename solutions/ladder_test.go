package solutions_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

// random has the arguments of each problem's generator for the random inputs of TestSameNodes, which uses five seeds.
var random = map[string]string{
	"hdu5046": "airports -cases 20 -n 1-40 -k 1-20 -reach 1000 -kinds " +
		"uniform,clustered,collinear,grid,extreme,duplicates",
	"poj3074":    "sudoku9 -count 20 -givens 22",
	"poj3076":    "sudoku16 -count 5 -givens 110 -most 150",
	"spojnqueen": "queens -n 4..50 -kept 0..60",
	"zoj3122":    "sudoku16 -count 5 -givens 120",
}

// The rungs knuth, cells and smallest make the same choices in the same order, with links, with sparse sets and with
// plain arrays. On every test and on random inputs, they have the same answers and the same number of nodes (calls of
// search).
func TestSameNodes(t *testing.T) {
	for _, name := range solutiontest.Problems() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "spojnqueen" {
				judgetest.Long(t, "it counts the nodes on hard tests")
			}
			inputs := generate(t, name)
			for _, pattern := range []string{"sample/*.in", "secret/*/*.in"} {
				paths, err := filepath.Glob(filepath.Join("../testdata", name, pattern))
				if err != nil || len(paths) == 0 {
					t.Fatalf("%s: %d inputs, %v", pattern, len(paths), err)
				}
				inputs = append(inputs, paths...)
			}
			knuth := counting(t, name+"/knuth")
			others := map[string]string{}
			for _, rung := range []string{"cells", "smallest"} {
				others[rung] = counting(t, name+"/"+rung)
			}
			for _, input := range inputs {
				nodes, output := countNodes(t, knuth, input)
				for rung, program := range others {
					n, other := countNodes(t, program, input)
					if nodes != n || nodes == 0 {
						t.Errorf("%s: knuth makes %d nodes, %s %d", input, nodes, rung, n)
					}
					if output != other {
						t.Errorf("%s: knuth and %s answer differently", input, rung)
					}
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
	if output, err := exec.Command("go", "build", "-o", generator, "../problems/"+generators+"/generators/"+
		words[0]).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for seed := range 5 {
		args := append(words[1:], "-seed", fmt.Sprint(seed+1))
		in, err := exec.Command(generator, args...).Output()
		if err != nil {
			t.Fatalf("%s: %v", strings.Join(args, " "), err)
		}
		inputs = append(inputs, filepath.Join(folder, fmt.Sprint(seed+1, ".in")))
		judgetest.Check(t, os.WriteFile(inputs[seed], in, 0o644))
	}
	return inputs
}

// Plain backtracking finds every solution if it goes on where it would stop, and leaves the board as it was. It then
// makes as many calls as are known for one puzzle, 24943 on given and empty cells, and one more for each solution.
func TestYardstick(t *testing.T) {
	program := counting(t, "poj3074/backtrack", "if cell == cells {\n\t\treturn true",
		"if cell == cells {\n\t\tfmt.Printf(\"%s\\n\", s.board)\n\t\treturn false", "!s.search(0)", "s.search(0)")
	const solved = solutiontest.Solved9
	tests := []struct {
		name, puzzle string
		solutions    int
		nodes        int64 // 0 if not known
	}{
		{"known", "6...87......9.57.6.4.....8..3...2.....4...69....41..235...3.17..8..9.2....1.763..", 1, 24943 + 1},
		{"a solved board", solved, 1, 81 + 1},
		{"one empty cell", solved[:80] + ".", 1, 81 + 1},
		{"no solution", "12345678.........9" + strings.Repeat(".", 63), 0, 9},
		{"two digits taken away", solutiontest.Sudoku9.Without(solved, "12"), 4, 0},
		{"three digits taken away", solutiontest.Sudoku9.Without(solved, "123"), 60, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			input := filepath.Join(t.TempDir(), "in")
			judgetest.Check(t, os.WriteFile(input, []byte(test.puzzle+"\nend\n"), 0o644))
			nodes, output := countNodes(t, program, input)
			found, unchanged := strings.CutSuffix(output, test.puzzle+"\n")
			puzzles := slices.Repeat([]string{test.puzzle}, test.solutions)
			if err := solutiontest.Sudoku9.Check(puzzles, found); err != nil || !unchanged {
				t.Errorf("%v; the board is unchanged: %v", err, unchanged)
			}
			if test.nodes > 0 && nodes != test.nodes {
				t.Errorf("%d calls of search, want %d", nodes, test.nodes)
			}
		})
	}
}

// counting compiles a solution with a counter in its search, and returns the path of the program. It prints the number
// of nodes to standard error. The counter has 64 bits: those of a coverage profile have 32, too few for the hardest
// tests. Changes are made to the source: every old text, in one place, is followed by the new one.
func counting(t *testing.T, solution string, changes ...string) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(solution, "main.go"))
	judgetest.Check(t, err)
	text := string(source) + "\nvar nodes int64\n"
	for change := range slices.Chunk(changes, 2) {
		if strings.Count(text, change[0]) != 1 {
			t.Fatalf("%s: want %q once", solution, change[0])
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	for _, insert := range []struct{ after, line string }{
		{") search(", "\tnodes++\n"},
		{"func main(", "\tdefer func() { fmt.Fprintln(os.Stderr, nodes) }()\n"},
	} {
		before, rest, _ := strings.Cut(text, insert.after)
		end, rest, found := strings.Cut(rest, "\n")
		if !found || strings.Contains(rest, insert.after) {
			t.Fatalf("%s: want one line with %q", solution, insert.after)
		}
		text = before + insert.after + end + "\n" + insert.line + rest
	}
	folder := t.TempDir()
	judgetest.Check(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(text), 0o644))
	compile := exec.Command("go", "build", "-gcflags=-lang=go1.12", "-o", "program", "main.go")
	compile.Dir = folder
	compile.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if output, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", solution, err, output)
	}
	return filepath.Join(folder, "program")
}

// countNodes returns how many nodes a program makes on an input, and its output.
func countNodes(t *testing.T, program, input string) (nodes int64, output string) {
	t.Helper()
	in, err := os.Open(input)
	judgetest.Check(t, err)
	defer in.Close()
	var out, message strings.Builder
	command := exec.Command(program)
	command.Stdin, command.Stdout, command.Stderr = in, &out, &message
	if err := command.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", input, err, &message)
	}
	if _, err := fmt.Sscanln(message.String(), &nodes); err != nil {
		t.Fatalf("%s: %q on stderr: %v", input, &message, err)
	}
	return nodes, out.String()
}
