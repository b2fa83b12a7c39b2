// Package ctd checks inputs with grammars in the language of checktestdata, which many packages use instead of a
// validator (https://github.com/DOMjudge/checktestdata/blob/main/doc/format-spec.md).
//
//	grammar, err := ctd.Parse("form.ctd", text)
//	err = grammar.Check(ctx, input) // nil if the input fits
//
// Grammars are strangers' files. So the package bounds their size, the steps and the memory of a check, and the size of
// numbers. Numbers are exact. As in the reference program, "!" negates the whole test after it, and && and || bind
// equally, because authors have tried their grammars with that program.
package ctd

import (
	"bytes"
	"context"
)

// The bounds of a grammar and of a check.
const (
	maxGrammar = 1 << 20   // bytes
	maxDepth   = 100       // levels of parentheses and of blocks
	maxSteps   = 1 << 28   // commands, operations, and values that are compared
	maxMemory  = 512 << 20 // bytes of variables, about
	maxBits    = 1 << 20   // of a number
)

// Grammar is a parsed grammar. It is safe for concurrent use.
type Grammar struct {
	name     string
	commands []*node
}

// Parse parses a grammar. The name is for messages. An error names a line and a column in the grammar.
func Parse(name string, text []byte) (g *Grammar, err error) {
	defer catch(&err)
	p := &parser{name: name, text: text, place: place{1, 1}}
	if len(text) > maxGrammar {
		p.fault("it has more than %d bytes", maxGrammar)
	}
	p.next()
	commands := p.commands("")
	return &Grammar{name, append(commands, &node{op: "EOF", text: "the end of the grammar", at: p.place})}, nil
}

// Check returns nil if the input fits the grammar. Otherwise the error says where in the input, from line 1 and, in
// bytes, from column 1, and which command of the grammar does not fit. A mistake in the grammar, or a bound that the
// check exceeds, is an error, too.
func (g *Grammar) Check(ctx context.Context, input []byte) (err error) {
	defer catch(&err)
	r := &run{ctx: ctx, name: g.name, input: input, variables: make(map[string]*variable),
		patterns: make(map[string]*pattern)}
	r.commands(g.commands)
	return nil
}

// stop is what a check or the parser throws, to end.
type stop struct{ error }

// catch stores what was thrown.
func catch(err *error) {
	switch thrown := recover().(type) {
	case nil:
	case stop:
		*err = thrown.error
	default:
		panic(thrown)
	}
}

// place is a line and a column in a grammar.
type place struct{ line, column int }

// after returns the place after a text that begins at this place.
func (p place) after(text []byte) place {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		return place{p.line + bytes.Count(text, []byte("\n")), len(text) - i}
	}
	return place{p.line, p.column + len(text)}
}
