package ctd

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// pattern is an extended regular expression of POSIX, for bytes. A dot matches a newline.
type pattern struct {
	one         *regexp.Regexp
	least, most int // how often it must match, one match after another
}

var (
	// repeated matches a set that is repeated; Go's library refuses numbers above 1,000.
	repeated = regexp.MustCompile(`^(\[\^?\]?[^][]*\]|[A-Za-z0-9 .])\{([0-9]{1,9}),?([0-9]{1,9})?\}$`)
	// piece matches a set, an escape, what only newer languages know, or a character.
	piece = regexp.MustCompile(`(?s)\[\^?\]?(?:\[:[a-z]*:\]|[^\]])*\]|\\.|\(\?|[*+?}][*+?{]|.`)
)

// compile translates an expression for Go's library. It returns an error if the two languages differ.
func compile(expression string) (*pattern, error) {
	p, rest := &pattern{least: 1, most: 1}, expression
	parts := repeated.FindStringSubmatch(expression)
	if parts != nil && (parts[3] != "" || !strings.Contains(parts[0], ",}")) {
		rest = parts[1]
		p.least, _ = strconv.Atoi(parts[2])
		if p.most = p.least; parts[3] != "" {
			p.most, _ = strconv.Atoi(parts[3])
		}
	}
	form := `(?s)^(?:`
	for _, part := range piece.FindAllString(rest, -1) {
		switch {
		case len(part) > 1 && part[0] == '[' && !strings.Contains(part[1:], "[.") && !strings.Contains(part[1:], "[="):
			form += latin1(strings.ReplaceAll(part, `\`, `\\`)) // a backslash in a set is one
		case len(part) == 2 && part[0] == '\\' && strings.Contains(`^.[]$()|*+?{}\/-"`, part[1:]):
			form += regexp.QuoteMeta(part[1:])
		case part == `\`, len(part) > 1 && part[0] < 0x80:
			return nil, fmt.Errorf("%q in the expression %q has no meaning in extended regular expressions", part,
				shorten(expression))
		default:
			form += latin1(part)
		}
	}
	var err error
	if p.one, err = regexp.Compile(form + ")"); err != nil {
		return nil, fmt.Errorf("the expression %q: %w", shorten(expression), err)
	}
	p.one.Longest()
	return p, nil
}

// latin1 returns a text in which each byte is a character.
func latin1(text string) string {
	var characters []rune
	for _, c := range []byte(text) {
		characters = append(characters, rune(c))
	}
	return string(characters)
}

// match returns the length of the longest match at the beginning of a text, or -1. It calls step for each byte that it
// looks at, which may be far more than it matches.
func (p *pattern) match(text []byte, step func(int)) (at int) {
	for times := range p.most {
		found := p.one.FindReaderIndex(&reader{text[at:], step})
		if found == nil && times < p.least {
			return -1
		} else if found == nil {
			break
		}
		at += found[1]
	}
	return at
}

// reader yields bytes as characters.
type reader struct {
	left []byte
	step func(int)
}

func (r *reader) ReadRune() (rune, int, error) {
	if len(r.left) == 0 {
		return 0, 0, io.EOF
	}
	r.step(1)
	c := r.left[0]
	r.left = r.left[1:]
	return rune(c), 1, nil
}
