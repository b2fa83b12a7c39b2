package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
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
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		return err
	}
	_, err := w.Write(escaped(text.Bytes()))
	return err
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
