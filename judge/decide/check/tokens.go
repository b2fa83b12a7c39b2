package check

import (
	"bytes"
	"context"
	"errors"
	"io"

	"dlxjudge/judge/read/problem"
)

// rules are the rules by which two files are compared.
type rules struct {
	Options
	whitespace problem.Whitespace
	at         string // where the options were written; "" if not known
}

// prefix is the beginning that two files have in common.
type prefix struct {
	whole     bool  // the files are equal
	lineStart int64 // offset in both of the first line that differs
	lines     int   // lines before that
}

// commonPrefix reads two files from their beginning until they differ.
func commonPrefix(ctx context.Context, answer, output io.Reader) (prefix, error) {
	a, b := takeBuffer(), takeBuffer()
	defer giveBuffer(a)
	defer giveBuffer(b)
	var p prefix
	for at := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		n, err := readBlock(answer, a[:])
		if err != nil {
			return p, err
		}
		m, err := readBlock(output, b[:])
		if err != nil {
			return p, err
		}
		same := a[:n]
		if !bytes.Equal(same, b[:m]) {
			same = same[:mismatch(same, b[:m])]
		}
		if last := bytes.LastIndexByte(same, '\n'); last >= 0 {
			p.lineStart = at + int64(last) + 1
			p.lines += bytes.Count(same, []byte{'\n'})
		}
		if len(same) < n || len(same) < m {
			return p, nil
		}
		if n < len(a) {
			p.whole = true
			return p, nil
		}
		at += int64(n)
	}
}

// readBlock fills the buffer, or reads to the end of the file.
func readBlock(from io.Reader, buffer []byte) (int, error) {
	n, err := io.ReadFull(from, buffer)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return n, err
}

func mismatch(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

// found is the verdict on two files and, unless it is AC, where they first differ.
type found struct {
	verdict   problem.Verdict
	space     bool // the whitespace differs, not a token
	want, got place
}

// comparison goes through two files side by side, token by token, in constant memory.
type comparison struct {
	rules
	fold      *[256]byte // maps the bytes of a token, for case
	want, got *scanner   // answer, output
}

func newComparison(ctx context.Context, rules rules, answer, output io.Reader, from prefix) *comparison {
	c := &comparison{rules: rules, fold: &lowerCase, want: newScanner(ctx, answer, from), got: newScanner(ctx, output,
		from)}
	if rules.CaseSensitive {
		c.fold = &asIs
	}
	return c
}

func (c *comparison) free() {
	c.want.free()
	c.got.free()
}

// run compares up to the first token that differs, or to the end.
func (c *comparison) run() (found, error) {
	result := found{verdict: problem.AC}
	for {
		wantGap, gotGap := c.want.gap(), c.got.gap()
		wantEnd, gotEnd := c.want.atEnd(), c.got.atEnd()
		if c.want.err != nil || c.got.err != nil {
			return found{}, errors.Join(c.want.err, c.got.err)
		}
		if wantEnd != gotEnd {
			c.beginTokens()
			return c.differ(0)
		}
		if verdict := c.judgeGaps(wantGap, gotGap, wantEnd); result.verdict == problem.AC && verdict != problem.AC {
			result = found{verdict: verdict, space: true, want: wantGap.place, got: gotGap.place}
			if verdict == problem.WA {
				return result, nil
			}
		}
		if wantEnd {
			return result, nil
		}
		c.beginTokens()
		if same, at := c.tokens(); !same {
			return c.differ(at)
		}
	}
}

// judgeGaps is the verdict on two runs of whitespace at the same place.
func (c *comparison) judgeGaps(want, got gap, atEnd bool) problem.Verdict {
	same := want.length == got.length && want.hash == got.hash
	switch {
	case same:
		return problem.AC
	case c.SpaceChangeSensitive:
		return problem.WA
	case c.whitespace == problem.ExactWhitespace:
		return problem.PE
	case c.whitespace == problem.ForgiveTrailing && !atEnd:
		if want.newlines != got.newlines || want.indent != got.indent || want.indentHash != got.indentHash {
			return problem.PE
		}
	}
	return problem.AC
}

// tokens compares the next tokens of both files and goes past them. If they differ it returns the number of equal
// bytes; the files are then somewhere inside the tokens.
func (c *comparison) tokens() (same bool, at int64) {
	if c.Numbers {
		token := c.want.token()
		if _, ok := parseNumber(token); ok {
			return c.numbers(token)
		}
	}
	for at := int64(0); ; {
		want, got := c.want.buffered(), c.got.buffered()
		n := min(len(want), len(got))
		i := 0
		for i < n && c.fold[want[i]] == c.fold[got[i]] && !isSpace[want[i]] {
			i++
		}
		c.want.skip(i)
		c.got.skip(i)
		at += int64(i)
		if i < n || n == 0 {
			wantEnds := len(want) == i || isSpace[want[i]]
			gotEnds := len(got) == i || isSpace[got[i]]
			return wantEnds && gotEnds, at
		}
	}
}

// numbers is tokens for a token of the answer that is a number. Equal texts are equal whatever the tolerances.
func (c *comparison) numbers(wantToken []byte) (same bool, at int64) {
	gotToken := c.got.token()
	if i := mismatch(wantToken, gotToken); i < max(len(wantToken), len(gotToken)) {
		if _, ok := parseNumber(gotToken); !ok || !c.near(wantToken, gotToken) {
			return false, int64(i)
		}
	}
	c.want.skip(len(wantToken))
	c.got.skip(len(gotToken))
	return true, 0
}

func (c *comparison) beginTokens() {
	c.want.beginToken()
	c.got.beginToken()
}

// differ is WA at the current tokens, which differ after so many bytes.
func (c *comparison) differ(at int64) (found, error) {
	result := found{verdict: problem.WA, want: c.want.tokenPlace(at), got: c.got.tokenPlace(at)}
	return result, errors.Join(c.want.err, c.got.err)
}
