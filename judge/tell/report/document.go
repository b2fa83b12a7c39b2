package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode/utf8"

	"dlxjudge/judge/read/problem"
)

// Schema is that of all documents. It is raised when a field changes its meaning. Fields may be added, but are never
// removed.
const Schema = 1

// Limits are those that a program was run under, in a document.
type Limits struct {
	TimeSeconds float64 `json:"time_seconds"`
	MemoryBytes int64   `json:"memory_bytes"`
	OutputBytes int64   `json:"output_bytes"`
}

// LimitsOf are the limits of a problem in a document.
func LimitsOf(l problem.Limits) Limits { return Limits{l.Time.Seconds(), l.Memory, l.Output} }

// Beginning is a file in a document, or its beginning: as text, or where it is not UTF-8 in base64.
type Beginning struct {
	Bytes  int64  `json:"bytes"` // of the whole file
	Text   string `json:"text"`
	Base64 string `json:"base64,omitempty"`
	Cut    bool   `json:"cut,omitempty"`
}

// BeginningOf is the beginning of a file of so many bytes.
func BeginningOf(head []byte, size int64) Beginning {
	b := Beginning{Bytes: size, Cut: int64(len(head)) < size}
	text := head
	for i := 0; b.Cut && i < utf8.UTFMax-1 && len(text) > 0 && !utf8.Valid(text); i++ { // a character may have been cut
		text = text[:len(text)-1]
	}
	if utf8.Valid(text) {
		b.Text = string(text)
	} else {
		b.Base64 = base64.StdEncoding.EncodeToString(head)
	}
	return b
}

// Document writes any value as a JSON document in which nothing acts on a terminal.
func Document(w io.Writer, document any) error {
	text, err := encoded(document, "")
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// inPieces writes a document whose last field is an empty list, with the elements in that list. It has one element in
// memory at a time: as text, 5,000 tests are several megabytes.
func inPieces[E any](w io.Writer, document any, elements iter.Seq[E]) error {
	const empty = "[]\n}\n"
	text, err := encoded(document, "")
	if err != nil {
		return err
	}
	head, is := bytes.CutSuffix(text, []byte(empty))
	if !is {
		return fmt.Errorf("the document ends with %q, and not with an empty list", text[max(0, len(text)-len(empty)):])
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	const deep = "    "
	before, end := "[\n"+deep, empty
	for element := range elements {
		text, err := encoded(element, deep)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s%s", before, bytes.TrimSuffix(text, []byte("\n")))
		}
		if err != nil {
			return err
		}
		before, end = ",\n"+deep, "\n  ]\n}\n"
	}
	_, err = io.WriteString(w, end)
	return err
}

// encoded is a value as JSON in which nothing acts on a terminal, and a line break. All lines but the first begin with
// the prefix.
func encoded(value any, prefix string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent(prefix, "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return escaped(text.Bytes()), nil
}

// escaped writes as JSON escapes what package json leaves as it is and a terminal acts on: DEL, the control characters
// from U+0080 on, and those that turn the direction of text.
func escaped(document []byte) []byte {
	var out bytes.Buffer
	for _, r := range string(document) {
		switch {
		case r == '\n' || r > 0xffff || strconv.IsPrint(r):
			out.WriteRune(r)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.Bytes()
}
