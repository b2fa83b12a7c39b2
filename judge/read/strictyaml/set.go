package strictyaml

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Set gives the pair's key its value: in place of the plain value that it has, or with the key as a new one at the end
// of its map. Maps that are missing are added. Everything else stays the same, byte for byte: comments, order and
// layout. path is what errors call the file. A form in which that cannot be done, such as an alias, is an error.
func Set(path string, data []byte, pair Pair) ([]byte, error) {
	if ends := bytes.Count(data, []byte("\r\n")); ends > 0 && ends == bytes.Count(data, []byte("\n")) {
		changed, err := Set(path, bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), pair)
		return bytes.ReplaceAll(changed, []byte("\n"), []byte("\r\n")), err // the parser miscounts such lines
	}
	doc, err := Parse(path, data)
	if err != nil {
		return nil, err
	}
	e := edit{pair: pair, lines: bytes.SplitAfter(data, []byte("\n"))}
	done, err := e.set(doc, 0)
	if err != nil {
		return nil, err
	}
	changed := bytes.Join(e.lines, nil)
	if !done || !pair.alone(doc, changed) {
		last := len(pair.Keys) - 1
		return nil, fmt.Errorf("%s: its form is too unusual to be changed; write there yourself, below %s: %s", path,
			strings.Join(pair.Keys[:last], ", "), strings.TrimSuffix(pair.Lines(last, ""), "\n"))
	}
	return changed, nil
}

// edit is a change of a document that is cut into lines. Its methods report whether they could make it.
type edit struct {
	pair  Pair
	lines [][]byte
}

// set changes a map that is below so many of the keys.
func (e *edit) set(m Value, depth int) (bool, error) {
	at, err := find(m, e.pair.Keys[depth])
	switch depth++; {
	case err != nil:
		return false, err
	case at == nil:
		return e.add(m, depth-1), nil
	case depth == len(e.pair.Keys) || at.Value.Kind() == Null:
		return e.fill(*at, depth), nil
	}
	return e.set(at.Value, depth)
}

// find is the entry of a key in a map, nil if there is none.
func find(v Value, key string) (*Entry, error) {
	entries, err := v.Entries()
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(entries, func(e Entry) bool { return e.Key == key }); i >= 0 {
		return &entries[i], nil
	}
	return nil, nil
}

// add adds the rest of the pair to a map.
func (e *edit) add(m Value, depth int) bool {
	column, end := 1, len(e.lines)
	switch n := m.node.(type) {
	case nil:
	case *ast.MappingNode:
		if n.IsFlowStyle {
			return e.intoBraces(m, depth)
		}
		column, end = e.end(n.Values[len(n.Values)-1])
	case *ast.MappingValueNode:
		column, end = e.end(n)
	default:
		return false // an alias: its anchor may serve others
	}
	if above := e.lines[end-1]; len(above) > 0 && !bytes.HasSuffix(above, []byte("\n")) {
		e.lines[end-1] = append(slices.Clone(above), '\n')
	}
	e.lines = slices.Insert(e.lines, end, []byte(e.pair.Lines(depth, strings.Repeat(" ", column-1))))
	return true
}

// end is where a map in lines ends, by its last entry: the column of its keys, and the index of the line behind it.
func (e *edit) end(last *ast.MappingValueNode) (column, end int) {
	at := last.Key.GetToken().Position
	end = min(at.Line, len(e.lines)) // in YAML a carriage return alone ends a line, too
	for end < len(e.lines) && (indent(e.lines[end]) >= at.Column-1 || blank(e.lines[end])) {
		end++
	}
	for end > 1 && blank(e.lines[end-1]) {
		end--
	}
	return at.Column, end
}

func indent(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// intoBraces adds the rest of the pair as the first of a map in braces.
func (e *edit) intoBraces(m Value, depth int) bool {
	added, ok := e.pair.inline(depth)
	if entries, _ := m.Entries(); len(entries) > 0 {
		added += ", "
	}
	return ok && e.replace(m.node.GetToken().Position, "{", "{"+added)
}

// fill puts the rest of the pair in place of the plain value of an entry, or behind its key if there is none.
func (e *edit) fill(at Entry, depth int) bool {
	switch at.Value.node.(type) {
	case *ast.AliasNode, *ast.AnchorNode:
		return false
	}
	text, ok := e.pair.inline(depth)
	if !ok {
		return false
	}
	if depth < len(e.pair.Keys) {
		text = "{" + text + "}"
	}
	if written := at.Value.node.GetToken(); at.Value.Kind() != Null || written.Type == token.NullType {
		if e.replace(written.Position, written.Value, text) {
			return true
		}
	}
	return at.Value.Kind() == Null && e.replace(at.At.node.GetToken().Position, at.Key+":", at.Key+": "+text)
}

// replace puts text in place of what stands at a position.
func (e *edit) replace(at *token.Position, old, text string) bool {
	if at.Line > len(e.lines) || at.Column < 1 {
		return false
	}
	line := []rune(string(e.lines[at.Line-1]))
	if at.Column-1 > len(line) || !strings.HasPrefix(string(line[at.Column-1:]), old) || old == "" {
		return false
	}
	before, after := string(line[:at.Column-1]), strings.TrimPrefix(string(line[at.Column-1:]), old)
	e.lines[at.Line-1] = []byte(before + text + after)
	return true
}
