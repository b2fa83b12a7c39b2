package count

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/cover"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// covdata reads the counters of "go build -cover". Each basic block has one counter.
type covdata struct {
	body token.Position // where the search function's body begins; invalid if there is no search function
	tool string         // path of Go's covdata tool; "" if only "go tool covdata" can start it
}

func newCovdata(ctx context.Context, source problem.Source, search string, tools toolRunner) (counters, error) {
	body, err := bodyOf(search, source)
	if err != nil {
		return counters{}, err
	}
	tool, err := covdataTool(ctx, tools)
	return counters{
		env: []string{"GOCOVERDIR=" + sandbox.Folder}, files: []string{"covmeta.*", "covcounters.*"},
		longest: wraps(), read: covdata{body, tool}.read,
	}, err
}

// covdataTool returns the path of Go's covdata tool. Starting the tool with "go tool" takes fifty times as long as the
// tool's own work. The path is "" if the go command keeps no executable of the tool, but compiles it for each start.
func covdataTool(ctx context.Context, tools toolRunner) (string, error) {
	folder, err := scratch.Make("")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	answer := filepath.Join(folder, "path")
	if err := tools(ctx, "", sandbox.Task{Args: []string{"tool", "-n", "covdata"}, Output: answer}); err != nil {
		return "", err
	}
	text, err := os.ReadFile(answer)
	if err != nil {
		return "", err
	}
	path := strings.TrimSpace(string(text))
	if info, err := os.Stat(path); err != nil || !filepath.IsAbs(path) || !info.Mode().IsRegular() {
		return "", nil
	}
	return path, nil
}

// wraps returns the CPU time after which a 32-bit counter could wrap.
func wraps() time.Duration { return time.Duration((1 << 32) / fastest() * float64(time.Second)) }

// fastest returns a number of increments per second that no counter can exceed on this machine. It is twice the rate of
// a loop that only increments a counter in memory. An instrumented program uses the same instruction, but also executes
// the statements of each counted block. The factor 2 allows for a CPU clock that speeds up. CPU time is summed over all
// threads, so the bound also holds for several threads.
var fastest = sync.OnceValue(func() float64 {
	const increments, attempts = 1 << 20, 20 // attempts are short, so that some are not interrupted
	best := 0.0
	for range attempts {
		start := time.Now()
		for range increments {
			tick[0]++
		}
		best = max(best, increments/time.Since(start).Seconds())
	}
	return 2 * best
})

// tick is a package-level array, like coverage counters, so the compiler increments it in memory, not in a register.
var tick [1]uint32

// read lets Go's covdata tool convert the counters to text, and adds them up.
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
	profiles, err := cover.ParseProfiles(filepath.Join(folder, text))
	if err != nil {
		return Counts{}, &UnknownError{err.Error()}
	}
	return sum(profiles, c.body)
}

// sum adds up the counts in the profiles. The number of nodes is how often the search function's first block was
// executed.
func sum(profiles []*cover.Profile, body token.Position) (Counts, error) {
	var c Counts
	for _, p := range profiles {
		for _, b := range p.Blocks { // sorted by position
			if err := c.add(int64(b.NumStmt), int64(b.Count)); err != nil {
				return Counts{}, err
			}
			after := b.StartLine > body.Line || b.StartLine == body.Line && b.StartCol >= body.Column
			if body.IsValid() && after && !c.HasNodes &&
				filepath.Base(p.FileName) == filepath.Base(body.Filename) {
				c.Nodes, c.HasNodes = int64(b.Count), true
			}
		}
	}
	switch {
	case len(profiles) == 0:
		return Counts{}, &UnknownError{"the program left no counters"}
	case body.IsValid() && !c.HasNodes:
		return Counts{}, &UnknownError{fmt.Sprintf("no counted block after %v, the start of the search function", body)}
	}
	return c, nil
}

// bodyOf finds the body of the function or method with this name, or of a function literal that is the value of a
// variable with this name. If there is more than one such body, it returns an error, since the nodes would be
// ambiguous.
func bodyOf(name string, source problem.Source) (token.Position, error) {
	set := token.NewFileSet()
	var bodies []token.Position
	add := func(id ast.Expr, body *ast.BlockStmt) {
		if id, ok := id.(*ast.Ident); ok && id.Name == name && body != nil {
			bodies = append(bodies, set.Position(body.Lbrace))
		}
	}
	assigned := func(id, value ast.Expr) {
		if literal, ok := value.(*ast.FuncLit); ok {
			add(id, literal.Body)
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
				for i, value := range n.Rhs[:min(len(n.Lhs), len(n.Rhs))] {
					assigned(n.Lhs[i], value)
				}
			case *ast.ValueSpec:
				for i, value := range n.Values[:min(len(n.Names), len(n.Values))] {
					assigned(n.Names[i], value)
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
	return token.Position{}, &UnknownError{fmt.Sprintf("two functions have the name %s, at %v and %v; rename one", name,
		bodies[0], bodies[1])}
}
