// Package strictyaml reads YAML files. Every mistake is an error that names its file, line and column.
//
// It refuses what a configuration does not need: unknown and duplicate keys, several documents, tags and merge keys. It
// follows anchors and aliases. It reports all mistakes of a file together, in the order of the file.
//
//	doc, err := strictyaml.ReadFile("problem.yaml")
//	err = doc.Keys(strictyaml.Fields{
//		"name":   strictyaml.Into(&name, strictyaml.Value.Text),
//		"limits": func(v strictyaml.Value) error { return v.Keys(…) },
//	})
package strictyaml

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"dlxjudge/judge/base/untrusted"
)

// maxSize bounds the size of a file; no configuration is larger.
const maxSize = 64 << 10

// ReadFile reads the YAML document in a file. An empty file, or one with only comments, is an empty map.
func ReadFile(path string) (Value, error) { return (*Lenient)(nil).ReadFile(path) }

// Parse reads the YAML document in data. Errors begin with path.
func Parse(path string, data []byte) (Value, error) { return (*Lenient)(nil).Parse(path, data) }

// ReadFile is like the function ReadFile, but lenient.
func (l *Lenient) ReadFile(path string) (Value, error) {
	data, err := untrusted.Read(path, maxSize)
	if err != nil {
		return Value{}, err
	}
	return l.Parse(path, data)
}

// Parse is like the function Parse, but lenient.
func (l *Lenient) Parse(path string, data []byte) (Value, error) {
	s := &source{path: path, aliases: make(map[*ast.AliasNode]ast.Node), lenient: l}
	doc := Value{source: s}
	rest, marked := bytes.CutPrefix(data, []byte("\ufeff"))
	if marked {
		err := doc.Fault(fmt.Errorf("%s:1:1: the file begins with a byte-order mark; save it as UTF-8 without one",
			path), "")
		if err != nil {
			return Value{}, err
		}
		data = rest
	}
	if len(data) > maxSize {
		return Value{}, fmt.Errorf("%s: %d bytes are too many; such a file may have %d", path, len(data), maxSize)
	}
	for i, line := range bytes.Split(data, []byte("\n")) {
		if j := bytes.IndexByte(line, 0); j >= 0 {
			return Value{}, fmt.Errorf("%s:%d:%d: NUL byte; save the file as UTF-8 text", path, i+1, j+1)
		}
	}
	tree, err := parse(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))) // the parser miscounts CRLF lines
	if err != nil {
		return Value{}, libraryError(path, err)
	}
	for _, d := range tree.Docs {
		_, directive := d.Body.(*ast.DirectiveNode) // such as %YAML 1.1
		switch {
		case d.Body == nil || directive:
		case doc.node != nil:
			return Value{}, Value{doc.source, d.Body}.Errorf(secondDocument)
		default:
			doc.node = d.Body
		}
	}
	if doc.node == nil {
		return doc, nil
	}
	var errs []error
	anchors := make(map[string]ast.Node) // their values so far; a later definition of an anchor replaces an earlier one
	ast.Walk(visitor(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AnchorNode:
			anchors[n.Name.String()] = n.Value
		case *ast.AliasNode:
			if s.aliases[n] = anchors[n.Value.String()]; s.aliases[n] == nil {
				errs = append(errs, Value{s, n}.Errorf("no anchor &%s before the alias *%s", n.Value, n.Value))
			}
		}
	}), doc.node)
	return doc, errors.Join(errs...)
}

// visitor is called for every node.
type visitor func(ast.Node)

func (v visitor) Visit(n ast.Node) ast.Visitor {
	v(n)
	return v
}

// parse turns panics of the YAML library, which some malformed files cause, into errors.
func parse(data []byte) (tree *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not valid YAML (%v)", r)
		}
	}()
	tokens := lexer.Tokenize(string(data))
	if err := checkMarks(tokens); err != nil {
		return nil, err
	}
	if tree, err = parser.Parse(tokens, 0, parser.AllowDuplicateMapKey()); err != nil {
		return nil, err
	}
	var last *token.Token
	headers := 0
	for _, t := range tokens {
		if t.Type == token.DocumentHeaderType {
			last, headers = t, headers+1
		}
	}
	if headers > len(tree.Docs) { // the parser drops a document after an empty one
		return nil, &yaml.SyntaxError{Message: secondDocument, Token: last}
	}
	return tree, nil
}

// maxMarks bounds the brackets, dashes, colons and tags of a file. The parser's time grows with the square of their
// number: 10,000 take it up to a second.
const maxMarks = 10_000

func checkMarks(tokens token.Tokens) error {
	marks := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType, token.SequenceEntryType, token.MappingKeyType,
			token.MappingValueType, token.TagType:
			marks++
		}
		if marks > maxMarks {
			return &yaml.SyntaxError{Token: t, Message: fmt.Sprintf("more than %d brackets, dashes, colons and tags "+
				"are too many for such a file", maxMarks)}
		}
	}
	return nil
}

const secondDocument = "a second document; keep one and remove the line with ---"

func libraryError(path string, err error) error {
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil && at.GetToken().Position != nil {
		return fmt.Errorf("%s: %s", place(path, at.GetToken()), at.GetMessage())
	}
	return fmt.Errorf("%s: %w", path, err)
}

func place(path string, t *token.Token) string {
	if t == nil || t.Position == nil {
		return path
	}
	return fmt.Sprintf("%s:%d:%d", path, t.Position.Line, t.Position.Column)
}

type source struct {
	path    string
	aliases map[*ast.AliasNode]ast.Node // the values of aliases
	lenient *Lenient                    // nil if strict
	notes   map[ast.Node]*note          // of the samples of a schema; nil for a file
}
