package check

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"dlxjudge/judge/base/legible"
)

const (
	shownWhole = 96 // bytes of the longest token that is shown whole
	shownPart  = 48 // bytes shown of a longer token, around the differing byte
)

// describe turns a difference into a message and a window.
func describe(rules rules, found difference, answer, output []byte) Result {
	want, got := excerpt(answer, found.want), excerpt(output, found.got)
	message := tokenMessage(found, want, got)
	if found.space {
		message = spaceMessage(found, want, got)
	} else if !want.cut() && !got.cut() {
		message += rules.offBy(want.text, got.text)
	}
	return Result{
		Verdict: found.verdict,
		Message: message,
		Difference: &Difference{
			Line:   found.got.line,
			Token:  found.got.token,
			Want:   want.String(),
			Got:    got.String(),
			Window: window(rules, found, answer, output),
		},
	}
}

// piece is the shown part of a token or of a run of whitespace.
type piece struct {
	text   []byte
	before bool // the token or run has more before the text
	after  bool // the token or run has more after the text
	length int  // of the whole token or run, in bytes
}

func excerpt(text []byte, p place) piece {
	from, to := p.start, p.end
	if to-from > shownWhole {
		from = max(from, p.differs-shownPart/2)
		to = min(to, from+shownPart)
	}
	return piece{text: text[from:to], before: from > p.start, after: to < p.end, length: p.end - p.start}
}

func (p piece) cut() bool { return p.before || p.after }

// String returns the piece in printable form: "…56789… (1048576 bytes)".
func (p piece) String() string {
	var b strings.Builder
	if p.before {
		b.WriteString("…")
	}
	b.WriteString(legible.Spaced(p.text, 0))
	if p.after {
		b.WriteString("…")
	}
	if p.cut() {
		fmt.Fprintf(&b, " (%d bytes)", p.length)
	}
	return b.String()
}

func tokenMessage(found difference, want, got piece) string {
	where := fmt.Sprintf("line %d", found.got.line)
	if got.length == 0 {
		return fmt.Sprintf("%s: the output ends, want %v", where, want)
	}
	where += fmt.Sprintf(", token %d", found.got.token)
	if want.length == 0 {
		return fmt.Sprintf("%s: want the end of the output, got %v", where, got)
	}
	if max(want.length, got.length) > shownWhole {
		where += fmt.Sprintf(", byte %d", found.got.differs-found.got.start+1)
	}
	return fmt.Sprintf("%s: want %v, got %v", where, want, got)
}

// spaceMessage describes two runs of whitespace that differ: "line 17: want an empty line, got no empty line".
func spaceMessage(found difference, want, got piece) string {
	where := fmt.Sprintf("line %d", found.got.line)
	if found.got.token > 0 {
		where += fmt.Sprintf(", after token %d", found.got.token)
	}
	wantLines, wantPlain := emptyLines(want, found.want.token == 0)
	gotLines, gotPlain := emptyLines(got, found.got.token == 0)
	if wantPlain && gotPlain && wantLines != gotLines && min(wantLines, gotLines) >= 0 {
		lines := func(n int) string { return count(n, "no empty line", "an empty line", "empty lines") }
		return fmt.Sprintf("%s: want %s, got %s", where, lines(wantLines), lines(gotLines))
	}
	return fmt.Sprintf("%s: want %s, got %s", where, spaceName(want), spaceName(got))
}

// emptyLines returns the number of empty lines in a run of whitespace, or -1 for a run within a line. plain reports
// whether that number describes the run completely: all of the run is shown, and no blank follows the last newline.
func emptyLines(p piece, lineStart bool) (lines int, plain bool) {
	lines = bytes.Count(p.text, []byte{'\n'})
	if !lineStart {
		lines--
	}
	return lines, !p.after && (len(p.text) == 0 || p.text[len(p.text)-1] == '\n')
}

func spaceName(p piece) string {
	switch text := string(p.text); {
	case p.after:
		return p.String()
	case text == "":
		return "nothing"
	case text == "\n":
		return "a line break"
	case strings.Trim(text, " ") == "":
		return count(len(text), "", "a space", "spaces")
	case strings.Trim(text, "\t") == "":
		return count(len(text), "", "a tab", "tabs")
	default:
		return strconv.Quote(text)
	}
}

func count(n int, none, one, many string) string {
	switch n {
	case 0:
		return none
	case 1:
		return one
	}
	return fmt.Sprintf("%d %s", n, many)
}
