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
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// covdata reads the counters of go build -cover: one a basic block.
type covdata struct {
	body token.Position // where the search function's body begins; not valid without one
	tool string         // path of the tool covdata, or ""
}

func newCovdata(ctx context.Context, source problem.Source, search string, tools toolRunner) (covdata, error) {
	body, err := bodyOf(search, source)
	if err != nil {
		return covdata{}, err
	}
	tool, err := covdataTool(ctx, tools)
	return covdata{body, tool}, err
}

// covdataTool asks go where the tool is: to start it by "go tool" takes fifty times as long as its work. It is "" where
// go would compile it for each start.
func covdataTool(ctx context.Context, tools toolRunner) (string, error) {
	folder, err := scratch.Make("")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	answer, err := os.Create(filepath.Join(folder, "path"))
	if err != nil {
		return "", err
	}
	defer answer.Close()
	if err := tools(ctx, "", sandbox.Task{Args: []string{"tool", "-n", "covdata"}, Stdout: answer}); err != nil {
		return "", err
	}
	text, err := os.ReadFile(answer.Name())
	if err != nil {
		return "", err
	}
	path := strings.TrimSpace(string(text))
	if info, err := os.Stat(path); err != nil || !filepath.IsAbs(path) || !info.Mode().IsRegular() {
		return "", nil
	}
	return path, nil
}

func (covdata) environment() []string { return []string{"GOCOVERDIR=" + sandbox.Folder} }

func (covdata) files(into string) []sandbox.Product {
	return []sandbox.Product{{Pattern: "covmeta.*", Into: into, Limit: mostCounters}, {Pattern: "covcounters.*",
		Into: into, Limit: mostCounters}}
}

// longest: the counters are 32 bits wide.
func (covdata) longest() time.Duration {
	return time.Duration((1 << 32) / fastest() * float64(time.Second))
}

// read has the tool covdata turn the counters into text.
func (c covdata) read(ctx context.Context, tools toolRunner, folder string) (Counts, error) {
	files, err := filesOf(folder)
	if err != nil {
		return Counts{}, err
	}
	const text = "text"
	command := sandbox.Task{
		Args:     []string{"textfmt", "-i=" + sandbox.Folder, "-o=" + sandbox.Folder + "/" + text},
		Files:    files,
		Products: []sandbox.Product{{Pattern: text, Into: folder, Limit: mostCounters}},
	}
	if c.tool == "" {
		command.Args = append([]string{"tool", "covdata"}, command.Args...)
	}
	if err := tools(ctx, c.tool, command); err != nil {
		return Counts{}, err
	}
	profile, err := os.ReadFile(filepath.Join(folder, text))
	if err != nil {
		return Counts{}, err
	}
	blocks, err := parseBlocks(profile)
	if err != nil {
		return Counts{}, unknown(err)
	}
	counts, err := sum(blocks, c.body)
	return counts, unknown(err)
}

// unknown is an error in what a program has left as its counters, which it may have written itself.
func unknown(err error) error {
	var already *UnknownError
	if err == nil || errors.As(err, &already) {
		return err
	}
	return &UnknownError{err.Error()}
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
		if _, err := fmt.Sscanf(in.Text()[colon+1:], "%d.%d,%d.%d %d %d", &b.line, &b.column, &b.endLine, &b.endColumn,
			&b.statements, &b.execution); err != nil {
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
		if err := c.add(b.statements, b.execution); err != nil {
			return Counts{}, err
		}
		if body.IsValid() && filepath.Base(b.file) == filepath.Base(body.Filename) &&
			!before(b, body.Line, body.Column) &&
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
func bodyOf(name string, source problem.Source) (token.Position, error) {
	set := token.NewFileSet()
	var bodies []token.Position
	add := func(id *ast.Ident, body *ast.BlockStmt) {
		if id.Name == name && body != nil {
			bodies = append(bodies, set.Position(body.Lbrace))
		}
	}
	for _, file := range source.Files {
		file = filepath.Join(source.Dir, file)
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return token.Position{}, &compile.CompileError{Source: file, Output: err.Error()}
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
	return token.Position{}, &UnknownError{fmt.Sprintf("two functions are called %s, at %v and %v; rename one", name,
		bodies[0], bodies[1])}
}
