package ctd

import (
	"slices"
	"strings"
)

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
