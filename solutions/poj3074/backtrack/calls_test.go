package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

// all finds every solution of a puzzle. While it searches, the program's own search runs on to the end.
func all(t *testing.T, puzzle string) []string {
	t.Helper()
	s, err := parse([]byte(puzzle))
	judgetest.Check(t, err)
	var found []string
	s.solved = func() bool {
		found = append(found, string(s.board[:]))
		return false
	}
	if s.search(0) {
		t.Error("search stopped, although it was not told to")
	}
	if string(s.board[:]) != puzzle {
		t.Errorf("search left the board as %s", s.board)
	}
	return found
}

func TestAllSolutions(t *testing.T) {
	const solved = solutiontest.Solved9
	tests := []struct {
		name, puzzle string
		want         int
	}{
		{"a solved board", solved, 1},
		{"one empty cell", solved[:80] + ".", 1},
		{"one solution", ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.", 1},
		{"no solution", "12345678.........9" + strings.Repeat(".", 63), 0},
		{"two digits taken away", solutiontest.Sudoku9.Without(solved, "12"), 4},
		{"three digits taken away", solutiontest.Sudoku9.Without(solved, "123"), 60},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found := all(t, test.puzzle)
			for _, board := range found {
				if err := solutiontest.Sudoku9.Check([]string{test.puzzle}, board+"\n"); err != nil {
					t.Error(err)
				}
			}
			if len(found) != test.want {
				t.Errorf("%d solutions, want %d", len(found), test.want)
			}
		})
	}
}

// The size of the search is known for this puzzle: to find all its solutions, of which there is one, this algorithm
// calls search 24943 times, calls on given cells counted.
const (
	yardstick      = "6...87......9.57.6.4.....8..3...2.....4...69....41..235...3.17..8..9.2....1.763.."
	yardstickCalls = 24943
)

func TestYardstick(t *testing.T) {
	if found := all(t, yardstick); len(found) != 1 || solutiontest.Sudoku9.Check([]string{yardstick},
		found[0]+"\n") != nil {
		t.Errorf("solutions: %q", found)
	}
}

// The calls are counted from outside: TestYardstick runs once more, alone, with Go's coverage counters, and the counter
// of search's first block is the number of its calls. So the program itself need not count anything.
func TestYardstickCalls(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs go on the PATH, to count calls; get it from https://go.dev/dl/: ", err)
	}
	profile := filepath.Join(t.TempDir(), "profile")
	test := exec.Command("go", "test", "-run=^TestYardstick$", "-count=1", "-covermode=count", "-coverprofile="+profile)
	if output, err := test.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", test, err, output)
	}
	if calls := firstBlockCount(t, profile, "main.go", "search"); calls != yardstickCalls {
		t.Errorf("%d calls of search, want %d", calls, yardstickCalls)
	}
}

// firstBlockCount reads from a coverage profile how often a function of the file was entered.
func firstBlockCount(t *testing.T, profile, file, function string) int {
	t.Helper()
	files := token.NewFileSet()
	syntax, err := parser.ParseFile(files, file, nil, 0)
	judgetest.Check(t, err)
	var body *ast.BlockStmt
	for _, declaration := range syntax.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Name.Name == function {
			body = f.Body
		}
	}
	if body == nil {
		t.Fatalf("%s has no function %s", file, function)
	}
	first, last := files.Position(body.Lbrace).Line, files.Position(body.Rbrace).Line
	data, err := os.ReadFile(profile)
	judgetest.Check(t, err)
	for _, block := range strings.Split(string(data), "\n") {
		_, place, _ := strings.Cut(block, "/"+file+":")
		var line, column, endLine, endColumn, statements, count int
		n, _ := fmt.Sscanf(place, "%d.%d,%d.%d %d %d", &line, &column, &endLine, &endColumn, &statements, &count)
		if n == 6 && first <= line && line <= last {
			return count // the blocks of a file are in its order
		}
	}
	t.Fatalf("no block of %s in the profile:\n%s", function, data)
	return 0
}
