package ctd

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/base/legible"
)

// node is a command or an expression.
type node struct {
	op    string // a word or an operator of the language, "variable", "constant" or "negate"
	name  string // of a variable; FIXED or SCIENTIFIC, of FLOAT and FLOATP
	value value  // of a constant
	args  []*node
	body  []*node // the commands of a block
	other []*node // the commands after ELSE; the separator of a loop
	at    place
	text  string // as the grammar writes a command
}

// signatures lists the arguments of commands and functions: expressions (e), variables (v), assignments (a), options
// (o) and commands (c). Those after a question mark may be missing, and one before a star may be a list.
var signatures = map[string]string{
	"SPACE": "", "NEWLINE": "", "EOF": "", "INT": "ee?v", "FLOAT": "ee?vo", "FLOATP": "eeee?vo", "STRING": "e",
	"REGEX": "e?v", "ASSERT": "e", "SET": "a*", "UNSET": "v*", "REP": "e?c", "REPI": "ve?c", "WHILE": "e?c",
	"WHILEI": "ve?c", "IF": "e", "ISEOF": "", "MATCH": "e", "UNIQUE": "v*", "INARRAY": "ev", "STRLEN": "e",
}

var (
	functions = []string{"ISEOF", "MATCH", "UNIQUE", "INARRAY", "STRLEN"}
	blocks    = []string{"REP", "REPI", "WHILE", "WHILEI", "IF"}
)

// binding says how strongly binary operators bind. All group to the left. A minus sign binds as strongly as negation.
var binding = map[string]int{"=": 1, "&&": 1, "||": 1, "<": 2, ">": 2, "<=": 2, ">=": 2, "==": 2, "!=": 2, "+": 3,
	"-": 3, "*": 4, "/": 4, "%": 4, "^": 6}

const negation = 5

// The form of tokens. A word ends where the longest word of the language ends, even if no blank follows.
var (
	blank = regexp.MustCompile(`^(?:[ \t\r\n]+|#[^\n]*)+`)
	token = regexp.MustCompile(`^(?:[a-z][a-z0-9]*|[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|"(?:[^"\\]|\\(?s:.))*"|&&|` +
		`\|\||[<>=!]=|ISEOF|MATCH|UNIQUE|INARRAY|STRLEN|SPACE|NEWLINE|EOF|INT|FLOATP|FLOAT|STRING|REGEX|ASSERT|` +
		`SET|UNSET|REPI|REP|WHILEI|WHILE|IF|ELSE|END|FIXED|SCIENTIFIC|(?s:.))`)
)

// parser reads a grammar by recursive descent.
type parser struct {
	name  string
	text  []byte // from the token on
	token string // "" at the end
	place        // of the token
	depth int
}

func (p *parser) fault(format string, args ...any) {
	panic(stop{fmt.Errorf("%s:%d:%d: %s", p.name, p.line, p.column, fmt.Sprintf(format, args...))})
}

// next reads the next token.
func (p *parser) next() {
	skipped := len(p.token)
	skipped += len(blank.Find(p.text[skipped:]))
	p.place, p.text = p.after(p.text[:skipped]), p.text[skipped:]
	p.token = string(token.Find(p.text))
}

// is reads the token if it is this one.
func (p *parser) is(token string) bool {
	if p.token != token {
		return false
	}
	p.next()
	return true
}

func (p *parser) need(token string) {
	if !p.is(token) {
		p.unexpected(token)
	}
}

func (p *parser) unexpected(want string) { p.fault("want %s, got %s", want, shorten(p.token)) }

// deeper bounds the recursion. The caller defers what it returns.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > maxDepth {
		p.fault("more than %d levels of blocks and parentheses", maxDepth)
	}
	return func() { p.depth-- }
}

// commands reads commands until one of these tokens.
func (p *parser) commands(ends ...string) (list []*node) {
	defer p.deeper()()
	for !slices.Contains(ends, p.token) {
		c := p.command()
		if list = append(list, c); !slices.Contains(blocks, c.op) {
			continue
		}
		if c.body = p.commands("ELSE", "END"); c.op == "IF" && p.is("ELSE") {
			c.other = p.commands("END")
		}
		p.need("END")
	}
	return list
}

// command reads a command without its block.
func (p *parser) command() *node {
	if _, known := signatures[p.token]; !known || slices.Contains(functions, p.token) {
		p.unexpected("a command")
	}
	text := p.text
	c := p.call()
	c.text = shorten(strings.TrimSpace(string(text[:len(text)-len(p.text)])))
	return c
}

// call reads a command or a function with its arguments.
func (p *parser) call() *node {
	n := &node{op: p.token, at: p.place}
	p.next()
	signature, list := strings.CutSuffix(signatures[n.op], "*")
	required, optional, _ := strings.Cut(signature, "?")
	for i, kind := range required + optional {
		if i == 0 {
			p.need("(")
		} else if i >= len(required) && p.token == ")" {
			break
		} else {
			p.need(",")
		}
		switch kind {
		case 'o':
			if n.name = p.token; !p.is("FIXED") && !p.is("SCIENTIFIC") {
				p.unexpected("FIXED or SCIENTIFIC")
			}
		case 'c':
			if slices.Contains(blocks, p.token) {
				p.fault("a block cannot separate")
			}
			n.other = []*node{p.command()}
		default:
			for more := true; more; more = list && p.is(",") {
				n.args = append(n.args, p.argument(kind))
			}
		}
	}
	if required != "" {
		p.need(")")
	}
	return n
}

// argument reads an expression (e), a variable (v) or an assignment (a).
func (p *parser) argument(kind rune) *node {
	at := p.place
	e := p.expression(0)
	assigns := e.op == "="
	if kind == 'v' && e.op != "variable" || (kind == 'a') != assigns || assigns && e.args[0].op != "variable" {
		p.place = at
		p.fault("want %s", map[rune]string{'e': "a value", 'v': "a variable", 'a': "an assignment"}[kind])
	}
	return e
}

func (p *parser) variable() *node {
	v := &node{op: "variable", name: p.token, at: p.place}
	if v.name == "" || v.name[0] < 'a' || v.name[0] > 'z' {
		p.unexpected("a variable")
	}
	if p.next(); p.is("[") {
		for more := true; more; more = p.is(",") {
			v.args = append(v.args, p.argument('e'))
		}
		p.need("]")
	}
	return v
}

// expression reads an expression of operators that bind more strongly than above.
func (p *parser) expression(above int) *node {
	defer p.deeper()()
	left := p.operand()
	for binding[p.token] > above {
		n := &node{op: p.token, at: p.place}
		p.next()
		n.args = []*node{left, p.expression(binding[n.op])}
		left = n
	}
	return left
}

func (p *parser) operand() *node {
	n := &node{op: p.token, at: p.place}
	switch {
	case slices.Contains(functions, n.op):
		return p.call()
	case p.is("("):
		n = p.expression(0)
		p.need(")")
	case p.is("!"):
		n.args = []*node{p.expression(0)}
	case p.is("-"):
		n.op, n.args = "negate", []*node{p.expression(negation)}
	default:
		value, ok := constant(p.token)
		if !ok {
			return p.variable()
		}
		p.next()
		n.op, n.value = "constant", value
	}
	return n
}

// constant returns the value of a string or a number.
func constant(token string) (value, bool) {
	if len(token) > 1 && token[0] == '"' {
		return value{kind: isText, text: escape.ReplaceAllStringFunc(token[1:len(token)-1], unescape)}, true
	}
	return number(strings.TrimSuffix(token, "."))
}

var escape = regexp.MustCompile(`\\(?:[0-7]{1,3}|(?s:.))`)

// unescape returns the meaning of an escape sequence.
func unescape(sequence string) string {
	if code, err := strconv.ParseUint(sequence[1:], 8, 8); err == nil {
		return string([]byte{byte(code)})
	}
	if i := strings.Index(`ntrbf"\`+"\n", sequence[1:]); i >= 0 {
		return []string{"\n", "\t", "\r", "\b", "\f", `"`, `\`, ""}[i]
	}
	return sequence
}

// shorten returns the beginning of a text, for messages.
func shorten(text string) string {
	const most = 60
	if len(text) > most {
		return legible.Line(text[:most]) + "…"
	}
	return legible.Line(cmp.Or(text, "the end"))
}
