package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// Schema is the schema version of all documents. It is raised when a field changes its meaning. Fields may be added,
// but are never removed.
const Schema = 1

// Beginning holds a file, or the beginning of it, in a document: as text, or in base64 if it is not UTF-8.
type Beginning struct {
	Bytes  int64  `json:"bytes"` // of the whole file
	Text   string `json:"text"`
	Base64 string `json:"base64,omitempty"`
	Cut    bool   `json:"cut,omitempty"`
}

// BeginningOf returns the beginning of a file of the given size.
func BeginningOf(head []byte, size int64) Beginning {
	b := Beginning{Bytes: size, Cut: int64(len(head)) < size}
	text := head
	for i := 0; b.Cut && i < utf8.UTFMax-1 && len(text) > 0 && !utf8.Valid(text); i++ { // the cut split a character
		text = text[:len(text)-1]
	}
	if utf8.Valid(text) {
		b.Text = string(text)
	} else {
		b.Base64 = base64.StdEncoding.EncodeToString(head)
	}
	return b
}

// Document writes any value as a JSON document without characters that act on a terminal.
func Document(w io.Writer, document any) error {
	text, err := encoded(document, "  ")
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// encoded returns a value as JSON without characters that act on a terminal.
func encoded(v any, indent string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", indent)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return escaped(text.Bytes()), err
}

// escaped replaces characters that act on a terminal, but that encoding/json leaves alone, by JSON escapes: DEL, the
// control characters from U+0080 on, and those that change the direction of text.
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
