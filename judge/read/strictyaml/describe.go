package strictyaml

import (
	"slices"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Shape is what a reader takes: which kinds of values, and what may be in them. Describe finds it.
type Shape struct {
	kinds    map[string]bool   // of values that it takes, as JSON Schema calls them: "string", "integer"
	words    []string          // texts that it takes, also if it does not take every text
	keys     map[string]*Shape // the known keys of a map; nil if there are none
	others   *Shape            // the values of other keys
	closed   bool              // other keys are errors
	elements *Shape            // of a list
}

// Describe runs a reader on a sample of each kind and notes how it reads them. A map has every key that the reader
// knows, so no key of its tables can be missing. What a reader says of the samples does not matter, nor do limits on
// numbers and forms of texts, which are not noted.
//
// A reader must look at all entries of a map, whatever is wrong with some of them. A text that it compares with a word
// is read with Is, or with OneOf.
func Describe(read func(Value) error) *Shape {
	shape := &Shape{}
	for _, v := range shape.samples() {
		read(v)
	}
	return shape
}

// samples are values of each kind, how they are read is noted in the shape. The name of a group of tests is also a
// constant's, a language's and a program's.
func (s *Shape) samples() []Value {
	samples := make([]Value, 0, 6)
	for _, text := range []string{"~", sampleKey, "1", "true", "[]", "{}"} {
		samples = append(samples, Value{&source{path: "a sample", shape: s}, sampleNode(text)})
	}
	return samples
}

const sampleKey = "secret"

func sampleNode(text string) ast.Node {
	file, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		panic(err) // never: the texts are above
	}
	return file.Docs[0].Body
}

// within returns a shape within a shape, new if there is none yet.
func within(s **Shape) *Shape {
	if *s == nil {
		*s = &Shape{}
	}
	return *s
}

// described is the shape that notes how the value is read; nil where a document is read.
func (v Value) described() *Shape {
	if v.source == nil {
		return nil
	}
	return v.source.shape
}

// takes notes that a value of its kind was read. Of several notes on a kind the last one counts: what is tried first
// may fit less well.
func (v Value) takes() { v.note(v.kindName(), true) }

// refuses notes that a value of its kind was not read.
func (v Value) refuses() { v.note(v.kindName(), false) }

func (v Value) note(kind string, taken bool) {
	if s := v.described(); s != nil {
		if s.kinds == nil {
			s.kinds = make(map[string]bool)
		}
		s.kinds[kind] = taken
	}
}

// kindName is the kind of the value, as JSON Schema calls it.
func (v Value) kindName() string {
	return map[Kind]string{Null: "null", Text: "string", Number: "number", Bool: "boolean", List: "array",
		Map: "object"}[v.Kind()]
}

// takesInteger notes that a number was read which has to be an integer.
func (v Value) takesInteger() {
	v.note("number", false)
	v.note("integer", true)
}

// takesWords notes that a text was read which has to be one of these words.
func (v Value) takesWords(words ...string) {
	s := v.described()
	if s == nil || v.Kind() != Text {
		return
	}
	v.refuses()
	for _, word := range words {
		if !slices.Contains(s.words, word) {
			s.words = append(s.words, word)
		}
	}
}

// sampleEntries are the entries of a described map: of each kind one.
func (s *Shape) sampleEntries() []Entry {
	at := Value{&source{path: "a sample"}, sampleNode(sampleKey)}
	var entries []Entry
	for _, v := range within(&s.others).samples() {
		entries = append(entries, Entry{Key: sampleKey, At: at, Value: v})
	}
	return entries
}

// describeKeys reads samples of each field of a described map, and of other keys if there may be some.
func (v Value) describeKeys(fields Fields, other func(Entry) error) {
	if v.Kind() != Map {
		v.Entries() // notes what an empty map may look like
		return
	}
	s := v.described()
	v.takes()
	if s.keys == nil {
		s.keys = make(map[string]*Shape)
	}
	for key, read := range fields {
		if s.keys[key] == nil {
			s.keys[key] = &Shape{}
		}
		for _, sample := range s.keys[key].samples() {
			read(sample)
		}
	}
	if s.closed = other == nil; s.closed {
		return
	}
	for _, e := range s.sampleEntries() {
		other(e)
	}
}
