package ctd

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// run is a check of an input.
type run struct {
	ctx       context.Context
	name      string // of the grammar
	input     []byte
	at        int   // the index of the next byte
	now       *node // the command
	variables map[string]*variable
	patterns  map[string]*pattern
	steps     int
	memory    int // bytes of the variables, about
}

// mismatch ends the check: the input does not fit.
func (r *run) mismatch(format string, args ...any) {
	at := place{1, 1}.after(r.input[:r.at])
	r.fault("line %d, column %d of the input: %s", at.line, at.column, fmt.Sprintf(format, args...))
}

// fault ends the check.
func (r *run) fault(format string, args ...any) {
	panic(stop{fmt.Errorf("%s:%d:%d: %s: %s", r.name, r.now.at.line, r.now.at.column, r.now.text,
		fmt.Sprintf(format, args...))})
}

// step counts steps. It ends the check when the context is done.
func (r *run) step(n int) {
	const often = 1 << 12
	if before := r.steps / often; before != (r.steps+n)/often && r.ctx.Err() != nil {
		panic(stop{r.ctx.Err()})
	}
	if r.steps += n; r.steps > maxSteps {
		r.fault("the check takes more than %d steps", maxSteps)
	}
}

func (r *run) commands(list []*node) {
	for _, c := range list {
		r.now = c
		r.step(1)
		switch c.op {
		case "SPACE":
			r.literal(" ")
		case "NEWLINE":
			r.literal("\n")
		case "STRING":
			r.literal(r.eval(c.args[0], isText).text)
		case "EOF":
			if r.at < len(r.input) {
				r.mismatch("want the end, got %s", r.got(1))
			}
		case "INT", "FLOAT", "FLOATP":
			r.number(c)
		case "REGEX":
			r.regex(c)
		case "ASSERT":
			if !r.test(c.args[0]) {
				r.mismatch("the condition is false")
			}
		case "SET":
			for _, each := range c.args {
				r.set(each.args[0], r.eval(each.args[1], values...))
			}
		case "UNSET":
			for _, v := range c.args {
				if old := r.variables[v.name]; old != nil {
					r.memory -= old.memory
					delete(r.variables, v.name)
				}
			}
		case "IF":
			if r.test(c.args[0]) {
				r.commands(c.body)
			} else {
				r.commands(c.other)
			}
		default:
			r.loop(c)
		}
	}
}

// loop runs REP, REPI, WHILE and WHILEI.
func (r *run) loop(c *node) {
	last := c.args[len(c.args)-1] // the count or the condition
	times, counted := value{}, strings.HasPrefix(c.op, "REP")
	if counted {
		times = r.eval(last, isInteger)
	}
	for i := 0; ; i++ {
		r.now = c
		r.step(1)
		if strings.HasSuffix(c.op, "I") {
			r.set(c.args[0], integer(i))
		}
		if counted && integer(i).number.Cmp(times.number) >= 0 || !counted && !r.test(last) {
			return
		}
		if i > 0 {
			r.commands(c.other)
		}
		r.commands(c.body)
	}
}

// literal reads a text.
func (r *run) literal(text string) {
	if !bytes.HasPrefix(r.input[r.at:], []byte(text)) {
		r.mismatch("want %q, got %s", text[:min(len(text), 60)], r.got(len(text)))
	}
	r.at += len(text)
}

// got describes the next n bytes of the input.
func (r *run) got(n int) string {
	const most = 60
	text := r.input[r.at:min(len(r.input), r.at+min(n, most))]
	if len(text) == 0 {
		return "the end"
	}
	return strconv.Quote(string(text))
}

// The forms of numbers.
var (
	digits    = regexp.MustCompile(`^-?[0-9]*`)
	fixed     = regexp.MustCompile(`^-?[0-9]*(?:\.[0-9]*)?`)
	float     = regexp.MustCompile(`^-?[0-9]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?`)
	malformed = regexp.MustCompile(`^-?(?:$|\.|0[0-9])|\.(?:$|[eE])|[eE][+-]?(?:$|0[0-9])`)
	power     = regexp.MustCompile(`[eE]`)
	scaled    = regexp.MustCompile(`^-?[1-9]\.|^[^eE]*$`) // FLOATP wants a digit before the point
	decimals  = regexp.MustCompile(`\.[0-9]*`)
)

// number reads a number, and stores it if the command has a variable for it.
func (r *run) number(c *node) {
	form, bounds, kinds, kind := float, 2, []kind{isInteger, isDecimal}, isDecimal
	switch {
	case c.op == "INT":
		form, kinds, kind = digits, kinds[:1], isInteger
	case c.name == "FIXED":
		form = fixed
	}
	token := string(form.Find(r.input[r.at:]))
	x, ok := number(token)
	if !ok || malformed.MatchString(token) || c.op == "INT" && strings.HasPrefix(token, "-0") ||
		c.name == "SCIENTIFIC" && !power.MatchString(token) || c.op == "FLOATP" && !scaled.MatchString(token) {
		r.mismatch("got %s", r.got(max(len(token), 1)))
	}
	x.kind = kind
	r.between(x.String(), x, c.args, kinds...)
	if c.op == "FLOATP" {
		bounds = 4
		n := max(0, len(decimals.FindString(token))-1)
		r.between(fmt.Sprintf("%d decimals", n), integer(n), c.args[2:], isInteger)
	}
	if r.at += len(token); len(c.args) > bounds {
		r.set(c.args[bounds], x)
	}
}

// between ends the check if a number is outside its bounds, which are of these kinds.
func (r *run) between(what string, x value, bounds []*node, kinds ...kind) {
	low, high := r.eval(bounds[0], kinds...), r.eval(bounds[1], kinds...)
	if x.number.Cmp(low.number) < 0 || x.number.Cmp(high.number) > 0 {
		r.mismatch("%s, want %v to %v", what, low, high)
	}
}

// regex reads the longest text that a regular expression matches.
func (r *run) regex(c *node) {
	expression := r.eval(c.args[0], isText).text
	p := r.patterns[expression]
	if p == nil {
		var err error
		if p, err = compile(expression); err != nil {
			r.fault("%v", err)
		}
		r.patterns[expression] = p
	}
	n := p.match(r.input[r.at:], r.step)
	if n < 0 {
		r.mismatch("no match, got %s", r.got(20))
	}
	matched := string(r.input[r.at : r.at+n])
	if r.at += n; len(c.args) > 1 {
		r.set(c.args[1], value{kind: isText, text: matched})
	}
}
