package strictyaml

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Set gives a key of a map, which is itself a value of the document's map, another plain value, such as time_limit of
// limits. What is missing is added. All else stays as it is, byte for byte: comments, order and layout. path is what
// errors call the file. A form in which that cannot be done, such as an alias, is an error.
func Set(path string, data []byte, section, key, value string) ([]byte, error) {
	doc, err := Parse(path, data)
	if err != nil {
		return nil, err
	}
	e := edit{lines: bytes.SplitAfter(data, []byte("\n")), newline: "\n", pair: key + ": " + value, value: value}
	if bytes.HasSuffix(e.lines[0], []byte("\r\n")) {
		e.newline = "\r\n"
	}
	at, err := find(doc, section)
	if err != nil {
		return nil, err
	}
	done := false
	switch {
	case at == nil && flow(doc):
		e.pair = section + ": {" + e.pair + "}"
		done = e.intoBraces(doc)
	case at == nil:
		done = e.append(section)
	case at.Value.Kind() == Null:
		done = e.fill(*at, "{"+e.pair+"}")
	default:
		done, err = e.inMap(at.Value, key)
		if err != nil {
			return nil, err
		}
	}
	changed := bytes.Join(e.lines, nil)
	if done {
		err = differ(path, data, changed, section, key, value)
	}
	if !done || err != nil {
		return nil, fmt.Errorf("%s: its form is too unusual to be changed; write there yourself, below %s: %s: %s",
			path, section, key, value)
	}
	return changed, nil
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

// flow reports whether a map is written in braces.
func flow(v Value) bool {
	m, ok := v.node.(*ast.MappingNode)
	return ok && m.IsFlowStyle
}

// edit is a change of a document that is cut into lines. Its methods report whether they could make it.
type edit struct {
	lines       [][]byte
	newline     string
	pair, value string // "key: value" and "value"
}

// inMap changes or adds the pair in a map.
func (e *edit) inMap(m Value, key string) (bool, error) {
	at, err := find(m, key)
	switch {
	case err != nil:
		return false, err
	case at != nil:
		return e.fill(*at, e.value), nil
	case flow(m):
		return e.intoBraces(m), nil
	}
	if _, block := m.node.(*ast.MappingNode); !block {
		if _, single := m.node.(*ast.MappingValueNode); !single {
			return false, nil // an alias: its anchor may serve others
		}
	}
	first := firstToken(m.node).Position
	line := first.Line - 1
	before := string([]rune(string(e.lines[line]))[:first.Column-1])
	if strings.TrimSpace(before) != "" {
		return false, nil
	}
	e.lines = slices.Insert(e.lines, line, []byte(before+e.pair+e.newline))
	return true, nil
}

// fill puts text in place of the plain value of an entry, or behind its key if there is none.
func (e *edit) fill(at Entry, text string) bool {
	switch at.Value.node.(type) {
	case *ast.AliasNode, *ast.AnchorNode:
		return false
	}
	if written := at.Value.node.GetToken(); at.Value.Kind() != Null || written.Type == token.NullType {
		if e.replace(written.Position, written.Value, text) {
			return true
		}
	}
	if at.Value.Kind() != Null {
		return false
	}
	position := *at.At.node.GetToken().Position
	return e.replace(&position, at.Key+":", at.Key+": "+text)
}

// intoBraces adds the pair as the first of a map in braces.
func (e *edit) intoBraces(m Value) bool {
	entries, _ := m.Entries()
	added := e.pair
	if len(entries) > 0 {
		added += ", "
	}
	return e.replace(m.node.GetToken().Position, "{", "{"+added)
}

// append adds a section at the end.
func (e *edit) append(section string) bool {
	last := len(e.lines) - 1
	if len(e.lines[last]) > 0 {
		e.lines[last] = append(slices.Clone(e.lines[last]), e.newline...)
	}
	e.lines = append(e.lines, []byte(section+":"+e.newline+"  "+e.pair+e.newline))
	return true
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

// differ checks that two documents differ in that value alone.
func differ(path string, old, changed []byte, section, key, value string) error {
	before, err := outline(path, old, section, key)
	if err != nil {
		return err
	}
	after, err := outline(path, changed, section, key)
	if err != nil {
		return err
	}
	if got := after[section+"."+key]; got != value {
		return fmt.Errorf("%s: %s is %q", path, key, got)
	}
	delete(before, section+"."+key)
	delete(after, section+"."+key)
	delete(before, section) // an empty one
	if len(before) != len(after) {
		return fmt.Errorf("%s: other keys changed", path)
	}
	for name, text := range before {
		if after[name] != text {
			return fmt.Errorf("%s: %s changed", path, name)
		}
	}
	return nil
}

// outline are the values of a document's map and of that section by their keys, as the parser writes them.
func outline(path string, data []byte, section, key string) (map[string]string, error) {
	doc, err := Parse(path, data)
	if err != nil {
		return nil, err
	}
	entries, err := doc.Entries()
	if err != nil {
		return nil, err
	}
	all := make(map[string]string)
	for _, e := range entries {
		if e.Key != section {
			all[e.Key] = e.Value.node.String()
			continue
		}
		inner, err := e.Value.Entries()
		if err != nil {
			return nil, err
		}
		for _, i := range inner {
			if i.Key == key {
				all[section+"."+i.Key] = i.Value.written()
			} else {
				all[section+"."+i.Key] = i.Value.node.String()
			}
		}
	}
	return all, nil
}
