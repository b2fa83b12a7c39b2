package check

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"dlxjudge/judge/read/problem"
)

type rules struct {
	Options
	whitespace problem.Whitespace
	at         string // where the options are written; "" if unknown
}

// place is a token or a run of whitespace in a text. Tokens end where whitespace begins.
type place struct {
	line, token int // 1-based; whitespace counts as part of the token before it, or as token 0 at the start of a line
	lineStart   int // offset of that line
	start, end  int // offsets of the first byte, and of the byte after the last
	differs     int // offset of the first byte that differs
}

// difference is where two texts first differ.
type difference struct {
	verdict   problem.Verdict
	space     bool // the whitespace differs, not a token
	want, got place
}

// compare compares an output with the answer. It first tests whether they are equal byte for byte, as most outputs are.
func compare(rules rules, answer, output []byte) Result {
	if bytes.Equal(answer, output) {
		return Result{Verdict: problem.AC}
	}
	found := differ(rules, answer, output)
	if found.verdict == problem.AC {
		return Result{Verdict: problem.AC}
	}
	return describe(rules, found, answer, output)
}

// differ walks through both texts token by token, from the first line that differs. It stops at the first difference
// that means WA, or at the end.
func differ(rules rules, answer, output []byte) difference {
	line := bytes.LastIndexByte(answer[:mismatch(answer, output)], '\n') + 1
	want, got := newText(answer, line), newText(output, line)
	result := difference{verdict: problem.AC}
	for {
		wantGap, gotGap := want.gap(), got.gap()
		if want.ended() != got.ended() {
			return difference{verdict: problem.WA, want: want.token(), got: got.token()}
		}
		verdict := rules.judgeGaps(want.at(wantGap), got.at(gotGap), want.ended())
		if result.verdict == problem.AC && verdict != problem.AC {
			result = difference{verdict: verdict, space: true, want: wantGap, got: gotGap}
		}
		if result.verdict == problem.WA || want.ended() {
			return result
		}
		wantToken, gotToken := want.token(), got.token()
		if at, same := rules.sameToken(want.at(wantToken), got.at(gotToken)); !same {
			wantToken.differs += at
			gotToken.differs += at
			return difference{verdict: problem.WA, want: wantToken, got: gotToken}
		}
	}
}

// judgeGaps returns the verdict on two runs of whitespace at the same place. atEnd says that no token follows them.
func (r rules) judgeGaps(want, got []byte, atEnd bool) problem.Verdict {
	switch {
	case bytes.Equal(want, got):
		return problem.AC
	case r.SpaceChangeSensitive:
		return problem.WA
	case r.whitespace == problem.ExactWhitespace:
		return problem.PE
	case r.whitespace == problem.ForgiveTrailing && !atEnd:
		newline := []byte{'\n'}
		if bytes.Count(want, newline) != bytes.Count(got, newline) || !bytes.Equal(indent(want), indent(got)) {
			return problem.PE
		}
	}
	return problem.AC
}

// indent returns the part of a run of whitespace after its last newline, or the whole run if it has no newline.
func indent(gap []byte) []byte { return gap[bytes.LastIndexByte(gap, '\n')+1:] }

// sameToken reports whether got, a token of the output, is right. For a wrong token, it also returns the length of the
// prefix that both tokens share.
func (r rules) sameToken(want, got []byte) (at int, same bool) {
	if bytes.Equal(want, got) {
		return 0, true
	}
	if r.Numbers {
		answer, is := parseNumber(want)
		output, isToo := parseNumber(got)
		if is && isToo && r.near(answer, output) {
			return 0, true
		}
	}
	fold := lower
	if r.CaseSensitive {
		fold = func(b byte) byte { return b }
	}
	for at < min(len(want), len(got)) && fold(want[at]) == fold(got[at]) {
		at++
	}
	return at, at == len(want) && at == len(got)
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}

func mismatch(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

// text is a text that is read from front to back, alternating between whitespace and tokens.
type text struct {
	bytes     []byte
	next      int // offset of the next byte to read
	line      int
	lineStart int
	tokens    int // number of tokens read in this line
}

// newText returns a text that will be read from the offset lineStart on, where a line begins.
func newText(all []byte, lineStart int) *text {
	line := 1 + bytes.Count(all[:lineStart], []byte{'\n'})
	return &text{bytes: all, next: lineStart, line: line, lineStart: lineStart}
}

func (t *text) ended() bool       { return t.next == len(t.bytes) }
func (t *text) at(p place) []byte { return t.bytes[p.start:p.end] }

// gap reads the whitespace before the next token. There may be none.
func (t *text) gap() place {
	p := t.place()
	for ; t.next < len(t.bytes) && isSpace(t.bytes[t.next]); t.next++ {
		if t.bytes[t.next] == '\n' {
			t.line, t.lineStart, t.tokens = t.line+1, t.next+1, 0
		}
	}
	p.end = t.next
	return p
}

// token reads a token. At the end of the text, it returns the place of the missing token.
func (t *text) token() place {
	t.tokens++
	p := t.place()
	for t.next < len(t.bytes) && !isSpace(t.bytes[t.next]) {
		t.next++
	}
	p.end = t.next
	return p
}

func (t *text) place() place {
	return place{line: t.line, token: t.tokens, lineStart: t.lineStart, start: t.next, differs: t.next}
}

// isSpace reports whether a byte is whitespace.
func isSpace(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

const blanks = " \t\r\f\v" // whitespace except newlines

// maxNumber is the most bytes of a token that is read as a number. The format asks for at least 30 digits on each side
// of the decimal point.
const maxNumber = 1024

// parseNumber parses a number in the package format's grammar: an optional sign, digits, and an optional decimal
// exponent. One decimal point may come before, among or after the digits. Names such as inf and nan, hexadecimal
// numbers, and underscores are not allowed. The value is the nearest float64. It is infinite if the number is too
// large, and the smallest positive float64 if a nonzero number is too small.
func parseNumber(token []byte) (float64, bool) {
	if len(token) > maxNumber || len(bytes.Trim(token, "0123456789+-.eE")) > 0 {
		return 0, false
	}
	value, err := strconv.ParseFloat(string(token), 64)
	if mantissa := bytes.TrimLeft(token, "+-0."); value == 0 && len(mantissa) > 0 && mantissa[0] <= '9' {
		value = math.SmallestNonzeroFloat64
	}
	return value, err == nil || errors.Is(err, strconv.ErrRange)
}

// near reports whether got differs from want by at most the absolute or the relative tolerance, computed in float64. It
// returns false if either number is too large for float64.
func (o Options) near(want, got float64) bool {
	if math.IsInf(want, 0) || math.IsInf(got, 0) {
		return false
	}
	off := math.Abs(want - got)
	return off <= o.Absolute || off <= o.Relative*math.Abs(want)
}

// offBy says how far a number is off, how far it may be off, and where that tolerance is set: ": off by 2.7e-5, allowed
// 1e-6 (test_group.yaml:1:24)". It returns "" if the tokens are not compared as numbers.
func (r rules) offBy(want, got []byte) string {
	answer, is := parseNumber(want)
	output, isToo := parseNumber(got)
	off := math.Abs(output - answer)
	if !r.Numbers || !is || !isToo || math.IsInf(answer, 0) || math.IsInf(off, 0) {
		return ""
	}
	allowed := short(r.Absolute)
	if relative := r.Relative * math.Abs(answer); relative > r.Absolute {
		allowed = fmt.Sprintf("%s, %s of the answer", short(relative), short(r.Relative))
	}
	message := fmt.Sprintf(": off by %s, allowed %s", short(off), allowed)
	if r.at != "" {
		message += " (" + r.at + ")"
	}
	return message
}

// short formats a number with three significant digits at most: "2.7e-5", "0.001", "31".
func short(x float64) string {
	text := strconv.FormatFloat(x, 'g', 3, 64)
	mantissa, exponent, is := strings.Cut(text, "e")
	if !is {
		return text
	}
	sign := strings.TrimPrefix(exponent[:1], "+")
	return mantissa + "e" + sign + strings.TrimLeft(exponent[1:], "0")
}
