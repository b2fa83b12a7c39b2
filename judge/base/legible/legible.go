// Package legible makes untrusted text safe to print: file names, records, and the output of compilers and checkers.
// Control and invisible characters become Go escapes such as \x1b or \u202e.
//
//	fmt.Fprintf(w, "  %s: %s\n", legible.Line(name), legible.Line(message))
package legible

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Line returns text as one line: it escapes newlines and tabs, too.
func Line(text string) string { return Spaced([]byte(text), len(text)) }

// Lines escapes text but keeps its newlines and tabs.
func Lines(text string) string { return escape([]byte(text), len(text), "\n\t") }

// Spaced is like Line, but writes · for each space in text[dots:], so that a reader can count these spaces.
func Spaced(text []byte, dots int) string { return escape(text, dots, "") }

func escape(text []byte, dots int, keep string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		switch {
		case r == ' ' && at >= dots:
			b.WriteRune('·')
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[at])
		case strconv.IsPrint(r), strings.ContainsRune(keep, r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		at += size
	}
	return b.String()
}
