package strictyaml

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"
)

// The bounds on what the parser is given, far above what any file that is read here has. The parser's time grows with
// the square of both: 60,000 brackets take it 13 seconds, 20,000 keys three.
const (
	maxDepth = 64   // of values within values
	maxKeys  = 8192 // in all maps that are written with indentation
)

// checkShape refuses tokens beyond the bounds, in one pass over them. Maps and lists in block style are found by the
// columns of their keys and dashes. Tags, and dashes within brackets, count as levels until a value follows, since the
// parser calls itself for each.
func checkShape(tokens token.Tokens) error {
	var columns []int // of the open maps and lists that are written with indentation
	flow, marks, keys := 0, 0, 0
	indent := func(column int) {
		for len(columns) > 0 && columns[len(columns)-1] >= column {
			columns = columns[:len(columns)-1]
		}
		columns = append(columns, column)
	}
	for i, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow = max(0, flow-1)
		case token.SequenceEntryType, token.MappingKeyType:
			if flow > 0 {
				marks++
			} else {
				indent(t.Position.Column)
			}
		case token.MappingValueType:
			if flow == 0 && i > 0 {
				indent(tokens[i-1].Position.Column)
			}
		case token.TagType:
			marks++
		default:
			marks = 0
		}
		if flow == 0 && (t.Type == token.MappingKeyType || t.Type == token.MappingValueType) {
			keys++
		}
		switch {
		case len(columns)+flow+marks > maxDepth:
			return &yaml.SyntaxError{Message: fmt.Sprintf("values are nested more than %d deep; write it flatter",
				maxDepth), Token: t}
		case keys > maxKeys:
			return &yaml.SyntaxError{Message: fmt.Sprintf("more than %d keys are too many for such a file", maxKeys),
				Token: t}
		}
	}
	return nil
}
