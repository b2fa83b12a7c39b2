package count

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/problem"
)

// goCounters are those of go build -cover: one a basic block.
type goCounters struct {
	source problem.Source
	search string
	body   token.Position // where the search function's body begins; not valid without one
}

func (g *goCounters) build(ctx context.Context, dir string) (string, error) {
	files, err := paths(g.source)
	if err != nil {
		return "", err
	}
	if g.body, err = bodyOf(g.search, files); err != nil {
		return "", err
	}
	if _, err := exec.LookPath("go"); err != nil {
		return "", &build.MissingError{Language: "Go", Compiler: "go", Advice: "install it from https://go.dev/dl/"}
	}
	program := filepath.Join(dir, "program")
	args := append([]string{"build", "-cover", "-covermode=count", "-gcflags=-lang=go1.12", "-o", program}, files...)
	cmd := command(ctx, g.source.Dir, "go", args...)
	cmd.Env = goEnvironment(dir)
	return program, compile(cmd, g.source)
}

// goEnvironment is the user's, without what would bend a build, and outside of any module.
func goEnvironment(dir string) []string {
	var env []string
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); !strings.HasPrefix(name, "GO") || name == "GOROOT" || name == "GOCACHE" {
			env = append(env, entry)
		}
	}
	return append(env, "GOPATH="+dir, "GO111MODULE=off", "GOENV=off", "GOTOOLCHAIN=local", "CGO_ENABLED=0")
}

func (g *goCounters) environment(folder string) []string { return []string{"GOCOVERDIR=" + folder} }

// longest: the counters are 32 bits wide.
func (g *goCounters) longest() time.Duration {
	return time.Duration((1 << 32) / fastest() * float64(time.Second))
}

// read has go tool covdata turn the counters into text.
func (g *goCounters) read(ctx context.Context, dir, folder string) (Counts, error) {
	text := filepath.Join(folder, "text")
	cmd := command(ctx, folder, "go", "tool", "covdata", "textfmt", "-i="+folder, "-o="+text)
	cmd.Env = goEnvironment(dir)
	if output, err := cmd.CombinedOutput(); err != nil {
		return Counts{}, fmt.Errorf("go tool covdata: %w\n%s", err, bytes.TrimSpace(output))
	}
	profile, err := os.ReadFile(text)
	if err != nil {
		return Counts{}, err
	}
	blocks, err := parseBlocks(profile)
	if err != nil {
		return Counts{}, err
	}
	return sum(blocks, g.body)
}

// block is one basic block of a profile.
type block struct {
	file                  string
	line, column          int // of its beginning
	endLine, endColumn    int
	statements, execution int64
}

// parseBlocks reads the text form of a profile: a line "mode: count", then a line a block.
func parseBlocks(profile []byte) ([]block, error) {
	var blocks []block
	in := bufio.NewScanner(bytes.NewReader(profile))
	for n := 1; in.Scan(); n++ {
		if n == 1 {
			if in.Text() != "mode: count" {
				return nil, fmt.Errorf("coverage profile: line 1: want mode: count, got %q", in.Text())
			}
			continue
		}
		var b block
		colon := strings.LastIndexByte(in.Text(), ':')
		if colon < 0 {
			return nil, fmt.Errorf("coverage profile: line %d: no position in %q", n, in.Text())
		}
		b.file = in.Text()[:colon]
		if _, err := fmt.Sscanf(in.Text()[colon+1:], "%d.%d,%d.%d %d %d", &b.line, &b.column, &b.endLine, &b.endColumn, &b.statements, &b.execution); err != nil {
			return nil, fmt.Errorf("coverage profile: line %d: %q: %w", n, in.Text(), err)
		}
		blocks = append(blocks, b)
	}
	if len(blocks) == 0 {
		return nil, errors.Join(in.Err(), &UnknownError{"the program left no counters"})
	}
	return blocks, in.Err()
}

// sum adds up a profile. The nodes are the executions of the block that the search function's body begins with: the one
// whose beginning is nearest behind the body's.
func sum(blocks []block, body token.Position) (Counts, error) {
	var c Counts
	var first *block
	for i, b := range blocks {
		c.Statements += b.statements * b.execution
		if body.IsValid() && filepath.Base(b.file) == filepath.Base(body.Filename) && !before(b, body.Line, body.Column) &&
			(first == nil || before(b, first.line, first.column)) {
			first = &blocks[i]
		}
	}
	if body.IsValid() {
		if first == nil {
			return Counts{}, fmt.Errorf("coverage profile: no block behind %v, where the search function begins", body)
		}
		c.Nodes, c.HasNodes = first.execution, true
	}
	return c, nil
}

func before(b block, line, column int) bool {
	return b.line < line || b.line == line && b.column < column
}

// bodyOf finds the body of the function or method of that name, or of the function literal that is assigned to a
// variable of that name. Several of one name would make the nodes ambiguous.
func bodyOf(name string, files []string) (token.Position, error) {
	set := token.NewFileSet()
	var bodies []token.Position
	add := func(id *ast.Ident, body *ast.BlockStmt) {
		if id.Name == name && body != nil {
			bodies = append(bodies, set.Position(body.Lbrace))
		}
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return token.Position{}, &build.CompileError{Source: file, Output: err.Error()}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				add(n.Name, n.Body)
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if id, ok := left.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
						if literal, ok := n.Rhs[i].(*ast.FuncLit); ok {
							add(id, literal.Body)
						}
					}
				}
			}
			return true
		})
	}
	switch len(bodies) {
	case 0:
		return token.Position{}, nil
	case 1:
		return bodies[0], nil
	}
	return token.Position{}, &UnknownError{fmt.Sprintf("two functions are called %s, at %v and %v; rename one", name, bodies[0], bodies[1])}
}
