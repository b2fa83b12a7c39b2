package ctd

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
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

// variable has a value for each index. A plain variable has one value, at the index "".
type variable struct {
	values map[string]value
	counts map[string]int // how many indices have each value, by key
	memory int
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

// index returns the key of a variable's index.
func (r *run) index(v *node) string {
	var keys []string
	for _, e := range v.args {
		keys = append(keys, r.eval(e, isInteger).key())
	}
	return strings.Join(keys, ",")
}

// variable returns a variable that has a value.
func (r *run) variable(name string) *variable {
	v := r.variables[name]
	if v == nil {
		r.fault("%s has no value", shorten(name))
	}
	return v
}

func (r *run) set(name *node, to value) {
	v := r.variables[name.name]
	if v == nil {
		v = &variable{values: make(map[string]value), counts: make(map[string]int)}
		r.variables[name.name] = v
	}
	index, key := r.index(name), to.key()
	grown := 256 + len(index) + 2*len(key) // of the entries in both maps
	if old, known := v.values[index]; known {
		v.counts[old.key()]--
		grown = 2 * (len(key) - len(old.key()))
	}
	v.values[index] = to
	v.counts[key]++
	v.memory += grown
	if r.memory += grown; r.memory > maxMemory {
		r.fault("the variables need more than %d MiB", maxMemory>>20)
	}
}

// unique ends the check if two indices have the same values in all variables, or if the variables differ in their
// indices.
func (r *run) unique(names []*node) {
	first := r.variable(names[0].name)
	seen := make(map[string]string)
	for _, index := range slices.Sorted(maps.Keys(first.values)) {
		tuple := ""
		for _, name := range names {
			r.step(1)
			v := r.variable(name.name)
			x, has := v.values[index]
			if !has || len(v.values) != len(first.values) {
				r.mismatch("%s and %s have different indices", names[0].name, name.name)
			}
			tuple += strconv.Quote(x.key())
		}
		if other, twice := seen[tuple]; twice {
			r.mismatch("the values at [%s] and [%s] are equal", min(index, other), max(index, other))
		}
		seen[tuple] = index
	}
}

// test evaluates a condition.
func (r *run) test(e *node) bool { return r.eval(e, isCondition).number.Sign() != 0 }

// eval evaluates an expression, whose value must be of one of these kinds.
func (r *run) eval(e *node, kinds ...kind) value {
	x := r.value(e)
	r.step(1 + x.size()/64)
	if !slices.Contains(kinds, x.kind) {
		r.fault("%v is %s, not %s", x, x.kind, kinds[0])
	}
	return x
}

// values are the kinds of values that a variable may have.
var values = []kind{isInteger, isDecimal, isText}

func (r *run) value(e *node) value {
	switch e.op {
	case "constant":
		return e.value
	case "variable":
		x, has := r.variable(e.name).values[r.index(e)]
		if !has {
			r.fault("%s[%s] has no value", shorten(e.name), shorten(r.index(e)))
		}
		return x
	case "STRLEN":
		return integer(len(r.eval(e.args[0], isText).text))
	case "negate":
		return r.calculate("-", integer(0), r.eval(e.args[0], values...))
	case "+", "-", "*", "/", "%", "^":
		return r.calculate(e.op, r.eval(e.args[0], values...), r.eval(e.args[1], values...))
	case "!":
		return condition(!r.test(e.args[0]))
	case "&&":
		return condition(r.test(e.args[0]) && r.test(e.args[1]))
	case "||":
		return condition(r.test(e.args[0]) || r.test(e.args[1]))
	case "ISEOF":
		return condition(r.at == len(r.input))
	case "MATCH":
		text := r.eval(e.args[0], isText).text
		return condition(r.at < len(r.input) && strings.IndexByte(text, r.input[r.at]) >= 0)
	case "UNIQUE":
		r.unique(e.args)
		return condition(true)
	case "INARRAY":
		return condition(r.variable(e.args[1].name).counts[r.eval(e.args[0], values...).key()] > 0)
	}
	a, b := r.eval(e.args[0], values...), r.eval(e.args[1], values...)
	order, ok := compare(a, b)
	if !ok {
		r.fault("cannot compare %v with %v", a, b)
	}
	return condition(slices.Contains(holds[order+1], e.op))
}

// holds lists the comparisons that hold if the order of two values is -1, 0 and 1.
var holds = [][]string{{"<", "<=", "!="}, {"<=", "==", ">="}, {">", ">=", "!="}}

func (r *run) calculate(op string, a, b value) value {
	x, reason := calculate(op, a, b)
	if reason != "" {
		r.fault("%s", reason)
	}
	return x
}
