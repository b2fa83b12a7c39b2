package mutate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// goChanges returns the possible changes of a file in Go.
func goChanges(text []byte) ([]change, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	p := planter{text: text, at: func(pos token.Pos) int { return files.Position(pos).Offset }}
	ast.Inspect(tree, p.node)
	return p.changes, nil
}

// planter collects the changes of a syntax tree.
type planter struct {
	text    []byte
	at      func(token.Pos) int
	changes []change
}

func (p *planter) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.CallExpr:
		return !reportsError(n)
	case *ast.BinaryExpr:
		if !isString(n.X) && !isString(n.Y) {
			p.operator(n.OpPos, n.Op.String())
		}
	case *ast.AssignStmt:
		p.operator(n.TokPos, n.Tok.String())
	case *ast.IncDecStmt:
		p.operator(n.TokPos, n.Tok.String())
	case *ast.BranchStmt:
		if n.Label == nil {
			p.operator(n.TokPos, n.Tok.String())
		}
	case *ast.Ident:
		if n.Name == "true" || n.Name == "false" {
			p.operator(n.Pos(), n.Name)
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			p.replace(n.OpPos, n.OpPos+1, "")
		}
	case *ast.BasicLit:
		if n.Kind == token.INT {
			p.number(n)
		}
	case *ast.IfStmt:
		p.negate(n.Cond)
	}
	return true
}

// reportsError reports whether a call makes an error or ends the program. Inputs of tests are valid, so no test can
// show a fault in such a call.
func reportsError(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		of, ok := f.X.(*ast.Ident)
		return ok && (of.Name == "errors" || of.Name == "log" || of.Name == "fmt" && f.Sel.Name == "Errorf" ||
			of.Name == "os" && f.Sel.Name == "Exit")
	}
	return false
}

// isString reports whether an operand is a string literal. Strings have a + but no -.
func isString(x ast.Expr) bool {
	literal, ok := x.(*ast.BasicLit)
	return ok && literal.Kind == token.STRING
}

func (p *planter) operator(pos token.Pos, was string) {
	for _, is := range other[was] {
		p.replace(pos, pos+token.Pos(len(was)), is)
	}
}

// number changes a constant in two ways. One change adds 1, and the other subtracts 1, unless the constant is 0.
func (p *planter) number(n *ast.BasicLit) {
	v, err := strconv.ParseInt(n.Value, 0, 64)
	if err != nil {
		return
	}
	p.replace(n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
	if v > 0 {
		p.replace(n.Pos(), n.End(), strconv.FormatInt(v-1, 10))
	}
}

// negate negates the condition of an if statement. It skips comparisons and negations, whose operators are changed
// instead.
func (p *planter) negate(condition ast.Expr) {
	switch c := condition.(type) {
	case *ast.UnaryExpr:
		return
	case *ast.BinaryExpr:
		if c.Op != token.LAND && c.Op != token.LOR {
			return
		}
	}
	from, to := p.at(condition.Pos()), p.at(condition.End())
	text := "!(" + string(p.text[from:to]) + ")"
	p.changes = append(p.changes, change{from, to, text, "if", "if not"})
}

func (p *planter) replace(from, to token.Pos, text string) {
	p.changes = append(p.changes, newChange(p.text, p.at(from), p.at(to), text))
}
