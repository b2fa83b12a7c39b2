package polygon

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"dlxjudge/judge/base/legible"
)

// The bounds on problem.xml. Packages have some hundred tests, and tens of elements for each other thing.
const (
	mostBytes    = 16 << 20
	mostElements = 200_000
	mostText     = 4 << 10 // of one element, about
	deepest      = 32
)

// element is an element of the file.
type element struct {
	file       string
	name       string
	attributes []xml.Attr
	inner      []*element
	text       string
	line       int
}

// parse reads the file as a tree. Entities that a document defines itself are not expanded: they are errors.
func parse(file string, text []byte) (*element, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	decoder := xml.NewDecoder(bytes.NewReader(text))
	decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("it is in the encoding %s; save it as UTF-8, and say so in its first line: "+
			"encoding=\"utf-8\"", charset)
	}
	root := &element{file: file, line: 1}
	open, count := []*element{root}, 0
	for {
		line, _ := decoder.InputPos()
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			at, _ := decoder.InputPos()
			return nil, fmt.Errorf("%s:%d: this is no XML that can be read: %s", file, at, reason(err))
		}
		above := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			// what stands before an element on its line is part of the token before it
			inner := &element{file: file, name: token.Name.Local, attributes: token.Attr, line: line}
			if count++; count > mostElements {
				return nil, inner.errorf("more than %d elements; remove some", mostElements)
			}
			if len(open) > deepest {
				return nil, inner.errorf("an element in more than %d others; move it up", deepest)
			}
			above.inner = append(above.inner, inner)
			open = append(open, inner)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(above.text) < mostText { // what is read is a number or a path
				above.text += string(token)
			}
		}
	}
	if len(root.inner) != 1 || root.inner[0].name != "problem" {
		return nil, fmt.Errorf("%s:1: want the one element <problem>, as Polygon writes it", file)
	}
	return root.inner[0], nil
}

// reason is what the decoder says, without the place, which it gives in another form.
func reason(err error) string {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return legible.Line(syntax.Msg)
	}
	text := err.Error()
	if _, charset, ok := strings.Cut(text, "opening charset"); ok {
		if _, said, ok := strings.Cut(charset, ": "); ok {
			text = said
		}
	}
	return legible.Line(text)
}

func (e *element) place() string { return fmt.Sprintf("%s:%d", e.file, e.line) }

func (e *element) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: "+format, append([]any{e.place()}, args...)...)
}

// attribute is the value of an attribute, "" if there is none.
func (e *element) attribute(name string) string {
	for _, a := range e.attributes {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// all are the elements at a path below this one, such as files/resources/file.
func (e *element) all(path string) []*element {
	found := []*element{e}
	for name := range strings.SplitSeq(path, "/") {
		var next []*element
		for _, above := range found {
			for _, inner := range above.inner {
				if inner.name == name {
					next = append(next, inner)
				}
			}
		}
		found = next
	}
	return found
}

// one is the first element at a path, nil if there is none.
func (e *element) one(path string) *element {
	if found := e.all(path); len(found) > 0 {
		return found[0]
	}
	return nil
}

// number reads a whole number from least on.
func (e *element) number(text string, least int64, what string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < least || n > math.MaxInt64>>20 {
		return 0, e.errorf("want %s, a whole number from %d on, got %q", what, least, legible.Line(text))
	}
	return n, nil
}
