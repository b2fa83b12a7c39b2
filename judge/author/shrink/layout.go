package shrink

import (
	"bytes"
	"slices"
	"strconv"
)

// layout is an input, split into lines and tokens. Between tokens there are only blanks.
type layout struct {
	input []byte
	lines []line
}

// span is the part input[from:to] of the input.
type span struct{ from, to int }

type line struct {
	span   // includes the newline
	tokens []token
}

// token is a word of a line. Its span begins at the end of the previous token, or at the start of the line.
type token struct {
	span
	word  int   // the index where the word begins, after the blanks
	value int64 // the value of the word, if whole is set
	whole bool  // the word is a 64-bit integer without leading zeros or a plus sign
}

func layoutOf(input []byte) layout {
	l := layout{input: input}
	for from := 0; from < len(input); {
		to := len(input)
		if i := bytes.IndexByte(input[from:], '\n'); i >= 0 {
			to = from + i + 1
		}
		l.lines = append(l.lines, line{span: span{from, to}, tokens: tokensOf(input, from, to)})
		from = to
	}
	return l
}

func tokensOf(input []byte, from, to int) []token {
	var tokens []token
	for at := from; ; {
		word := at
		for word < to && isBlank(input[word]) {
			word++
		}
		if word == to {
			return tokens
		}
		end := word
		for end < to && !isBlank(input[end]) {
			end++
		}
		t := token{span: span{at, end}, word: word}
		text := string(input[word:end])
		if v, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(v, 10) == text {
			t.value, t.whole = v, true
		}
		tokens = append(tokens, t)
		at = end
	}
}

func isBlank(b byte) bool {
	return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\v' || b == '\f'
}

// edit replaces a span with a text; an empty text removes the span.
type edit struct {
	span
	text string
}

// set returns the edit that gives a number another value.
func (t token) set(value int64) edit {
	return edit{span{t.word, t.to}, strconv.FormatInt(value, 10)}
}

// with applies edits, which must not overlap, and returns the new input. If an edit removes the beginning of a line,
// the blanks before the line's next token are removed, too.
func (l layout) with(edits []edit) []byte {
	out := make([]byte, 0, len(l.input))
	at := 0
	for _, e := range slices.SortedFunc(slices.Values(edits), func(a, b edit) int { return a.from - b.from }) {
		out = append(append(out, l.input[at:max(at, e.from)]...), e.text...)
		at = e.to
		within := len(out) > 0 && out[len(out)-1] != '\n' // an earlier part of the line remains
		for !within && l.input[e.to-1] != '\n' && at < len(l.input) && (l.input[at] == ' ' || l.input[at] == '\t') {
			at++
		}
	}
	return append(out, l.input[at:]...)
}
